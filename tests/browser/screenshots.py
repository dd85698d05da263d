"""Pictures of every page at three widths, by day and by night, to be looked at: `python -m tests.browser.screenshots OUT`."""

import contextlib
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.pages.records import ILLEGAL, ROOT, replayed
from verifier.cli import main
from verifier.render.replay_page import replay_page

WIDTHS = {360: 740, 800: 1000, 1400: 900}
"""Width -> height of a window."""

STEPS = {
    "thunder_alley/seven-at-the-table": 40,
    "rallyman/ridge-cup-1": 45,
    "great_race/four-leaders": 60,
}
"""Race -> the step to look at."""


def pages(folder: Path) -> Iterator[tuple[str, str]]:
    """The name and the address of each page, written into a folder."""
    for case in (*STEPS, *ILLEGAL):
        frames = replayed(case)
        fault = next((place for place, frame in enumerate(frames) if frame.findings), 0)
        path = folder / f"{case.replace('/', '-')}.html"
        path.write_text(replay_page(frames, STEPS.get(case, fault)), encoding="utf-8")
        yield path.stem, path.as_uri()
    records = folder / "records"
    records.mkdir()
    for case in ILLEGAL:
        shutil.copy(ROOT / "replays" / f"{case}.race", records)
    main(["verify", str(records), "--html", str(folder / "site"), "--quiet"])
    yield "index", (folder / "site" / "index.html").as_uri()
    decision = folder / "decision.html"
    with decision.open("w", encoding="utf-8") as out, contextlib.redirect_stdout(out):
        main(["decide", str(records / f"{Path(ILLEGAL[0]).name}.race"), "--format", "html"])
    yield "decision", decision.as_uri()


def take(out: Path) -> None:
    """Takes the pictures."""
    out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        window = browser.new_page(reduced_motion="reduce")
        for name, address in pages(Path(folder)):
            for wide, high in WIDTHS.items():
                window.set_viewport_size({"width": wide, "height": high})
                for colours in ("light", "dark"):
                    window.emulate_media(color_scheme="dark" if colours == "dark" else "light")
                    window.goto(address)
                    window.screenshot(path=out / f"{name}-{wide}-{colours}.png")
        browser.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]))

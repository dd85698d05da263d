"""Pictures of every page at three widths, by day and by night, to be looked at: `python -m tests.browser.screenshots OUT`."""

import contextlib
import shutil
import sys
import tempfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.pages.records import ILLEGAL, ROOT, replayed
from tests.web.page import Served, served
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


def tables(folder: Path, page: Served) -> Iterator[tuple[str, str]]:
    """The name and the address of each page of `steward serve`: the start page, joining, races under way, a line at fault."""
    yield "start", page.link()
    yield "join", page.link("/join")
    for case in STEPS:
        text = (ROOT / "replays" / f"{case}.race").read_text(encoding="utf-8")
        name = f"{Path(case).name}.race"
        (folder / name).write_text("\n".join(text.split("\n")[: text.count("\n") // 3]), encoding="utf-8")
        yield f"table-{Path(case).name}", page.link(f"/table/{name}")
    shutil.copy(ROOT / "replays" / f"{ILLEGAL[0]}.race", folder / "fault.race")
    yield "table-fault", page.link("/table/fault.race")


def take(out: Path) -> None:
    """Takes the pictures."""
    out.mkdir(parents=True, exist_ok=True)
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        contextlib.ExitStack() as stack,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        window = browser.new_page(reduced_motion="reduce")
        home = Path(folder) / "home"
        home.mkdir()
        page = stack.enter_context(served(home, lan=True))
        for name, address in chain(pages(Path(folder)), tables(home, page)):
            for wide, high in WIDTHS.items():
                window.set_viewport_size({"width": wide, "height": high})
                for colours in ("light", "dark"):
                    window.emulate_media(color_scheme="dark" if colours == "dark" else "light")
                    window.goto(address)
                    if window.locator("#next").count():
                        window.wait_for_selector('#next[aria-busy="false"]')
                    window.screenshot(path=out / f"{name}-{wide}-{colours}.png")
        browser.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]))

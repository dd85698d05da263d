"""Pages to step through: their size, and the time until the first step is drawn in a browser."""

import shutil
import sys
import tempfile
from pathlib import Path

from grammar.parser import parse
from verifier.records.replay import Options, judge_records
from verifier.render.replay_frames import frames_of
from verifier.render.replay_page import replay_page

ROOT = Path(__file__).parents[1]
RACES = ("thunder_alley/seven-at-the-table", "rallyman/ridge-cup-1", "great_race/four-leaders")
LOADS = 5
DRAWN = """() => new Promise((done) => {
  const drawn = performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd;
  new PerformanceObserver((seen) => done(Math.max(drawn, ...seen.getEntries().map((one) => one.startTime))))
    .observe({ type: "paint", buffered: true });
})"""


def main() -> None:
    """Prints the size of a page of each game, and the slowest of some loads."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("pages: no `chromium` on PATH\n")
        return
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        sys.exit("this measurement needs playwright: pip install '.[dev]'")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium)
        for race in RACES:
            source = ROOT / "replays" / f"{race}.race"
            options = Options(folder=source.parent, steps=True)
            text = replay_page(
                frames_of(judge_records(parse(source.read_text("utf-8"), source.name), options))
            )
            page = Path(folder) / "page.html"
            page.write_text(text, encoding="utf-8")
            times = []
            for _ in range(LOADS):
                window = browser.new_page()
                window.goto(page.as_uri())
                times.append(window.evaluate(DRAWN))
                window.close()
            size = len(text.encode()) / 1000
            print(f"page: {race} {size:.0f} kB (goal < 500), first frame {max(times):.0f} ms (goal < 1000)")
        browser.close()
    print()

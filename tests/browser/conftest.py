"""A real browser for the tests in this folder: Debian's Chromium, without a window.

Without it the tests are skipped, unless `BROWSER_TESTS=required` demands it.
"""

import os
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.pages.records import replayed
from verifier.render.replay_page import replay_page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
REQUIRED = os.environ.get("BROWSER_TESTS") == "required"
PATIENCE = 30_000
"""Milliseconds to wait for something on a page, on a busy machine."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    if CHROMIUM is None:
        if REQUIRED:
            pytest.fail("no `chromium` on PATH (Debian: apt-get install chromium)")
        pytest.skip("no `chromium` on PATH")
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE)
        started = playwright.chromium.launch(executable_path=CHROMIUM)
        yield started
        started.close()


class Watched:
    """A browser window, with everything that it asked for and complained about."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.asked: list[str] = []
        self.errors: list[str] = []
        self.page = self._new_page()

    def _new_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("dialog", lambda dialog: self.errors.append(f"dialog: {dialog.message}"))
        page.on("console", self._said)
        return page

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def open(self, path: Path, anchor: str = "") -> Page:
        """Opens a file of this machine as a page."""
        self.page.goto(f"{path.as_uri()}{anchor}")
        return self.page

    def again(self, path: Path, anchor: str = "") -> Page:
        """Opens a file in another tab."""
        self.page = self._new_page()
        return self.open(path, anchor)

    def overflow(self) -> int:
        """How many pixels the page is wider than the window."""
        code = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        return int(self.page.evaluate(code))

    def violations(self) -> str:
        """What axe-core finds, in words; empty if it finds nothing."""
        found = Axe().run(self.page)
        return found.generate_report() if found.violations_count else ""


@pytest.fixture
def window(browser: Browser) -> Iterator[Watched]:
    """A window of a desktop. After the test it must not have complained about anything."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    watched = Watched(context)
    yield watched
    context.close()
    assert not watched.errors


@cache
def page_text(case: str) -> str:
    """The page of a record of `replays`."""
    return replay_page(replayed(case))


@pytest.fixture
def page_of(tmp_path: Path) -> "PageOf":
    """Writes the page of a record of `replays` to a file."""
    return PageOf(tmp_path)


class PageOf:
    """Writes pages into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, case: str) -> Path:
        return self.write(page_text(case))

    def write(self, text: str) -> Path:
        """A file with this page."""
        path = self.folder / "page.html"
        path.write_text(text, encoding="utf-8")
        return path

"""The index of a folder of pages, in a browser."""

import shutil
from pathlib import Path

import pytest

from tests.browser.conftest import Watched
from tests.pages.records import ILLEGAL, ROOT
from verifier.cli import main


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of pages."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "in").mkdir()
    for case in ILLEGAL:
        shutil.copy(ROOT / "replays" / f"{case}.race", folder / "in")
    main(["verify", str(folder / "in"), "--html", str(folder / "out"), "--quiet"])
    return folder / "out"


@pytest.mark.parametrize("wide", [360, 1400])
def test_it_leads_to_each_page_and_fits(window: Watched, site: Path, wide: int) -> None:
    page = window.page
    page.set_viewport_size({"width": wide, "height": 740})
    window.open(site / "index.html")
    assert window.overflow() == 0
    assert window.violations() == ""
    for number in range(len(ILLEGAL)):
        page.locator("td a").nth(number).click()
        assert page.locator(".finding").count() > 0
        page.go_back()
    assert {url.split("/")[-1].split("#")[0] for url in window.asked} <= {
        path.name for path in site.iterdir()
    }

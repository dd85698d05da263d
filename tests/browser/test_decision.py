"""A stewards' decision as a page, in a browser."""

from pathlib import Path

import pytest

from tests.browser.conftest import Watched
from tests.pages.records import ILLEGAL, ROOT
from verifier.cli import main


@pytest.mark.parametrize("case", ILLEGAL)
def test_a_decision_fits_and_prints_on_one_sheet(
    window: Watched, tmp_path: Path, case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["decide", str(ROOT / "replays" / f"{case}.race"), "--format", "html"])
    file = tmp_path / "decision.html"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    page = window.page
    page.set_viewport_size({"width": 360, "height": 740})
    window.open(file)
    assert window.overflow() == 0
    assert window.violations() == ""
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 1

"""`verify --html` and `--svg`: a page and drawings for each record, and an index that leads to them."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from verifier.cli import main
from verifier.render.page import HEAD

ROOT = Path(__file__).parents[2]


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A folder with a legal record, an illegal one and one with hostile names, which cannot be read."""
    folder = tmp_path / "records"
    folder.mkdir()
    for case in ("thunder_alley/first-race", "rallyman/illegal/car-in-the-way"):
        source = ROOT / "replays" / f"{case}.race"
        (folder / source.name).write_bytes(source.read_bytes())
    evil = 'game thunder-alley\ntitle "</td><script>alert(1)</script>"\nnonsense <b>\n'
    (folder / "..&'b.race").write_text(evil, encoding="utf-8")
    return folder


def test_the_index_has_every_record_with_its_verdict(
    records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["verify", str(records), "--html", str(out)]) == 2
    assert capsys.readouterr().out.endswith(f"\n3 pages written to {out}\n")
    index = (out / "index.html").read_text(encoding="utf-8")
    assert index.startswith(HEAD) and "script-src" not in index and "<script" not in index
    links = re.findall(r'<td><a href="([^"]+)">', index)
    assert links == ["0001-b.html", "0002-car-in-the-way.html", "0003-first-race.html"]
    assert {path.name for path in out.iterdir()} == {"index.html", *links}
    assert re.findall(r'class="verdict (\w+)"', index) == ["unreadable", "illegal", "legal"]
    assert "RM-12.1" in index and "as expected" in index


def test_pages_are_the_same_again_and_with_several_processes(records: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for _ in range(2):
        main(["verify", str(records), "--html", str(one), "--quiet"])
    main(["verify", str(records), "--html", str(two), "--quiet", "-j", "2"])
    for path in one.iterdir():
        assert path.read_bytes() == (two / path.name).read_bytes()


def test_each_finding_has_a_drawing(
    records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "drawings"
    main(["verify", str(records), "--svg", str(out)])
    assert capsys.readouterr().out.endswith(f"\n1 drawing written to {out}\n")
    [drawing] = out.iterdir()
    assert drawing.name == "0002-car-in-the-way-17.svg"
    text = drawing.read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    assert 'class="stop"' in text and "17 | A: 3 4 =4" in text and "RM-12.1" in text


def test_a_foreign_file_in_the_folder_is_kept(
    records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "site"
    out.mkdir()
    (out / "index.html").write_text("mine", encoding="utf-8")
    assert main(["verify", str(records), "--html", str(out)]) == 2
    assert "is not a page of this tool" in capsys.readouterr().err
    assert (out / "index.html").read_text(encoding="utf-8") == "mine"


def test_a_folder_that_cannot_be_made(
    records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for name in ("file", "no/such/folder"):
        assert main(["verify", str(records), "--html", str(tmp_path / name)]) == 2
        assert "is no folder to write to" in capsys.readouterr().err

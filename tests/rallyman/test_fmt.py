"""`steward fmt` writes out what follows from the position, and changes no verdict."""

import io
import re
import sys
from pathlib import Path

import pytest

from grammar.parser import parse
from grammar.printer import format_records
from verifier.cli import main
from verifier.records.replay import verify
from verifier.records.restoring import restored

REPLAYS = sorted((Path(__file__).parents[2] / "replays" / "rallyman").rglob("*.race"))


def formatted(text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["fmt", "-"]) == 0
    return capsys.readouterr().out


LOOSE = """\
game rallyman
stage hollow-pine
driver Ana sisu=used dmg=1 # on asphalt
driver "R 2"
start "R 2" ANA

"R 2": 1 2! 3 g 4 > t=0:20 s4
"R 2": [4 g! 5]
ana: 2 3 4 5 *right
position
  turn 3
  ana right s6 t=1:50
  "R 2" dmg=? ?  spun?  g?
end
check ANA t=1:50 k1d1
"""
CANONICAL = """\
game rallyman
stage hollow-pine
driver Ana dmg=1 sisu=used  # on asphalt
driver "R 2"
start "R 2" Ana

R1 "R 2": 1 2! 3 g/i 4 =4 > s4 t=0:20
R2 "R 2": [4 g! 5] =5
Ana: 2 3 4 5 *right
position
  turn 3
  Ana s6 right t=1:50
  "R 2" ? g? spun? dmg=?
end
check Ana k1d1 t=1:50
"""


def test_what_follows_from_the_table_is_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert formatted(LOOSE, monkeypatch, capsys) == CANONICAL
    assert formatted(CANONICAL, monkeypatch, capsys) == CANONICAL


def lines(body: str, stage: str = "hollow-pine") -> list[str]:
    """The turns that are written out."""
    text = f"game rallyman\nstage {stage}\ndriver A\n{body}"
    return list(restored(parse(text).records[0]).values())


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("A: 1 2 3 4/d", ["R1 A: 1 2 3 4/d =4"]),
        ("A: 1 2 3 4", []),  # control is lost on the inside, and the turn has no mark for it
        ("A: 1 2 3 4 *spin", ["R1 A: 1 2 3 4/i *spin =4b"]),
        ("turn 1\nA: 1 2 3 g", ["A: 1 2 3 g/i =3"]),
        ("turn 1\nR1 A: 1 2 3 g", ["R1 A: 1 2 3 g/i =3"]),
        ("A: 1 2 ?", []),
        ("A: 1 2 =?", ["R1 A: 1 2 =?"]),
        ("A: 1 2 =3", []),
        ("position\nturn 9\nA s5 g5\nend\nA: g! *spin", ["R9 A: g! *spin =5b"]),
        ("position\nturn 9\nA s12 g3\nend\nA: [3 2]", ["R9 A: [3 2] =2"]),
        ("position\nturn 9\nA k2d1 g4\nend\nA: 3 *spin > k2i", ["R9 A: 3/i *spin =3b > k2i"]),
        ("position\nturn 9\nA s4 g1 flats=1\nend\nA: W", ["R9 A: W =-"]),
    ],
)
def test_a_turn(body: str, wanted: list[str]) -> None:
    assert lines(body) == wanted


def test_no_mark_where_it_would_mean_another_corner() -> None:
    """From k2d1 the insides of two corners are one step ahead, and `/i` means that of the same corner."""
    at = "position\nturn 9\nA k2d1 g2\nend\n"
    assert lines(f"{at}A: 2", "quarry-run") == ["R9 A: 2 =2"]
    assert lines(f"{at}A: 1/i", "quarry-run") == ["R9 A: 1/i =1"]


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_rounds_and_cards_come_back(path: Path) -> None:
    assert main(["fmt", "--check", "--quiet", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    if verify(text, str(path))[0].verdict == "legal" and "\nturn " not in text:
        bare = re.sub(r"^R\d+ | =[1-5-]b?(?= |$)", "", text, flags=re.MULTILINE)
        assert format_records(parse(bare, str(path)).records, restore=restored) == text

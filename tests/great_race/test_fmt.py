"""`steward fmt` writes names in their usual spelling, keeps the meaning of every record, and changes nothing the second time."""

from pathlib import Path

import pytest

from verifier.cli import main
from verifier.records.replay import verify

ROOT = Path(__file__).resolve().parents[2]
RECORDS = sorted((ROOT / "replays" / "great_race").glob("*.race"))

SLOPPY = """\
game great-race
board kestrel
route Almar Dunmore
seat Blue
seat Orange
turn 1
display piloto Financiero bidón
camp orange piloto  # the last one first
camp BLUE FINANCIER
camp orange jerrycan
plan blue X2   M2 T1
plan orange M5
blue: play financiero ; scout TRACK@B2 scrub@b3
check blue hand none at Almar
"""

NEAT = """\
game great-race
board kestrel
route Almar Dunmore
seat Blue
seat Orange
turn 1
display Pilot Financier Jerrycan
camp Orange Pilot  # the last one first
camp Blue Financier
camp Orange Jerrycan
plan Blue X2 M2 T1
plan Orange M5
Blue: play Financier; scout track@b2 scrub@b3
check Blue at Almar hand none
"""


def test_names_get_their_usual_spelling(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.race"
    for text in (SLOPPY, NEAT):
        file.write_text(text, encoding="utf-8")
        assert main(["fmt", str(file)]) == 0
        assert file.read_text(encoding="utf-8") == NEAT
    assert verify(SLOPPY)[0].verdict == "legal"
    capsys.readouterr()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_are_canonical(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "--check", str(path)]) == 0
    capsys.readouterr()

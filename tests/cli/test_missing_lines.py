"""The verbs on a claim that no missing lines can have led to: the position is unknown, but the claim is still illegal."""

from pathlib import Path

import pytest

from verifier.cli import main

RECORD = """game thunder-alley
option cars-per-team = 2
track short-oval
laps 2
team Red 29 25
team Blue 15 4
bar Red Blue
grid 29 15 4 25
29 Charge: f5>a f2
...
result Red 100 Blue 88
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "club.race"
    path.write_text(RECORD, encoding="utf-8")
    return path


def test_verify_shows_the_last_table_known(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(record)]) == 1
    said = capsys.readouterr().out
    assert "see line 10: lines are missing from there on" in said
    assert f"check: steward show {record}@10" in said


def test_all_readings_come_to_the_same(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--all-rulings", str(record)]) == 1
    assert "illegal by TA-10.2 in line 11 if turn-led-bonus = once-per-car" in " ".join(
        capsys.readouterr().out.split()
    )


@pytest.mark.parametrize("place", ["", "@11"])
def test_it_is_explained_by_the_engine(record: Path, place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", f"{record}{place}"]) == 1
    assert "Red cannot have 100 points" in capsys.readouterr().out

"""`explain` names the rules against a line: each that forbids it alone, and the smallest set where lost parts leave ways open."""

from collections.abc import Callable
from pathlib import Path

import pytest

from verifier.cli import main
from verifier.errors import BROKEN, OK

Said = Callable[[str], tuple[int, str]]

RECORD = """\
game great-race
board kestrel
route Almar Dunmore
seat Blue
seat Orange
position
  turn 2
  phase convoy
  next Blue
  Blue Almar fuel 3 engine 1 chassis 0 hand none left X1 M3
  Orange Almar hand none left X1 T1 M2
  tiles gorge@b2 ford@c2 jungle@a9
end
"""


@pytest.fixture
def said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Said:
    path = tmp_path / "a.race"
    path.write_text(RECORD, encoding="utf-8")

    def of(claim: str) -> tuple[int, str]:
        code = main(["explain", str(path), "--claim", claim])
        return code, " ".join(capsys.readouterr().out.split())

    return of


@pytest.mark.parametrize(
    ("claim", "rules"),
    [
        ("Blue: drive b2", "illegal GR-12.4 |"),
        ("Blue: drive a9", "illegal GR-12.1 GR-12.2 |"),
        ("Blue: drive c2/e2c2", "illegal GR-12.2 GR-12.4 |"),
        ("Blue: drive c2/e1 c3=track", "illegal GR-11.4 GR-12.9 GR-8.4 |"),
        ("Blue: drive sea Corso", "illegal GR-15.1 |"),
    ],
)
def test_each_rule_that_forbids_a_step_alone(said: Said, claim: str, rules: str) -> None:
    code, text = said(claim)
    assert code == BROKEN and rules in text


def test_rules_that_leave_no_way_to_fill_a_gap(said: Said) -> None:
    """No split of the point lets the move go on, each for its own reason."""
    _, text = said("Blue: drive c2/? c3=track")
    assert "together GR-12.2 cost of a tile: c2 costs 1 points, not 0" in text
    assert "GR-12.4 a tile that cannot be paid: Blue has chassis 0, not 1" in text


def test_what_a_legal_line_changes(said: Said) -> None:
    code, text = said("Blue: drive c2/e1")
    assert code == OK
    assert "is legal Blue's place: Almar, now c2 Blue's fuel: 3, now 2 Blue's engine: 1, now 0" in text

"""`moves --both` of Rallyman on the command line: every plan, as text and as JSON."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from model.rallyman.means import Means
from model.rallyman.moves import BASIC, Turn
from model.rallyman.position import Position, Setup
from verifier.cli import main
from verifier.rallyman import certified
from verifier.rallyman.answers import engine_result
from verifier.rallyman.engine import Outcome
from verifier.rallyman.engine.offers import legal_turns

RECORD = """\
game rallyman
stage hollow-pine
driver A
position
  turn 9
  A s14 g4 dmg=3
end
A: 4 =4
"""


@pytest.fixture
def place(tmp_path: Path) -> str:
    path = tmp_path / "a.race"
    path.write_text(RECORD, encoding="utf-8")
    return f"{path}@8"


def test_the_plans_are_listed_with_spaces_gear_and_symbols(
    place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["moves", place, "--both", "--card", "4 3"]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "R9 A: 4 3 g/i =3 30 s s15 s16 k4i g3, bears 1 symbol" in lines
    assert "R9 A: 4 3 =3 30 s s15 s16 g3, bears 1 symbol" in lines


def test_a_single_die_bears_anything(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", place, "--both", "--card", "4"]) == 0
    assert "s15  g4, bears any symbols" in re.sub("   +", "  ", capsys.readouterr().out)


def test_a_long_list_is_cut_short_and_whole_in_json(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", place, "--both"]) == 0
    out = capsys.readouterr().out
    assert main(["moves", place, "--both", "--format", "json"]) == 0
    [compared] = json.loads(capsys.readouterr().out)["compared"]
    listed = compared["plans"]
    shown = [line for line in out.splitlines() if line.startswith("  R9")]
    assert len(shown) < len(listed) and f"... and {len(listed) - len(shown)} more" in out
    assert len({plan["notation"] for plan in listed}) == len(listed) > compared["same"]
    assert not compared["plans_missing"]
    spaces = [plan["path"][-1] for plan in listed if plan["lost_by"] is None and plan["path"]]
    assert spaces == sorted(spaces, key=["FINISH", "s18", "s17", "k4i", "s16", "s15"].index)
    lost = [plan["lost_by"] is not None for plan in listed]
    assert lost == sorted(lost)


def test_quiet_and_count_leave_the_plans_out(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    for more in ("--quiet", "--count"):
        assert main(["moves", place, "--both", more]) == 0
        assert "bears" not in capsys.readouterr().out


def test_a_plan_that_the_engine_refuses_is_shown(
    place: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(setup: Setup, position: Position, turn: Turn) -> Position | tuple[str, ...]:
        names = [one.die.name for one in turn.steps]
        return ("RM-4.5",) if names == ["4", "3"] else engine_result(setup, position, turn)

    monkeypatch.setattr(certified, "engine_result", refused)
    assert main(["moves", place, "--both"]) == 4
    assert "only the solver has R9 A: 4 3 =3" in capsys.readouterr().out


def test_a_turn_that_is_no_plan_is_shown(
    place: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def more(setup: Setup, position: Position, means: Means) -> list[Outcome]:
        found = list(legal_turns(setup, position, means))
        one = next(one for one in found if one.turn.mode == BASIC and one.turn.steps)
        return [*found, replace(one, turn=Turn("A", steps=one.turn.steps * 3))]

    monkeypatch.setattr(certified, "legal_turns", more)
    assert main(["moves", place, "--both"]) == 4
    assert "only the engine has" in capsys.readouterr().out


def test_a_bound_is_told(
    place: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verifier.rallyman.spec.listing.MOST", 3)
    monkeypatch.setattr(certified, "MOST", 3)
    assert main(["moves", place, "--both"]) == 0
    assert "not all plans are listed, the limit of 3 plans was hit" in capsys.readouterr().out

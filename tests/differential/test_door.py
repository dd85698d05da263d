"""Each decision of a record to both judges, from the same positions: the same verdict and rule, and equal positions after it."""

from itertools import takewhile
from pathlib import Path

import pytest

from grammar.parser import parse
from model.thunder_alley.position import Position, Setup
from model.values import replace
from tests.differential.agreement import with_readings
from tests.differential.readings import other_readings
from tests.differential.records import short
from tests.differential.situations import situation
from verifier.cli import main
from verifier.records.replay import Options, judge_records
from verifier.thunder_alley.engine import door as engine
from verifier.thunder_alley.lines.terms import Table
from verifier.thunder_alley.simulate import simulate
from verifier.thunder_alley.spec import door as spec

REPLAYS = Path(__file__).parents[2] / "replays" / "thunder_alley"
CASES = Path(__file__).parents[1] / "cases" / "thunder_alley"


def differences(text: str, file: str) -> list[str]:
    reports = judge_records(parse(text, file), Options(folder=REPLAYS, both=True))
    found = [one for report in reports if report.both is not None for one in report.both.differences]
    return [f"{one.file}:{one.line} {one.fact}" for one in found]


@pytest.mark.parametrize("folder", [".", "illegal", "unclear"])
def test_shipped_records(folder: str) -> None:
    paths = sorted((REPLAYS / folder).glob("*.race"))
    assert paths
    assert not [said for path in paths for said in differences(path.read_text(encoding="utf-8"), str(path))]


@pytest.mark.parametrize(
    "start",
    [
        "option cars-per-team = 1\nteam Red 29\nteam Blue 15\ngrid 29 15\n",
        "track short-oval\nposition\n  29 Red ?\nend\n",
    ],
)
@pytest.mark.parametrize("line", ["f3 o", "f3 left 4", "f3 ...", "?"])
def test_a_car_moves_from_an_unknown_space(start: str, line: str) -> None:
    text = f"game thunder-alley\n{start}29 Charge: {line}\n"
    [report] = judge_records(parse(text, "race.race"), Options(both=True))
    assert len(report.findings) == 1 and report.both is not None and not report.both.findings


@pytest.mark.parametrize("number", range(1, 7))
def test_simulated_races(number: int) -> None:
    assert not differences(simulate(short(number)), "race.race")


def test_the_race_goes_on_by_itself_alike() -> None:
    paths = [*sorted(REPLAYS.glob("*.race"))[:8], CASES / "03-end-of-turn.race", CASES / "09-5-restart.race"]
    asked, options = 0, Options(folder=REPLAYS, steps=True)
    for path in paths:
        for report in judge_records(parse(path.read_text(encoding="utf-8"), str(path)), options):
            for step in takewhile(lambda step: not step.findings, report.steps):
                table = step.after
                if isinstance(table, Table) and table.position is not None:
                    ours = tuple(engine.onward(table.setup, table.position))
                    theirs = spec.onward(table.setup, table.position)
                    # The solver has no answer about a formation with a car on an unknown space.
                    whole = len(theirs) if table.position.flag == "yellow" else len(ours)
                    assert theirs == ours[:whole], (path, step.statement.line)
                    asked += whole > 1
    assert asked > 100


DERIVED = (
    "running-order-lane",
    "leader-after-finishers",
    "lapped-trigger",
    "lapped-new-leader",
    "lapped-on-apron",
    "lapped-same-lap",
)
"""The rulings about facts that a judge derives from a position alone."""


@pytest.mark.parametrize("ruling", [None, *DERIVED])
def test_both_judges_derive_the_same_from_a_position(ruling: str | None) -> None:
    readings = {one: reading for one, reading in other_readings() if one == ruling}
    for number in range(300):
        asked = with_readings(situation(number, seed=7), readings)
        for name in ("running_order", "leader", "marked"):
            ours, theirs = (getattr(door, name)(asked.setup, asked.position) for door in (engine, spec))
            assert ours == theirs, (number, name)


START = """game thunder-alley
track short-oval
team Red 29
team Blue 15
position
  29 12b
  15 8a
end
"""


def lapped(setup: Setup, position: Position) -> Position:
    """A fault: every car has a Lap-down marker."""
    return position.with_cars(*(replace(car, lap_down=True) for car in position.cars))


@pytest.mark.parametrize(
    ("place", "fault", "claim", "rule"),
    [
        ("order.ordered", lambda *_: (15, 29), "check order 15 29", "TA-4.1"),
        ("door.leader", lambda *_: 15, "check leader 15", "TA-4.1"),
        ("door.marked", lapped, "check 15 down", "TA-4.2"),
    ],
)
def test_a_claim_that_holds_is_held_against_both_judges(
    place: str, fault: object, claim: str, rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A false claim with which only a faulty engine agrees."""
    path = tmp_path / "a.race"
    path.write_text(f"{START}{claim}\n", encoding="utf-8")
    assert main(["verify", "--both", str(path)]) == 1
    monkeypatch.setattr(f"verifier.thunder_alley.engine.{place}", fault)
    assert main(["verify", str(path)]) == 0
    assert main(["verify", "--both", str(path)]) == 4
    [said] = differences(path.read_text(encoding="utf-8"), "a.race")
    assert said == f"a.race:9 the judges differ: legal by the engine, illegal ({rule}) by the solver"


def test_the_result_is_counted_by_both_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (REPLAYS / "first-race.race").read_text(encoding="utf-8")
    assert not differences(text, "a.race")
    monkeypatch.setattr("verifier.thunder_alley.engine.door.points", lambda *_: {"Red": 112})
    [said] = differences(text, "a.race")
    assert said.endswith("the record ends with another result by the engine than by the solver")

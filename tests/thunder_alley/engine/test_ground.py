"""The facts that the moves of a race share depend on the cars in the position."""

from itertools import pairwise

import pytest

from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation, Path, Step
from model.thunder_alley.position import Car, Setup, make_position
from model.thunder_alley.tracks import load
from tests.record_goldens import ROOT
from verifier.records.replay import Options, verify
from verifier.thunder_alley.engine import judge
from verifier.thunder_alley.engine.ground import Ground, Layout, ground_of


def test_another_table_of_the_same_race_can_have_other_cars() -> None:
    setup = Setup(load("short-oval"), default_ruleset(DATA), (), 3)
    step = Path((Step("f"),), open_end=True)
    for numbers in ((1, 2), (1, 3), (4, 5), (4, 5, 6), (4, 5)):
        places = dict(zip(numbers, ("3a", "6b", "8a"), strict=False))
        position = make_position([Car(number, "Red", space) for number, space in places.items()])
        for number in numbers:
            (outcome,) = judge(setup, position, Activation(number, "charge", step)).outcomes
            now = {car.number: car.space for car in outcome.position.cars}
            assert {other for other in numbers if now[other] != places[other]} == {number}


RACES = ("first-race", "saved-by-a-yellow", "rain-ends-it", "pushed-over-the-line")

MANY_LAPS = """game thunder-alley
track
  sectors 1-9 a b c
  ring
  line 9
end
team Yellow 1
team Red 2
position
  1 Yellow 5b crossed 250
  2 Red 4b crossed 250
  lap 250
end
""" + "\n".join(
    f'turn {turn}\n1 Charge: f7\n2 Charge: f7\nevent "Debris Caution"\npit none' for turn in range(1, 4)
).removeprefix("turn 1\n")


def _facts(layout: Layout) -> tuple[object, ...]:
    return layout.places, layout.driven, layout.cells, layout.crossed, layout.codes, layout.numbers


@pytest.mark.parametrize("name", [*RACES, ""])
def test_a_layout_is_that_of_its_cars_whatever_was_asked_before(name: str) -> None:
    text = (ROOT / f"replays/thunder_alley/{name}.race").read_text(encoding="utf-8") if name else MANY_LAPS
    report = verify(text, "a.race", Options(steps=True))[0]
    assert report.verdict == "legal"
    tables = [step.after.position for step in report.steps if step.after and step.after.position]
    setup = report.table.setup
    ground = ground_of(setup, setup.track)
    for before, after in pairwise(tables):
        for position in (before, after, before):
            assert _facts(ground.layout(position.cars)) == _facts(
                Ground(setup, setup.track).layout(position.cars)
            )
    for step in report.steps:
        if step.statement.kind == "activation":
            past = step.after.past[-1]
            for outcome in judge(setup, past.before, past.decision).outcomes:
                cars = outcome.position.cars
                assert _facts(ground.layout(cars)) == _facts(Ground(setup, setup.track).layout(cars))

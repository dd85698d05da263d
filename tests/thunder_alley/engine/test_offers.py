"""What is offered: the step that is due, and among the choices the line that was played."""

from dataclasses import replace

import pytest

from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import EVENT, Car, Setup, Team, make_position
from model.thunder_alley.standing import Standing
from tests.thunder_alley.race.races import setting
from verifier.replay import Options, verify
from verifier.stepping import Step
from verifier.thunder_alley.engine.offers import offers
from verifier.thunder_alley.simulate import simulate

DUE = {
    "activation": ("segment", "car"),
    "retire": ("segment", "retire"),
    "pass": ("segment", "pass"),
    "event": ("event", "event"),
}
"""Kind of a line -> what is due before it, and the kind of choice that it makes."""


def steps(number: int) -> list[Step]:
    [report] = verify(simulate(setting(number)), options=Options(steps=True))
    return [step for step in report.steps if step.statement.kind in (*DUE, "pit")]


@pytest.mark.parametrize("number", (4, 5, 15))
def test_what_was_played_was_offered(number: int) -> None:
    seen = set()
    for step in steps(number):
        before, words = step.before, [leaf.text for leaf in step.statement.node.leaves()]
        if before.position is None:
            continue
        offer = offers(before.setup, before.standing)
        assert offer is not None
        if step.statement.kind == "pit":
            assert offer.due == "pits" and offer.choices[0].kind == "done"
            continue
        due, kind = DUE[step.statement.kind]
        seen.add(kind)
        assert offer.due == due
        chosen = [choice for choice in offer.choices if choice.kind == kind]
        assert kind == "event" or words[0] in [choice.word for choice in chosen]
        if kind == "car":
            [car] = [choice for choice in chosen if choice.word == words[0]]
            assert car.then is not None and len(car.then().choices) > 20
    assert "car" in seen


def test_nothing_is_due_once_the_race_is_over() -> None:
    [report] = verify(simulate(setting(5)))
    table = report.table
    assert offers(table.setup, table.standing) is None


def test_only_a_car_with_a_black_marker_can_lose_one_by_overcast() -> None:
    setup = Setup(None, default_ruleset(DATA), (Team("Red", None, (29, 25)),), 3)
    cars = [Car(29, "Red", "12b", wear=("black",)), Car(25, "Red", "11b", wear=("blue",))]
    offer = offers(setup, Standing(replace(make_position(cars), step=EVENT)))
    assert offer is not None
    [overcast] = [choice for choice in offer.choices if choice.word == "overcast"]
    assert overcast.then is not None
    assert [(choice.kind, choice.word) for choice in overcast.then().choices] == [("car", "29"), ("none", "")]


def test_a_car_with_six_markers_is_only_retired() -> None:
    setup = Setup(None, default_ruleset(DATA), (Team("Red", None, (29, 25)), Team("Blue", None, (15,))), 3)
    cars = [Car(29, "Red", "12b", wear=("blue",) * 6), Car(25, "Red", "11b", wear=("blue",) * 5)]
    offer = offers(setup, Standing(make_position(cars, next="Red")))
    assert offer is not None
    words = [(choice.kind, choice.word) for choice in offer.choices]
    assert words == [("car", "25"), ("retire", "25"), ("retire", "29")]

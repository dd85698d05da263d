"""What is offered: the step that is due, and among the choices the line that was played."""

from dataclasses import replace
from itertools import permutations

import pytest

from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Decision, Draw, Event, PitStops, Pitting
from model.thunder_alley.position import EVENT, OUT, PITS, Car, Setup, Team, make_position
from model.thunder_alley.standing import Standing
from model.thunder_alley.tracks import find
from tests.thunder_alley.race.races import setting
from verifier.offers import every
from verifier.replay import Options, verify
from verifier.stepping import Step
from verifier.thunder_alley.engine.door import judge
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


RACE = Setup(
    find("short-oval"), default_ruleset(DATA), (Team("Red", None, (29, 25)), Team("Blue", None, (15, 4))), 3
)
CARS = (
    Car(29, "Red", "12b", crossed=1, wear=("black", "blue"), flipped=True),
    Car(25, "Red", "11b", crossed=1, wear=("blue",), flipped=True),
    Car(15, "Blue", "11a", crossed=1, wear=("blue", "black"), flipped=True),
    Car(4, "Blue", None, wear=("black", "blue"), flipped=True, status=OUT, place=4),
)
GROUPS = [group for size in range(1, 4) for group in permutations((29, 25, 15, 4), size)]


def allowed(standing: Standing, decision: Decision) -> bool:
    """Whether a line is legal and leaves nothing open."""
    found = judge(RACE, standing, decision)
    return not found.breaches and not found.limit and len(found.outcomes) == 1


def whole(groups: set[frozenset[int]]) -> set[frozenset[int]]:
    """The groups that are not part of another."""
    return {one for one in groups if not any(one < other for other in groups)}


def test_the_legal_events_are_offered_and_no_others() -> None:
    position = make_position(CARS, first="Red", next="Red")
    standing = Standing(replace(position, turn=2, step=EVENT))
    offer = offers(RACE, standing)
    assert offer is not None
    offered: dict[Draw, set[frozenset[int]]] = {}
    for decision in every(offer, lambda _: False):
        assert isinstance(decision, Event) and decision.draw is not None and allowed(standing, decision)
        known = offered.setdefault(replace(decision.draw, cars=()), set())
        known |= {frozenset(decision.draw.cars)} - {frozenset()}
    for draw, groups in offered.items():
        if draw.bar is None or draw.bar[0] == "Red":
            legal = {frozenset(one) for one in GROUPS if allowed(standing, Event(replace(draw, cars=one)))}
            assert whole(groups) == whole(legal), draw


@pytest.mark.parametrize("flag", ("green", "yellow"))
def test_the_legal_pit_stops_are_offered_and_no_others(flag: str) -> None:
    position = make_position(CARS, first="Red", next="Red")
    standing = Standing(replace(position, turn=2, step=PITS, flag=flag))
    offer = offers(RACE, standing)
    assert offer is not None
    decisions = [one for one in every(offer, lambda _: False) if isinstance(one, PitStops)]
    offered = {frozenset(one.car for one in stops.cars) for stops in decisions}
    legal = {frozenset(one) for one in GROUPS if allowed(standing, PitStops(tuple(map(Pitting, one))))}
    assert offered == legal | {frozenset()}

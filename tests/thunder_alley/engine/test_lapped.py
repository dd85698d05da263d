"""Lap-down markers where several readings about lapped cars are chosen together (TA-4.2)."""

import pytest

from model.ruleset import Ruleset, default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation, Path, Step
from model.thunder_alley.position import FINISHED, Car, Setup, make_position
from model.thunder_alley.tracks import load
from model.values import replace
from verifier.thunder_alley.engine import judge
from verifier.thunder_alley.engine.order import mark_lapped

DEFAULT = default_ruleset(DATA)
KEPT = {"lapped-new-leader": "kept"}
ON_ENTRY = {"lapped-trigger": "on-entry"}
LITERAL = {"lapped-same-lap": "literal"}
FIRST, OLD = Car(29, "Red", "20b", crossed=3), Car(22, "Green", "19b", crossed=3)


def is_down(
    readings: dict[str, str], car: Car, then: Car | None = None, *, first: Car = FIRST, led: Car = FIRST
) -> bool:
    """Whether a car has a marker when nobody has driven: `then` is the car before, `led` the leader before."""
    setup = Setup(load("short-oval"), Ruleset("lapped", 1, {**DEFAULT.readings, **readings}), (), 9)
    others = (OLD,) if OLD.number not in (first.number, led.number) else ()
    before = make_position([led, *others, then or car])
    after = make_position([first, *others, car])
    now, _ = mark_lapped(setup, before, after, None)
    found = now.car(car.number)
    assert found is not None
    return found.lap_down


@pytest.mark.rule("TA-4.2")
@pytest.mark.parametrize(
    ("readings", "space", "crossed", "down"),
    [
        (KEPT, "10b", 2, True),
        (KEPT, "10p", 2, True),
        (KEPT | {"lapped-on-apron": "cannot"}, "10b", 2, True),
        (KEPT | {"lapped-on-apron": "cannot"}, "10p", 2, False),
    ],
)
def test_a_marked_car_beside_the_track(
    readings: dict[str, str], space: str, crossed: int, down: bool
) -> None:
    then = Car(15, "Blue", "10b", crossed=crossed, lap_down=True)
    assert is_down(readings, replace(then, space=space), then) == down


@pytest.mark.rule("TA-4.2")
@pytest.mark.parametrize(("space", "down"), [("20a", False), ("19a", False), ("21a", True)])
def test_a_car_gets_ahead_of_the_leader_that_had_lapped_it(space: str, down: bool) -> None:
    """By exactly a lap, or by more; not who never was a lap behind."""
    then = Car(15, "Blue", space, crossed=2, lap_down=True)
    assert is_down(KEPT, Car(15, "Blue", "22b", crossed=2, lap_down=True), then) == down


@pytest.mark.rule("TA-4.2")
@pytest.mark.parametrize(
    ("readings", "crossed", "down"),
    [(ON_ENTRY, 2, True), (ON_ENTRY, 3, False), (ON_ENTRY | LITERAL, 3, True), (ON_ENTRY | LITERAL, 2, True)],
)
def test_a_marker_of_the_way_when_nobody_drives(readings: dict[str, str], crossed: int, down: bool) -> None:
    assert is_down(readings, Car(15, "Blue", "10b", crossed=crossed, lap_down=True)) == down


def marked(readings: dict[str, str], cars: tuple[Car, ...], number: int, kinds: str) -> set[int]:
    """Who has a marker after the first steps of a move with Dirty Air (Solo) from this table."""
    setup = Setup(load("short-oval"), Ruleset("lapped", 1, {**DEFAULT.readings, **readings}), (), 9)
    path = Path(tuple(Step(kind) for kind in kinds.split()), open_end=True)
    [outcome] = judge(setup, make_position(list(cars)), Activation(number, "dirty-air", path)).outcomes
    return {car.number for car in outcome.position.cars if car.lap_down}


def car(number: int, space: str, crossed: int = 2, *, down: bool = False) -> Car:
    return Car(number, "Red", space, crossed=crossed, lap_down=down)


@pytest.mark.rule("TA-4.2")
@pytest.mark.parametrize(
    ("readings", "cars", "mover", "path", "down"),
    [
        # The leader comes to be exactly a lap ahead of a car that was marked before.
        (ON_ENTRY, (car(22, "4a"), car(15, "5c", 1, down=True)), 22, "f", {15}),
        # 43 takes the lead from 22: who is no lap behind it, nor level with it, loses the marker; who is level keeps it.
        (ON_ENTRY | LITERAL, (car(22, "5a"), car(43, "5c"), car(15, "3b", down=True)), 43, "f", set()),
        (ON_ENTRY | LITERAL, (car(22, "5a"), car(43, "5b"), car(15, "5c", down=True)), 43, "i", {15}),
        # Nothing stirs at first; then the leader is pushed a lap ahead.
        (ON_ENTRY, (car(22, "8a"), car(43, "6a"), car(15, "9c", 1, down=True)), 43, "f f", {15}),
    ],
)
def test_markers_on_the_way(
    readings: dict[str, str], cars: tuple[Car, ...], mover: int, path: str, down: set[int]
) -> None:
    assert marked(readings, cars, mover, path) == down


@pytest.mark.rule("TA-4.2")
def test_nobody_is_lapped_on_the_way_where_nobody_leads() -> None:
    over = Car(8, "Blue", None, crossed=10, status=FINISHED, place=1)
    readings = ON_ENTRY | {"leader-after-finishers": "none"}
    assert marked(readings, (over, car(1, "4a", 3), car(15, "5c", 2)), 1, "f") == set()

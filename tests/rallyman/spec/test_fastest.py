"""The planner against an exhaustive search with the engine, on the last spaces of short stages."""

import heapq
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, count, product

import pytest

from model.rallyman import stages
from model.rallyman.facts import CUTS, DATA, FINISH, FLAT
from model.rallyman.moves import ATTACK, BLOCKED, SAFE, SYMBOL, Die, Step, Turn
from model.rallyman.position import Car, Driver, Position, Setup
from model.ruleset import default_ruleset
from tests.thorough import THOROUGH
from verifier.rallyman.engine import Outcome, play
from verifier.rallyman.spec.fastest import Fastest, fastest

DICE = ("1", "2", "3", "4", "5", "g")


def situation(
    stage: str, space: str, gear: int, tyres: str, markers: int, other: tuple[str, str] | None = None
) -> tuple[Setup, Position]:
    cars = [Car("A", space, gear, "on_road", markers=markers, tyres=tyres, arrival=1)]
    if other is not None:
        cars.append(Car("B", other[0], 0 if other[1] == "spun" else 2, other[1], arrival=2))
    drivers = tuple(Driver(car.driver, "", car) for car in cars)
    setup = Setup(stages.load(stage), default_ruleset(DATA), drivers)
    return setup, Position(3, tuple(cars), tuple(car.driver for car in cars[::-1]), "A")


def left_alone(setup: Setup, position: Position) -> tuple[Setup, Position]:
    return replace(setup, drivers=setup.drivers[:1]), replace(
        position, cars=position.cars[:1], order=("A",), next="A"
    )


def turns(setup: Setup, position: Position, bears: int, steps: tuple[Step, ...] = ()) -> Iterator[Outcome]:
    """Every turn that keeps control with the given number of symbols, on any dice, with any cut cards."""
    if not steps:
        waits = play(setup, position, Turn("A", BLOCKED))
        if isinstance(waits, Outcome):
            yield waits
    for die in DICE:
        for line in (None, "inside", "drift", "shortcut"):
            for shown in ("clear", SAFE) if bears else ("clear",):
                longer = (*steps, Step(Die(die, shown), line, FLAT if line == "shortcut" else None))
                done = held(setup, position, Turn("A", steps=longer))
                if done is None or not borne(setup, position, longer, bears):
                    continue
                yield done
                attack = held(setup, position, Turn("A", ATTACK, longer))
                if attack is not None:
                    yield attack
                if done.car.space != FINISH:
                    yield from turns(setup, position, bears, longer)


def held(setup: Setup, position: Position, turn: Turn) -> Outcome | None:
    """The result of a legal turn that keeps control with any cut cards, even if they bring flats."""
    cuts = [(FLAT, *CUTS) if step.cut is not None else (None,) for step in turn.steps]
    found = None
    for drawn in product(*cuts):
        steps = tuple(replace(step, cut=cut) for step, cut in zip(turn.steps, drawn, strict=True))
        done = play(setup, position, replace(turn, steps=steps))
        if not isinstance(done, Outcome) or done.loss:
            return None
        found = found or done
    return found


def borne(setup: Setup, position: Position, steps: tuple[Step, ...], bears: int) -> bool:
    """Whether this number of symbols costs no control, on any of the rolled dice."""
    rolled = [place for place, step in enumerate(steps) if step.die.shown != SAFE]
    return all(
        isinstance(play(setup, position, Turn("A", steps=showing(steps, places))), Outcome)
        for number in range(1, min(bears, len(rolled)) + 1)
        for places in combinations(rolled, number)
    )


def showing(steps: tuple[Step, ...], places: tuple[int, ...]) -> tuple[Step, ...]:
    return tuple(
        replace(step, die=Die(step.die.name, SYMBOL)) if place in places else step
        for place, step in enumerate(steps)
    )


def cuts(turn: Turn) -> int:
    """The shortcuts of a turn; each may bring a flat."""
    return sum(step.cut is not None for step in turn.steps)


def rolled(turn: Turn) -> int:
    """The dice of a turn that may show a symbol."""
    return sum(step.die.shown != SAFE for step in turn.steps)


def exhaustive(setup: Setup, position: Position, bears: int) -> tuple[int, int, int] | None:
    """The fewest seconds to the finish, cards less markers won, by exhaustive search; the other cars are gone after the turn that
    begins now. Among equally fast ways the one with the fewest shortcuts, then with the fewest rolled dice."""
    start, number = position.car("A"), count()
    waiting = [((0, 0, 0), next(number), setup, position)]
    known: dict[tuple[str, int, int, int], tuple[int, int, int]] = {}
    best: tuple[int, int, int] | None = None
    while waiting:
        (_, short, dice), _, there, here = heapq.heappop(waiting)
        for done in turns(there, here, bears):
            car = done.position.car("A")
            seconds = car.chrono - start.chrono
            more = short + cuts(done.turn), dice + rolled(done.turn)
            cost = seconds, *more
            if car.space == FINISH:
                came = seconds - car.markers + start.markers, *more
                best = came if best is None else min(best, came)
            elif (key := (car.space, car.gear, car.markers, car.flats)) not in known or known[key] > cost:
                known[key] = cost
                heapq.heappush(waiting, (cost, next(number), *left_alone(there, done.position)))
    return best


def costs(found: Fastest) -> tuple[int, int, int] | None:
    """The same costs for a way of the planner."""
    if found.seconds is None:
        return None
    return found.seconds, sum(map(cuts, found.turns)), sum(map(rolled, found.turns))


SITUATIONS = [
    ("mill-lane", "s6", 1, "snow", 0, None),
    ("mill-lane", "s6", 3, "asphalt", 1, None),
    ("hollow-pine", "s16", 2, "asphalt", 0, None),
    ("airfield", "s26", 4, "asphalt", 1, None),
    ("mill-lane", "s6", 3, "asphalt", 1, ("s8", "on_road")),  # lands on it, or stops on the bump
    ("mill-lane", "s6", 3, "asphalt", 0, ("k5i", "spun")),  # through the shortcut
    ("mill-lane", "s8", 2, "asphalt", 2, ("s9", "on_road")),  # room for both
    ("hollow-pine", "s16", 2, "asphalt", 0, ("k4i", "on_road")),  # cannot move at all
]


@pytest.mark.parametrize(
    ("stage", "space", "gear", "tyres", "markers", "other", "bears"),
    [
        (*one, bears)
        for number, one in enumerate(SITUATIONS)
        for bears in range(4)
        if THOROUGH or (number + bears) % 3 == 0
    ],
)
def test_nothing_is_faster(
    stage: str,
    space: str,
    gear: int,
    tyres: str,
    markers: int,
    other: tuple[str, str] | None,
    bears: int,
) -> None:
    setup, position = situation(stage, space, gear, tyres, markers, other)
    found = fastest(setup, position, "A", bears)
    assert found.gave_up is None
    assert costs(found) == exhaustive(setup, position, bears)


def test_a_flat_of_one_shortcut_counts_on_the_next() -> None:
    setup, position = situation("mill-lane", "k3i", 1, "asphalt", 0)
    assert costs(fastest(setup, position, "A")) == exhaustive(setup, position, 0)


@pytest.mark.parametrize("gear", [1, 2, 3])
def test_of_ways_as_fast_one_without_a_shortcut_is_chosen(gear: int) -> None:
    """In the last corners of a stage the inside takes as long as the shortcut."""
    setup, position = situation("mill-lane", "s6", gear, "asphalt", 0)
    found = fastest(setup, position, "A")
    assert costs(found) == exhaustive(setup, position, 0)
    assert sum(map(cuts, found.turns)) == 0


@pytest.mark.parametrize(
    ("space", "other"), [("s1", None), ("s2", ("k1i", "on_road")), ("s8", ("k5i", "spun"))]
)
def test_the_turns_are_legal_and_bear_the_symbols(space: str, other: tuple[str, str] | None) -> None:
    setup, position = situation("mill-lane", space, 2, "asphalt", 0, other)
    found = fastest(setup, position, "A", 2)
    for turn in found.turns:
        if turn.mode != ATTACK:
            assert borne(setup, position, turn.steps, 2)
        done = held(setup, position, turn)
        assert done is not None
        setup, position = left_alone(setup, done.position)
    car = position.car("A")
    assert (car.space, car.chrono - car.markers) == (FINISH, found.seconds)


def test_another_car_costs_time_only_if_it_is_in_the_way() -> None:
    free, behind, ahead = (
        fastest(*situation("mill-lane", "s6", 3, "asphalt", 0, other), "A").seconds
        for other in (None, ("s5", "on_road"), ("s8", "spun"))
    )
    assert free == behind
    assert free is not None and ahead is not None and free < ahead

"""The planner against an exhaustive search with the engine, on the last spaces of short stages."""

import heapq
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, count

import pytest

from model.rallyman import stages
from model.rallyman.facts import DATA, FINISH
from model.rallyman.moves import ATTACK, SAFE, SYMBOL, Die, Step, Turn
from model.rallyman.position import Car, Driver, Position, Setup
from model.ruleset import default_ruleset
from verifier.rallyman.engine import Outcome, play
from verifier.rallyman.spec.fastest import fastest

DICE = ("1", "2", "3", "4", "5", "g")


def situation(stage: str, space: str, gear: int, tyres: str, markers: int) -> tuple[Setup, Position]:
    car = Car("A", space, gear, "on_road", markers=markers, tyres=tyres, arrival=1)
    setup = Setup(stages.load(stage), default_ruleset(DATA), (Driver("A", "", car),))
    return setup, Position(2, (car,), ("A",), "A")


def turns(setup: Setup, position: Position, bears: int, steps: tuple[Step, ...] = ()) -> Iterator[Outcome]:
    """Every turn without shortcuts that keeps control with so many symbols, wherever they fall."""
    for die in DICE:
        for line in (None, "inside", "drift"):
            for shown in ("clear", SAFE) if bears else ("clear",):
                longer = (*steps, Step(Die(die, shown), line))
                done = play(setup, position, Turn("A", steps=longer))
                if not isinstance(done, Outcome) or done.loss or not borne(setup, position, longer, bears):
                    continue
                yield done
                attack = play(setup, position, Turn("A", ATTACK, longer))
                if isinstance(attack, Outcome):
                    yield attack
                if done.car.space != FINISH:
                    yield from turns(setup, position, bears, longer)


def borne(setup: Setup, position: Position, steps: tuple[Step, ...], bears: int) -> bool:
    """Whether so many symbols cost no control, on whichever rolled dice they fall."""
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


def exhaustive(setup: Setup, position: Position, bears: int) -> int | None:
    """The fewest seconds to the finish, cards less markers won, by trying everything."""
    start, number = position.car("A"), count()
    waiting = [(0, next(number), position)]
    known: dict[tuple[str, int, int], int] = {}
    best: int | None = None
    while waiting:
        _, _, here = heapq.heappop(waiting)
        for done in turns(setup, here, bears):
            car = done.car
            seconds = car.chrono - start.chrono
            if car.space == FINISH:
                came = seconds - car.markers + start.markers
                best = came if best is None else min(best, came)
            elif known.get(key := (car.space, car.gear, car.markers), seconds + 1) > seconds:
                known[key] = seconds
                heapq.heappush(waiting, (seconds, next(number), done.position))
    return best


@pytest.mark.parametrize("bears", [0, 1, 2, 3])
@pytest.mark.parametrize(
    ("stage", "space", "gear", "tyres", "markers"),
    [
        ("mill-lane", "s6", 1, "snow", 0),
        ("mill-lane", "s6", 3, "asphalt", 1),
        ("hollow-pine", "s16", 2, "asphalt", 0),
        ("airfield", "s26", 4, "asphalt", 1),
    ],
)
def test_nothing_is_faster(stage: str, space: str, gear: int, tyres: str, markers: int, bears: int) -> None:
    setup, position = situation(stage, space, gear, tyres, markers)
    found = fastest(setup, position, "A", bears)
    assert found.gave_up is None
    assert found.seconds == exhaustive(setup, position, bears)


def test_the_turns_are_legal_and_bear_the_symbols() -> None:
    setup, position = situation("mill-lane", "s1", 2, "asphalt", 0)
    found = fastest(setup, position, "A", 2)
    for turn in found.turns:
        if turn.mode != ATTACK:
            assert borne(setup, position, turn.steps, 2)
        done = play(setup, position, turn)
        assert isinstance(done, Outcome)
        position = done.position
    car = position.car("A")
    assert (car.space, car.chrono - car.markers) == (FINISH, found.seconds)

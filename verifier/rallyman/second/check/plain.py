"""Plain positions with short turns, small ones first: for rulings about how a turn begins and what follows it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from model.rallyman import stages
from model.rallyman.facts import CUTS, EVENTS, SNOW, START
from model.rallyman.moves import ATTACK, BASIC, BLOCKED, ELIMINATED, SYMBOL, Die, Step, Turn
from model.rallyman.position import ELIMINATED as OUT
from model.rallyman.position import (
    NOT_STARTED,
    OFF_LEFT,
    OFF_RIGHT,
    ON_ROAD,
    SPUN,
    STOPPED,
    Car,
    Driver,
    Position,
    Setup,
)
from model.rallyman.stage import Stage
from model.ruleset import Ruleset
from verifier.rallyman.spec.start import order_of

STAGES = ("mill-lane", "quarry-run", "hollow-pine")
LINES = (None, "inside", "drift", "shortcut")
RESTARTS = (SPUN, OFF_LEFT, OFF_RIGHT, STOPPED)


def situations(ruleset: Ruleset) -> Iterator[tuple[Setup, Position, Turn]]:
    """Positions and turns that are worth a look: one car, then two; no die, one, then two in a time attack."""
    for second in (False, True):
        for stage in map(stages.load, STAGES):
            for cars in _cars(stage, second):
                yield from _turns(_setup(stage, ruleset, cars), cars)


def _setup(stage: Stage, ruleset: Ruleset, cars: Sequence[Car]) -> Setup:
    drivers = tuple(Driver(car.driver, "", Car(car.driver, tyres=car.tyres)) for car in cars)
    with_splits = replace(ruleset, options={**ruleset.options, "splits": None})
    return Setup(stage, with_splits, drivers, {}, {space: name for name, space in stage.points.items()})


def _cars(stage: Stage, second: bool) -> Iterator[tuple[Car, ...]]:
    """A car anywhere, as it can stand there; a second one beside it or on the next space."""
    for first in _first(stage):
        if not second:
            yield (first,)
            continue
        start = stage.start if first.space == START else (first.space, *stage.index[first.space].next)
        for space in start:
            if space in stage.index:
                for status, gear in ((ON_ROAD, 2), (SPUN, 0), (OUT, 0)):
                    yield (first, Car("B", space, gear, status, chrono=60, arrival=1, tyres=SNOW))


def _first(stage: Stage) -> Iterator[Car]:
    fresh = Car("A", tyres=SNOW, arrival=2)
    yield fresh
    yield replace(fresh, flats=1)
    for space in stage.spaces:
        for gear in (2, 4):
            yield replace(fresh, space=space.id, gear=gear, status=ON_ROAD, chrono=60)
        yield replace(fresh, space=space.id, gear=4, status=ON_ROAD, chrono=60, damage=4)
        yield replace(fresh, space=space.id, gear=1, status=ON_ROAD, chrono=60, flats=1)
        yield from (replace(fresh, space=space.id, status=status, chrono=60) for status in RESTARTS)


def _turns(setup: Setup, cars: Sequence[Car]) -> Iterator[tuple[Setup, Position, Turn]]:
    turn = 1 if any(car.status == NOT_STARTED for car in cars) and len(cars) == 1 else len(cars) + 1
    position = Position(turn, tuple(cars), (), None)
    position = replace(position, order=order_of(setup, position, turn), next="A")
    for one in _short(cars[0]):
        yield setup, position, one


def _short(car: Car) -> Iterator[Turn]:
    """Turns with no die, one die, and two in a time attack."""
    yield Turn("A", BLOCKED)
    yield Turn("A", BASIC, wheel=True)
    dice = (
        [f"{gear}" for gear in (car.gear - 1, car.gear, car.gear + 1) if 1 <= gear <= 5]
        if car.gear
        else ["1"]
    )
    dice += ["g"] if car.gear else []
    for die in dice:
        for line in LINES:
            step = Step(Die(die), line, "good" if line == "shortcut" else None)
            turn = Turn("A", BASIC, (step,))
            yield turn
            yield from (replace(turn, loss=event) for event in (*EVENTS, ELIMINATED))
            yield from (replace(turn, loss=event, loss_cut=cut) for event in EVENTS[1:] for cut in CUTS[:1])
            for other in dice:
                if other != die and not car.damage:
                    yield from _attacks(step, Step(Die(other)))
                    yield from _attacks(step, Step(Die(other), "inside"))


def _attacks(one: Step, two: Step) -> Iterator[Turn]:
    both = Turn("A", ATTACK, (one, two))
    yield both
    yield replace(both, loss="spin")
    yield Turn("A", ATTACK, (one,), unused=(two.die,))
    yield replace(both, steps=(replace(one, die=Die(one.die.name, SYMBOL)), two), sisu=True)

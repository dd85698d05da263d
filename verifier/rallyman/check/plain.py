"""Plain positions with short turns, small ones first: for rules about the start of a turn and its consequences."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from model.rallyman import stages
from model.rallyman.facts import CUTS, EVENTS, FINISH, FLAT, GAS, GOOD, SNOW, START
from model.rallyman.moves import AT_LINE, ATTACK, BASIC, BLOCKED, ELIMINATED, SAFE, SYMBOL, Die, Step, Turn
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
from model.rallyman.stage import BUMP, DRIFT, SHORTCUT, Stage
from model.ruleset import Ruleset
from verifier.rallyman.spec.judgement import Judged
from verifier.rallyman.spec.start import order_of

HOME, DEEP, FAST, SHORT = "mill-lane", "quarry-run", "airfield", "hollow-pine"
"""Stages: one with every feature, one with long drifts, one with high gears over its bumps, a short one."""

NEAR = 12
"""The number of spaces of the first stage that are used."""

LINES = (None, "inside", "drift", "shortcut")


@dataclass(frozen=True, slots=True)
class Worn:
    """The damage points and the flats of worn cars."""

    damage: int = 4
    flats: int = 1


def situations(ruleset: Ruleset, worn: Worn) -> Iterator[tuple[Setup, Position, Turn]]:
    """Positions and turns worth trying: one car, then two, then three; no die, then one, then two in a time attack."""
    home, deep, fast = (stages.load(name) for name in (HOME, DEEP, FAST))
    alone = [
        *((home, car) for car in _first(home, worn)),
        *((deep, car) for car in _deep(deep)),
        *((fast, car) for car in _before_bumps(fast)),
    ]
    for stage, car in alone:
        yield from _turns(_setup(stage, ruleset, [car]), [car], _short(car))
    for car in _before_the_finish(home):
        yield from _turns(_setup(home, ruleset, [car]), [car], _across_the_line())
    for car in _first(home, worn):
        for second in _second(home, car) if _simple(car) else ():
            yield from _turns(_setup(home, ruleset, [car, second]), [car, second], _short(car))
    yield from _crowds(home, ruleset)
    for stage, car in alone:
        if car.status == ON_ROAD and car.gear in (2, 4) and not car.damage:
            yield from _turns(_setup(stage, ruleset, [car]), [car], _attacks(car))
            for second in _second(stage, car):
                if second.status == ON_ROAD and second.space != car.space:
                    yield from _turns(_setup(stage, ruleset, [car, second]), [car, second], _attacks(car))


def further(turn: Turn, judgement: Judged) -> Iterator[Turn]:
    """The same turn completed with its possible endings, if it loses control and leaves the ending out."""
    if turn.loss is None and judgement.breaches and judgement.breaches[0].token == "loss":
        for event in EVENTS:
            yield from (replace(turn, loss=event, loss_cut=cut) for cut in (None, *CUTS))
        yield replace(turn, loss=ELIMINATED)
        yield replace(turn, loss=AT_LINE)


def _setup(stage: Stage, ruleset: Ruleset, cars: Sequence[Car]) -> Setup:
    drivers = tuple(Driver(car.driver, "", Car(car.driver, tyres=car.tyres)) for car in cars)
    return Setup(stage, ruleset, drivers, {}, {space: name for name, space in stage.points.items()})


def _first(stage: Stage, worn: Worn) -> Iterator[Car]:
    """The car that plays: before the start, on the road, after a loss of control."""
    fresh = Car("A", tyres=SNOW, arrival=2)
    yield fresh
    yield replace(fresh, flats=worn.flats)
    for space in stage.spaces[:NEAR]:
        there = replace(fresh, space=space.id, chrono=60)
        yield replace(there, gear=2, status=ON_ROAD)
        yield replace(there, gear=4, status=ON_ROAD, damage=worn.damage)
        yield replace(there, gear=1, status=ON_ROAD, flats=worn.flats)
        yield from (replace(there, status=status) for status in (SPUN, OFF_LEFT, OFF_RIGHT))
        if space.role == SHORTCUT:
            yield replace(there, status=STOPPED)


def _simple(car: Car) -> bool:
    """Whether a car is worth trying next to another one."""
    return not car.flats and not car.damage and car.status != STOPPED


def _deep(stage: Stage) -> Iterator[Car]:
    """A car next to the third or a later space of a drift."""
    deep = (space for space in stage.spaces if space.role == DRIFT and space.index > 2)
    yield from (Car("A", space.id, 0, OFF_RIGHT, chrono=60, tyres=SNOW, arrival=2) for space in deep)


def _before_bumps(stage: Stage) -> Iterator[Car]:
    """A car in top gear before a bump."""
    for space in stage.spaces:
        if any(stage.index[id].kind == BUMP for id in space.next if id in stage.index):
            yield Car("A", space.id, 5, ON_ROAD, chrono=60, tyres=SNOW, arrival=2)


def _before_the_finish(stage: Stage) -> Iterator[Car]:
    """A car whose third space ahead is past the finish."""
    near = {FINISH}
    for _ in range(3):
        near = {space.id for space in stage.spaces if near & set(space.next)}
    for space in (space for space in stage.spaces if space.id in near):
        yield Car("A", space.id, 2, ON_ROAD, chrono=60, tyres=SNOW, arrival=2)


def _across_the_line() -> Iterator[Turn]:
    """Three symbols, the last one on the die that crosses the finish."""
    yield Turn("A", BASIC, tuple(Step(Die(die, SYMBOL)) for die in ("1", "2", "3")))


def _crowds(stage: Stage, ruleset: Ruleset) -> Iterator[tuple[Setup, Position, Turn]]:
    """Three cars: a first space that is full, and a car that is overtaken before the last one has started."""
    first = stage.index[stage.start[0]]
    late = Car("A", tyres=SNOW)
    full = [late, *(Car(name, first.id, 1, ON_ROAD, 0, arrival=place) for place, name in enumerate("BC", 1))]
    if first.capacity < len(full):
        setup, cars = _setup(stage, ruleset, full), tuple(full)
        order = order_of(setup, Position(4, cars, (), None), 4)
        for turn in _short(late):
            yield setup, Position(4, cars, order, "A"), turn
    opening = [Car("B", first.id, 0, SPUN, chrono=60, arrival=1, tyres=SNOW), late, Car("C", tyres=SNOW)]
    setup = _setup(stage, ruleset, opening)
    for turn in _short(late):
        yield setup, Position(2, tuple(opening), ("B", "A"), "A"), turn


def _second(stage: Stage, first: Car) -> Iterator[Car]:
    """Another car on the same space, or on the next one."""
    near = stage.start if first.space == START else (first.space, *stage.index[first.space].next)
    for space in (id for id in near if id in stage.index):
        for status, gear in ((ON_ROAD, 2), (OUT, 0)):
            yield Car("B", space, gear, status, chrono=60, arrival=1, tyres=SNOW)


def _turns(
    setup: Setup, cars: Sequence[Car], turns: Iterator[Turn]
) -> Iterator[tuple[Setup, Position, Turn]]:
    number = 1 if len(cars) == 1 and cars[0].status == NOT_STARTED else len(cars) + 1
    position = Position(number, tuple(cars), (), None)
    position = replace(position, order=order_of(setup, position, number), next="A")
    yield from ((setup, position, turn) for turn in turns)


def _dice(car: Car) -> list[str]:
    if not car.gear:
        return ["1"]
    return [*(f"{gear}" for gear in (car.gear, car.gear - 1, car.gear + 1) if 1 <= gear <= 5), "g"]


def _short(car: Car) -> Iterator[Turn]:
    """Turns with no die and with one."""
    yield Turn("A", BLOCKED)
    if car.flats:
        yield Turn("A", BASIC, wheel=True)
        yield Turn("A", BASIC, (Step(Die("1")),), wheel=True)
    for die in _dice(car):
        for line in LINES:
            for cut in (GOOD, FLAT) if line == SHORTCUT else (None,):
                yield Turn("A", BASIC, (Step(Die(die), line, cut),))


def _attacks(car: Car) -> Iterator[Turn]:
    """Time attacks with two dice, both used or one of them."""
    for die in _dice(car):
        for other in _dice(car):
            if die != other:
                yield Turn("A", ATTACK, (Step(Die(die)), Step(Die(other))))
                yield Turn("A", ATTACK, (Step(Die(die)),), unused=(Die(other),))


ONE, TWO = Step(Die("1")), Step(Die("2"))


def wrong_turns(ruleset: Ruleset) -> Iterator[tuple[Setup, Position, Turn]]:
    """Positions with turns that a player who does not know the rules might try: for rules that no plain turn breaks."""
    stage = stages.load(SHORT)
    fresh = Car("A", stage.start[0], 1, ON_ROAD, chrono=60, tyres=SNOW, arrival=2)
    alone = (
        (fresh, Turn("A", BASIC, (ONE,), wheel=True)),
        (replace(fresh, flats=1, gear=2), Turn("A", BASIC, (ONE,), wheel=True)),
        (replace(fresh, flats=1, spare=False), Turn("A", BASIC, (ONE,), wheel=True)),
        (replace(fresh, flats=1), Turn("A", BASIC, (TWO,), wheel=True)),
        (replace(fresh, gear=0, status=OFF_LEFT), Turn("A", BASIC, (TWO,))),
        (replace(fresh, damage=4), Turn("A", BASIC, (ONE, TWO))),
        (fresh, Turn("A", ATTACK, (ONE,))),
        (fresh, Turn("A", ATTACK, (ONE, Step(Die("2", SAFE))))),
        (replace(fresh, markers=1), Turn("A", ATTACK, (ONE, Step(Die("2", SAFE))))),
        (fresh, Turn("A", ATTACK, (ONE, TWO), handed=Die(GAS))),
        (fresh, Turn("A", ATTACK, (ONE, TWO), sisu=True)),
        (replace(fresh, sisu=False), Turn("A", ATTACK, (ONE, TWO), sisu=True)),
    )
    for car, turn in alone:
        yield _setup(stage, ruleset, [car]), Position(2, (car,), ("A",), "A"), turn
    other = Car("B", stage.start[0], 2, ON_ROAD, chrono=60, tyres=SNOW, arrival=1)
    ahead = replace(other, space=stage.index[other.space].next[0])
    for second, order in ((other, ("B", "A")), (other, ("A", "B")), (ahead, ("B", "A"))):
        yield (
            _setup(stage, ruleset, [fresh, second]),
            Position(3, (fresh, second), order, "B"),
            Turn("A", BASIC, (ONE,)),
        )

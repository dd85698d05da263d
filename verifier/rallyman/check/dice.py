"""Turns of one die whose end is worth a look, and one of three symbols across the finish."""

from collections.abc import Iterator, Sequence

from model.rallyman.facts import CUTS, FINISH, GEARS, START
from model.rallyman.moves import BASIC, SYMBOL, Die, Step, Turn
from model.rallyman.position import ON_ROAD, Car, Driver, Position, Setup
from model.rallyman.stage import BUMP, DRIFT, INSIDE, SHORTCUT, Stage
from model.ruleset import Ruleset
from model.values import value
from verifier.rallyman.check.board import BUMP_AT_THE_FINISH, road
from verifier.rallyman.check.plain import further
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.judgement import Judged
from verifier.rallyman.spec.judging import judge

HOME, FAST = "mill-lane", "airfield"


@value
class PlayedDice:
    """A car, a legal turn from there, and what its dice do."""

    stage: Stage
    car: Car
    turn: Turn
    driven: Driven


def setup_of(stage: Stage, ruleset: Ruleset, cars: Sequence[Car]) -> Setup:
    """A stage with these cars, in starting order."""
    drivers = tuple(Driver(car.driver, "", Car(car.driver, tyres=car.tyres)) for car in cars)
    return Setup(stage, ruleset, drivers, {}, {space: name for name, space in stage.points.items()})


def played(ruleset: Ruleset) -> Iterator[PlayedDice]:
    """Legal turns of one die by an undamaged car: from every space in every gear, with every end of a loss of control."""
    for stage, car, turn in _turns():
        yield from _played(stage, ruleset, car, turn)


def _played(stage: Stage, ruleset: Ruleset, car: Car, first: Turn) -> Iterator[PlayedDice]:
    waiting = [first]
    while waiting:
        turn = waiting.pop(0)
        judgement = _judged(stage, ruleset, car, turn)
        waiting += further(turn, judgement)
        yield from _legal(stage, car, turn, judgement)


def played_again(one: PlayedDice, ruleset: Ruleset) -> Driven | None:
    """What the dice of a turn do under another ruleset; None if they may not."""
    judgement = _judged(one.stage, ruleset, one.car, one.turn)
    return next((found.driven for found in _legal(one.stage, one.car, one.turn, judgement)), None)


def _judged(stage: Stage, ruleset: Ruleset, car: Car, turn: Turn) -> Judged:
    return judge(setup_of(stage, ruleset, [car]), Position(2, (car,), ("A",), "A"), turn)


def _legal(stage: Stage, car: Car, turn: Turn, judgement: Judged) -> Iterator[PlayedDice]:
    for outcome in judgement.outcomes:
        if outcome.position.driven is not None:
            yield PlayedDice(stage, car, turn, outcome.position.driven)


def _turns() -> Iterator[tuple[Stage, Car, Turn]]:
    home, fast, jump = road(HOME), road(FAST), road(BUMP_AT_THE_FINISH)
    for stage, car in _cars(home):
        for line in _lines(stage, car.space):
            for cut in CUTS if line == SHORTCUT else (None,):
                yield stage, car, Turn("A", BASIC, (Step(Die(str(max(car.gear, 1))), line, cut),))
    for stage in (fast, jump):
        for space in stage.spaces:
            if any(stage.index[id].kind == BUMP for id in space.next if id in stage.index):
                car = Car("A", space.id, GEARS[-1], ON_ROAD, arrival=1)
                yield stage, car, Turn("A", BASIC, (Step(Die(str(car.gear))),))
    symbols = tuple(Step(Die(die, SYMBOL)) for die in ("1", "2", "3"))
    yield home, Car("A", "s8", 2, ON_ROAD, arrival=1), Turn("A", BASIC, symbols)


def _cars(stage: Stage) -> Iterator[tuple[Stage, Car]]:
    yield stage, Car("A", START, arrival=1)
    for space in stage.spaces:
        lowest = space.note if space.role == DRIFT else 1
        for gear in range(lowest, (space.note if space.corner else GEARS[-1]) + 1):
            yield stage, Car("A", space.id, gear, ON_ROAD, arrival=1)


def _lines(stage: Stage, space: str) -> Iterator[str | None]:
    ahead = stage.start if space == START else stage.index[space].next
    roles = {stage.index[id].role for id in ahead if id != FINISH}
    yield None
    yield from (role for role in (INSIDE, DRIFT, SHORTCUT) if role in roles)

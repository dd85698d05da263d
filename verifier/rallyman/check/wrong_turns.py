"""Turns that a player who does not know the rules might try: for rules that no plain turn breaks."""

from collections.abc import Iterator
from dataclasses import replace

from model.rallyman import stages
from model.rallyman.facts import GAS, SNOW
from model.rallyman.moves import ATTACK, BASIC, SAFE, Die, Step, Turn
from model.rallyman.position import OFF_LEFT, ON_ROAD, Car, Driver, Position, Setup
from model.ruleset import Ruleset

STAGE = "hollow-pine"
ONE, TWO = Step(Die("1")), Step(Die("2"))


def wrong_turns(ruleset: Ruleset) -> Iterator[tuple[Setup, Position, Turn]]:
    """Positions with such turns."""
    stage = stages.load(STAGE)
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
        yield _setup(ruleset, car), Position(2, (car,), ("A",), "A"), turn
    other = Car("B", stage.start[0], 2, ON_ROAD, chrono=60, tyres=SNOW, arrival=1)
    ahead = replace(other, space=stage.index[other.space].next[0])
    for second, order in ((other, ("B", "A")), (other, ("A", "B")), (ahead, ("B", "A"))):
        yield (
            _setup(ruleset, fresh, second),
            Position(3, (fresh, second), order, "B"),
            Turn("A", BASIC, (ONE,)),
        )


def _setup(ruleset: Ruleset, *cars: Car) -> Setup:
    drivers = tuple(Driver(car.driver, "", Car(car.driver, tyres=car.tyres)) for car in cars)
    return Setup(stages.load(STAGE), ruleset, drivers)

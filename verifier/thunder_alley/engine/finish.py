"""Chapter 10.1: the end of the race. The place that a crossing car takes is part of its move (`outcome.moved`)."""

from model.thunder_alley.position import FINISHED, OVER, Car, Position, Setup
from model.values import replace
from verifier.thunder_alley.engine.end_of_turn import turn_leaders
from verifier.thunder_alley.engine.order import running_order

RACE_COMPLETION = "race-completion"
"""The optional rule that lets every car drive to the line (TA-12.4)."""


def won(position: Position) -> bool:
    """Whether a car has finished the race."""
    return any(car.status == FINISHED for car in position.cars)


def all_drive_on(setup: Setup) -> bool:
    """Whether the race goes on until all cars have crossed (TA-12.4)."""
    return RACE_COMPLETION in setup.ruleset.options


def finished_may_pass(setup: Setup) -> bool:
    """Whether choosing a finished car is a pass (TA-3.4-2, TA-10.1). In the race to completion it counts as out (TA-12.4)."""
    return all_drive_on(setup) or setup.ruleset.readings["pass-with-finished-car"] == "may-pass"


def take_places(setup: Setup, position: Position) -> Position:
    """The race is over: the cars still driving take the best places left in running order (TA-10.1); cars a lap down come
    after the others, and so take the lowest (lapped-cars-final-turn)."""
    left = sorted(position.places_left)
    changed: list[Car] = []
    for number in running_order(setup, position):
        car = position.known_car(number)
        place = left.pop(0) if left else None
        changed.append(replace(car, space=None, stack=0, status=FINISHED, place=place, lap_down=False))
    return replace(position.with_cars(*changed), places_left=tuple(left), step=OVER, next=None)


def last_turn(setup: Setup, position: Position) -> Position:
    """The action phase in which the race was won is over: no car goes on (TA-10.1). final-turn-sequence decides whether
    TA-3.5.1 still gives markers; if the winner got none, so does final-turn-leader-marker."""
    readings = setup.ruleset.readings
    still_run = readings["final-turn-sequence"] == "3.5.1-still-run"
    if still_run or (
        readings["winner-turn-leader"] == "no" and readings["final-turn-leader-marker"] == "by-3.5.1"
    ):
        position = turn_leaders(setup, position)
    return take_places(setup, position)

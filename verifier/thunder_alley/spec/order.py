"""TA-4.1, TA-4.6: the running order, the leader and the current lap."""

from functools import cmp_to_key

from model.thunder_alley.position import FINISHED, Car, Position, Setup
from verifier.thunder_alley.spec.place import lane_of, past_line, standing, track_of


def ahead(setup: Setup, one: Car, other: Car) -> bool:
    """Whether one standing car is ahead of another (TA-4.1). In turn: more crossings of the line, fewer sectors to the next
    crossing, track before apron, inside before outside (ruling `running-order-lane`), and the lower counter of a stack before
    the upper."""
    assert one.space is not None and other.space is not None
    track = track_of(setup)
    if one.crossed != other.crossed:
        return one.crossed > other.crossed
    places = past_line(track, one.space), past_line(track, other.space)
    if places[0] != places[1]:
        return places[0] > places[1]
    if one.on_apron != other.on_apron:
        return other.on_apron
    if one.on_apron:
        return one.stack < other.stack
    inside = lane_of(one.space) < lane_of(other.space)
    return inside if setup.ruleset.readings["running-order-lane"] == "inside-first" else not inside


def in_order(setup: Setup, cars: tuple[Car, ...]) -> list[Car]:
    """These standing cars in running order, first to last (TA-4.1)."""

    def compare(one: Car, other: Car) -> int:
        return -1 if ahead(setup, one, other) else 1

    return sorted(cars, key=cmp_to_key(compare))


def running_order(setup: Setup, position: Position) -> tuple[int, ...]:
    """The running order of the cars on the track and its apron, first to last (TA-4.1)."""
    return tuple(car.number for car in in_order(setup, standing(position)))


def somebody_finished(position: Position) -> bool:
    """Whether a car has finished the race."""
    return any(car.status == FINISHED for car in position.cars)


def leading_car(setup: Setup, position: Position) -> Car | None:
    """The car with the Leader marker (TA-4.1). Once a car has finished, only a car on the track itself can carry it; under
    `leader-after-finishers: unspecified` no car does."""
    cars = standing(position)
    if somebody_finished(position):
        if setup.ruleset.readings["leader-after-finishers"] == "unspecified":
            return None
        cars = tuple(car for car in cars if car.on_track)
    return next(iter(in_order(setup, cars)), None)


def leader(setup: Setup, position: Position) -> int | None:
    """The number of the car with the Leader marker (TA-4.1)."""
    first = leading_car(setup, position)
    return None if first is None else first.number


def reached_lap(setup: Setup, position: Position, highest: int = 0) -> int:
    """The lap marker: the most crossings that the leader has reached, `highest` on its way there. It never moves back or beyond
    the last lap (TA-4.6)."""
    first = leading_car(setup, position)
    lap = max(position.lap, highest, first.crossed if first is not None else 0)
    return lap if setup.laps is None else min(lap, max(setup.laps, position.lap))

"""TA-3.5, TA-10.1, TA-12.4: what is given and taken at the end of a turn: Turn Leader markers, the First Player marker, lapped
cars, and the places when the race ends."""

from collections.abc import Mapping
from dataclasses import replace

from model.thunder_alley.position import FINISHED, OUT, OVER, Car, Position, Setup
from verifier.solving.session import NoAnswerError
from verifier.thunder_alley.spec.order import in_order, leading_car, somebody_finished
from verifier.thunder_alley.spec.place import (
    lane_of,
    past_line,
    racing,
    sector_of,
    standing,
    track_of,
    with_closed_stacks,
)

COMPLETION = "race-completion"
"""The option of TA-12.4."""


def markers_given(setup: Setup, position: Position) -> bool:
    """Whether this turn ends with a Turn Leader marker at all (TA-10.1, TA-12.4).

    In a race to completion, the turn of the first finish still does, but no later turn (`everybody-finishes-markers`). In other
    races the turn of the finish does under `3.5.1-still-run`, or if the winner has received none (`final-turn-leader-marker`).
    """
    if not somebody_finished(position):
        return True
    readings = setup.ruleset.readings
    if COMPLETION in setup.ruleset.options:
        return not position.won_before and readings["everybody-finishes-markers"] == "next-turn"
    if readings["final-turn-sequence"] == "3.5.1-still-run":
        return True
    return readings["winner-turn-leader"] == "no" and readings["final-turn-leader-marker"] == "by-3.5.1"


def turn_leaders(setup: Setup, position: Position) -> tuple[int, ...]:
    """The cars that get a Turn Leader marker at the end of the action phase, the one with the Leader marker first (TA-3.5.1)."""
    first = leading_car(setup, position) if markers_given(setup, position) else None
    if first is None:
        return ()
    if "TA-3.5.1" in setup.ruleset.left_out:
        return (first.number,)
    return _in_the_lead(setup, position, first)


def _in_the_lead(setup: Setup, position: Position, leading: Car) -> tuple[int, ...]:
    """The leader, then the cars that share its sector."""
    sharing = (car.number for car in standing(position) if _shares_the_lead(setup, leading, car))
    return (leading.number, *(number for number in sharing if number != leading.number))


def _shares_the_lead(setup: Setup, leading: Car, car: Car) -> bool:
    """Whether a car counts as being in the leading sector (TA-3.5.1): it stands in the leader's sector and is on the same lap,
    unless `turn-leader-lapped-in-sector` decides otherwise."""
    assert leading.space is not None and car.space is not None
    track = track_of(setup)
    if sector_of(track, leading.space) != sector_of(track, car.space):
        return False
    if setup.ruleset.readings["turn-leader-lapped-in-sector"] == "all-in-sector":
        return True
    return leading.crossed == car.crossed


def new_leaders(
    setup: Setup, position: Position, first: int | None, old: int | None, *, restarted: bool
) -> tuple[int, ...]:
    """The cars that get a Turn Leader marker after the pit stops because `first` now leads (TA-3.5.3; TA-9.6-7 after a restart);
    `first` comes first.

    `first` is the lead car of the formation after a restart, otherwise the car with the Leader marker, in which case
    `new-leader-after-pits-tie` settles the other cars of its sector. `old` carried the Leader marker at the end of the action
    phase.
    """
    leading = position.car(first) if first is not None else None
    if leading is None or first == old or somebody_finished(position):
        return ()
    if restarted and "TA-9.6-7" in setup.ruleset.left_out:
        return ()
    readings = setup.ruleset.readings
    together = not restarted and readings["new-leader-after-pits-tie"] == "all-in-sector"
    again = readings["turn-leader-twice"] == "yes"
    found = _in_the_lead(setup, position, leading) if together else (leading.number,)
    return tuple(number for number in found if again or number not in position.turn_leaders)


def first_player(setup: Setup, position: Position) -> str | None:
    """The team that gets the First Player marker for the next turn; None if no car leads or a car's space is unknown.

    It is the leader's owner (TA-3.5.4). In a race to completion with a finished car, it is the owner of the car closest to the
    line (TA-12.4).
    """
    if "TA-3.5.4" in setup.ruleset.left_out:
        return position.first
    if any(car.space is None for car in racing(position)):
        return None
    first = leading_car(setup, position)
    if somebody_finished(position) and COMPLETION in setup.ruleset.options:
        first = min(standing(position), key=lambda car: _way_to_the_line(setup, car), default=None)
    return None if first is None else first.team


def _way_to_the_line(setup: Setup, car: Car) -> tuple[int, bool, int, str]:
    """Which car is closer to the line, regardless of laps (TA-12.4): by sectors, then track before apron, the lower car of a
    stack, and inside before outside."""
    assert car.space is not None
    return -past_line(track_of(setup), car.space), car.on_apron, car.stack, lane_of(car.space)


def remove_lapped(setup: Setup, position: Position) -> Position:
    """The position after cars with a Lap-down marker are removed at the end of the turn (TA-3.5.5). The rearmost takes the lowest
    place left, and so on upward."""
    if "TA-3.5.5" in setup.ruleset.left_out:
        return position
    return retired(setup, position, [car for car in standing(position) if car.lap_down])


def retired(setup: Setup, position: Position, cars: list[Car]) -> Position:
    """The position after these cars leave the race at once: the rearmost takes the lowest place left (TA-3.5.5, TA-4.3). Raises
    `NoAnswerError` if there are not enough places."""
    last_first = in_order(setup, tuple(cars))[::-1]
    places = sorted(position.places_left, reverse=True)
    if len(places) < len(cars):
        raise NoAnswerError("there are fewer places left than cars that leave the race")
    return take_out(position, {car.number: place for car, place in zip(last_first, places, strict=False)})


def places_at_the_end(setup: Setup, position: Position) -> Position:
    """The position when the race is over: the cars left on the track take the remaining places in running order, including
    lapped cars (TA-10.1). Raises `NoAnswerError` if there are not enough places."""
    cars, places = in_order(setup, standing(position)), sorted(position.places_left)
    if len(places) < len(cars):
        raise NoAnswerError("there are fewer places left than cars on the track")
    given = {car.number: place for car, place in zip(cars, places, strict=False)}
    return replace(take_out(position, given, FINISHED), step=OVER)


def take_out(position: Position, places: Mapping[int, int], status: str = OUT) -> Position:
    """The position without the cars given a place: they leave the track with this status, and their places are taken (TA-4.3,
    TA-10.1)."""
    cars = [
        replace(car, space=None, stack=0, lap_down=False, status=status, place=places[car.number])
        for car in position.cars
        if car.number in places
    ]
    left = tuple(place for place in position.places_left if place not in places.values())
    return with_closed_stacks(position.with_cars(*cars, places_left=left))

"""The next position, given where an answer leaves the cars: wear, flips, places, Turn Leader and Lap-down markers, the lap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from model.thunder_alley.cards import Card
from model.thunder_alley.position import FINISHED, OUT, RACING, Car, Position, Setup
from verifier.thunder_alley.spec.end_of_turn import COMPLETION
from verifier.thunder_alley.spec.lapped import Moment, mark_lapped
from verifier.thunder_alley.spec.order import reached_lap
from verifier.thunder_alley.spec.place import with_closed_stacks
from verifier.thunder_alley.spec.play import APRON
from verifier.thunder_alley.spec.tracking import Spot

SIX = 6
"""Wear markers that end a car's race (TA-7.2)."""


@dataclass(frozen=True, slots=True)
class Ended:
    """Where the cars of one answer stand, which cars finished (in order, each with its crossings), and the most crossings reached
    on the way. `moments` are the spots after each step, for readings that depend on the way there."""

    spots: Mapping[int, Spot]
    finishers: Sequence[tuple[int, int]] = ()
    highest: int = 0
    moments: Sequence[Moment] = field(default_factory=tuple)


def next_position(setup: Setup, before: Position, car: Car, card: Card | None, ended: Ended) -> Position:
    """The position after a complete activation of a car with a card. Without a card, the position of a move that stops in the
    middle."""
    table = placed(setup, before, ended)
    active = table.known_car(car.number)
    if card is not None:
        gone = setup.ruleset.left_out
        marker = None if car.on_apron or "TA-3.4-6" in gone else card.wear  # TA-9.4
        wear = active.wear if marker is None else tuple(sorted((*active.wear, marker)))
        flipped = True if "TA-3.4-7" not in gone else active.flipped
        active = replace(active, wear=wear, flipped=flipped)
        table = table.with_cars(active)
        at_once = setup.ruleset.readings["six-markers-timing"] == "at-once"
        if at_once and worn_out(setup, active) and active.status == RACING:
            table = retired(table, active)
        table = with_next(setup, table, car.team)
    return finish_marks(setup, before, table, ended.highest, ended.moments)


def finish_marks(
    setup: Setup, before: Position, table: Position, highest: int = 0, moments: Sequence[Moment] = ()
) -> Position:
    """The position with its lap marker and Lap-down markers set (TA-4.6, TA-4.2)."""
    return mark_lapped(setup, before, replace(table, lap=reached_lap(setup, table, highest)), moments)


def placed(setup: Setup, before: Position, ended: Ended) -> Position:
    """The position with cars on their spots. Finishers are off the track and have their places (TA-10.1)."""
    assert setup.track is not None
    changed = []
    for number, (space, crossed) in ended.spots.items():
        car = before.known_car(number)
        if space == APRON:
            continue
        name = setup.track.spaces[space]
        if (car.space, car.crossed, car.stack) != (name, crossed, 0):
            changed.append(replace(car, space=name, crossed=crossed, stack=0))
    table = before.with_cars(*changed)
    for number, crossed in ended.finishers:
        table = _finish(setup, table, number, crossed)
    return with_closed_stacks(table)


def _finish(setup: Setup, table: Position, number: int, crossed: int) -> Position:
    car = table.known_car(number)
    first = not any(other.status == FINISHED for other in table.cars)
    marker = first and setup.ruleset.readings["winner-turn-leader"] == "yes"
    place, *left = table.places_left or (None,)
    done = replace(
        car,
        space=None,
        crossed=crossed,
        lap_down=False,
        led=car.led + marker,
        status=FINISHED,
        place=place,
        stack=0,
    )
    return table.with_cars(done, places_left=tuple(left))


def worn_out(setup: Setup, car: Car) -> bool:
    """Whether a car carries so many wear markers that it retires (TA-7.2)."""
    return len(car.wear) >= SIX and "TA-7.2" not in setup.ruleset.left_out


def may_pass(setup: Setup, car: Car) -> bool:
    """Whether choosing this car is a pass (TA-3.4-2, `pass-with-finished-car`). In the race to completion a finished car
    counts as out (TA-12.4)."""
    if car.status == FINISHED and COMPLETION not in setup.ruleset.options:
        return setup.ruleset.readings["pass-with-finished-car"] == "may-pass"
    return car.status in (FINISHED, OUT)


def with_next(setup: Setup, position: Position, team: str) -> Position:
    """The position with the team whose segment comes next: the first to the left that has a car to flip (TA-3.4). If the
    position named no next team before, it names none now."""
    seats = setup.colours
    if position.next is None or team not in seats:
        return position
    place = seats.index(team)
    for colour in (*seats[place + 1 :], *seats[: place + 1]):
        own = [car for car in position.cars if car.team == colour and not car.flipped]
        if any(car.status == RACING or may_pass(setup, car) for car in own):
            return replace(position, next=colour)
    return replace(position, next=None)


def retired(table: Position, car: Car) -> Position:
    """The position after a car has left the race with the lowest place left (TA-4.3, TA-3.4-3, TA-3.4-4)."""
    *left, place = table.places_left or (None,)
    out = replace(car, space=None, lap_down=False, status=OUT, place=place, flipped=True, stack=0)
    return with_closed_stacks(table.with_cars(out, places_left=tuple(left)))

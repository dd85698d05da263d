"""Chapter 3.5: the end of a turn. Turn Leader markers, a new leader after the pits, the First Player, lapped cars (TA-3.5.1,
TA-3.5.3 to TA-3.5.5)."""

from model.thunder_alley.position import DISCARD, RACING, Position, Setup
from model.values import replace
from verifier.thunder_alley.engine.order import leader, level_with, ordered, running_order
from verifier.thunder_alley.engine.outcome import retire
from verifier.thunder_alley.engine.run import in_race


def places_known(position: Position) -> bool:
    """Whether the place of every car in the race is known; without that the leader is unknown."""
    return not any([car.space is None and in_race(car) for car in position.cars])


def cars_in_the_lead(setup: Setup, position: Position) -> tuple[int, ...]:
    """The car with the Leader marker and those that share its sector, by their numbers (TA-3.5.1); empty if no car leads.

    The ruling turn-leader-lapped-in-sector decides whether a car a lap down in that sector counts.
    """
    track = setup.track
    first = leader(setup, position) if places_known(position) else None
    if track is None or first is None:
        return ()
    ahead = position.known_car(first)
    beside = level_with(track, position, ahead)
    level = [car for car in beside if car.crossed == ahead.crossed or _lapped_count(setup)]
    return (first, *sorted([car.number for car in level if car.number != first]))


def _leader_alone(setup: Setup, position: Position) -> tuple[int, ...]:
    """The car with the Leader marker."""
    first = leader(setup, position) if setup.track is not None and places_known(position) else None
    return () if first is None else (first,)


def _lapped_count(setup: Setup) -> bool:
    return setup.ruleset.readings["turn-leader-lapped-in-sector"] == "all-in-sector"


def give_markers(position: Position, numbers: tuple[int, ...]) -> Position:
    """Gives each of these cars a Turn Leader marker."""
    cars = tuple([replace(car, led=car.led + 1) if car.number in numbers else car for car in position.cars])
    return position.on(cars, position.lap, position.next)


def turn_leaders(setup: Setup, position: Position) -> Position:
    """TA-3.5.1: the leader gets a Turn Leader marker, and so does every car that shares the leading sector."""
    numbers = (
        _leader_alone(setup, position)
        if "TA-3.5.1" in setup.ruleset.left_out
        else cars_in_the_lead(setup, position)
    )
    position = give_markers(position, numbers)
    return replace(position, turn_leaders=numbers)


def new_leader(setup: Setup, before: Position, position: Position, lead: int | None = None) -> Position:
    """TA-3.5.3, TA-9.6-7: a car that leads only now, after event and pit stops, gets a marker as well. `before` is the
    position before the pit stops; `turn_leaders` names who led at the end of the segments, if known. `lead` is the lead car of
    a restart: it alone then gets the marker, regardless of crossings."""
    if lead is not None and "TA-9.6-7" in setup.ruleset.left_out:
        return position
    led = position.turn_leaders[0] if position.turn_leaders else leader(setup, before)
    first = lead
    if lead is None and places_known(position):
        first = leader(setup, position)
    if first is None or led is None or first == led:
        return position
    readings = setup.ruleset.readings
    numbers: tuple[int, ...] = (first,)
    level = cars_in_the_lead(setup, position) if lead is None else ()
    if len(level) > 1 and readings["new-leader-after-pits-tie"] == "all-in-sector":
        numbers = level
    if readings["turn-leader-twice"] == "no":
        marked = {led, *position.turn_leaders}
        numbers = tuple(number for number in numbers if number not in marked)
    position = give_markers(position, numbers)
    return replace(position, turn_leaders=(*position.turn_leaders, *numbers))


def first_player(setup: Setup, position: Position, order: tuple[int, ...]) -> Position:
    """TA-3.5.4: the First Player marker goes to the owner of the first car of an order, its side to match the cars; the owner
    is unknown if the place of a car is unknown. Without the rule the marker stays."""
    owner = position.known_car(order[0]).team if order else position.first
    if "TA-3.5.4" in setup.ruleset.left_out:
        owner = position.first
    elif not places_known(position):
        owner = None
    cars = tuple([car.turned(False) if car.flipped else car for car in position.cars])
    return replace(position, first=owner, cars=cars)


def remove_lapped(setup: Setup, position: Position) -> Position:
    """TA-3.5.5: cars with a Lap-down marker leave the race; the rearmost takes the lowest place left (TA-4.2)."""
    lapped = [car for car in position.cars if car.lap_down and car.space is not None and in_race(car)]
    if setup.track is None or "TA-3.5.5" in setup.ruleset.left_out:
        return position
    for number in reversed(ordered(setup, setup.track, lapped)):
        position = retire(position, position.known_car(number))
        position = position.with_cars(position.known_car(number).turned(False))
    return position


def settle(setup: Setup, before: Position, position: Position, lead: int | None = None) -> Position:
    """TA-3.5.3 to TA-3.5.5 once all pit stops are decided; only discards remain in the turn. `before` is the position before
    the pit stops, `lead` the lead car of a restart."""
    position = new_leader(setup, before, position, lead)
    position = first_player(setup, position, running_order(setup, position))
    position = remove_lapped(setup, position)
    return replace(position, step=DISCARD, next=None)


def nobody_drives(position: Position) -> bool:
    """Whether no car is left in the race."""
    return bool(position.cars) and not any(car.status == RACING for car in position.cars)

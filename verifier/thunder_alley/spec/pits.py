"""TA-9.1 to TA-9.3, TA-12.1: who may pit, what a pit stop repairs, and pit stops under green. For yellow (TA-9.5) see
`restart`."""

from collections import Counter
from collections.abc import Iterator, Sequence

from model.ruleset import parameter
from model.thunder_alley.facts import DATA, TEMPORARY_WEAR
from model.thunder_alley.position import UNNOTED, Car, Position, Setup
from model.values import replace
from verifier.thunder_alley.spec.lapped import settled
from verifier.thunder_alley.spec.order import somebody_finished
from verifier.thunder_alley.spec.place import (
    apron_at,
    crossed_back,
    sector_of,
    standing,
    track_of,
    with_closed_stacks,
)

COSTLY = ("blue", "gray")
"""Markers that cost one space each when removed under yellow, and that a reading lets players keep (TA-12.1)."""

VARIABLE = "variable-pit-stops"
"""The option of TA-12.1."""

Pits = Sequence[tuple[int, tuple[str, ...]]]
"""The cars that pit, in the order in which their players send them, each with the markers that it keeps."""


def temporary(setup: Setup, car: Car) -> tuple[str, ...]:
    """The markers that a pit stop removes from a car (TA-9.2), permanent ones too without TA-7.3."""
    gone = setup.ruleset.left_out
    if "TA-9.2" in gone:
        return ()
    return tuple(colour for colour in car.wear if colour in TEMPORARY_WEAR or "TA-7.3" in gone)


def removed(setup: Setup, car: Car, keeps: Sequence[str]) -> list[str]:
    """The markers that a pit stop removes from a car that keeps these (TA-9.2, TA-12.1)."""
    left = Counter(keeps)
    gone = []
    for colour in temporary(setup, car):
        if left[colour]:
            left[colour] -= 1
        else:
            gone.append(colour)
    return gone


def without(wear: tuple[str, ...], gone: Sequence[str]) -> tuple[str, ...]:
    """The markers less these, sorted; as they were if nothing is gone."""
    return tuple(sorted((Counter(wear) - Counter(gone)).elements())) if gone else wear


def cannot_pit(setup: Setup, position: Position, pits: Pits) -> Iterator[str]:
    """The rules against these pit stops: TA-8.2 after a red flag, TA-9.1 for who may pit, and TA-9.2 for the markers kept, or
    TA-12.1 where it lets players keep some."""
    if pits and position.flag == "yellow" and "TA-9.6-4" in setup.ruleset.left_out:
        yield "TA-9.6-4"
        return
    # A red flag ends the race before any player decides; all cars have their places by then.
    ended = position.flag == "red"
    if pits and ended:
        yield "TA-8.2"
    late = pits and somebody_finished(position) and not ended
    if late or not _may_decide(setup, position, [number for number, _ in pits]):
        yield "TA-9.1"
    variable = VARIABLE in setup.ruleset.options and position.flag == "yellow"
    free = variable and setup.ruleset.readings["variable-pit-markers"] == "removed-only"
    for number, keeps in pits:
        car = position.car(number)
        if car is None:
            continue
        stay = Counter(temporary(setup, car)) - Counter(removed(setup, car, keeps))
        carried = UNNOTED in car.wear or not Counter(keeps) - Counter(car.wear)
        if not carried or (stay and not (free and set(stay) <= set(COSTLY))):
            yield "TA-12.1" if variable else "TA-9.2"
            return


def _may_decide(setup: Setup, position: Position, pits: Sequence[int]) -> bool:
    """TA-9.1: only cars on the track pit, as many of a team as `cars-allowed-to-pit` allows. The First Player decides first, then
    each player to the left once."""
    cars = {car.number: car.team for car in standing(position) if car.on_track}
    if not set(pits) <= set(cars) or len(set(pits)) < len(pits):
        return False
    teams = list(cars.values())
    reading = setup.ruleset.readings["cars-allowed-to-pit"]
    for team, sent in Counter(cars[number] for number in pits).items():
        if reading != "any-number" and sent not in (1, teams.count(team) if reading == "one-or-all" else 1):
            return False
    seats = setup.colours
    spoke = [seats.index(cars[number]) for number in pits if cars[number] in seats]
    begins = [seats.index(position.first)] if position.first in seats else range(len(seats))
    turns = ([(seat - first) % len(seats) for seat in spoke] for first in begins)
    return not spoke or any(turn == sorted(turn) for turn in turns)


def on_apron(setup: Setup, car: Car, back: int, keeps: Sequence[str] = ()) -> Car:
    """A car after its pit stop, this many sectors back on the apron, at the bottom of its space. Raises
    `NoAnswerError` past an open end of the track."""
    assert car.space is not None
    track = track_of(setup)
    return replace(
        car,
        space=apron_at(track, sector_of(track, car.space) - back),
        crossed=crossed_back(setup, car, back),
        wear=without(car.wear, removed(setup, car, keeps)),
    )


def arrive(position: Position, cars: Sequence[Car]) -> Position:
    """The position after these cars have come to the apron one after another, each on top of those that are there
    (TA-1.3-apron)."""
    for car in cars:
        below = sum(other.space == car.space for other in standing(position))
        position = position.with_cars(replace(car, stack=below))
    return with_closed_stacks(position)


def green_pit_stops(setup: Setup, position: Position, pits: Pits) -> Position:
    """The position after these cars pit under green, one after another (TA-9.1 to TA-9.3, TA-12.1, `apron-stack-order-green`);
    `cannot_pit` judges whether they may."""
    cars = [car for number, _ in pits if (car := position.car(number)) is not None]
    stops = [on_apron(setup, car, _way_back(setup, car)) for car in cars]
    if not stops:
        return settled(setup, position, position)
    for stop in stops:
        marked = position.known_car(stop.number).lap_down
        position = settled(setup, position, arrive(position, [replace(stop, lap_down=marked)]))
    return position


def _way_back(setup: Setup, car: Car) -> int:
    """Spaces back along the apron: five (TA-9.3), or two plus one for each marker removed (TA-12.1)."""
    if VARIABLE in setup.ruleset.options:
        return parameter(DATA, setup.ruleset, "variable-pit-base") + len(temporary(setup, car))
    return 0 if "TA-9.3" in setup.ruleset.left_out else parameter(DATA, setup.ruleset, "green-pit-spaces")

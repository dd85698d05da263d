"""TA-EV-spinout: the path of a spinning car, and what happens to cars in its way."""

from collections.abc import Iterator, Mapping, Sequence

from model.ruleset import parameter
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Position, Setup
from model.thunder_alley.track import LANES, Track
from model.values import replace
from verifier.thunder_alley.spec.costs import forward_price
from verifier.thunder_alley.spec.place import crossed_back, sector_of, space_at, standing, track_of

Spots = Mapping[int, str]
"""Cars and their spaces."""


def spins(setup: Setup, position: Position, car: Car) -> list[tuple[Car, ...]]:
    """The results that a spin of this car can have: the cars that it moves, as they then stand.

    There are several results only if a pushed car has two spaces behind it, or a car that pays for its way has none behind it
    in its own lane. A car on the apron goes back along it with no car in its way, then to the inside lane like any other (note
    `event-apron-cars`).
    """
    track = track_of(setup)
    cars = [one for one in standing(position) if one.on_track or one == car]
    spots = {one.number: one.space or "" for one in cars}
    back = parameter(DATA, setup.ruleset, "spinout-spaces")
    pays = setup.ruleset.readings["spinout-geometry"] == "mp-paying" and car.on_track
    if pays:
        before = list(_pay(setup, spots, car.number, back))
    else:
        landing = space_at(track, sector_of(track, car.space or "") - back, LANES[0])
        before = [{**spots, car.number: landing}]
    # The spinning car goes back at least this far. On a short ring it can return to its own space.
    least = back // forward_price(setup.ruleset) if pays else back

    def moved(one: Car, space: str) -> Car:
        way = sector_of(track, one.space or "") - sector_of(track, space)
        far = least if one == car and track.ring else 0
        crossed = crossed_back(setup, one, far + (way - far) % len(track.sectors))
        return replace(one, space=space, crossed=crossed, stack=0)

    found = {
        tuple(moved(one, after[one.number]) for one in cars if one == car or after[one.number] != one.space)
        for start in before
        for after in _to_the_inside(setup, start, car.number)
    }
    return sorted(found, key=lambda table: [one.space or "" for one in table])


def behind(track: Track, space: str) -> list[str]:
    """The spaces from which a forward step leads into this one."""
    return [track.spaces[place] for place in track.behind[track.index[space]]]


def straight_behind(track: Track, space: str) -> list[str]:
    """The space behind in the same lane. If that lane does not continue, every space from which a forward step leads here."""
    ways = behind(track, space)
    return [way for way in ways if way[-1] == space[-1]] or ways


def _pay(setup: Setup, spots: Spots, number: int, points: int) -> Iterator[Spots]:
    """The cars after the way back under `mp-paying`. An empty space costs 1 MP. An occupied one costs as much as a push and
    pushes its car back. Leftover MPs lapse."""
    goes = False
    for way in straight_behind(track_of(setup), spots[number]) if points else ():
        taken = any(space == way for one, space in spots.items() if one != number)
        price = forward_price(setup.ruleset) if taken else 1
        if price <= points:
            goes = True
            for after in _pushed(setup, {**spots, number: way}, number, number):
                yield from _pay(setup, after, number, points - price)
    if not goes:
        yield spots


def _pushed(setup: Setup, spots: Spots, came: int, spinning: int) -> Iterator[Spots]:
    """The cars after one has come to its space: a car already on it goes back one space, and so on. Under
    `push-back-into-two-lanes: same-lane-first` it keeps its lane if it can."""
    met = [one for one in spots if one not in (came, spinning) and spots[one] == spots[came]]
    if not met:
        yield spots
        return
    keeps_lane = setup.ruleset.readings["push-back-into-two-lanes"] == "same-lane-first"
    for way in (straight_behind if keeps_lane else behind)(track_of(setup), spots[met[0]]):
        yield from _pushed(setup, {**spots, met[0]: way}, met[0], spinning)


def _to_the_inside(setup: Setup, spots: Spots, number: int) -> Iterator[Spots]:
    """The cars after the spinning one has moved to the inside lane of its sector.

    `spinout-occupied` decides what happens on an occupied space. If all lanes are occupied, the car goes further back.
    """
    track, reading = track_of(setup), setup.ruleset.readings["spinout-occupied"]
    sector = sector_of(track, spots[number])
    if reading == "push-back":
        inside = {**spots, number: space_at(track, sector, LANES[0])}
        yield from _pushed(setup, inside, number, number)
        return
    lanes: Sequence[str] = LANES if reading == "spinner-displaced-outward" else LANES[:1]
    taken = [space for one, space in spots.items() if one != number]
    for distance in range(len(track.sectors) if track.ring else sector + 1):
        for lane in lanes:
            target = space_at(track, sector - distance, lane)
            if target in track.index and target not in taken:
                yield {**spots, number: target}
                return

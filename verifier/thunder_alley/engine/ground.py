"""What the moves of a race have in common: its track with Start/Finish, the readings, and where the cars stand."""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple, final

from model.thunder_alley.position import RACING, Car, Setup
from model.thunder_alley.track import APRON as APRON_LANE
from model.thunder_alley.track import Track
from model.values import value
from verifier.thunder_alley.engine.readings import Readings, compile_readings

GHOST = 255
"""The code that keeps the place of a finished car in a moving line (TA-10.1, finish-removed-space)."""

OFF = -1_000_000_000
"""Progress of a car that no longer drives: less than that of any other."""

ONE_BYTE = tuple(bytes([number]) for number in range(256))
"""Single bytes by their number."""

MOST_CROSSED = 250
"""How many crossings of Start/Finish are distinguished."""


@value
class Border:
    """Properties of a track's spaces for driving: for each space whether a step ahead, a step back, or either of them crosses
    Start/Finish; whether lanes diverge ahead of it (TA-4.5.3) and do not run together (TA-4.5.2). `past` has for each space,
    on the track or on the apron, how many sectors it lies past the line (TA-4.2), or its sector's place on a stretch without
    the line; `spots` its number, -1 on the apron, and these sectors. `sectors_past` are those by the numbers of the spaces,
    `bits` a bit for each of them."""

    before: tuple[bool, ...]
    after: tuple[bool, ...]
    near: tuple[bool, ...]
    diverge: tuple[bool, ...]
    past: dict[str, int]
    spots: dict[str, tuple[int, int]]
    sectors_past: tuple[int, ...]
    bits: tuple[int, ...]


@lru_cache(maxsize=64)
def border(track: Track) -> Border:
    """The spaces on both sides of Start/Finish; none on a stretch without the line."""
    lanes = sorted({*track.lane, APRON_LANE})
    lanes_in = Counter(track.sector)
    count = len(track.sectors)
    first = 0 if track.line is None else track.place[track.line] + 1
    past = {
        f"{sector}{lane}": (place - first) % count
        for place, sector in enumerate(track.sectors)
        for lane in lanes
    }
    following = None if track.line is None else track.sector_after(track.line)
    return Border(
        tuple(sector == track.line for sector in track.sector),
        tuple(sector == following for sector in track.sector),
        tuple(sector in (track.line, following) for sector in track.sector),
        tuple(
            bool(ahead) and lanes_in[track.sector[ahead[0]]] > lanes_in[track.sector[space]]
            for space, ahead in enumerate(track.ahead)
        ),
        past,
        {space: (track.index.get(space, -1), sectors) for space, sectors in past.items()},
        tuple([past[space] for space in track.spaces]),
        tuple([1 << space for space in range(len(track.spaces))]),
    )


def leaves_corner(track: Track, fork: int) -> bool:
    """Whether the lanes diverge here (TA-4.5.3) and do not run together (TA-4.5.2)."""
    return border(track).diverge[fork]


class Layout(NamedTuple):
    """Where the cars of a position stand. A car's code is its index among them, from 1.

    `codes` gives the code of a car number, `numbers` the car number of a code, 0 for unused codes. `places` has for each
    car the number of its space, -1 if it is not on the track; `driven` how many sectors it has driven (TA-4.2), OFF if it
    does not drive or its place is unknown. `cells` has for each space the code of its car, 0 if it is empty; `crossed` by
    code how often each has crossed Start/Finish. A layout never changes once it is made.
    """

    cars: tuple[Car, ...]
    codes: dict[int, int]
    numbers: tuple[int, ...]
    places: list[int]
    driven: list[int]
    cells: bytes
    crossed: bytes


@final
class Ground:
    """The line of a track, the readings, and the layouts of the last two positions requested: for the next one only the cars
    that have moved are examined."""

    def __init__(self, setup: Setup, track: Track) -> None:
        self.track = track
        line = border(track)
        self.before, self.after, self.near_line = line.before, line.after, line.near
        self.diverge = line.diverge
        self.spots, self.past = line.spots, line.sectors_past
        self.readings: Readings = compile_readings(setup.ruleset)
        self.left_out = setup.ruleset.left_out
        self.index: dict[str, int] = track.index
        self.ahead, self.behind = track.ahead, track.behind
        self.inside, self.outside = track.inside, track.outside
        self.ring = track.ring
        self.watch_line = track.line is not None
        self.a_lap = len(track.sectors)
        self.bits = line.bits
        self.empty = bytes(len(track.spaces))
        self.last = self.before_last = Layout((), {}, (), [], [], self.empty, b"\0")

    def layout(self, cars: tuple[Car, ...]) -> Layout:
        """Where these cars stand."""
        last = self.last
        if last.cars is cars:
            return last
        if self.before_last.cars is cars:
            return self.before_last
        made = self._moved_on(last, cars) or self._anew(cars)
        if made.places is not last.places:
            self.before_last = last
        self.last = made
        return made

    def carried(
        self,
        before: Layout,
        stirred: list[int],
        cars: tuple[Car, ...],
        places: list[int],
        cells: bytes,
        crossed: bytes,
    ) -> None:
        """Remembers the places to which a move has carried the cars: they are requested next. `stirred` are the codes of the
        cars that stand elsewhere than before or have crossed Start/Finish."""
        driven = list(before.driven)
        for code in stirred:
            if crossed[code] > MOST_CROSSED:
                return  # more crossings than are distinguished: the layout is built from the cars
            at = places[code - 1]
            if at >= 0:
                driven[code - 1] = crossed[code] * self.a_lap + self.past[at]
            elif cars[code - 1].space is None:
                driven[code - 1] = OFF
        if crossed[0]:
            crossed = b"\0" + crossed[1:]
        made = Layout(cars, before.codes, before.numbers, places, driven, cells, crossed)
        self.last, self.before_last = made, before

    def _anew(self, cars: tuple[Car, ...]) -> Layout:
        codes = {car.number: code for code, car in enumerate(cars, 1)}
        numbers = (0, *[car.number for car in cars], *[0] * (GHOST - len(cars)))
        places, driven = [-1] * len(cars), [OFF] * len(cars)
        nobody = Layout(cars, codes, numbers, places, driven, self.empty, bytes(len(cars) + 1))
        return self._put(nobody, cars, list(range(len(cars))))

    def _moved_on(self, last: Layout, cars: tuple[Car, ...]) -> Layout | None:
        """The layout of the same cars a little later; None if they are others."""
        old = last.cars
        if len(old) != len(cars):
            return None
        stirred: list[int] = []
        for place, car in enumerate(cars):
            then = old[place]
            if car is then:
                continue
            if car.number != then.number:
                return None
            if car.space != then.space or car.crossed != then.crossed or car.status != then.status:
                stirred.append(place)
        if not stirred:
            return last._replace(cars=cars)
        return self._put(last, cars, stirred)

    def _put(self, last: Layout, cars: tuple[Car, ...], stirred: list[int]) -> Layout:
        """The layout with these cars, by their indices, put where they stand."""
        places, driven, crossed = list(last.places), list(last.driven), last.crossed
        cells = bytearray(last.cells)
        for place in stirred:
            at = places[place]
            if at >= 0:
                cells[at] = 0
        for place in stirred:
            car, code = cars[place], place + 1
            at, far = -1, OFF
            if car.space is not None and car.status == RACING:
                at, past = self.spots[car.space]
                far = car.crossed * self.a_lap + past
            if at >= 0:
                cells[at] = code
            places[place], driven[place] = at, far
            times = min(car.crossed, MOST_CROSSED)
            if crossed[code] != times:
                crossed = crossed[:code] + ONE_BYTE[times] + crossed[code + 1 :]
        return Layout(cars, last.codes, last.numbers, places, driven, bytes(cells), crossed)


def ground_of(setup: Setup, track: Track) -> Ground:
    """The ground of a race, made once."""
    known: Ground | None = setup.derived.get(Ground)
    if known is None:
        known = setup.derived[Ground] = Ground(setup, track)
    return known

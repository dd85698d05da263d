"""Sectors counted backwards along the track, and the effect on crossings of Start/Finish."""

from functools import lru_cache
from typing import final

from model.thunder_alley.position import Car
from model.thunder_alley.track import APRON, Track
from model.values import value


@value
class Obstacle:
    """Why the result of a step of the turn is unknown.

    `kind` is that of the finding: "undetermined" if a fact is not noted, "impossible" if the track has no room. `fact` and
    `help` are phrases as in a finding; `car` is the car it is about, if there is one.
    """

    kind: str
    fact: str
    help: str = ""
    car: int | None = None


class BlockedError(Exception):
    """Raised within the restart if it cannot go on; the public functions turn it into a value."""

    def __init__(self, obstacle: Obstacle) -> None:
        self.obstacle = obstacle
        super().__init__(obstacle.fact)


INNER_LANES = ("a", "b")
"""The restart lanes of a track that names none (TA-1.3-restart-lanes): the two inside lanes, as in the pictures on p. 10."""


@final
class Way:
    """The sectors of a track, prepared for counting backwards. `first` is the place of the first sector past Start/Finish.
    `rows` are the restart spaces of each sector, inside first (TA-1.3-restart-lanes), fewer if a drawn track lacks them;
    `slots` has for each of these spaces its sector and its place in the row. `sector` has the sector of every space, those on
    the apron included."""

    def __init__(self, track: Track) -> None:
        lanes = track.restart or INNER_LANES
        self.track = track
        self.sectors = track.sectors
        self.length = len(track.sectors)
        self.ring = track.ring
        self.place = dict(track.place)
        self.crossed = track.line is not None
        self.first = 0 if track.line is None else track.place[track.line] + 1
        self.rows: dict[int, tuple[str, ...]] = {
            sector: tuple([space for lane in lanes if (space := f"{sector}{lane}") in track.index])
            for sector in track.sectors
        }
        self.sector: dict[str, int] = {
            f"{sector}{lane}": sector for sector in track.sectors for lane in {*track.lane, APRON}
        }
        self.slots: dict[str, tuple[int, int]] = {
            space: (sector, side) for sector, row in self.rows.items() for side, space in enumerate(row)
        }

    def sector_of(self, car: Car) -> int:
        """The sector of a car whose place is known, on the track or on the apron."""
        assert car.space is not None
        return self.sector[car.space]

    def behind(self, sector: int, count: int) -> int | None:
        """The sector `count` sectors back; None beyond the open end of a stretch. A negative count leads ahead."""
        place = self.place[sector] - count
        if self.ring:
            return self.sectors[place % self.length]
        return self.sectors[place] if 0 <= place < self.length else None

    def lines(self, sector: int, count: int) -> int:
        """How often the way `count` sectors back from a sector crosses Start/Finish; for a negative count, minus the number of
        crossings on the way ahead."""
        if not self.crossed:
            return 0
        past = self.place[sector] - self.first
        if self.ring:
            return -((past % self.length - count) // self.length)
        return (1 if past >= 0 else 0) - (1 if past >= count else 0)

    def distance(self, front: int, sector: int) -> int:
        """How many sectors a sector lies behind another one; on an open stretch negative if it lies ahead."""
        distance = self.place[front] - self.place[sector]
        return distance % self.length if self.ring else distance


@lru_cache(maxsize=64)
def way_of(track: Track) -> Way:
    """The way back along a track."""
    return Way(track)


def sector_behind(track: Track, sector: int, count: int) -> int | None:
    """`Way.behind` of this track."""
    return way_of(track).behind(sector, count)


def lines_behind(track: Track, sector: int, count: int) -> int:
    """`Way.lines` of this track."""
    return way_of(track).lines(sector, count)


def distance_behind(track: Track, front: int, sector: int) -> int:
    """`Way.distance` of this track."""
    return way_of(track).distance(front, sector)

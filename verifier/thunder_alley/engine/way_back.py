"""Sectors counted backwards along the track, and what that does to crossings of Start/Finish."""

from functools import lru_cache
from typing import final

from model.thunder_alley.position import Car
from model.thunder_alley.track import APRON, Track
from model.values import value


@value
class Obstacle:
    """Why nobody can say what comes of a step of the turn.

    `kind` is that of the finding: "undetermined" where a fact is not noted, "impossible" where the track has no room. `fact` and
    `help` are phrases as in a finding; `car` is the car it is about, if it is about one.
    """

    kind: str
    fact: str
    help: str = ""
    car: int | None = None


class BlockedError(Exception):
    """Raised within the restart where it cannot go on; the public functions turn it into a value."""

    def __init__(self, obstacle: Obstacle) -> None:
        self.obstacle = obstacle
        super().__init__(obstacle.fact)


INNER_LANES = ("a", "b")
"""The restart lanes of a track that names none (TA-1.3-restart-lanes): the two inside lanes, as in the pictures on p. 10."""


@final
class Way:
    """The sectors of a track as who counts them backwards needs them. `first` is the place of the first sector past
    Start/Finish. `rows` are the restart spaces of each sector, inside first
    (TA-1.3-restart-lanes), fewer where a drawn track lacks them; `slots` has for each of these spaces its sector and its place
    in the row. `sector` has the sector of every space, those on the apron among them."""

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
        """The sector of a car that stands somewhere, on the track or beside it."""
        assert car.space is not None
        return self.sector[car.space]

    def behind(self, sector: int, count: int) -> int | None:
        """The sector `count` sectors back; None beyond the open end of a stretch. A negative count leads ahead."""
        place = self.place[sector] - count
        if self.ring:
            return self.sectors[place % self.length]
        return self.sectors[place] if 0 <= place < self.length else None

    def lines(self, sector: int, count: int) -> int:
        """How often the way `count` sectors back from a sector leads over Start/Finish; negative for crossings forward, on the
        way ahead that a negative count means."""
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

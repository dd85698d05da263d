"""Sectors counted backwards along the track, and what that does to crossings of Start/Finish."""

from model.thunder_alley.track import Track
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


def sector_behind(track: Track, sector: int, count: int) -> int | None:
    """The sector `count` sectors back; None beyond the open end of a stretch. A negative count leads ahead."""
    place = track.place[sector] - count
    if track.ring:
        return track.sectors[place % len(track.sectors)]
    return track.sectors[place] if 0 <= place < len(track.sectors) else None


def lines_behind(track: Track, sector: int, count: int) -> int:
    """How often the way `count` sectors back from a sector leads over Start/Finish; negative for crossings forward, on the way
    ahead that a negative count means."""
    if track.line is None:
        return 0
    length = len(track.sectors)
    past = track.place[sector] - track.place[track.line] - 1
    if track.ring:
        return -((past % length - count) // length)
    return int(past >= 0) - int(past - count >= 0)


def distance_behind(track: Track, front: int, sector: int) -> int:
    """How many sectors a sector lies behind another one; on an open stretch negative if it lies ahead."""
    distance = track.place[front] - track.place[sector]
    return distance % len(track.sectors) if track.ring else distance

"""Where cars stand, in the terms of the rules chapters: sectors in driving order, lanes, distances. No judgements."""

from dataclasses import replace
from functools import lru_cache

from model.thunder_alley.position import RACING, Car, Position, Setup
from model.thunder_alley.track import APRON, Track
from verifier.solving.cases import in_each_case
from verifier.solving.session import NoAnswerError

SPACES = 4096
"""Spaces whose sectors are cached, over all tracks."""


def racing(position: Position) -> tuple[Car, ...]:
    """The cars still in the race, including those whose space is unknown."""
    return tuple(car for car in position.cars if car.status == RACING)


def standing(position: Position) -> tuple[Car, ...]:
    """The cars in the race that stand on the track or its apron."""
    return tuple(car for car in racing(position) if car.space is not None)


def track_of(setup: Setup) -> Track:
    """The track. Raises `NoAnswerError` if the record has none."""
    if setup.track is None:
        raise NoAnswerError("the chapter needs a track")
    return setup.track


def lane_of(space: str) -> str:
    """The lane letter of a space; `p` for the apron."""
    return space[-1]


@in_each_case
@lru_cache(SPACES)
def sector_of(track: Track, space: str) -> int:
    """The index of the space's sector in driving order, from 0 (not the printed number)."""
    return track.sectors.index(int(space[:-1]))


@in_each_case
def space_at(track: Track, sector: int, lane: str) -> str:
    """The space in this lane of a sector, by its index in driving order, around the ring. Raises `NoAnswerError` past an open
    end."""
    size = len(track.sectors)
    if not track.ring and not 0 <= sector < size:
        raise NoAnswerError("the stretch of track is too short")
    return f"{track.sectors[sector % size]}{lane}"


def apron_at(track: Track, sector: int) -> str:
    """The apron space of the sector at this index in driving order."""
    return space_at(track, sector, APRON)


@in_each_case
@lru_cache(SPACES)
def past_line(track: Track, space: str) -> int:
    """Sectors between Start/Finish and the space: 0 in the first sector past it. Without a line, sectors from the start of the
    stretch."""
    sector = sector_of(track, space)
    if track.line is None:
        return sector
    return (sector - track.sectors.index(track.line) - 1) % len(track.sectors)


@in_each_case
def lines_passed(track: Track, space: str, back: int) -> int:
    """How often a car that goes back this many sectors passes Start/Finish."""
    if track.line is None:
        return 0
    return max(0, back - past_line(track, space) + len(track.sectors) - 1) // len(track.sectors)


def crossings_after(crossed: int, change: int) -> int:
    """The crossings of a car after so many more, or fewer: before the first one nothing can be undone."""
    return max(0, crossed + change)


def crossed_back(setup: Setup, car: Car, back: int) -> int:
    """The crossings of a standing car that goes back this many sectors (`backward-over-line`)."""
    assert car.space is not None
    if setup.ruleset.readings["backward-over-line"] == "laps-kept":
        return car.crossed
    return crossings_after(car.crossed, -lines_passed(track_of(setup), car.space, back))


@in_each_case
def _under(space: str | None, stack: int, other: str | None, upper: int) -> bool:
    """Whether the first of two cars stands lower in the same stack; one that was there first, if the counters do not tell."""
    return space == other and stack <= upper


def with_closed_stacks(position: Position) -> Position:
    """The position without gaps in the stacks of apron spaces: counters above one that left come down (TA-1.3-apron)."""
    cars = [car for car in position.cars if car.on_apron]
    heights = [
        sum(
            _under(other.space, other.stack + (place > number), car.space, car.stack)
            for place, other in enumerate(cars)
            if place != number
        )
        for number, car in enumerate(cars)
    ]
    return position.with_cars(
        *(replace(car, stack=height) for car, height in zip(cars, heights, strict=True))
    )

"""Chapters 4.1 and 4.2: running order, the leader, and lapped cars."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache

from model.thunder_alley.position import FINISHED, Car, Position, Setup
from model.thunder_alley.track import Track
from verifier.thunder_alley.engine.readings import compile_readings
from verifier.thunder_alley.engine.run import in_race


def progress(track: Track, car: Car) -> int:
    """Sectors driven, counted from the line: crossings times the length of the track plus the sectors past Start/Finish
    (TA-4.2). On a stretch without the line the sector's place counts instead."""
    return car.crossed * len(track.sectors) + _past_line(track)[sector_of(car)]


def sector_of(car: Car) -> int:
    """The number of the sector a car stands in, on the track or beside it on the apron."""
    return int((car.space or "0a")[:-1])


@lru_cache(maxsize=64)
def _past_line(track: Track) -> dict[int, int]:
    """Sector number -> sectors past Start/Finish; on a stretch without the line its place."""
    count = len(track.sectors)
    if track.line is None:
        return {sector: place for place, sector in enumerate(track.sectors)}
    first = track.sectors.index(track.line) + 1
    return {
        sector: (place - first) % count if track.ring else place - first
        for place, sector in enumerate(track.sectors)
    }


def running_order(setup: Setup, position: Position) -> tuple[int, ...]:
    """Numbers of the cars still driving, first to last (TA-4.1): most crossings, fewest sectors to the line, inside before
    outside, cars on the apron after those on the track, in an apron space the lower counter first. Cars whose place is
    not known are left out."""
    track = setup.track
    if track is None:
        return ()
    return ordered(setup, track, _driving(position))


def ordered(setup: Setup, track: Track, cars: Iterable[Car]) -> tuple[int, ...]:
    """The numbers of these cars in running order."""
    groups: dict[tuple[int, bool], list[Car]] = {}
    for car in cars:
        groups.setdefault((-progress(track, car), car.on_apron), []).append(car)
    return tuple(car.number for place in sorted(groups) for car in _side_by_side(setup, groups[place]))


def _driving(position: Position) -> list[Car]:
    """The cars in the race whose place is known."""
    return [car for car in position.cars if in_race(car) and car.space is not None]


def _side_by_side(setup: Setup, cars: list[Car]) -> list[Car]:
    """Cars of one sector, all on the track or all beside it, from the first to the last."""
    if len(cars) < 2:
        return cars
    if cars[0].on_apron:
        return sorted(cars, key=lambda car: car.stack)
    inside_first = compile_readings(setup.ruleset).inside_first
    return sorted(cars, key=lambda car: (car.space or "a")[-1], reverse=not inside_first)


def leader(setup: Setup, position: Position) -> int | None:
    """The car that carries the Leader marker (TA-4.1). Once cars have finished it is the first one still on the track, or
    nobody if the edition does not say (leader-after-finishers)."""
    level = front(setup, position)
    return _side_by_side(setup, level)[0].number if level else None


def front(setup: Setup, position: Position) -> list[Car]:
    """The cars of which one leads: those of the first sector, all on the track or all beside it. None where nobody leads."""
    cars = _driving(position)
    if any(car.status == FINISHED for car in position.cars):
        if not compile_readings(setup.ruleset).leader_after_finish:
            return []
        cars = [car for car in cars if car.on_track]
    track = setup.track
    if track is None or not cars:
        return []
    place = min((-progress(track, car), car.on_apron) for car in cars)
    return [car for car in cars if (-progress(track, car), car.on_apron) == place]


def mark_lapped(
    setup: Setup, before: Position, after: Position, led_into: Callable[[], frozenset[int]]
) -> Position:
    """`after` with the Lap-down markers of TA-4.2.

    By default a car is lapped exactly while the leader is at least one full lap of sectors ahead of it. `led_into` gives
    the cars whose sector the leader itself entered in this move, for the reading that asks for it (lapped-trigger:
    on-entry).
    """
    level = front(setup, after)
    if setup.track is None or not setup.track.ring or not level:
        return after
    readings = compile_readings(setup.ruleset)
    changed = []
    for car in after.cars:
        if not in_race(car) or car.space is None:
            continue
        lapped = _is_lapped(setup, setup.track, level, car, led_into)
        if car.lap_down and not lapped:
            lapped = leader(setup, before) != leader(setup, after) and not readings.lapped_reevaluated
        if car.lap_down != lapped:
            changed.append(replace(car, lap_down=lapped))
    return after.with_cars(*changed) if changed else after


def _is_lapped(
    setup: Setup, track: Track, level: list[Car], car: Car, led_into: Callable[[], frozenset[int]]
) -> bool:
    """Whether a car is lapped by the leader, which is one of `level`."""
    readings = compile_readings(setup.ruleset)
    down = progress(track, level[0]) - progress(track, car) >= len(track.sectors)
    if level == [car] or not (down or sector_of(level[0]) == sector_of(car)):
        return False
    if car.on_apron and not readings.lapped_on_apron:
        return False
    if not down and readings.lapped_by_crossings:
        return False
    if car in level and _side_by_side(setup, level)[0] is car:
        return False
    return (down and car.lap_down) or car.number in led_into() or readings.lapped_by_position

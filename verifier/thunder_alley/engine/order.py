"""Chapters 4.1 and 4.2: running order, the leader, and lapped cars."""

from itertools import pairwise
from typing import Protocol, final

from model.thunder_alley.position import FINISHED, RACING, Car, Position, Setup
from model.thunder_alley.track import Track
from model.values import replace
from verifier.thunder_alley.engine.ground import OFF, Ground, border, ground_of
from verifier.thunder_alley.engine.readings import compile_readings
from verifier.thunder_alley.engine.run import in_race

BREADTH = 256
"""More than the code of any lane, and than the cars that fit in one apron space."""

MOST_BACK = 8
"""Sectors by which cars can fall back in one move: one for each MP at most."""


class OnTheWay(Protocol):
    """What happened before the cars reached their places, computed when a ruling needs it."""

    def marked(self) -> frozenset[int]:
        """The cars that were given a Lap-down marker on the way and have it still (lapped-trigger: on-entry)."""


@final
class NobodyMarked:
    """A way on which no car was given a marker."""

    def marked(self) -> frozenset[int]:
        return frozenset()


def progress(track: Track, car: Car) -> int:
    """Sectors driven, counted from the line: crossings times the length of the track plus the sectors past Start/Finish
    (TA-4.2). On a stretch without the line the sector's place counts instead."""
    return car.crossed * len(track.sectors) + border(track).past[car.space or "0a"]


def sector_of(car: Car) -> int:
    """The number of the sector a car stands in, on the track or on the apron."""
    return int((car.space or "0a")[:-1])


def level_with(track: Track, position: Position, car: Car) -> list[Car]:
    """The cars in the race that stand in the sector of this one, on the track or on the apron, including this one."""
    past = border(track).past
    sector = past[car.space or ""]
    return [
        other
        for other in position.cars
        if other.space is not None and other.status == RACING and past[other.space] == sector
    ]


def running_order(setup: Setup, position: Position) -> tuple[int, ...]:
    """Numbers of the cars still driving, first to last (TA-4.1): most crossings, fewest sectors to the line, inside before
    outside, cars on the apron after those on the track, in an apron space the lower counter first. Cars whose place is not
    known are left out."""
    track = setup.track
    if track is None:
        return ()
    return ordered(setup, track, _driving(position))


def ordered(setup: Setup, track: Track, cars: list[Car]) -> tuple[int, ...]:
    """The numbers of these cars in running order; the place of each is known."""
    count = len(cars)
    places = _places(track, cars, inside_first=True)
    if _some_beside(places, count) and not compile_readings(setup.ruleset).inside_first:
        places = _places(track, cars, inside_first=False)
    return tuple([cars[place % count].number for place in places])


def _places(track: Track, cars: list[Car], *, inside_first: bool) -> list[int]:
    """A number for each car that sorts as the cars do: built from the sectors driven, whether it stands on the apron, its lane
    or its height in the stack, and last its index. Numbers sort ten times as fast."""
    past, a_lap, count = border(track).past, len(track.sectors), len(cars)
    found: list[int] = []
    for index, car in enumerate(cars):
        space = car.space or "0a"
        if space.endswith("p"):
            apron, beside = 1, car.stack
        else:
            lane = ord(space[-1])
            apron, beside = 0, lane if inside_first else -lane
        back = -(car.crossed * a_lap + past[space])
        found.append(((2 * back + apron) * BREADTH + beside) * count + index)
    found.sort()
    return found


def _some_beside(places: list[int], count: int) -> bool:
    """Whether two of these cars stand side by side on the track."""
    stands = [place // (BREADTH * count) for place in places]
    return any(one == other and one % 2 == 0 for one, other in pairwise(stands))


def _driving(position: Position) -> list[Car]:
    """The cars in the race whose place is known."""
    return [car for car in position.cars if in_race(car) and car.space is not None]


def _side_by_side(setup: Setup, cars: list[Car]) -> list[Car]:
    """Cars of one sector, all on the track or all on the apron, from the first to the last."""
    if len(cars) < 2:
        return cars
    if cars[0].on_apron:
        return sorted(cars, key=lambda car: car.stack)
    inside_first = compile_readings(setup.ruleset).inside_first
    return sorted(cars, key=lambda car: (car.space or "a")[-1], reverse=not inside_first)


def by_distance_to_the_line(setup: Setup, position: Position) -> tuple[int, ...]:
    """Numbers of the cars still driving, the one with the fewest sectors to the line first, regardless of laps; inside before
    outside, the apron last (TA-12.4)."""
    track = setup.track
    if track is None:
        return ()
    past = border(track).past
    nearest = sorted(
        _driving(position),
        key=lambda car: (-past[car.space or "0a"], car.on_apron, car.stack, car.space or ""),
    )
    return tuple(car.number for car in nearest)


def leader(setup: Setup, position: Position) -> int | None:
    """The car that carries the Leader marker (TA-4.1). Once cars have finished it is the first one still on the track, or None
    if the edition does not say (leader-after-finishers)."""
    level = front(setup, position)
    return _side_by_side(setup, level)[0].number if level else None


def front(setup: Setup, position: Position) -> list[Car]:
    """The candidates for the lead: the cars of the first sector, all on the track or all on the apron. Empty if no car leads."""
    return _level(setup, position, driven(setup, position))[1]


def driven(setup: Setup, position: Position) -> list[int]:
    """For each car its `progress`, OFF for those that do not drive or whose place is not known."""
    track = setup.track
    if track is None:
        return [OFF] * len(position.cars)
    return ground_of(setup, track).layout(position.cars).driven


def _level(setup: Setup, position: Position, sectors: list[int]) -> tuple[int, list[Car]]:
    """How far the cars at the front have driven, and those cars, given how far each car has driven."""
    cars = position.cars
    most, some_off = OFF + 1, False
    level: list[Car] = []
    for place, far in enumerate(sectors):
        if far > most:
            most, level = far, [cars[place]]
        elif far == most:
            level.append(cars[place])
        elif far == OFF:
            some_off = True
    if some_off and any([car.status == FINISHED for car in cars]):
        if not compile_readings(setup.ruleset).leader_after_finish:
            return OFF, []
        on_track = [far if car.on_track else OFF for car, far in zip(cars, sectors, strict=True)]
        most = max(on_track)
        return most, [car for car, far in zip(cars, on_track, strict=True) if far == most != OFF]
    return most, level if len(level) == 1 else [car for car in level if car.on_track] or level


def mark_lapped(
    setup: Setup,
    before: Position,
    after: Position,
    on_the_way: OnTheWay | None,
) -> tuple[Position, list[Car]]:
    """`after` with the Lap-down markers of TA-4.2, and the cars at its front.

    By default a car is lapped exactly while the leader is at least one full lap of sectors ahead of it. `on_the_way` is for
    the reading under which the way there matters (lapped-trigger: on-entry); None if no car drove.
    """
    if setup.track is None:
        return after, front(setup, after)
    ground = ground_of(setup, setup.track)
    sectors = ground.layout(after.cars).driven
    lead, level = _level(setup, after, sectors)
    if not level or "TA-4.2" in ground.left_out:
        return after, level
    readings, a_lap, cars = ground.readings, ground.a_lap, after.cars
    # The others are neither a lap behind nor in the leader's sector; but it may have driven through theirs.
    passed = lead if on_the_way is None else _first_passed(ground, before, level, lead)
    # The only car in front is not lapped.
    unasked = level[0] if len(level) == 1 and not level[0].lap_down else None
    asked: list[tuple[Car, int]] = []
    for place, far in enumerate(sectors):
        if far == OFF or cars[place] is unasked:
            continue
        if (
            cars[place].lap_down
            or not 0 < lead - far < a_lap
            or (far >= passed and not readings.lapped_by_position and not readings.lapped_by_crossings)
        ):
            asked.append((cars[place], lead - far))
    changed = []
    for car, ahead in asked:
        lapped = _is_lapped(setup, level, car, ahead, on_the_way)
        if car.lap_down and not lapped and not readings.lapped_reevaluated:
            lapped = not _gets_ahead(setup, before, level, car)
        if car.lap_down != lapped:
            changed.append(replace(car, lap_down=lapped))
    return (after.with_cars(*changed) if changed else after), level


def _first_passed(ground: Ground, before: Position, level: list[Car], lead: int) -> int:
    """How far, as `progress` counts, the last of the cars that a leader met on its way can have driven; `lead` if no car at
    the front has moved."""
    for car in level:
        then = before.car(car.number)
        if then is None or then.space != car.space:
            furthest = OFF
            for far in ground.layout(before.cars).driven:
                if far > furthest:
                    furthest = far
            return furthest - MOST_BACK
    return lead


def _gets_ahead(setup: Setup, before: Position, level: list[Car], car: Car) -> bool:
    """Whether a marked car that is not lapped by the leader, one of `level`, has got ahead of it: the same car led before and
    lapped it. A car keeps its marker if it was never a lap behind the new leader (lapped-new-leader: kept)."""
    ahead = _side_by_side(setup, level)[0]
    then, old = before.car(car.number), leader(setup, before)
    if car is ahead or then is None or then.number == old:
        return True
    first = before.car(ahead.number)
    if first is None or first.number != old:
        return False
    return _stands_lapped(setup, first, then) and not _stands_lapped(setup, ahead, car)


def _stands_lapped(setup: Setup, leading: Car, car: Car) -> bool:
    """Whether a car stands where this leader has lapped it, regardless of how it got there."""
    assert setup.track is not None
    readings = compile_readings(setup.ruleset)
    if car.on_apron and not readings.lapped_on_apron:
        return False
    if not readings.lapped_by_crossings and sector_of(leading) == sector_of(car):
        return True
    return progress(setup.track, leading) - progress(setup.track, car) >= len(setup.track.sectors)


def _is_lapped(
    setup: Setup,
    level: list[Car],
    car: Car,
    ahead: int,
    on_the_way: OnTheWay | None,
) -> bool:
    """Whether a car is lapped by the leader, which is one of `level` and this many sectors `ahead` of it."""
    assert setup.track is not None
    a_lap = len(setup.track.sectors)
    down = ahead >= a_lap
    if car is level[0] and len(level) == 1:
        return False  # the only car in front raises no ruling
    readings = compile_readings(setup.ruleset)
    if readings.lapped_by_position:
        stays = down or (not ahead % a_lap and not readings.lapped_by_crossings)
    else:  # a car marked on the leader's own lap gets ahead of it only by leading
        stays = down or (car.crossed == level[0].crossed and not readings.lapped_by_crossings)
    if not stays or (car.on_apron and not readings.lapped_on_apron):
        return False
    if car in level and _side_by_side(setup, level)[0] is car:
        return False
    if readings.lapped_by_position:
        return True
    return car.lap_down if on_the_way is None else car.number in on_the_way.marked()

"""TA-9.6, TA-9.7: the yellow restart. The line-up before pit stops, closing up after them (TA-9.6-4), the green line."""

from collections.abc import Mapping
from types import MappingProxyType

from model.thunder_alley.position import Car, Position, Setup
from model.thunder_alley.track import Track
from model.values import replace, value
from verifier.thunder_alley.engine.order import running_order
from verifier.thunder_alley.engine.run import in_race
from verifier.thunder_alley.engine.way_back import (
    BlockedError,
    Obstacle,
    Way,
    distance_behind,
    sector_behind,
    way_of,
)

GREEN_LINE = MappingProxyType({"eight": 8, "seven": 7})
"""Sectors between the green line and Start/Finish on a track that does not print it (green-line-distance)."""


@value
class Formation:
    """Cars in two lanes behind one another. `front` is the sector of the front row; `slots` maps places of the formation to
    cars: 0 and 1 are the front row, inside first, 2 and 3 the row behind it."""

    front: int
    slots: Mapping[int, int]


@value
class Restart:
    """What follows the pit stops of a yellow turn: the position when the stayers have closed up (TA-9.6-5), and when pitted
    cars have come back (TA-9.6-6) and the formation has been moved behind the green line (TA-9.7). With an obstacle both
    positions are the one that was given. `lead` is the lead car: the inside car of the front row (TA-9.6-7)."""

    after_step_5: Position
    final: Position
    rules: tuple[str, ...] = ()
    lead: int | None = None
    obstacle: Obstacle | None = None


def line_up(setup: Setup, position: Position, rear: tuple[int, ...] = ()) -> Position:
    """The formation of a yellow restart (TA-9.6-1 to TA-9.6-3); the position unchanged if
    `line_up_obstacle` finds an obstacle.

    `rear` are cars that restart at the rear (TA-EV-collision). The first car of the formation keeps its own sector. Cars on
    the apron line up like any other (restart-apron-cars). Crossings follow the new places (restart-over-line), and lapped
    cars are on the lead lap again (saved-car-lap-count).
    """
    try:
        return _line_up(setup, position, rear)
    except BlockedError:
        return position


def line_up_obstacle(setup: Setup, position: Position, rear: tuple[int, ...] = ()) -> Obstacle | None:
    """Why no formation can be worked out from this position, if it cannot."""
    try:
        _line_up(setup, position, rear)
    except BlockedError as blocked:
        return blocked.obstacle
    return None


def line_up_rules(position: Position) -> tuple[str, ...]:
    """The rules that apply when the cars of this position line up."""
    lapped = any([car.lap_down and in_race(car) for car in position.cars])
    return ("TA-9.6-1", "TA-9.6-2", "TA-9.6-3") if lapped else ("TA-9.6-1", "TA-9.6-2")


def restart_order(setup: Setup, position: Position, rear: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The order of the line-up: running order, then cars with a Lap-down marker (TA-9.6-2), and the cars of a Collision behind
    all others or behind those on the lead lap (collision-rear). Each group keeps the running order; a lapped car of a
    Collision belongs to the Collision cars if they go behind all others, otherwise to the lapped ones."""
    order = running_order(setup, position)
    lapped = {car.number for car in position.cars if car.lap_down}
    behind_all = True
    if lapped.intersection(order) and set(rear).intersection(order):
        behind_all = setup.ruleset.readings["collision-rear"] == "behind-all"

    def key(number: int) -> tuple[bool, bool]:
        down, hit = number in lapped, number in rear
        return (hit, down and not hit) if behind_all else (down, hit and not down)

    return tuple(sorted(order, key=key))


def close_restart(setup: Setup, position: Position, lined_up: Position | None = None) -> Restart:
    """What follows the pit stops of a yellow turn (TA-9.6-5, TA-9.6-6, TA-9.7). All cars on the apron come back onto the
    track, unless TA-9.6-6 is left out.

    `lined_up` is the position before the pit stops, which shows where the rows stood; without it the remaining cars show
    it.
    """
    try:
        return _close(setup, position, lined_up or position)
    except BlockedError as blocked:
        return Restart(position, position, obstacle=blocked.obstacle)


def last_lap(setup: Setup, position: Position) -> bool:
    """Whether the next crossing of the leader finishes the race (TA-9.7, TA-1.3-first-crossing)."""
    order = running_order(setup, position)
    car = position.car(order[0]) if order else None
    return car is not None and setup.laps is not None and car.crossed >= setup.laps


def green_line(setup: Setup) -> int | None:
    """The sector just before the green line: as printed on the track, else 8 (or 7) sectors before Start/Finish
    (TA-1.3-green-line). None on a track without Start/Finish, or too short for the line."""
    track = setup.track
    if track is None or track.green is not None or track.line is None:
        return track.green if track is not None else None
    distance = GREEN_LINE[setup.ruleset.readings["green-line-distance"]]
    if track.ring and len(track.sectors) <= distance:
        return None
    return sector_behind(track, track.line, distance)


def formation_of(setup: Setup, position: Position, front: int | None = None) -> Formation:
    """The formation in which the cars on the track stand. Its front row is `front`, else the foremost sector that holds a car,
    on the track or on the apron. Raises `BlockedError` if they are not in formation."""
    way = way_of(_track(setup, position))
    front = _foremost(setup, position) if front is None else front
    slots: dict[int, int] = {}
    for car in position.cars:
        if not in_race(car) or car.on_apron:
            continue
        stands = way.slots.get(car.space or "")
        if stands is None or (behind := way.distance(front, stands[0])) < 0:
            fact = f"{car.number} at `{car.space}` does not stand in the formation of a restart"
            help = "under a yellow flag the cars stand in the two restart lanes, in rows without gaps"
            raise BlockedError(Obstacle("impossible", fact, help, car.number))
        slots[2 * behind + stands[1]] = car.number
    return Formation(front, {slot: slots[slot] for slot in sorted(slots)})


def _track(setup: Setup, position: Position) -> Track:
    """The track, if the place of every car on it is known."""
    for car in position.cars:
        if in_race(car) and car.space is None:
            fact = f"where {car.number} stands is not noted, so the line-up of the restart is unknown"
            help = "give a `position` block with its space"
            raise BlockedError(Obstacle("undetermined", fact, help, car.number))
    if setup.track is None:
        raise BlockedError(Obstacle("undetermined", "this record has no track", "add a `track` line"))
    return setup.track


def _foremost(setup: Setup, position: Position) -> int:
    """The sector of the front row. Crossings may not show it (restart-over-line: laps-kept), but rows stand without gaps."""
    track = _track(setup, position)
    way = way_of(track)
    sectors = {way.sector_of(car) for car in position.cars if in_race(car)}
    front = way.sector_of(position.known_car(running_order(setup, position)[0]))
    for _ in track.sectors:
        ahead = way.behind(front, -1)
        if ahead is None or ahead not in sectors:
            break
        front = ahead
    return front


def _line_up(setup: Setup, position: Position, rear: tuple[int, ...]) -> Position:
    order = restart_order(setup, position, rear)
    if not order:
        return position
    way = way_of(_track(setup, position))
    first = position.known_car(order[0])
    front = way.sector_of(first)
    cars = []
    for slot, number in enumerate(order):
        car = position.known_car(number)
        space = slot_space(way, front, slot)
        old = _behind_first(way, front, first, car)
        down = _laps_down(way, front, first, car, old)
        saved = down if car.lap_down and down and _rejoins(setup) else 0
        still_down = car.lap_down and not _saved(setup)
        new = slot // 2
        if way.ring:
            old -= saved * way.length
            new += (down - saved) * way.length
        lost = way.lines(front, new) - way.lines(front, old)
        if lost and setup.ruleset.readings["restart-over-line"] != "follows-position":
            lost = 0
        crossed = max(0, car.crossed + saved - lost)
        cars.append(replace(car.put(space, crossed), lap_down=still_down))
    return position.with_cars(*cars)


def _saved(setup: Setup) -> bool:
    """Whether lapped cars lose their Lap-down markers (TA-9.6-3)."""
    return "TA-9.6-3" not in setup.ruleset.left_out


def _rejoins(setup: Setup) -> bool:
    return _saved(setup) and setup.ruleset.readings["saved-car-lap-count"] == "rejoins-lead-lap"


def _behind_first(way: Way, front: int, first: Car, car: Car) -> int:
    """Sectors to the first car, which stands in sector `front`, on a ring laps included; negative for a car ahead that has to
    go to the rear."""
    behind = way.distance(front, way.sector_of(car))
    return behind + _laps_between(way, front, first, car, behind) * way.length if way.ring else behind


def _laps_between(way: Way, front: int, first: Car, car: Car, behind: int) -> int:
    """The laps that the first car is ahead in addition to the `behind` sectors to it."""
    return first.crossed - way.lines(front, behind) - car.crossed


def _laps_down(way: Way, front: int, first: Car, car: Car, behind: int) -> int:
    """Full laps that the first car is ahead of a car that is `behind` sectors behind it."""
    return max(0, behind // way.length if way.ring else _laps_between(way, front, first, car, behind))


def slot_space(way: Way, front: int, slot: int) -> str:
    """The restart space of a place in the formation."""
    row = slot // 2
    sector = way.behind(front, row)
    if way.ring and row >= way.length:
        fact = f"the formation is longer than the track, which has {way.length} sectors"
        raise BlockedError(Obstacle("impossible", fact, "such a restart cannot be lined up"))
    if sector is None:
        fact = f"row {row + 1} of the restart, behind sector {front}, lies beyond the open end of the track"
        raise BlockedError(Obstacle("impossible", fact, way.track.extent()))
    spaces = way.rows[sector]
    if len(spaces) < 2:
        fact = f"sector {sector} does not have both restart lanes"
        raise BlockedError(Obstacle("impossible", fact, "name the lanes by `restart` in the track"))
    return spaces[slot % 2]


def _close(setup: Setup, position: Position, lined_up: Position) -> Restart:
    before = formation_of(setup, lined_up)
    slots = before.slots if position is lined_up else formation_of(setup, position, before.front).slots
    stayers = _closed_up(setup, slots)
    returning = _on_apron(setup, position, before.front)
    if returning and "TA-9.6-6" in setup.ruleset.left_out:
        returning = []
        if not stayers:
            return Restart(position, position, lead=running_order(setup, position)[0])
    came_back = _came_back(setup, stayers, returning)
    standing = {**stayers, **came_back}
    after = Formation(before.front, {slot: standing[slot] for slot in sorted(standing)})
    moved = position if stayers == slots else _placed(setup, position, Formation(before.front, stayers))
    final = _placed(setup, moved, after) if came_back else moved
    rules = [*(["TA-9.6-5"] if stayers != slots else []), *(["TA-9.6-6"] if came_back else [])]
    back = _beyond_green_line(setup, final, after)
    if back:
        after = replace(after, front=_sector_behind(setup, after.front, back))
        final = _placed(setup, final, after, before.front)
        rules.append("TA-9.7")
    return Restart(moved, final, tuple(rules), after.slots[min(after.slots)])


def _sector_behind(setup: Setup, sector: int, back: int) -> int:
    assert setup.track is not None
    found = sector_behind(setup.track, sector, back)
    assert found is not None
    return found


def _closed_up(setup: Setup, slots: Mapping[int, int]) -> dict[int, int]:
    """The stayers once they have moved up into the holes (TA-9.6-5, restart-fill-holes)."""
    order = list(slots)  # from front to rear
    if not order or order[-1] == len(order) - 1:
        return dict(slots)
    reading = setup.ruleset.readings["restart-fill-holes"]
    if reading == "running-order":
        return {place: slots[slot] for place, slot in enumerate(order)}
    if reading in ("lane-only", "lane-only-pitters-fill-holes"):
        lanes = [[slot for slot in order if slot % 2 == lane] for lane in (0, 1)]
        alone = {
            2 * row + lane: slots[slot] for lane, found in enumerate(lanes) for row, slot in enumerate(found)
        }
        return dict(sorted(alone.items()))
    standing = dict(slots)
    for hole in range(len(order)):
        if hole in standing:
            continue
        nearest = _nearest(standing, hole)
        standing[hole] = standing.pop(nearest)
    return dict(sorted(standing.items()))


def _nearest(standing: Mapping[int, int], hole: int) -> int:
    """The first taken place behind a hole, in its own lane if there is one."""
    behind = [slot for slot in standing if slot > hole]
    return min([slot for slot in behind if slot % 2 == hole % 2] or behind)


def _on_apron(setup: Setup, position: Position, front: int) -> list[int]:
    """Cars on the apron in apron order: the foremost sector first, in it the bottom one (TA-9.6-6)."""
    assert setup.track is not None
    way = way_of(setup.track)
    cars = [
        (way.distance(front, way.sector_of(car)), car.stack, place, car.number)
        for place, car in enumerate(position.cars)
        if in_race(car) and car.on_apron
    ]
    cars.sort()
    return [number for _, _, _, number in cars]


def _came_back(setup: Setup, stayers: Mapping[int, int], returning: list[int]) -> dict[int, int]:
    """Where pitted cars come back: behind all stayers (TA-9.6-6); under one reading into the holes that are still open."""
    behind = max(stayers) + 1 if stayers else 0
    free = list(range(behind, behind + len(returning)))
    # Only lanes that closed up separately leave holes.
    holes = behind > len(stayers)
    if holes and setup.ruleset.readings["restart-fill-holes"] == "lane-only-pitters-fill-holes":
        free = [slot for slot in range(behind + len(returning)) if slot not in stayers]
    return dict(zip(free, returning, strict=False))


def _placed(setup: Setup, position: Position, formation: Formation, come_from: int | None = None) -> Position:
    """The position with the cars of a formation in their spaces. Crossings follow the way from the old places to those in the
    formation. `come_from`: the sector of the front row before the whole formation was set back (TA-9.7)."""
    way = way_of(_track(setup, position))
    ruling, reading = "restart-over-line", "follows-position"
    if come_from is not None:
        ruling, reading = "backward-over-line", "crossing-undone"
    front = formation.front if come_from is None else come_from
    back = way.distance(front, formation.front)
    cars = []
    for slot, number in formation.slots.items():
        car = position.known_car(number)
        space = slot_space(way, formation.front, slot)
        old, new = way.distance(front, way.sector_of(car)), slot // 2 + back
        lost = way.lines(front, new) - way.lines(front, old)
        if lost and setup.ruleset.readings[ruling] != reading:
            lost = 0
        cars.append(car.put(space, max(0, car.crossed - lost)))
    return position.with_cars(*cars)


def _beyond_green_line(setup: Setup, position: Position, formation: Formation) -> int:
    """How many sectors the formation has to be moved back: none unless the leader is on its last lap and beyond the green line
    (TA-9.7)."""
    track = setup.track
    if "TA-9.7" in setup.ruleset.left_out or track is None or track.line is None:
        return 0
    if not last_lap(setup, position):
        return 0
    green = green_line(setup)
    if green is None:
        return 0
    left = distance_behind(track, track.line, formation.front)
    if left < 0 or left >= distance_behind(track, track.line, green):
        return 0
    back = distance_behind(track, formation.front, green)
    return back if setup.ruleset.readings["green-line-placement"] == "behind-line" else back - 1

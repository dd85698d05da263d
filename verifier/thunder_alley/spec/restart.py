"""TA-9.5, TA-9.6, TA-9.7: a yellow restart, from the line-up to the formation in which the race goes on.

In a formation each car has a place, counted from 0: front row first, inside before outside.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations

from model.thunder_alley.position import Car, Position, Setup
from model.thunder_alley.track import Track
from model.values import replace, value
from verifier.solving.session import NoAnswerError
from verifier.thunder_alley.spec.lapped import laps_behind
from verifier.thunder_alley.spec.order import in_order, leader, reached_lap
from verifier.thunder_alley.spec.pits import COSTLY, VARIABLE, Pits, arrive, on_apron, removed
from verifier.thunder_alley.spec.place import (
    crossings_after,
    lane_of,
    lines_passed,
    past_line,
    sector_of,
    space_at,
    standing,
    track_of,
)

GREEN_LINE = {"eight": 8, "seven": 7}
"""Reading of `green-line-distance` -> sectors between the green line and Start/Finish."""

MOST_LINES = 200
"""The most orders of lapped cars that are tried where no text settles it (`restart-lapped-order`)."""


@value
class Restart:
    """The position after each step of a restart that begins with cars lined up. `front` is the car in the first place of the
    line-up, `lead` the one in the first place at the end, `returned` are the cars that come back from the apron (or stay there
    without TA-9.6-6), and `back` is how many sectors the formation moves back."""

    after_pits: Position
    closed_up: Position
    final: Position
    front: int | None = None
    lead: int | None = None
    returned: tuple[int, ...] = ()
    back: int = 0


def restart_lanes(track: Track) -> tuple[str, str]:
    """The two restart lanes, inner one first (TA-1.3-restart-lanes). If the track names none, they are the two innermost
    lanes."""
    return track.restart or ("a", "b")


def slot(track: Track, front: int, place: int) -> str:
    """The space of this place of a formation whose front row is in sector `front`."""
    return space_at(track, front - place // 2, restart_lanes(track)[place % 2])


def place_of(track: Track, front: int, car: Car) -> int:
    """The place of a car that is lined up. Raises `NoAnswerError` for a car elsewhere."""
    assert car.space is not None
    lanes = restart_lanes(track)
    if lane_of(car.space) not in lanes:
        raise NoAnswerError(f"car {car.number} is not lined up in a restart lane")
    return 2 * rows_back(track, front, car.space) + lanes.index(lane_of(car.space))


def rows_back(track: Track, front: int, space: str) -> int:
    """The number of rows from the front sector back to a space."""
    return (front - sector_of(track, space)) % len(track.sectors)


def line_up(setup: Setup, position: Position, rear: Sequence[int] = ()) -> tuple[Position, ...]:
    """The positions after the line-up: several, at most `MOST_LINES`, where no text settles the order.

    The leader takes the inner restart lane of its sector (TA-9.6-1), the others follow in rows (TA-9.6-2), and lapped cars are
    saved (TA-9.6-3); without that rule they keep their Lap-down markers. Cars on the apron line up too (note
    `restart-apron-cars`). `rear` are the cars of a Collision; if the leader is one of them, the first of the other cars leads.
    Raises `NoAnswerError` if the formation does not fit on the track.
    """
    if not standing(position):
        return (position,)
    if len(standing(position)) > 2 * len(track_of(setup).sectors):
        raise NoAnswerError("the restart line is as long as the track")
    return tuple(
        _lined_up(setup, position, line) for line in islice(_lines(setup, position, rear), MOST_LINES)
    )


def _lines(setup: Setup, position: Position, rear: Sequence[int]) -> Iterator[list[Car]]:
    """The orders in which cars can line up: the pack, then the lapped cars. Cars of a Collision line up before or behind these
    (`collision-rear`)."""
    behind_all = setup.ruleset.readings["collision-rear"] == "behind-all"

    def group(car: Car) -> int:
        if car.number in rear:
            return 3 if behind_all else 2 if car.lap_down else 1
        return 2 if car.lap_down else 0

    cars = in_order(setup, standing(position))
    groups = [[car for car in cars if group(car) == number] for number in range(4)]
    first, last = [*groups[0], *groups[1]], groups[3]
    lapped = [groups[2]]
    if setup.ruleset.readings["restart-lapped-order"] == "unspecified":
        free = sorted(groups[2], key=lambda car: car.number)
        if not first and free:
            first = [free.pop(0)]
        lapped = [list(line) for line in permutations(free)]
    for line in lapped:
        yield [*first, *line, *last]


def _lined_up(setup: Setup, position: Position, line: Sequence[Car]) -> Position:
    track, lead = track_of(setup), line[0]
    saves = "TA-9.6-3" not in setup.ruleset.left_out
    assert lead.space is not None
    front = sector_of(track, lead.space)
    cars = []
    for place, car in enumerate(line):
        behind = laps_behind(setup, lead, car)
        rejoins = saves and setup.ruleset.readings["saved-car-lap-count"] == "rejoins-lead-lap"
        laps = behind if car.lap_down and rejoins else 0
        crossed = crossings_after(crossings(track, front, lead.crossed, place // 2), laps - behind)
        if setup.ruleset.readings["restart-over-line"] == "laps-kept":
            crossed = car.crossed + laps
        down = car.lap_down and not saves
        cars.append(replace(car, space=slot(track, front, place), crossed=crossed, lap_down=down, stack=0))
    return position.with_cars(*cars)


def crossings(track: Track, front: int, lead_crossed: int, row: int) -> int:
    """How often a lead-lap car in this row has crossed the line, if the front row is in sector `front` and the leader has crossed
    it `lead_crossed` times (TA-9.6)."""
    return lead_crossed - lines_passed(track, space_at(track, front, restart_lanes(track)[0]), row)


def restart(setup: Setup, lined: Position, pits: Pits) -> Restart:
    """The end of a yellow restart, from the line-up on. Cars pit (TA-9.5), those that stayed close up (TA-9.6-5), and pitted cars
    return behind them (TA-9.6-6); without that rule they stay on the apron. On the last lap the formation goes back behind the
    green line (TA-9.7).

    Raises `NoAnswerError` for a formation as long as the track (note `restart-line-longer-than-lap`).
    """
    track, cars = track_of(setup), standing(lined)
    after_pits = yellow_pit_stops(setup, lined, pits)
    if not any(car.on_track for car in cars):
        return Restart(after_pits, after_pits, after_pits)
    front = _front_sector(track, cars)
    places = {car.number: place_of(track, front, car) for car in cars if car.on_track}
    first = min(places, key=lambda number: places[number])
    lead = next(car for car in cars if car.number == first)
    pitted = dict(pits)
    stayers = {number: place for number, place in places.items() if number not in pitted}
    ends = _close_up(setup, stayers)
    returning = [car for car in standing(after_pits) if car.number not in stayers]
    stay = "TA-9.6-6" in setup.ruleset.left_out
    line = ends if stay else ends | _returned(setup, front, ends, returning)
    back = _set_back(setup, lined, front) if line else 0
    closed = final = after_pits
    for number, place in line.items():
        old, car = lined.known_car(number), after_pits.known_car(number)
        assert old.space is not None
        row, crossed = place // 2, car.crossed
        if setup.ruleset.readings["restart-over-line"] != "laps-kept":
            before = crossings(track, front, lead.crossed, rows_back(track, front, old.space))
            crossed = crossings_after(old.crossed, crossings(track, front, lead.crossed, row) - before)
        down = car.lap_down and "TA-9.6-3" in setup.ruleset.left_out
        car = replace(car, space=slot(track, front, place), crossed=crossed, lap_down=down, stack=0)
        if number in ends:
            closed = closed.with_cars(car)
        if back and setup.ruleset.readings["backward-over-line"] != "laps-kept":
            crossed = crossings_after(crossed, -lines_passed(track, space_at(track, front - row, "a"), back))
        final = final.with_cars(replace(car, space=slot(track, front - back, place), crossed=crossed))
    final = replace(final, lap=reached_lap(setup, final))
    ahead = min(line, key=lambda number: line[number]) if line else leader(setup, final)
    returned = tuple(car.number for car in returning)
    return Restart(after_pits, closed, final, first, ahead, returned, back)


def yellow_pit_stops(setup: Setup, position: Position, pits: Pits) -> Position:
    """The position after pit stops under yellow, with cars lined up (TA-9.5, TA-9.6-4). A car drops to the apron in its sector,
    and goes back one space for each costly marker removed (TA-12.1).

    Cars stack as their players sent them, except that of cars going from one sector to one space the inside car comes first.
    Cars of several sectors meet where some go back.
    """
    track = track_of(setup)
    variable = VARIABLE in setup.ruleset.options
    kept = dict(pits)
    cars = [car for number in kept if (car := position.car(number)) is not None]
    ways = {}
    for car in cars:
        costly = [one for one in removed(setup, car, kept[car.number]) if one in COSTLY]
        ways[car.number] = sector_of(track, car.space or ""), len(costly) if variable else 0
    sent = list(ways.values())
    cars.sort(key=lambda car: (sent.index(ways[car.number]), lane_of(car.space or "")))
    return arrive(position, [on_apron(setup, car, ways[car.number][1], kept[car.number]) for car in cars])


def _front_sector(track: Track, cars: Sequence[Car]) -> int:
    """The sector of the front row of a line-up: no car stands in the next sector."""
    sectors = {sector_of(track, car.space) for car in cars if car.space is not None}
    size = len(track.sectors)
    for sector in sorted(sectors, reverse=True):
        following = (sector + 1) % size if track.ring else sector + 1
        if following not in sectors:
            return sector
    raise NoAnswerError("the restart line is as long as the track")


def _close_up(setup: Setup, stayers: Mapping[int, int]) -> dict[int, int]:
    """TA-9.6-5: how the cars that stayed close the holes (`restart-fill-holes`). A car already in a place keeps it, else the
    nearest one behind it in its lane takes it, else the nearest one behind it in running order."""
    reading = setup.ruleset.readings["restart-fill-holes"]
    line = sorted(stayers, key=lambda number: stayers[number])
    if reading in ("lane-only", "lane-only-pitters-fill-holes"):
        lanes = [[number for number in line if stayers[number] % 2 == lane] for lane in (0, 1)]
        return {number: 2 * row + lane for lane, cars in enumerate(lanes) for row, number in enumerate(cars)}
    found: dict[int, int] = {}
    for place in range(len(line)):

        def claim(number: int, place: int = place) -> tuple[int, int]:
            old = stayers[number]
            if old == place:
                return 0, old
            same_lane = old % 2 == place % 2 and reading == "lane-first-then-compact"
            return (1 if same_lane else 2), old

        found[min((number for number in line if number not in found), key=claim)] = place
    return found


def _returned(
    setup: Setup, front: int, stayers: Mapping[int, int], returning: Sequence[Car]
) -> dict[int, int]:
    """TA-9.6-6: pitted cars return in apron order, behind all cars that stayed or into the holes left among these."""
    track = track_of(setup)
    cars = sorted(returning, key=lambda car: (rows_back(track, front, car.space or ""), car.stack))
    if setup.ruleset.readings["restart-fill-holes"] == "lane-only-pitters-fill-holes":
        free = [place for place in range(2 * (len(stayers) + len(cars))) if place not in stayers.values()]
    else:
        behind = max(stayers.values(), default=-1) + 1
        free = list(range(behind, behind + len(cars)))
    return {car.number: place for car, place in zip(cars, free, strict=False)}


def _set_back(setup: Setup, lined: Position, front: int) -> int:
    """TA-9.7: sectors by which the formation moves back. It moves if the leader is on its last lap (laps are counted by car,
    TA-GL-lap) and beyond the green line. Its front row then stands right behind the line, or right at it
    (`green-line-placement`)."""
    if "TA-9.7" in setup.ruleset.left_out:
        return 0
    track = track_of(setup)
    first = leader(setup, lined)
    most = next((car.crossed for car in lined.cars if car.number == first), 0)
    if setup.laps is None or most < setup.laps or track.line is None:
        return 0
    green = track.green if track.green is not None else _unprinted_green(setup, track)
    if green is None:
        return 0
    here = past_line(track, space_at(track, front, "a"))
    there = past_line(track, f"{green}a")
    if here <= there:
        return 0
    return here - there - (setup.ruleset.readings["green-line-placement"] == "at-line")


def _unprinted_green(setup: Setup, track: Track) -> int | None:
    """The sector before the green line on a track that prints none (`green-line-distance`); None if the track is too short."""
    assert track.line is not None
    distance = GREEN_LINE[setup.ruleset.readings["green-line-distance"]]
    place = track.sectors.index(track.line) - distance
    room = distance < len(track.sectors) if track.ring else place >= 0
    return track.sectors[place] if room else None


def placed_by(setup: Setup, real: Restart, claimed: Mapping[int, str]) -> Iterator[str]:
    """The rules that put cars elsewhere than claimed in the formation at the end of a restart; empty if all claims are true.

    A pitted car claimed ahead of one that stayed comes first (TA-9.6-6); then each wrong car is taken, foremost first. If its
    claim is off by as many sectors as the lead car's, or as the formation moved back, the rule is the way back behind the
    green line (TA-9.7). Otherwise it is the return for a pitted car (TA-9.6-6), and for a car that stayed the line-up: of the
    leader (TA-9.6-1), of another car (TA-9.6-2) unless closing up moved it or filled the claimed space (TA-9.6-5).
    """
    track, lead = track_of(setup), real.lead
    stands = {car.number: car.space for car in real.final.cars if car.space is not None}
    wrong = {number: space for number, space in claimed.items() if stands.get(number, space) != space}

    def moved(number: int, sectors: int) -> bool:
        start = sector_of(track, stands[number]) + sectors
        return bool(sectors) and wrong[number] == space_at(track, start, lane_of(stands[number]))

    further = real.back
    if lead in wrong and lane_of(wrong[lead]) == lane_of(stands[lead]):
        ahead = sector_of(track, wrong[lead]) - sector_of(track, stands[lead])
        # A lead car that moves alone while others change places is not the formation moving back.
        alone = len(wrong) == 1 and real.back
        if alone or any(moved(number, ahead) for number in wrong if number != lead):
            further = ahead
    stayed = [told for number, told in {**stands, **wrong}.items() if number not in real.returned]
    front = sector_of(track, stands[lead]) if lead in stands else 0

    def rank(space: str) -> tuple[int, str]:
        size = len(track.sectors)
        return (front - sector_of(track, space) + size // 2) % size - size // 2, lane_of(space)

    lined = {car.number: car.space for car in real.after_pits.cars if car.on_track}
    closed = {car.number for car in real.closed_up.cars if lined.get(car.number) not in (None, car.space)}
    filled = {stands[number] for number in (*closed, *real.returned)}
    last = max(map(rank, stayed), default=None)
    if last is not None and any(number in real.returned and rank(wrong[number]) < last for number in wrong):
        yield "TA-9.6-6"
    for number in sorted(wrong, key=lambda one: rank(stands[one])):
        if moved(number, further):
            yield "TA-9.7"
        elif number in real.returned:
            yield "TA-9.6-6"
        elif number == real.front:
            yield "TA-9.6-1"
        else:
            yield "TA-9.6-5" if number in closed or wrong[number] in filled else "TA-9.6-2"

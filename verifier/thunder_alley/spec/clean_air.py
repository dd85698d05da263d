"""Clean Air: where the car may or must be placed after its movement (TA-RC-clean-air)."""

from collections.abc import Sequence
from dataclasses import replace

from model.thunder_alley.moves import Activation, Path
from model.thunder_alley.position import RACING, Car, Position, Setup
from verifier.findings import Breach
from verifier.thunder_alley.spec.judgement import each_once
from verifier.thunder_alley.spec.order import ahead, leading_car, somebody_finished
from verifier.thunder_alley.spec.outcome import Ended, finish_marks, placed
from verifier.thunder_alley.spec.place import sector_of, standing, track_of


def placements(setup: Setup, table: Position, number: int, full: bool) -> tuple[tuple[str, ...], bool]:
    """The spaces where the car may be placed, and whether it must be. `full`: it had all the MPs of its card."""
    car = table.car(number)
    readings = setup.ruleset.readings
    if car is None or car.status != RACING or not car.on_track or car.space is None:
        return (), False
    if not full and readings["clean-air-after-penalty"] == "only-after-4":
        return (), False
    track = track_of(setup)
    others = [one for one in standing(table) if one.on_track and one.number != number]
    occupied = {sector_of(track, one.space) for one in others if one.space is not None}
    if sector_of(track, car.space) in occupied or _leads(setup, table, car):
        return (), False
    if readings["clean-air-text"] == "card-text":
        return tuple(_forward(setup, car, occupied)), False
    spaces = tuple(_behind_next(setup, car, others))
    return spaces, bool(spaces)


def _leads(setup: Setup, table: Position, car: Car) -> bool:
    """The car is in the lead (`clean-air-leader-test`)."""
    if setup.ruleset.readings["clean-air-leader-test"] == "lead-among-non-apron":
        if somebody_finished(table) and setup.ruleset.readings["leader-after-finishers"] == "unspecified":
            return False
        others = [one for one in standing(table) if one.on_track and one.number != car.number]
        return all(ahead(setup, car, one) for one in others)
    leading = leading_car(setup, table)
    return leading is not None and leading.number == car.number


def _forward(setup: Setup, car: Car, occupied: set[int]) -> list[str]:
    """Any lane of the sectors ahead, up to the first sector with a car on the track. `clean-air-zero-sectors` may add the car's
    own sector."""
    track = track_of(setup)
    assert car.space is not None
    here, size = sector_of(track, car.space), len(track.sectors)
    found = []
    if setup.ruleset.readings["clean-air-zero-sectors"] == "zero-allowed":
        found += [name for name in _spaces(setup, here) if name != car.space]
    for distance in range(1, size):
        place = here + distance
        if not track.ring and place >= size:
            break
        if place % size in occupied:
            break
        found += _spaces(setup, place % size)
    return found


def _spaces(setup: Setup, place: int) -> list[str]:
    track = track_of(setup)
    return [
        name
        for name, sector in zip(track.spaces, track.sector, strict=True)
        if sector == track.sectors[place]
    ]


def _behind_next(setup: Setup, car: Car, others: Sequence[Car]) -> list[str]:
    """The free spaces directly behind the cars in the sector of the next car ahead in running order (`clean-air-free-spot`). The
    car may already stand in one."""
    track = track_of(setup)
    following = _next_ahead(setup, car, others)
    if following is None or following.space is None:
        return []
    sector = sector_of(track, following.space)
    taken = {one.space for one in others}
    found = []
    for one in others:
        if one.space is not None and sector_of(track, one.space) == sector:
            found += [track.spaces[space] for space in track.behind[track.index[one.space]]]
    return [name for name in dict.fromkeys(found) if name not in taken]


def _next_ahead(setup: Setup, car: Car, others: Sequence[Car]) -> Car | None:
    """The rearmost of these cars that is ahead of a car in running order."""
    following: Car | None = None
    for one in others:
        if ahead(setup, one, car) and (following is None or ahead(setup, following, one)):
            following = one
    return following


def put(setup: Setup, table: Position, number: int, space: str) -> Position:
    """The position with the car moved to a space, across Start/Finish if it lies between. By the rulebook's text the car is then
    right behind the next car in running order, and crosses the line as often as that takes (`clean-air-over-line`)."""
    track = track_of(setup)
    car = table.known_car(number)
    assert car.space is not None
    here, there = sector_of(track, car.space), sector_of(track, space)
    size = len(track.sectors)
    crosses = 0
    if track.line is not None:
        line = track.sectors.index(track.line)
        crosses = int((line - here) % size < (there - here) % size)
        others = [one for one in standing(table) if one.on_track and one.number != number]
        following = _next_ahead(setup, car, others)
        if setup.ruleset.readings["clean-air-text"] == "rulebook-text" and following is not None:
            assert following.space is not None
            between = (line - there) % size < (sector_of(track, following.space) - there) % size
            crosses = following.crossed - int(between) - car.crossed
    late = setup.ruleset.readings["finish-lapped-car"] == "finishes" and somebody_finished(table)
    if crosses and setup.laps is not None:
        last = car.crossed + 1 if late else setup.laps + 1
        if car.crossed + crosses >= last:
            return placed(setup, table.with_cars(replace(car, space=None)), Ended({}, ((number, last),)))
    return placed(setup, table, Ended({number: (track.index[space], car.crossed + crosses)}))


def settle(
    setup: Setup, before: Position, car: Car, tables: Sequence[Position], move: Activation, full: bool
) -> tuple[list[Position], tuple[Breach, ...]]:
    """The positions after the recorded placement, or without one if none is written. If the placement is lost, include every
    possibility. If no position fits, return the reasons."""
    path = move.path or Path(lost_end=True)
    step = len(path.steps) + 1
    found: dict[Position, None] = {}
    broken: list[Breach] = []
    for table in tables:
        spaces, mandatory = placements(setup, table, car.number, full)
        if path.placed is None and not mandatory:
            found[table] = None
        elif path.placed is None and not path.lost_end:
            fact = f"{car.number} has to be put behind the next car ahead"
            broken.append(Breach("TA-RC-clean-air", fact, step=step, token="stop"))
        if path.placed is not None and path.placed not in spaces:
            fact = f"{car.number} may not be put on `{path.placed}`"
            broken.append(Breach("TA-RC-clean-air", fact, step=step, token="placed"))
            broken += [
                Breach("TA-1.3-one-car", f"{one.number} stands at `{path.placed}`", step=step, token="placed")
                for one in standing(table)
                if one.on_track and one.space == path.placed and one.number != car.number
            ]
        elif path.placed is not None and path.ends not in (None, path.placed):
            fact = f"{car.number} ends at `{path.placed}`, not at `{path.ends}`"
            broken.append(Breach("TA-RC-clean-air", fact, step=step, token="ends"))
        else:
            lost = spaces if path.placed is None and path.lost_end else ()
            for space in (path.placed,) if path.placed is not None else lost:
                found[finish_marks(setup, before, put(setup, table, car.number, space))] = None
    if move.destination is not None:
        found = {table: None for table in found if table.space_of(car.number) == move.destination}
        if not found and not broken:
            fact = f"{car.number} cannot end at `{move.destination}`"
            broken.append(Breach("TA-6.1-directions", fact, token="destination"))
    return list(found), () if found else each_once(broken)

"""Lap-down markers and the lap marker, as an activation changes them (TA-4.1, TA-4.2, TA-4.6)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from model.thunder_alley.position import FINISHED, Car, Position, Setup
from verifier.thunder_alley.spec.lapped import got_ahead, laps_behind, level
from verifier.thunder_alley.spec.order import ahead
from verifier.thunder_alley.spec.place import standing, track_of
from verifier.thunder_alley.spec.tracking import Spot

Moment = tuple[int, Mapping[int, Spot]]
"""The car that made a step, and where the cars stood after it."""


def leading_car(setup: Setup, position: Position) -> Car | None:
    """The car with the Leader marker (TA-4.1). Once a car has finished, only a car on the track itself can carry it; under
    `leader-after-finishers: unspecified` no car does."""
    cars: Sequence[Car] = standing(position)
    if any(car.status == FINISHED for car in position.cars):
        if setup.ruleset.readings["leader-after-finishers"] == "unspecified":
            return None
        cars = [car for car in cars if car.on_track]
    first: Car | None = None
    for car in cars:
        if first is None or ahead(setup, car, first):
            first = car
    return first


def reached_lap(setup: Setup, position: Position, highest: int) -> int:
    """The lap marker: the most crossings that the leader has reached. It never moves back or beyond the last lap (TA-4.6)."""
    first = leading_car(setup, position)
    lap = max(position.lap, highest, first.crossed if first is not None else 0)
    return lap if setup.laps is None else min(lap, max(setup.laps, position.lap))


def mark_lapped(setup: Setup, before: Position, after: Position, moments: Sequence[Moment]) -> Position:
    """The position with the Lap-down markers that are due (TA-4.2).

    By position, a car is marked while the leader is a full lap of sectors ahead. By entry (`lapped-trigger`), the moments of
    the activation decide. Under `lapped-new-leader: kept`, earlier markers are checked once the activation is over.
    """
    if "TA-4.2" in setup.ruleset.left_out:
        return after
    readings = setup.ruleset.readings
    kept = readings["lapped-new-leader"] == "kept"
    if readings["lapped-trigger"] == "on-entry":
        marks = {car.number: car.lap_down and not kept for car in before.cars}
        finished = [car.number for car in after.cars if car.status == FINISHED]
        table = before
        for mover, spots in moments:
            now = _at(setup, table, spots, finished)
            marks = _next_marks(setup, table, now, marks, mover)
            table = now
        due = _next_marks(setup, table, after, marks, None)
    else:
        leading = leading_car(setup, after)
        if leading is None:
            return after
        due = {car.number: _lapped(setup, leading, car) for car in standing(after)}
    return _marked(after, _with_kept(setup, before, after, due) if kept else due)


def _with_kept(setup: Setup, before: Position, after: Position, due: Mapping[int, bool]) -> dict[int, bool]:
    """The markers that are due, plus earlier ones. An earlier marker comes off only a car that leads or led, or a car that the
    same leader had lapped and no longer laps (`lapped-new-leader`)."""
    old, leading = leading_car(setup, before), leading_car(setup, after)
    same = old is not None and leading is not None and old.number == leading.number
    led = {car.number for car in (old, leading) if car is not None}
    found = dict(due)
    for car in standing(after):
        then = before.car(car.number)
        if then is None or not then.lap_down or car.number in led:
            continue
        unlapped = same and _lapped(setup, old, then) and not _lapped(setup, leading, car)
        found[car.number] = due.get(car.number, False) or not unlapped
    return found


def _marked(table: Position, marks: Mapping[int, bool]) -> Position:
    changed = [
        replace(car, lap_down=marks[car.number])
        for car in standing(table)
        if car.number in marks and car.lap_down != marks[car.number]
    ]
    return table.with_cars(*changed) if changed else table


def _at(setup: Setup, table: Position, moment: Mapping[int, Spot], finished: Sequence[int]) -> Position:
    """The position at a moment of the activation. A car that finishes in the activation and has already done so is off the
    track (`finish-removed-space`)."""
    track = track_of(setup)
    cars = [
        replace(car, space=None, status=FINISHED, lap_down=False)
        for car in standing(table)
        if car.number in finished and car.number not in moment
    ]
    for number, (space, crossed) in moment.items():
        car = table.car(number)
        if car is not None and space >= 0:
            cars.append(replace(car, space=track.spaces[space], crossed=crossed, stack=0))
    return table.with_cars(*cars)


def _lapped(setup: Setup, leading: Car | None, car: Car) -> bool:
    """Whether a car is lapped where it stands (TA-4.2). Under `lapped-same-lap: literal`, a car in the leader's sector is
    lapped too."""
    readings = setup.ruleset.readings
    if leading is None or car.number == leading.number:
        return False
    if car.on_apron and readings["lapped-on-apron"] == "cannot":
        return False
    if laps_behind(setup, leading, car) > 0:
        return True
    return readings["lapped-same-lap"] == "literal" and level(setup, leading, car)


def _moved(then: Position, car: Car) -> bool:
    before = then.car(car.number)
    return before is not None and before.space != car.space


def _next_marks(
    setup: Setup, then: Position, now: Position, marks: Mapping[int, bool], mover: int | None
) -> dict[int, bool]:
    """The markers by entry after a step of `mover` led from one moment to the next."""
    old, leading = leading_car(setup, then), leading_car(setup, now)
    changed = (old.number if old else None) != (leading.number if leading else None)
    found = {}
    for car in standing(now):
        marked = marks.get(car.number, False)
        due = _lapped(setup, leading, car)
        spared = car.on_apron and setup.ruleset.readings["lapped-on-apron"] == "cannot"
        if leading is None or car.number == leading.number:
            found[car.number] = marked and leading is None
        elif spared:
            found[car.number] = False
        elif changed and marked:
            found[car.number] = due
        else:
            drove = _moved(then, leading) and leading.number == mover
            enters = drove and level(setup, leading, car) and (due or leading.crossed > car.crossed)
            gets = mover is None or _moved(then, leading) or _moved(then, car)
            found[car.number] = not (gets and got_ahead(setup, leading, car)) if marked else enters
    return found

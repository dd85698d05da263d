"""TA-4.2: which cars carry a Lap-down marker."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from model.thunder_alley.position import FINISHED, Car, Position, Setup
from verifier.thunder_alley.spec.order import leading_car, reached_lap
from verifier.thunder_alley.spec.place import past_line, sector_of, standing, track_of
from verifier.thunder_alley.spec.tracking import Spot

Moment = tuple[int, Mapping[int, Spot]]
"""The car that made a step, and where the cars stood after it."""


def laps_behind(setup: Setup, leading: Car, car: Car) -> int:
    """How many full laps of sectors a car is behind the leader (TA-4.2); 0 if less than one.

    On an open stretch of track, one crossing counts as a lap.
    """
    assert leading.space is not None and car.space is not None
    track = track_of(setup)
    sectors = past_line(track, leading.space) - past_line(track, car.space)
    return max(0, leading.crossed - car.crossed - (1 if sectors < 0 else 0))


def is_lapped(setup: Setup, leading: Car | None, car: Car) -> bool:
    """Whether a car is lapped where it stands (TA-4.2). Under `lapped-same-lap: literal`, a car in the leader's sector is
    lapped too."""
    if leading is None or car.number == leading.number or _spared(setup, car):
        return False
    if laps_behind(setup, leading, car) > 0:
        return True
    return setup.ruleset.readings["lapped-same-lap"] == "literal" and _level(setup, leading, car)


def _spared(setup: Setup, car: Car) -> bool:
    return car.on_apron and setup.ruleset.readings["lapped-on-apron"] == "cannot"


def _level(setup: Setup, leading: Car, car: Car) -> bool:
    """Whether a car stands in the leader's sector."""
    assert leading.space is not None and car.space is not None
    return sector_of(track_of(setup), leading.space) == sector_of(track_of(setup), car.space)


def _got_ahead(setup: Setup, leading: Car, car: Car) -> bool:
    """A marked car has moved ahead of the leader, who is no longer a full lap ahead of it; drawing level is not enough
    (`unlap-condition`). A car marked on the leader's own lap gets ahead only by taking the lead."""
    same_lap = setup.ruleset.readings["lapped-same-lap"] == "literal" and leading.crossed == car.crossed
    return laps_behind(setup, leading, car) == 0 and not same_lap


def settled(setup: Setup, before: Position, position: Position) -> Position:
    """The position with the Lap-down markers and the lap marker that are due after an event or pit stops (TA-4.2, TA-4.6),
    even if no car has moved from where it was in `before`.

    A car is lapped while the leader is a full lap of sectors ahead (`lapped-trigger`). Readings that depend on how the position
    arose keep the existing markers and add none, because cars were moved and did not drive into the leader's sector.
    """
    if setup.track is None or not standing(position):
        return position
    lap = reached_lap(setup, position)
    if "TA-4.2" in setup.ruleset.left_out:
        return replace(position, lap=lap)
    leading = leading_car(setup, position)
    marks = {car.number: _due(setup, leading, car, before) for car in standing(position)}
    return replace(_marked(position, marks), lap=lap)


def _due(setup: Setup, leading: Car | None, car: Car, before: Position) -> bool:
    readings = setup.ruleset.readings
    if leading is None:
        return car.lap_down
    if car.number == leading.number:
        return False
    old, then = leading_car(setup, before), before.car(car.number)
    led = old is not None and old.number == car.number
    kept = car.lap_down and readings["lapped-new-leader"] == "kept" and not led
    same = old if old is not None and old.number == leading.number else None
    if kept and not (then is not None and is_lapped(setup, same, then)):
        return True  # an earlier leader lapped it, and nothing has changed relative to that leader
    if _spared(setup, car):
        return False
    if readings["lapped-trigger"] == "on-entry":
        return car.lap_down and not _got_ahead(setup, leading, car)
    return is_lapped(setup, leading, car)


def mark_lapped(setup: Setup, before: Position, after: Position, moments: Sequence[Moment]) -> Position:
    """The position with the Lap-down markers that are due after an activation (TA-4.2).

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
        due = {car.number: is_lapped(setup, leading, car) for car in standing(after)}
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
        unlapped = same and is_lapped(setup, old, then) and not is_lapped(setup, leading, car)
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
        due = is_lapped(setup, leading, car)
        if leading is None or car.number == leading.number:
            found[car.number] = marked and leading is None
        elif _spared(setup, car):
            found[car.number] = False
        elif changed and marked:
            found[car.number] = due
        else:
            drove = _moved(then, leading) and leading.number == mover
            enters = drove and _level(setup, leading, car) and (due or leading.crossed > car.crossed)
            gets = mover is None or _moved(then, leading) or _moved(then, car)
            found[car.number] = not (gets and _got_ahead(setup, leading, car)) if marked else enters
    return found

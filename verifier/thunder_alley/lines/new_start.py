"""A `position` block after missing lines (`...`), or after a line that could not be followed: a new start.

Facts of the whole position that it leaves out keep their old value, as far as that is still possible; markers that it leaves
out of a car do not exist.
"""

from collections.abc import Iterator

from model.thunder_alley.position import (
    ACTION,
    DISCARD,
    OUT,
    OVER,
    RACING,
    Car,
    Position,
    Setup,
    make_position,
)
from model.values import replace
from verifier.findings import Breach, Finding
from verifier.thunder_alley.lines.gap import car_refused, table_refused, told
from verifier.thunder_alley.lines.names import Names
from verifier.thunder_alley.lines.position import Block, build, places_left
from verifier.thunder_alley.lines.terms import Speaker


def built_anew(known: Position, block: Block, setup: Setup, names: Names) -> Position:
    """The position of a block that is a new start; `known` is the last position before it.

    The turn, First Player, laps and a Rain set aside stay the same, cars that are off the track stay off it, and Turn Leader
    markers are kept. A car that was racing and is not named has been lost since (TA-4.3).
    """
    named = {car.number for car in block.cars}
    crossed = [count for car in block.cars if isinstance(count := car.fields.get("crossed", 1), int)]
    base = Position(
        tuple(_left_out(car, car.number in named) for car in known.cars),
        known.turn,
        _first(known, block),
        max([known.lap, *crossed]),
        rain=known.rain,
    )
    position = build(block, setup, names, base)
    kept = [_kept(before, after) for after in position.cars if (before := known.car(after.number))]
    position = position.with_cars(*kept, lap=max(known.lap, position.lap))
    return replace(position, places_left=places_left(block, make_position(position.cars), None))


def never_go_back(
    gap: Position, since: Position, block: Block, laps: int | None, speaker: Speaker
) -> Iterator[Finding]:
    """Claims of a block after missing lines that no race can lead to. `gap` is the last position before them, `since` has the
    facts recorded after them."""
    for key, value in block.table.items():
        for _, breach in table_refused(gap, since, key, value, laps):
            yield speaker.claim(block.spans[key], breach)
    for written in block.cars:
        if gap.car(written.number) is None:
            fact = f"car {written.number} was not on the table before the missing lines"
            yield speaker.claim(written.span, Breach("TA-3.1", fact, "no car joins a race that is running"))
        refused = list(car_refused(gap, since, written))
        for key, breach in refused:
            yield speaker.claim(written.spans.get(key, written.span), breach)
        since = since if refused else told(since, written)


def _first(known: Position, block: Block) -> str | None:
    """The First Player, if it is still the same turn and the marker has not moved (TA-3.5.4). Without a turn number in the
    block this is unknown."""
    moved = {step: step in (DISCARD, OVER) for step in (known.step, str(block.table.get("step") or ACTION))}
    same = block.table.get("turn") == known.turn and len(set(moved.values())) == 1
    return known.first if same else None


def _left_out(car: Car, written: bool) -> Car:
    """A car as far as a block leaves it out. If it is lost, it is unknown whether it has been used for a pass in this
    turn."""
    if written:
        return Car(car.number, car.team, None, led=car.led)
    if car.status == RACING:
        car = replace(car, space=None, stack=0, lap_down=False, status=OUT)
    return car.turned(False)


def _kept(before: Car, after: Car) -> Car:
    """A car of the block with what it can never lose: its markers, how it left the race and in which place."""
    after = replace(after, led=max(before.led, after.led))
    if RACING in (before.status, after.status):
        return after
    return replace(after, status=before.status, place=after.place if before.place is None else before.place)

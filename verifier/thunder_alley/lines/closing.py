"""What a record asserts about the position after pit stops and a restart, and which rule contradicts it."""

from collections.abc import Iterable, Mapping, Sequence

from model.thunder_alley.position import FINISHED, OUT, RACING, Car, Position, Setup
from model.values import replace
from verifier.findings import Breach, Finding
from verifier.thunder_alley.engine import running_order
from verifier.thunder_alley.engine.closing import (
    FINAL,
    Closing,
    close_pits,
    explain_led,
    explain_line_up,
    explain_space,
    explain_stack,
    explain_wear,
)
from verifier.thunder_alley.engine.finish import all_drive_on, won
from verifier.thunder_alley.lines.facts import SIX
from verifier.thunder_alley.lines.position import WrittenCar
from verifier.thunder_alley.lines.terms import Settled, Speaker, Table


def stages(table: Table) -> list[Position]:
    """The positions from the last pit stops to the current one. A `position` block with `step pits` may show any of them."""
    last = _last(table)
    if last is None or last.closing is None or last.after != table.position:
        return []
    return list(last.closing.stages().values())


def dispute(table: Table, base: Position, wrong: Mapping[int, str | None]) -> tuple[Breach, int] | None:
    """The breach that contradicts places after pit stops or a line-up, and the deciding line; None if neither moved these
    cars. A car that pitted and is placed ahead of one that stayed decides (TA-9.6-6), otherwise the foremost car."""
    last = _last(table)
    if last is None:
        return None
    if last.closing is None:
        breach = _against_line_up(table, last, base, wrong)
        return (breach, last.line) if breach is not None else None
    closing = last.closing
    moved = [
        number
        for number, space in wrong.items()
        if closing.restart is not None or closing.pitted(number) or (space or "").endswith("p")
    ]
    if not moved:
        return None
    number = _before_stayers(table, closing, base, wrong, moved) or _foremost(table, base, moved)
    stage = _stage(closing, base)
    if _space(base, number) != _space(closing.stages()[stage], number):
        return None
    if (
        closing.restart is not None
        and closing.pitted(number)
        and _before_line_up(table, number, wrong[number])
    ):
        real = _space(base, number)
        fact = f"{number} stands at `{real}`, not at `{wrong[number]}`"
        return Breach("TA-9.6-4", fact, "cars pit from where they were lined up"), last.line
    found, event = explain_space(table.setup, closing, stage, number, wrong[number]), _event(table)
    if found.rule == "TA-9.6-5" and not closing.pits and event is not None:
        # No car has left a hole, so the line-up is the final formation.
        return explain_line_up(table.setup, base, number, wrong[number]), event.line
    return found, last.line


def _against_line_up(
    table: Table, event: Settled, base: Position, wrong: Mapping[int, str | None]
) -> Breach | None:
    """The breach that contradicts places after a yellow event, while no `pit` line has followed it."""
    if event.kind != "event" or event.after.flag != "yellow":
        return None
    number = _foremost(table, base, wrong)
    if _space(base, number) == _space(event.after, number):
        return explain_line_up(table.setup, base, number, wrong[number])
    # No car has pitted, and the restart was closed.
    closing = close_pits(table.setup, event.after, ())
    if _space(base, number) != _space(closing.final, number):
        return None
    return explain_space(table.setup, closing, FINAL, number, wrong[number])


def dispute_fact(table: Table, car: Car, key: str, value: object, fact: str) -> Breach | None:
    """The breach that contradicts the markers of a car (`wear`, `led`, `lap_down`), if pit stops or a restart decide them."""
    if key == "led" and table.position is not None and _no_more_markers(table.setup, table.position):
        reason = "after the first finish no Turn Leader markers are given"
        return Breach("TA-12.4", fact, reason, car=car.number, rulings=("everybody-finishes-markers",))
    last = _last(table)
    if last is None:
        return None
    if key == "lap_down" and last.after.flag == "yellow":
        return Breach("TA-9.6-3", fact, "a yellow restart takes all Lap-down markers off", car=car.number)
    if key in ("place", "status") and car.status == RACING and last.after.flag == "yellow":
        event = _event(table)
        raced = event.before.car(car.number) if event is not None else None
        if raced is not None and raced.lap_down and value != FINISHED:
            reason = "a yellow restart takes all Lap-down markers off, so no car is removed for it"
            return Breach("TA-9.6-3", fact, reason, car=car.number)
    if key == "status" and (car.status, value, last.kind) == (RACING, OUT, "pit") and len(car.wear) < SIX:
        reason = "at the end of a turn only cars with a Lap-down marker leave the race"
        return Breach("TA-3.5.5", fact, reason, car=car.number)
    before = last.before.car(car.number)
    if key in ("place", "status") and car.status == OUT and before is not None and before.status != OUT:
        reason = "cars with a Lap-down marker leave the race, the rearmost with the lowest place left"
        return Breach("TA-3.5.5", fact, reason, car=car.number) if last.kind == "pit" else None
    if last.closing is None:
        return None
    if key == "wear" and isinstance(value, tuple):
        return explain_wear(table.setup, last.closing, car.number, value, fact)
    if key == "led" and isinstance(value, int):
        return explain_led(last.closing, last.after, car.number, value, fact)
    return None


def _no_more_markers(setup: Setup, position: Position) -> bool:
    """Whether a race continues in which cars get no more Turn Leader markers (TA-12.4)."""
    if not (won(position) and all_drive_on(setup)):
        return False
    return position.won_before or setup.ruleset.readings["everybody-finishes-markers"] == "at-once"


def wrong_stacks(
    table: Table, base: Position, cars: Sequence[WrittenCar], speaker: Speaker
) -> Iterable[Finding]:
    """Cars on one apron space are written bottom first (TA-1.3-apron); reports the first one at the wrong height."""
    last = _last(table)
    below: dict[str, Car] = {}
    for written in cars:
        car = base.car(written.number)
        space = written.fields.get("space")
        if car is None or not car.on_apron or car.space != space:
            continue
        lower = below.get(car.space or "")
        if lower is not None and lower.stack > car.stack:
            fact = f"{car.number} lies below {lower.number}, not above it"
            breach = Breach(
                "TA-1.3-apron", fact, "cars on an apron space lie in the order in which they came"
            )
            if last is not None and last.closing is not None:
                breach = explain_stack(last.closing, car.number, lower.number)
            yield speaker.claim(written.span, breach)
            return
        below[car.space or ""] = car


def _last(table: Table) -> Settled | None:
    """The last judged step at the end of this turn."""
    return table.settled[-1] if table.settled else None


def _event(table: Table) -> Settled | None:
    """The event of this turn, if the record has one."""
    return next((step for step in reversed(table.settled) if step.kind == "event"), None)


def _before_line_up(table: Table, number: int, claimed: str | None) -> bool:
    """Whether a car is claimed to have moved to the apron from the sector where it stood before the line-up."""
    event = _event(table)
    car = event.before.car(number) if event is not None else None
    return car is not None and car.space is not None and claimed == f"{car.space[:-1]}p"


def _stage(closing: Closing, base: Position) -> str:
    return next((name for name, position in closing.stages().items() if position is base), FINAL)


def _foremost(table: Table, base: Position, numbers: Iterable[int]) -> int:
    """The first of these cars in the running order of a position."""
    order = {number: place for place, number in enumerate(running_order(table.setup, base))}
    return min(numbers, key=lambda number: (order.get(number, len(order)), number))


def _before_stayers(
    table: Table, closing: Closing, base: Position, wrong: Mapping[int, str | None], moved: Sequence[int]
) -> int | None:
    """The first car that pitted and is claimed to stand ahead of one that stayed; None before the restart, and if there is no
    such car."""
    if closing.restart is None or any(car.on_apron for car in base.cars):
        return None
    claimed = [replace(car, space=wrong[car.number]) for car in base.cars if car.number in wrong]
    order = running_order(table.setup, base.with_cars(*claimed))
    stayed = [place for place, number in enumerate(order) if not closing.pitted(number)]
    return (
        next((n for n in order[: stayed[-1]] if n in moved and closing.pitted(n)), None) if stayed else None
    )


def _space(position: Position, number: int) -> str | None:
    car = position.car(number)
    return car.space if car is not None else None

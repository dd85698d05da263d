"""How an event of the turn affects a wrong assertion that follows it: which rule decides the fact (TA-8.1)."""

from collections.abc import Mapping

from model.thunder_alley.position import OVER, Car
from model.values import replace
from verifier.findings import Breach
from verifier.thunder_alley.engine.outcome import OUT_AT
from verifier.thunder_alley.lines.terms import Settled, Table

DECIDED = ("wear", "status", "place", "crossed")
"""Facts of a car that an event can change."""


def event_of(table: Table) -> Settled | None:
    """The event, if nothing has happened since."""
    last = table.settled[-1] if table.settled else None
    return last if last is not None and last.kind == "event" else None


def changed_by_event(table: Table, car: Car, key: str) -> bool:
    """Whether the event changed this fact of the car."""
    event = event_of(table)
    before = event.before.car(car.number) if event is not None else None
    return before is not None and key in DECIDED and getattr(before, key) != getattr(car, key)


def rule_of_places(table: Table) -> str | None:
    """The rule of the event that ended the race and assigned the places (TA-EV-rain)."""
    event = event_of(table)
    return event.rules[0] if event is not None and event.after.step == OVER else None


def by_event(table: Table, car: Car, key: str, breach: Breach) -> Breach:
    """The breach against a wrong fact of a car, with the event's rule instead of the general one, if the event changed the
    fact or wrongly is claimed to have. Facts that a restart changed do not belong to the event, nor does the wait of a car
    with six markers (TA-7.2)."""
    event = event_of(table)
    before = event.before.car(car.number) if event is not None else None
    if event is None or before is None or key not in DECIDED or breach.rule == "TA-7.2":
        return breach
    if key == "crossed" and event.after.flag == "yellow":
        return breach
    told = event.sentence.partition(":")[2].strip()
    if not changed_by_event(table, car, key):
        reason = f"the event of line {event.line} changes nothing of it: {told}"
        return replace(breach, rule=event.rules[0], reason=reason)
    reason = f"the event of line {event.line}: {told}"
    if key in ("status", "place") and len(before.wear) < OUT_AT <= len(car.wear):
        # The sixth marker retires the car, from any source.
        return replace(breach, rule="TA-7.2", reason=reason, rulings=("six-markers-timing",))
    return replace(breach, rule=event.rules[0], reason=reason)


def moved_by_event(table: Table, wrong: Mapping[int, str | None]) -> tuple[Breach, int] | None:
    """The breach against wrong places that an event decided: by its own rule, or by the line-up of a yellow flag
    (TA-9.6-2)."""
    event = event_of(table)
    if event is None or table.position is None:
        return None
    for number, space in wrong.items():
        car, before = table.position.car(number), event.before.car(number)
        if car is None or before is None or car.space == before.space == space:
            continue
        rule = "TA-9.6-2" if event.after.flag == "yellow" else event.rules[0]
        stands = f"at `{car.space}`" if car.space else "off the track"
        told = event.sentence.partition(":")[2].strip()
        reason = f"the event of line {event.line}: {told}"
        return Breach(rule, f"{number} stands {stands}, not at `{space}`", reason), event.line
    return None

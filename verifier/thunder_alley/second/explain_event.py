"""Claims about the table right after an event: where cars stand, what they carry, who is out (TA-8.1, TA-9.6)."""

from collections.abc import Callable, Iterator, Sequence

from grammar.syntax import Node, Span, Statement
from model.thunder_alley.cards import EVENTS
from model.thunder_alley.position import OUT, PITS, RACING, Car, Position, Setup
from verifier.game import Where
from verifier.second import Explained
from verifier.speaking import NotationError
from verifier.thunder_alley.lines.facts import differences
from verifier.thunder_alley.lines.names import names_of
from verifier.thunder_alley.lines.position import WrittenCar, read_block
from verifier.thunder_alley.lines.terms import Settled, Speaker, Table
from verifier.thunder_alley.second.explain_claims import (
    explained,
    likeliest,
    missing_cars,
    table_facts,
    written_car,
)
from verifier.thunder_alley.spec import Broken
from verifier.thunder_alley.spec.event_lines import read_outcomes
from verifier.thunder_alley.spec.leader import leader
from verifier.thunder_alley.spec.outcome import SIX
from verifier.thunder_alley.spec.turn import after_event, after_pits, next_turn

BY_AN_EVENT = ("wear", "status", "place", "crossed")
"""Facts of a car that an event can change."""


def explain_event(table: Table, statement: Statement, place: Where) -> Explained | None:
    """Why cars are not as a `position` block or a `check` of a car says right after an event, or says of the table that follows
    if nobody pits; None for other lines, where the event was not noted as a whole, and once a car has left the race since.

    Satisfiable: the event can have come out so. Unsatisfiable: the rules named make the cars other than they are said to be.
    """
    settled = table.settled[-1] if table.settled else None
    if settled is None or settled.draw is None or left_since(settled, table.position):
        return None
    speaker = Speaker(place.file, statement)
    names = names_of(table.setup, settled.after)
    fact = statement.node.parts[0] if statement.node.parts else None
    try:
        if statement.kind == "position":
            block = read_block(statement, table.setup, names)
            return _nearest(
                table.setup,
                settled,
                lambda after: _held(
                    table.setup,
                    settled,
                    after,
                    block.cars,
                    block.span,
                    speaker,
                    (*missing_cars(after, block), *table_facts(after, block)),
                ),
            )
        if statement.kind == "check" and isinstance(fact, Node) and fact.kind == "car_state":
            car = written_car(fact, names)
            return _nearest(
                table.setup,
                settled,
                lambda after: _held(table.setup, settled, after, (car,), fact.span, speaker),
            )
    except NotationError:
        return None
    return None


def left_since(settled: Settled, position: Position | None) -> bool:
    """Whether a car has left the race after what was settled last, where cars may be withdrawn at any time (TA-3.4-4)."""
    if position is None or position.step != settled.after.step:
        return False
    stayed = {car.number for car in settled.after.cars if car.status == RACING}
    return any(car.status == OUT and car.number in stayed for car in position.cars)


def _nearest(
    setup: Setup, settled: Settled, held: Callable[[Position], Explained | None]
) -> Explained | None:
    """What is said of the table after the event. What is wrong there may be so once nobody pits and the turn is closed: a record
    need not write that down."""
    answer = likeliest(map(held, _tables(setup, settled)))
    if answer is None or answer.legal:
        return answer
    later = likeliest(map(held, _closed(setup, settled)))
    return later if later is not None and later.legal else answer


def _closed(setup: Setup, settled: Settled) -> Iterator[Position]:
    """The tables that follow if nobody pits: the turn is closed, and the next one begins."""
    for after in _tables(setup, settled):
        if after.step == PITS:
            try:
                found = after_pits(setup, after, ()).outcomes
            except ValueError:
                return  # no formation of a restart fits on this stretch of track
            for one in found:
                yield from (one, next_turn(one))


def _tables(setup: Setup, settled: Settled) -> Iterator[Position]:
    """The tables that the event can have led to."""
    draw = settled.draw
    assert draw is not None
    for outcome in read_outcomes(setup, settled.before, draw.event, draw.bar, draw.cars).fitting:
        yield from after_event(setup, outcome).outcomes


def _held(
    setup: Setup,
    settled: Settled,
    after: Position,
    cars: Sequence[WrittenCar],
    whole: Span,
    speaker: Speaker,
    more: Sequence[Broken] = (),
) -> Explained:
    """Holds what is said of cars against a table after the event; `more` is what else is said and not so."""
    broken = [*(fault for car in cars for fault in _faults(setup, settled, after, car)), *more]
    spans: dict[int, Span] = {}
    written = {car.number: car for car in cars}
    for one in broken:
        said = written.get(one.car or 0)
        spans.setdefault(one.car or 0, whole if said is None else said.spans.get(one.token or "", said.span))
    return explained(tuple(broken), spans, whole, speaker)


def _faults(setup: Setup, settled: Settled, after: Position, written: WrittenCar) -> Iterator[Broken]:
    """What is said of a car and is not so, each by the event where it decides that."""
    number = written.number
    real, before = after.car(number), settled.before.car(number)
    if real is None:
        yield Broken("TA-3.1", f"{number} was not on the table before", car=number)
        return
    space = written.fields.get("space")
    if space is not None and space != real.space and written.fields.get("status", RACING) == RACING:
        stands = f"at `{real.space}`" if real.space else "off the track"
        moved = before is not None and before.space != real.space
        rule = _rule_of_removal(settled, before, real)
        if after.flag == "yellow" and real.space:
            rule = "TA-9.6-1" if leader(setup, after).outcome == number else "TA-9.6-2"
        how = "" if moved else f", where it stood before {_name(settled)}"
        yield Broken(rule, f"{number} stands {stands}, not at `{space}`{how}", car=number, token="space")
    for key, breach in differences(after, real, written):
        changed = before is not None and getattr(before, key) != getattr(real, key)
        decided = key in BY_AN_EVENT and changed and not (key == "crossed" and after.flag == "yellow")
        rule = breach.rule
        if decided:
            rule = _rule_of_removal(settled, before, real) if real.status == OUT else _rule(settled)
        elif key in ("status", "place") and before is not None and before.lap_down and after.flag == "yellow":
            rule = "TA-9.6-3"
        yield Broken(rule, f"{breach.fact} after {_name(settled)}", car=number, token=key)


def _rule_of_removal(settled: Settled, before: Car | None, real: Car) -> str:
    """The rule by which the event puts a car off the track: six markers (TA-7.2), where it has dealt out the sixth."""
    worn = before is not None and len(before.wear) < SIX <= len(real.wear)
    return "TA-7.2" if worn and real.status == OUT else _rule(settled)


def _rule(settled: Settled) -> str:
    assert settled.draw is not None
    return f"TA-EV-{settled.draw.event}"


def _name(settled: Settled) -> str:
    assert settled.draw is not None
    return EVENTS[settled.draw.event].name

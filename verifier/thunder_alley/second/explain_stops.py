"""Claims about cars right after pit stops: where they stand after them, and in the formation of a restart (TA-9)."""

from collections.abc import Sequence

from grammar.syntax import Node, Span, Statement
from model.rules import load_rules
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import DISCARD, Position
from verifier.findings import Breach
from verifier.game import Where
from verifier.second import Explained
from verifier.solving.questions import ContradictionError
from verifier.speaking import NotationError
from verifier.thunder_alley.notation.names import names_of
from verifier.thunder_alley.second.asserted import stops_denied
from verifier.thunder_alley.second.explain_claims import written_car
from verifier.thunder_alley.spec.said import Said
from verifier.thunder_alley.table.position import WrittenCar, read_block
from verifier.thunder_alley.table.terms import Settled, Speaker, Table

JUDGED = frozenset(("space", "crossed", "wear", "team"))
"""What is judged here of what a line says of a car."""


def explain_stops(table: Table, statement: Statement, place: Where) -> Explained | None:
    """Why cars do not stand as a `position` block or `check` line says right after the pit stops; None for other lines, and where
    more than one table can come of the stops. Of these lines only space, crossings and wear are judged.

    Satisfiable: the cars can stand so. Unsatisfiable: the rules named put them elsewhere.
    """
    settled = table.settled[-1] if table.settled else None
    position = table.position
    if settled is None or settled.closing is None or position is None or position.step != DISCARD:
        return None
    speaker = Speaker(place.file, statement)
    fact = statement.node.parts[0] if statement.node.parts else None
    names = names_of(table.setup, position)
    try:
        if statement.kind == "position":
            block = read_block(statement, table.setup, names)
            return _judged(table, settled, block.cars, block.span, speaker)
        if statement.kind == "check" and isinstance(fact, Node) and fact.kind == "car_state":
            return _judged(table, settled, (written_car(fact, names),), fact.span, speaker)
    except (NotationError, ValueError, ContradictionError):
        return None
    return None


def _judged(
    table: Table, settled: Settled, cars: Sequence[WrittenCar], whole: Span, speaker: Speaker
) -> Explained | None:
    assert settled.closing is not None and table.position is not None
    known = {car.number for car in settled.before.cars if car.space is not None}
    said = tuple(_said(car) for car in cars if car.number in known)
    pits = [one.car for one in settled.closing.pits]
    keeps = {one.car: one.keeps or () for one in settled.closing.pits}
    rules, tables = stops_denied(table.setup, settled.before, pits, keeps, said)
    if tables:
        further = any(set(car.fields) - JUDGED for car in cars)
        return None if further else Explained(True)
    _, real = stops_denied(table.setup, settled.before, pits, keeps, ())
    if len(set(real)) != 1 or not rules:
        return None
    wrong = [car for car in cars if _apart(car, real[0])]
    if not wrong:
        return None
    first, reason = wrong[0], load_rules(DATA).short(rules[0])
    fact = _apart(first, real[0])
    finding = speaker.claim(first.spans.get("space", whole), Breach(rules[0], fact, reason))
    alone = tuple(
        (rule, fact if not place else load_rules(DATA).short(rule)) for place, rule in enumerate(rules)
    )
    return Explained(False, finding, alone)


def _said(car: WrittenCar) -> Said:
    space, crossed, wear = (car.fields.get(key) for key in ("space", "crossed", "wear"))
    return Said(
        car.number,
        space if isinstance(space, str) else None,
        crossed=crossed if isinstance(crossed, int) else None,
        wear=tuple(map(str, wear)) if isinstance(wear, tuple) else None,
    )


def _apart(written: WrittenCar, table: Position) -> str:
    """What of a car is not as it is written, empty where all is."""
    real, said = table.car(written.number), _said(written)
    if real is None:
        return ""
    if said.space is not None and said.space != real.space:
        return f"{real.number} stands at `{real.space}`, not at `{said.space}`"
    if said.crossed is not None and said.crossed != real.crossed:
        return f"{real.number} has crossed the line {real.crossed} times, not {said.crossed}"
    if said.wear is not None and sorted(said.wear) != sorted(real.wear):
        return f"{real.number} carries {' '.join(real.wear) or 'none'}, not {' '.join(said.wear) or 'none'}"
    return ""

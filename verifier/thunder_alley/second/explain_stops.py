"""Claims about the table right after pit stops: where cars stand after them, and in the formation of a restart (TA-9); markers,
places and the First Player once the turn is closed (TA-3.5)."""

from collections.abc import Sequence

from grammar.syntax import Node, Span, Statement
from model.rules import load_rules
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import DISCARD, Position
from verifier.findings import Breach
from verifier.game import Where
from verifier.second import Explained
from verifier.solving.questions import ContradictionError
from verifier.speaking import NotationError, Trouble
from verifier.thunder_alley.lines.names import names_of
from verifier.thunder_alley.lines.position import WrittenCar, read_block
from verifier.thunder_alley.lines.terms import Settled, Speaker, Table
from verifier.thunder_alley.second.explain_claims import explained, written_car
from verifier.thunder_alley.second.explain_event import left_since
from verifier.thunder_alley.spec import Broken
from verifier.thunder_alley.spec.closing import closed_denied
from verifier.thunder_alley.spec.refute_steps import stops_denied
from verifier.thunder_alley.spec.said import Said
from verifier.thunder_alley.spec.turn import after_pits

JUDGED = frozenset(("space", "crossed", "wear", "team", "status", "place", "lap_down", "led"))
"""What is judged here of what a line says of a car."""


def explain_stops(table: Table, statement: Statement, place: Where) -> Explained | None:
    """Why the table is not as a `position` block or a `check` of a car or of the First Player says right after the pit stops;
    None for other lines, and where more than one table can come of the stops. Which side of a car shows is not judged.

    Satisfiable: the cars can stand so. Unsatisfiable: the rules named put them elsewhere.
    """
    settled = table.settled[-1] if table.settled else None
    position = table.position
    if settled is None or settled.closing is None or position is None or position.step != DISCARD:
        return None
    if left_since(settled, position):
        return None  # withdrawn after the pit stops: the place it takes is not one of theirs
    speaker = Speaker(place.file, statement)
    fact = statement.node.parts[0] if statement.node.parts else None
    names = names_of(table.setup, position)
    try:
        if statement.kind == "position":
            block = read_block(statement, table.setup, names)
            return _judged(table, settled, block.cars, block.span, speaker)
        if statement.kind == "check" and isinstance(fact, Node) and fact.kind == "car_state":
            return _judged(table, settled, (written_car(fact, names),), fact.span, speaker)
        if statement.kind == "check" and isinstance(fact, Node) and fact.kind == "first_player":
            return _first_player(table, settled, fact, speaker)
    except (NotationError, ValueError, ContradictionError):
        return None
    return None


def _judged(
    table: Table, settled: Settled, cars: Sequence[WrittenCar], whole: Span, speaker: Speaker
) -> Explained | None:
    known = {car.number for car in settled.before.cars if car.space is not None}
    said = tuple(_said(car) for car in cars if car.number in known)
    pits, keeps = _decided(settled)
    rules, tables = stops_denied(table.setup, settled.before, pits, keeps, said)
    if tables:
        return _closed(table, settled, cars, whole, speaker)
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


def _decided(settled: Settled) -> tuple[list[int], dict[int, tuple[str, ...]]]:
    """The cars that pitted, in the order of decision, and the markers that they keep."""
    assert settled.closing is not None
    keeps = {one.car: one.keeps or () for one in settled.closing.pits}
    return [one.car for one in settled.closing.pits], keeps


def _closed(
    table: Table, settled: Settled, cars: Sequence[WrittenCar], whole: Span, speaker: Speaker
) -> Explained | None:
    """Holds what is said of cars besides where they stand against the table on which only discards are to come."""
    found = after_pits(table.setup, settled.before, *_decided(settled)).outcomes
    if len(set(found)) != 1:
        return None
    raced = next((one.before for one in table.settled if one.kind == "event"), settled.before)
    broken: list[Broken] = []
    spans: dict[int, Span] = {}
    for car in cars:
        denied = list(closed_denied(raced, settled.before, found[0], car.number, car.fields))
        broken += denied
        for one in denied[:1]:
            spans[car.number] = car.spans.get(one.token or "", car.span)
    if not broken and any(set(car.fields) - JUDGED for car in cars):
        return None
    return explained(tuple(broken), spans, whole, speaker)


def _first_player(table: Table, settled: Settled, fact: Node, speaker: Speaker) -> Explained | None:
    report: list[Trouble] = []
    team = names_of(table.setup, table.position).team(fact.leaves()[0], report)
    found = after_pits(table.setup, settled.before, *_decided(settled)).outcomes
    if report or len({one.first for one in found}) != 1 or found[0].first is None:
        return None
    if team == found[0].first:
        return Explained(True)
    said = f"{found[0].first} has the First Player marker, not {team}"
    return explained((Broken("TA-3.5.4", said),), {}, fact.leaves()[0].span, speaker)


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

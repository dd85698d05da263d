"""Claims about the table after a move: `position` blocks and `check places`, held against the table that the spec leads to."""

from collections.abc import Mapping
from dataclasses import replace

from grammar.syntax import Node, Span, Statement
from model.rules import load_rules
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import FINISHED, RACING, Position
from verifier.findings import Breach
from verifier.game import Where
from verifier.second import Explained
from verifier.thunder_alley.notation import NotationError
from verifier.thunder_alley.notation.names import names_of
from verifier.thunder_alley.spec import Broken, contradictions, judge
from verifier.thunder_alley.spec.marks_claimed import marks_denied
from verifier.thunder_alley.table.position import read_block
from verifier.thunder_alley.table.terms import Past, Speaker, Table


def explain_claim(table: Table, statement: Statement, place: Where) -> Explained | None:
    """Why cars do not stand, or did not come in, as a line says right after an activation; None for what does not follow one, and
    for names that nobody knows.

    Each car that stands elsewhere is denied by itself: the rule that the constraints moved it by, or that left it where it is.
    """
    if not table.past or table.settled or not isinstance(table.past[-1].outcome.move, Activation):
        return None
    last = table.past[-1]
    judgement = judge(table.setup, last.before, last.outcome.move)
    if judgement.gave_up is not None:
        return Explained(False, gave_up=f"the solver hit its limit of {judgement.gave_up}")
    if len(judgement.positions) != 1:
        return None
    after = judgement.positions[0]
    speaker = Speaker(place.file, statement)
    try:
        if statement.kind == "position":
            return _block(table, last, after, speaker)
        fact = statement.node.parts[0]
        if statement.kind == "check" and isinstance(fact, Node) and fact.kind == "places":
            return _places(table, after, fact, speaker)
    except NotationError:
        return None
    return None


def _block(table: Table, last: Past, after: Position, speaker: Speaker) -> Explained | None:
    block = read_block(speaker.statement, table.setup, names_of(table.setup, table.position))
    claimed: dict[int, str | None] = {}
    spans: dict[int, Span] = {}
    gone: list[Broken] = []
    marks: list[Broken] = []
    move = last.outcome.move
    assert isinstance(move, Activation)
    for car in block.cars:
        real = after.car(car.number)
        denied = marks_denied(last.before, after, move.car, car.number, car.fields)
        marks += denied
        if denied:
            spans[car.number] = car.spans.get(denied[0].token or "", car.span)
        if real is None or car.fields.get("space") is None or car.fields.get("status", RACING) != RACING:
            continue
        if real.status == FINISHED:
            spans[car.number] = car.spans.get("space", car.span)
            fact = f"{car.number} has finished in place {real.place} and is off the track"
            gone.append(Broken("TA-10.1", fact, car=car.number))
        elif real.status == RACING:
            claimed[car.number] = str(car.fields["space"])
    elsewhere = contradictions(table.setup, last.before, move, after, claimed)
    return _explained((*gone, *elsewhere, *marks), spans, block.span, speaker)


def _places(table: Table, after: Position, fact: Node, speaker: Speaker) -> Explained | None:
    names = names_of(table.setup, table.position)
    broken = []
    spans: dict[int, Span] = {}
    for place, leaf in enumerate(fact.leaves(), 1):
        if leaf.kind != "INT":
            return None
        number = int(leaf.text)
        car = after.car(number)
        if number not in names.cars or car is None:
            return None
        spans[number] = leaf.span
        if car.place != place:
            where = f"is in place {car.place}" if car.place else "has no place yet"
            broken.append(Broken("TA-10.1", f"{number} {where}, not in place {place}", car=number))
    return _explained(tuple(broken), spans, fact.span, speaker)


def _explained(
    broken: tuple[Broken, ...], spans: Mapping[int, Span], whole: Span, speaker: Speaker
) -> Explained:
    if not broken:
        return Explained(True)
    first = broken[0]
    span = spans.get(first.car, whole) if first.car is not None else whole
    reason = load_rules(DATA).short(first.rule)
    finding = speaker.claim(span, Breach(first.rule, first.fact, reason, numbers=first.numbers))
    alone = dict.fromkeys((one.rule, one.fact) for one in broken)
    rules = tuple(dict.fromkeys(one.rule for one in broken))
    because = (
        (first.rule, reason),
        *((rule, fact) for rule, fact in alone if (rule, fact) != (first.rule, first.fact)),
    )
    return Explained(False, replace(finding, rules=rules, because=because), tuple(alone))

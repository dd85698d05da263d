"""Why a result, the leader or the order cannot be as a line says, by the chapters of the spec about them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from grammar.syntax import Leaf, Node, Span, Statement
from model.rules import load_rules
from model.thunder_alley.facts import DATA
from model.thunder_alley.reports import Scored
from verifier.game import Where
from verifier.second import Explained
from verifier.speaking import NotationError
from verifier.thunder_alley.lines.terms import Speaker, Table
from verifier.thunder_alley.spec.leader import leader
from verifier.thunder_alley.spec.order import order
from verifier.thunder_alley.spec.scoring import score

ILLEGAL, CLAIM = "illegal", "claim"


@dataclass(frozen=True, slots=True)
class _Fault:
    """Why a line is refused: the rules, what would be so instead, and the word at fault."""

    rules: tuple[str, ...]
    fact: str
    span: Span
    kind: str = ILLEGAL


def explain_turn(table: Table, statement: Statement, place: Where) -> Explained | None:
    """What the spec says of a line about points, the leader or the order. None for other lines,
    for unknown names, and where the line is refused for something else than what its chapter says.

    Satisfiable: the line can be so. Unsatisfiable: the rules named forbid it.
    """
    chapter = CHAPTERS.get(statement.kind)
    if chapter is None or table.stopped is not None or table.gap is not None:
        return None
    table = table.unasked()
    speaker = Speaker(place.file, statement)
    try:
        return chapter(table, statement, speaker)
    except NotationError:
        return None


def _explained(fault: _Fault, speaker: Speaker) -> Explained:
    rules = load_rules(DATA)
    alone = tuple(
        (rule, fault.fact if not place else rules.short(rule)) for place, rule in enumerate(fault.rules)
    )
    because = tuple((rule, rules.short(rule)) for rule in fault.rules)
    reason = rules.short(fault.rules[0])
    finding = speaker.finding(
        fault.kind, fault.span, fault.fact, rules=fault.rules, reason=reason, because=because
    )
    return Explained(False, finding, alone)


def _result(table: Table, statement: Statement, speaker: Speaker) -> Explained | None:
    parts = [part for part in statement.node.parts if isinstance(part, Node)]
    return _points(table, [(part.leaves()[0].text, part.leaves()[1]) for part in parts], speaker)


def _points(table: Table, told: Iterable[tuple[str, Leaf]], speaker: Speaker) -> Explained | None:
    position = table.position
    if position is None or not position.cars or any(car.place is None for car in position.cars):
        return None
    if table.season is not None and table.season.races:
        return None
    teams = {car.team.casefold(): car.team for car in position.cars}
    written = {teams[word.casefold()]: leaf for word, leaf in told if word.casefold() in teams}
    if not written or any(leaf.kind != "INT" for leaf in written.values()):
        return None
    claim = Scored(points=tuple((team, int(leaf.text)) for team, leaf in written.items()))
    found = score(table.setup, position.cars, claim)
    real = dict(score(table.setup, position.cars).outcome.points)
    if found.legal:
        return Explained(True, steps=tuple(f"{team} {points}" for team, points in real.items()))
    team = next(team for team, leaf in written.items() if real[team] != int(leaf.text))
    fact = f"{team} has {real[team]} points, not {written[team].text}"
    return _explained(_Fault(found.rules, fact, written[team].span, CLAIM), speaker)


def _check(table: Table, statement: Statement, speaker: Speaker) -> Explained | None:
    fact = statement.node.parts[0]
    position = table.position
    if not isinstance(fact, Node) or position is None or table.setup.track is None:
        return None
    leaves = fact.leaves()
    if fact.kind == "team_score":
        return _points(table, [(leaves[0].text, leaves[1])], speaker)
    if fact.kind not in ("leader", "order"):
        return None
    numbers = [int(leaf.text) for leaf in leaves if leaf.kind == "INT"]
    if len(numbers) < len(leaves) or any(position.car(number) is None for number in numbers):
        return None
    if fact.kind == "leader":
        found = leader(table.setup, position, numbers[0])
        if found.legal:
            return Explained(True)
        first = leader(table.setup, position).outcome
        said = f"{first or 'nobody'} leads, not {numbers[0]}"
        return _explained(_Fault(found.rules, said, leaves[0].span, CLAIM), speaker)
    real = order(table.setup, position).outcome
    claim = [*numbers, *(number for number in real if number not in numbers)]
    sorted_ = order(table.setup, position, claim)
    if sorted_.legal:
        return Explained(True)
    for place, (number, leaf) in enumerate(zip(numbers, leaves, strict=True)):
        if place >= len(real) or real[place] != number:
            comes = f"{real[place]} comes next" if place < len(real) else "no more cars are driving"
            return _explained(_Fault(sorted_.rules, f"{comes}, not {number}", leaf.span, CLAIM), speaker)
    return None


CHAPTERS: Mapping[str, Callable[[Table, Statement, Speaker], Explained | None]] = {
    "result": _result,
    "check": _check,
}
"""Kind of line -> the chapter that says whether it can be so."""

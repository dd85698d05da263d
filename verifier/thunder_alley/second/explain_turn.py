"""Why an event, pit stops, a restart, a grid or a result cannot be as a line says, by the chapters of the spec about them.

When such a line may come is not judged here: the table is asked, and where it refuses the line for that, the engine answers
alone.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from grammar.syntax import Leaf, Node, Span, Statement
from model.rules import load_rules
from model.thunder_alley.cards import EVENTS
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import PITS, Position
from verifier.game import Where
from verifier.second import Explained
from verifier.speaking import NotationError
from verifier.thunder_alley.notation.names import listed, names_of
from verifier.thunder_alley.second.changes import changes
from verifier.thunder_alley.second.event_lines import read_outcomes
from verifier.thunder_alley.spec.grid import GridClaim, grid
from verifier.thunder_alley.spec.leader import leader, somebody_finished
from verifier.thunder_alley.spec.order import order
from verifier.thunder_alley.spec.resolution import EventOutcome
from verifier.thunder_alley.spec.scoring import ScoreClaim, score
from verifier.thunder_alley.spec.turn import after_pits
from verifier.thunder_alley.table.event import read_event
from verifier.thunder_alley.table.pits import read_pits
from verifier.thunder_alley.table.terms import Speaker, Table
from verifier.thunder_alley.table.turn import in_step

ILLEGAL, CLAIM = "illegal", "claim"


@dataclass(frozen=True, slots=True)
class _Fault:
    """Why a line is refused: the rules, what would be so instead, and the word at fault."""

    rules: tuple[str, ...]
    fact: str
    span: Span
    kind: str = ILLEGAL


def explain_turn(table: Table, statement: Statement, place: Where) -> Explained | None:
    """What the spec says of a line about an event, pit stops, the grid, points, the leader or the order. None for other lines,
    for unknown names, and where the line is refused for something else than what its chapter says.

    Satisfiable: the line can be so. Unsatisfiable: the rules named forbid it.
    """
    chapter = CHAPTERS.get(statement.kind)
    if chapter is None or table.stopped is not None or table.gap is not None:
        return None
    table = table.unasked()
    speaker = Speaker(place.file, statement)
    wrong = None
    if statement.kind in ("event", "pit"):
        if table.position is None:
            return None
        table, wrong = in_step(table, statement, place.file)
        if wrong is not None and not (table.position and somebody_finished(table.position)):
            return None
    try:
        said = chapter(table, statement, speaker)
    except NotationError:
        return None
    return None if wrong is not None and said is not None and said.legal else said


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


def _legal(before: Position, tables: Sequence[Position]) -> Explained:
    """Legal; where only one table can come of it, what is changed on it."""
    return Explained(True, steps=changes(before, tables[0]) if len(set(tables)) == 1 else ())


def _event(table: Table, statement: Statement, speaker: Speaker) -> Explained | None:
    position = table.position
    assert position is not None
    written = read_event(statement, names_of(table.setup, position))
    if written is None or written.lost:
        return None
    draw = written.draw
    if any(position.car(number) is None for number in draw.cars):
        return None
    found = read_outcomes(table.setup, position, draw.event, draw.bar, draw.cars)
    if found.hits > 1:
        return Explained(False, gave_up=f"it can hit {_hits(found.fitting)}: write the cars")
    if found.fitting:
        return _legal(position, [one.position for one in found.fitting])
    name = EVENTS[draw.event].name
    fact = (
        f"{name} cannot come out so: it hits {_hits(found.free)}" if found.free else f"{name} cannot be here"
    )
    return _explained(
        _Fault(found.rules, fact, written.spans[0] if written.spans else statement.node.span), speaker
    )


def _hits(outcomes: Sequence[EventOutcome]) -> str:
    ways = dict.fromkeys(" and ".join(map(str, one.hit)) or "nobody" for one in outcomes)
    return listed(list(ways), "or")


def _pits(table: Table, statement: Statement, speaker: Speaker) -> Explained | None:
    position = table.position
    assert position is not None
    written = read_pits(statement, names_of(table.setup, position))
    if any(leaf.kind == "UNKNOWN" for leaf in statement.node.leaves()):
        return None
    over = somebody_finished(position)
    if (position.step != PITS and not over) or any(position.car(one.pitting.car) is None for one in written):
        return None  # a further line of one decision
    cars = [one.pitting.car for one in written]
    keeps = {one.pitting.car: one.pitting.keeps or () for one in written}
    try:
        found = after_pits(table.setup, position, cars, keeps)
    except ValueError:
        return None  # no formation of a restart fits on this stretch of track
    if found.legal:
        return _legal(position, found.outcomes)
    for count, one in enumerate(written, 1):
        if not after_pits(table.setup, position, cars[:count], keeps).legal:
            fact = f"{one.pitting.car} cannot pit here"
            return _explained(_Fault(found.rules, fact, one.car), speaker)
    return _explained(_Fault(found.rules, "these pit stops cannot be", statement.node.span), speaker)


def _grid(table: Table, statement: Statement, speaker: Speaker) -> Explained | None:
    leaves = statement.node.leaves()
    teams = [team.colour for team in table.setup.teams]
    if table.season is not None or table.position is not None or not table.bars or not teams:
        return None
    owner = {number: team.colour for team in table.setup.teams for number in team.cars}
    cars = [int(leaf.text) for leaf in leaves if leaf.kind == "INT"]
    if len(cars) < len(leaves) or len(set(cars)) < len(cars) or any(car not in owner for car in cars):
        return None
    per_team = len(cars) // len(teams)
    if per_team * len(teams) != len(cars):
        return None
    spaces = tuple(owner[car] for car in cars)
    found = grid(table.setup, teams, per_team, table.bars, claim=GridClaim(spaces=spaces))
    if found.legal:
        return Explained(True, steps=tuple(f"space {n}: {team}" for n, team in enumerate(spaces, 1)))
    real = grid(table.setup, teams, per_team, table.bars)
    for place, (leaf, team) in enumerate(zip(leaves, spaces, strict=True), 1):
        due = dict.fromkeys(
            one.spaces[place - 1] for one in real.outcomes if one.spaces[: place - 1] == spaces[: place - 1]
        )
        if due and team not in due:
            fact = f"grid space {place} is for {listed(list(due), 'or')}, not for {team}"
            return _explained(_Fault(found.rules, fact, leaf.span), speaker)
    return _explained(_Fault(found.rules, "the grid cannot be so", statement.node.span), speaker)


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
    claim = ScoreClaim(points=tuple((team, int(leaf.text)) for team, leaf in written.items()))
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
    "event": _event,
    "pit": _pits,
    "grid": _grid,
    "result": _result,
    "check": _check,
}
"""Kind of line -> the chapter that says whether it can be so."""

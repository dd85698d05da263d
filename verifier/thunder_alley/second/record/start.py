"""What a record begins with: the rules in force, the header, and the first table, as a grid or a `position` block lays it.

The header and the block are read by the parts that read records; where cars stand on the grid is asked of the spec.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grammar.syntax import Node, Statement
from model.ruleset import Ruleset, load_ruleset, with_changes
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import EVENT, PITS, Car, Position, Setup, make_position
from verifier.second import NotJudgedError, UnreadableError
from verifier.speaking import NotationError, Trouble
from verifier.thunder_alley.lines.event import read_bar
from verifier.thunder_alley.lines.header import KINDS as HEADER
from verifier.thunder_alley.lines.line import new_table, table_line
from verifier.thunder_alley.lines.names import Names, names_of, unquoted
from verifier.thunder_alley.lines.terms import Table
from verifier.thunder_alley.spec.grid import Bar, GridClaim, grid
from verifier.thunder_alley.spec.leader import somebody_finished, turn_leaders
from verifier.thunder_alley.spec.place import racing

SHARED = (
    "game",
    "format",
    "ruleset",
    "ruling",
    "option",
    "parameter",
    "remark",
    "date",
    "expect",
    "shows",
    "season",
)
"""Kinds of line of the header that say nothing of the table."""

Winners = Sequence[str | None] | None
"""The teams that can have won the race before, None among them if there was none; None where only the record says whether there
was one."""

Fault = tuple[tuple[str, ...], int]
"""Broken rules, and the line that breaks them."""


@dataclass(frozen=True, slots=True)
class Start:
    """The first table of a record. `joined`: the record does not begin with the race; `turns` are then those that have begun, if
    they are noted. `fault`: the grid breaks a rule."""

    setup: Setup
    position: Position
    joined: bool
    turns: int | None = None
    fault: Fault | None = None


def rules_of(statements: Iterable[Statement], rules: Ruleset) -> Ruleset:
    """The ruleset with all that the lines of a header change of it. Raises `ModelError` for what there cannot be."""
    readings, options, parameters = {}, {}, {}
    for statement in statements:
        leaves = [leaf.text for leaf in statement.node.leaves()]
        if statement.kind == "ruleset":
            rules = load_ruleset(DATA, unquoted(leaves[0]), Path())
        elif statement.kind == "ruling":
            readings[leaves[0]] = leaves[1]
        elif statement.kind == "parameter":
            parameters[leaves[0]] = int(leaves[1]) if leaves[1].isdigit() else leaves[1]
        elif statement.kind == "option":
            options[leaves[0]] = leaves[1] if len(leaves) > 1 else True
    return with_changes(DATA, rules, readings, parameters=parameters, options=options)


def begin(
    statements: Sequence[Statement], rules: Ruleset, winners: Winners = None
) -> tuple[Start, list[Statement]]:
    """The first table as the record lays it, and the lines after it; `winners` can have won the race before. Raises
    `UnreadableError` where there is none."""
    table = new_table(rules)
    bars: list[Bar] = []
    start: Start | None = None
    for place, statement in enumerate(statements):
        kind = statement.kind
        if kind in HEADER or kind == "position":
            if start is not None:
                return start, list(statements[place:])
            reply = table_line(table, statement, "record")
            if reply.findings:
                raise NotJudgedError("the solver does not judge how the first table is laid")
            table = reply.table
            start = _first_laid(table, statement) if kind == "position" else None
        elif kind == "setup_bar":
            bars.append(_bar(statement, names_of(table.setup, None)))
        elif kind == "grid":
            start = _grid(table.setup, statement, bars, winners or _winners(table.setup, statements))
        elif kind not in SHARED:
            return _there(start), list(statements[place:])
    return _there(start), []


def _winners(setup: Setup, statements: Iterable[Statement]) -> Sequence[str | None]:
    """Who can have won the race before: nobody, or any team where the race is one of a season."""
    in_season = any(statement.kind == "season" for statement in statements)
    return (None, *(team.colour for team in setup.teams if in_season))


def _there(start: Start | None) -> Start:
    if start is None:
        raise UnreadableError("the lines lay no table")
    return start


def _first_laid(table: Table, statement: Statement) -> Start:
    if table.position is None:
        raise UnreadableError("the lines lay no table")
    # Whose segment it is follows from who is First Player, unless the block says it.
    says_next = any(line.kind == "next_player" for line in statement.body)
    position = table.position if says_next else table.position.with_cars(next=None)
    return laid(table.setup, position, statement)


def laid(setup: Setup, position: Position, statement: Statement) -> Start:
    """The start that a block with this table gives, in the course of a race."""
    turns = position.turn if any(line.kind == "turn" for line in statement.body) else None
    led = any(line.kind == "turn_leaders" for line in statement.body)
    known = setup.track is not None and all(car.space is not None for car in racing(position))
    if position.step in (EVENT, PITS) and not led and known and not somebody_finished(position):
        # Who leads now got the marker of this turn.
        position = replace(position, turn_leaders=turn_leaders(setup, position).outcome)
    return Start(setup, position, True, turns=turns)


def _bar(statement: Statement, names: Names) -> tuple[str, ...] | None:
    """The colours that a Team Bar shows from the left; None where not noted. Raises `UnreadableError` for a name that is not
    known."""
    report: list[Trouble] = []
    node = statement.node.child("bar")
    if not isinstance(node, Node) or node.leaves()[0].kind == "UNKNOWN":
        return None
    colours = read_bar(node, names, report)
    if report:
        raise UnreadableError(str(NotationError(*report)))
    return colours or None


def _grid(setup: Setup, statement: Statement, bars: Sequence[Bar], winners: Sequence[str | None]) -> Start:
    """Cars on the grid, if they may stand there so (TA-2.5, TA-2.6); all of it is the spec's to say."""
    owner = {number: team.colour for team in setup.teams for number in team.cars}
    names, report = names_of(setup, None), list[Trouble]()
    cars = [names.car(part.leaves()[0], report) for part in statement.node.parts if isinstance(part, Node)]
    numbers = [number for number in cars if number in owner]
    if report or len(set(numbers)) < len(cars):
        raise UnreadableError("the grid names no car, or one twice")
    claim = GridClaim(spaces=tuple(owner[number] for number in numbers))
    teams = [team.colour for team in setup.teams]
    each = max(len(team.cars) for team in setup.teams)
    judged = [grid(setup, teams, each, bars, winner, claim) for winner in winners]
    found = next((one for one in judged if one.legal), judged[0])
    grid_spaces = setup.track.grid if setup.track is not None else ()
    spaces = [*grid_spaces, *[None] * len(numbers)]
    position = make_position(
        [Car(number, owner[number], spaces[place], crossed=0) for place, number in enumerate(numbers)],
        first=found.outcomes[0].first if found.legal else None,
    )
    fault = None if found.legal else (found.rules, statement.line)
    return Start(setup, position, False, fault=fault)

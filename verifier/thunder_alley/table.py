"""The table of a Thunder Alley record: takes its lines one by one, between the syntax tree and the engine."""

from dataclasses import replace
from pathlib import Path

from grammar.syntax import Node, Statement
from model.ruleset import Ruleset
from model.thunder_alley.position import Setup
from verifier.findings import Finding
from verifier.thunder_alley.notation import MOVES
from verifier.thunder_alley.notation_names import NotationError, Trouble, names_of
from verifier.thunder_alley.table_checks import check_line, position_block
from verifier.thunder_alley.table_header import KINDS, header_line
from verifier.thunder_alley.table_moves import move_line
from verifier.thunder_alley.table_terms import Reply, Speaker, Table

__all__ = ["Reply", "Table", "fresh_start", "new_table", "table_line"]

NOT_JUDGED = (
    "setup_bar",
    "grid",
    "hand",
    "discard",
    "reshuffle",
    "result",
    "season",
    "season_race",
    "absent",
)
"""Lines that nothing here judges yet; the cars stay where they are."""

NOT_FOLLOWED = ("event", "pit", "turn", "not_written")
"""Lines that nothing here judges yet and after which nobody knows where the cars stand."""


def new_table(ruleset: Ruleset) -> Table:
    """The empty table before the header."""
    return Table(Setup(None, ruleset))


def fresh_start(table: Table, statement: Statement, file: str) -> Reply:
    """A `position` block after a line that could not be followed: it says everything anew, the header aside."""
    return position_block(table, statement, file, fresh=True)


def table_line(table: Table, statement: Statement, file: str, folder: Path | None = None) -> Reply:
    """What one line comes to. `folder` is where the record lies: the paths in it start there."""
    kind = statement.kind
    if kind in KINDS:
        return header_line(table, statement, file, folder)
    if kind == "position":
        return position_block(table, statement, file)
    if kind == "check":
        return check_line(table, statement, file)
    if table.stopped is not None:
        fact = f"the move in line {table.stopped} stops in the middle, so no other line can follow it"
        help = "only a `position` block or `check` lines can follow a path that ends in `left`"
        finding = Speaker(file, statement).finding("unreadable", statement.node.span, fact, help=help)
        return Reply(table.lost(), (finding,))
    if kind in MOVES:
        return move_line(table, statement, file)
    if kind == "turn" and _same_turn(table, statement):
        return Reply(table)
    findings = _wrong_names(table, statement, file)
    if kind in NOT_FOLLOWED:
        return Reply(table.lost(), findings, judged=False)
    return Reply(table, findings, judged=False, follow=True)


def _wrong_names(table: Table, statement: Statement, file: str) -> tuple[Finding, ...]:
    """Events and cards that do not exist, in a line that nothing judges yet."""
    names = names_of(table.setup, table.position)
    report: list[Trouble] = []
    for part in statement.node.parts:
        if part.kind == "name" and isinstance(part, Node):
            names.event(part, report)
        elif part.kind == "card" and isinstance(part, Node):
            names.card(part, report)
        elif part.kind == "bar" and isinstance(part, Node) and part.leaves()[0].kind in ("INT", "STRING"):
            names.card(replace(part, parts=part.parts[:1], span=part.leaves()[0].span), report)
    return Speaker(file, statement).troubles(NotationError(*report)) if report else ()


def _same_turn(table: Table, statement: Statement) -> bool:
    """A turn that the position has named already is only repeated."""
    known = table.position is not None and not table.past and table.position.turn
    return known == int(statement.node.leaves()[0].text)

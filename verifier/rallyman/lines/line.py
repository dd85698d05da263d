"""Handles a Rallyman record line by line, between the syntax tree and the engine."""

from collections.abc import Iterator
from pathlib import Path

from grammar.syntax import Leaf, Node, Statement
from model.rallyman.facts import FINISH, START
from model.ruleset import Ruleset
from model.values import replace
from verifier.answer import Answer
from verifier.findings import Finding
from verifier.heading import Overrides
from verifier.rallyman.lines.header import KINDS, header_line, ready
from verifier.rallyman.lines.names import driver, one_of
from verifier.rallyman.lines.terms import Speaker, Table
from verifier.speaking import NotationError

__all__ = ["KINDS", "Table", "fresh_start", "new_table", "table_line", "unknown_names"]

OF_A_RALLY = ("rally_race", "assistance", "change_tyres", "spare_between")
"""Statements allowed only in a rally record."""


ALL_DRIVERS = ("order", "next_driver", "winner", "places", "starting_order")
FIRST_DRIVER = ("score", "car_state", "stands", "change_tyres", "spare_between")
"""Parts of a line whose own words, or the first of them, are drivers."""


def new_table(ruleset: Ruleset, overrides: Overrides | None = None) -> Table:
    """The empty table before the header. `overrides` also hold for the stages of a rally."""
    return Table(ruleset, overrides=overrides)


def fresh_start(table: Table, statement: Statement, file: str) -> Answer:
    """Handles a `position` block after a line that could not be followed."""
    return _position(table, statement, file, fresh=True)


def table_line(
    table: Table, statement: Statement, file: str, folder: Path | None = None, own: tuple[Path, ...] = ()
) -> Answer:
    """The reply to one line. `folder` is the record's folder, where its paths start; `own` are folders of the user's own
    stages."""
    reply = _line(table, statement, file, folder, own)
    if not (false := sum(finding.kind == "claim" for finding in reply.findings)):
        return reply
    return replace(reply, table=replace(reply.table, refuted=reply.table.refuted + false))


def _line(
    table: Table, statement: Statement, file: str, folder: Path | None, own: tuple[Path, ...]
) -> Answer:
    if statement.kind in KINDS:
        return header_line(table, statement, file, folder, own)
    speaker = Speaker(file, statement)
    if table.rally is not None:
        from verifier.rallyman.lines.rally import rally_line

        return rally_line(table, statement, file, folder, own)
    if statement.kind in OF_A_RALLY:
        fact = "this record is one stage, not a rally"
        help = 'a rally record has a line `rally "Pine weekend"`'
        return Answer(table, (speaker.finding("unreadable", statement.node.span, fact, help=help),))
    if statement.kind == "position":
        return _position(table, statement, file, fresh=False)
    made = ready(table, speaker)
    if isinstance(made, Finding):
        return Answer(table, (made,))
    return _stage_line(made, statement, file)


def unknown_names(table: Table, statement: Statement, file: str) -> tuple[Finding, ...]:
    """Reports unknown names in a line that is not judged."""
    if statement.kind in KINDS:
        return ()
    speaker, found = Speaker(file, statement), list[Finding]()
    for leaf, is_driver in _names(statement.node):
        try:
            if is_driver and table.drivers:
                driver(leaf, table.names)
            elif not is_driver and table.stage is not None:
                one_of(leaf, "space", [START, FINISH, *table.stage.index])
        except NotationError as error:
            found += speaker.troubles(error)
    return tuple(found)


def _names(node: Node) -> Iterator[tuple[Leaf, bool]]:
    """The names in part of a line: those of spaces (False) and those of drivers (True)."""
    words = [part for part in node.parts if isinstance(part, Leaf) and part.kind in ("WORD", "STRING")]
    if node.kind in ALL_DRIVERS or node.kind in FIRST_DRIVER:
        yield from ((word, True) for word in (words if node.kind in ALL_DRIVERS else words[:1]))
    elif node.kind in ("mover", "at"):
        yield from ((word, node.kind == "mover") for word in words)
    for part in node.parts:
        if isinstance(part, Node):
            yield from _names(part)


def _position(table: Table, statement: Statement, file: str, fresh: bool) -> Answer:
    from verifier.rallyman.lines.block import position_block

    made = ready(table, Speaker(file, statement))
    if isinstance(made, Finding):
        return Answer(table, (made,))
    return position_block(made, statement, file, fresh)


def _stage_line(table: Table, statement: Statement, file: str) -> Answer:
    match statement.kind:
        case "drives":
            from verifier.rallyman.lines.turns import turn_line

            return turn_line(table, statement, file)
        case "check":
            from verifier.rallyman.lines.checks import check_line

            return check_line(table, statement, file)
        case "result":
            from verifier.rallyman.lines.checks import result_line

            return result_line(table, statement, file)
        case "turn":
            return _round(table, statement, file)
        case "not_written":
            return Answer(table.lost(), judged=False, follow=False)
    return Answer(table, judged=False, follow=False)


def _round(table: Table, statement: Statement, file: str) -> Answer:
    """`turn 3`: the round about to be played."""
    from verifier.rallyman.lines.claims import refuted, round_denied

    speaker = Speaker(file, statement)
    if table.position is None:
        return Answer(table, judged=False, follow=False)
    leaf = statement.node.leaves()[0]
    return Answer(
        table, refuted(table, round_denied(table.position, int(leaf.text), leaf.span, "begins"), speaker)
    )

"""Handles a Rallyman record line by line, between the syntax tree and the engine."""

from collections.abc import Iterator

from grammar.syntax import Leaf, Node, Statement
from model.rallyman.facts import FINISH, START
from model.values import replace
from verifier.answer import Answer, Where
from verifier.findings import Finding
from verifier.naming import one_of
from verifier.rallyman.lines.header import KINDS, check_header, header_line, set_up
from verifier.rallyman.lines.names import driver
from verifier.rallyman.lines.terms import Speaker, Table
from verifier.records.speaking import NotationError, unreadable

OF_A_RALLY = ("rally_race", "assistance", "change_tyres", "spare_between")
"""Statements allowed only in a rally record."""


ALL_DRIVERS = ("order", "next_driver", "winner", "places", "starting_order")
FIRST_DRIVER = ("score", "car_state", "stands", "change_tyres", "spare_between")
"""Parts of a line whose own words, or the first of them, are drivers."""


def table_line(table: Table, statement: Statement, place: Where, *, fresh: bool = False) -> Answer:
    """The answer to one line. `fresh`: a `position` block after a line that could not be followed, which gives a new start."""
    speaker = Speaker(place.file, statement)
    table = table if statement.kind in KINDS else set_up(table)
    try:
        answer = _line(table, speaker, place, fresh)
    except NotationError as error:
        return Answer(table, speaker.troubles(error))
    if not (false := sum(finding.kind == "claim" for finding in answer.findings)):
        return answer
    return replace(answer, table=replace(answer.table, refuted=answer.table.refuted + false))


def _line(table: Table, speaker: Speaker, place: Where, fresh: bool) -> Answer:
    statement = speaker.statement
    if statement.kind in KINDS:
        return header_line(table, speaker, place)
    if table.rally is not None:
        from verifier.rallyman.lines.rally import rally_line

        return rally_line(table, speaker, place)
    if statement.kind in OF_A_RALLY:
        fact = "this record is one stage, not a rally"
        help = 'a rally record has a line `rally "Pine weekend"`'
        raise unreadable(statement.node.span, fact, help)
    check_header(table, statement.node.span)
    match statement.kind:
        case "position":
            from verifier.rallyman.lines.block import position_block

            return position_block(table, speaker, fresh)
        case "drives":
            from verifier.rallyman.lines.turns import turn_line

            return turn_line(table, speaker)
        case "check":
            from verifier.rallyman.lines.checks import check_line

            return check_line(table, speaker)
        case "result":
            from verifier.rallyman.lines.checks import result_line

            return result_line(table, speaker)
        case "turn" if table.position is not None:
            from verifier.rallyman.lines.claims import refuted, round_denied

            leaf = statement.node.leaves()[0]
            wrong = round_denied(table.position, int(leaf.text), leaf.span, "begins")
            return Answer(table, refuted(table, wrong, speaker))
        case "not_written":
            table = table.lost()
    return Answer(table, judged=False, follow=False)


def unknown_names(table: Table, statement: Statement, place: Where) -> tuple[Finding, ...]:
    """Reports unknown names in a line that is not judged."""
    if statement.kind in KINDS:
        return ()
    speaker, found = Speaker(place.file, statement), list[Finding]()
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

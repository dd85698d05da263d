"""Handles a record line by line, between the syntax tree and the judge."""

from collections.abc import Iterator

from grammar.syntax import Leaf, Node, Statement
from model.values import replace
from verifier.answer import Answer, Where
from verifier.findings import Finding, Related
from verifier.great_race.lines import play
from verifier.great_race.lines.header import KINDS, check_header, header_line, set_up
from verifier.great_race.lines.names import player
from verifier.great_race.lines.terms import Speaker, Table
from verifier.records.speaking import NotationError


def table_line(table: Table, statement: Statement, place: Where, *, fresh: bool = False) -> Answer:
    """The answer to one line. `fresh`: a `position` block after a line that could not be followed, which gives a new start."""
    speaker = Speaker(place.file, statement)
    begun = table if statement.kind in KINDS else set_up(table)
    if table.setup is None and begun.refused is not None:
        finding = speaker.breaches("illegal", statement.node.span, begun.refused.breaches)
        route = (Related(begun.lines["route"], "the route"),)
        return Answer(begun, (replace(finding, related=route),), follow=False)
    table = begun
    try:
        return _line(table, speaker, place, fresh)
    except NotationError as error:
        return Answer(table, speaker.troubles(error))


def _line(table: Table, speaker: Speaker, place: Where, fresh: bool) -> Answer:
    statement = speaker.statement
    if statement.kind in KINDS:
        return header_line(table, speaker, place)
    check_header(table, statement.node.span)
    if statement.kind in play.KINDS:
        return play.play_line(table, speaker)
    match statement.kind:
        case "position":
            from verifier.great_race.lines.block import position_block

            return position_block(table, speaker, fresh)
        case "check":
            from verifier.great_race.lines.checks import check_line

            return check_line(table, speaker)
        case "result":
            from verifier.great_race.lines.checks import result_line

            return result_line(table, speaker)
        case "not_written":
            table = table.lost()
    return Answer(table, judged=False, follow=False)


PLAYERS = (
    "mover",
    "order",
    "next_player",
    "stands",
    "winner",
    "player_state",
    "score",
    "takes",
    "plan",
    "bonus",
    "interrupt",
)
"""Parts of a line whose first word, or each of whose words, is a player."""


def unknown_names(table: Table, statement: Statement, place: Where) -> tuple[Finding, ...]:
    """Reports unknown players in a line that is not judged."""
    speaker, found = Speaker(place.file, statement), list[Finding]()
    known = table.players
    if statement.kind in KINDS or not known:
        return ()
    for leaf in _players(statement.node):
        try:
            player(leaf, known)
        except NotationError as error:
            found += speaker.troubles(error)
    return tuple(found)


def _players(node: Node) -> Iterator[Leaf]:
    words = [part for part in node.parts if isinstance(part, Leaf) and part.kind == "WORD"]
    if node.kind in PLAYERS:
        yield from words if node.kind in ("order", "winner") else words[:1]
    for part in node.parts:
        if isinstance(part, Node):
            yield from _players(part)

"""The answer to one line of a Thunder Alley record."""

from collections.abc import Collection, Iterator
from functools import partial

from grammar.syntax import Leaf, Node, Statement
from model.datafiles import plain
from model.ruleset import Ruleset
from model.thunder_alley.facts import TEAMS
from model.thunder_alley.position import Setup
from model.thunder_alley.standing import Standing
from model.values import replace
from verifier.answer import Where
from verifier.findings import Finding
from verifier.judging import Effect
from verifier.records.speaking import UNKNOWN_NAME, Trouble
from verifier.thunder_alley.engine.turn import rules_by_themselves
from verifier.thunder_alley.lines.block import position_block
from verifier.thunder_alley.lines.decision import turn_line
from verifier.thunder_alley.lines.header import KINDS, header_line
from verifier.thunder_alley.lines.moves import move_line
from verifier.thunder_alley.lines.names import Names, colours, flag, names_of
from verifier.thunder_alley.lines.read import CHOICE, MOVES, car_of_choice
from verifier.thunder_alley.lines.terms import Answer, Speaker, Table

OF_HEADER = frozenset(KINDS)

OF_TEAMS = frozenset(
    ("team_pass", "first_player", "next_player", "discard", "hand", "absent", "score", "stands", "winner")
)
"""Nodes whose own word is a team."""


def new_table(ruleset: Ruleset) -> Table:
    """The empty table before the header."""
    return Table(Setup(None, ruleset))


def fresh_start(table: Table, statement: Statement, where: Where) -> Answer:
    """A `position` block after a line that could not be followed: it replaces everything except the header."""
    return position_block(table, Speaker(where.file, statement), fresh=True)


def table_line(table: Table, statement: Statement, where: Where) -> Answer:
    """The answer to one line."""
    answer = _line(table, Speaker(where.file, statement), where)
    return replace(answer, effects=partial(_effects, table, answer))


def _effects(before: Table, answer: Answer) -> Iterator[Effect]:
    """The effects of a line, and the rules that applied without a decision."""
    yield from answer.effects()
    after: Table = answer.table
    if before.position is not None and after.position is not None:
        yield Effect(rules_by_themselves(before.position, after.position))


def _line(table: Table, speaker: Speaker, where: Where) -> Answer:
    """The answer to one line. Chapters are imported when a record first needs them."""
    kind = speaker.statement.kind
    if kind in OF_HEADER:
        return header_line(table, speaker, where.folder, where.tracks)
    if kind == "position":
        return position_block(table, speaker)
    if kind == "check":
        from verifier.thunder_alley.lines.checks import check_line

        return check_line(table, speaker)
    if table.stopped is not None:
        fact = f"the move in line {table.stopped} stops in the middle, so no other line can follow it"
        help = "only a `position` block or `check` lines can follow a path that ends in `left`"
        finding = speaker.finding("unreadable", speaker.statement.node.span, fact, help=help)
        return Answer(table.lost(), (finding,))
    if kind in MOVES:
        return move_line(table, speaker)
    if kind == "not_written":
        gap = table.gap if table.position is None else Standing(table.position)
        return Answer(replace(table.lost(), gap=gap), judged=False, follow=False)
    if kind == "turn":
        return turn_line(table, speaker)
    if kind == "event":
        from verifier.thunder_alley.lines.event import event_line

        return event_line(table, speaker)
    if kind == "pit":
        from verifier.thunder_alley.lines.pits import pit_line

        return pit_line(table, speaker)
    if kind in ("setup_bar", "grid"):
        from verifier.thunder_alley.lines.grid import bar_line, grid_line

        return (grid_line if kind == "grid" else bar_line)(table, speaker)
    if kind in ("discard", "hand", "reshuffle"):
        from verifier.thunder_alley.lines.decks import deck_line

        return deck_line(table, speaker)
    from verifier.thunder_alley.lines.season import result_line, season_line

    if kind == "result":
        return result_line(table, speaker)
    return season_line(table, speaker, where.folder, where.tracks)


def unknown_names(table: Table, statement: Statement, where: Where) -> tuple[Finding, ...]:
    """The unknown names in a line that is not judged."""
    if statement.kind in OF_HEADER:
        return ()
    position = table.latest.position
    names = names_of(table.setup, position)
    report: list[Trouble] = []
    passed = () if position is not None and position.cars else TEAMS
    fact = statement.node.parts[0] if statement.kind == "check" else None
    if isinstance(fact, Node):
        from verifier.thunder_alley.lines.checks import wrong_word

        report += filter(None, [wrong_word(fact, names)])
    if not report:
        _look_up(statement.node, names, passed, report)
    speaker = Speaker(where.file, statement)
    return tuple(speaker.trouble(trouble) for trouble in report if trouble.kind == UNKNOWN_NAME)


def _look_up(node: Node, names: Names, passed: Collection[str], report: list[Trouble]) -> None:
    """Looks up every name in a part of a line. If the record has no cars yet, any car is accepted. `passed` are the teams that
    need no `team` line: all seven until the cars stand somewhere, as a missing `team` line is reported for its cars."""
    if node.kind == "card":
        names.card(node, report)
    elif node.kind == "name":
        names.event(node, report)
    elif node.kind == "bar":
        names.bar(node, report)
    elif node.kind == "flag":
        flag(node.leaves()[0], report)
    elif node.kind in ("wear", "kept"):
        colours([leaf for leaf in node.leaves() if leaf.kind != "INT"], report)
    else:
        for part in node.parts:
            if isinstance(part, Node):
                _look_up(part, names, passed, report)
            else:
                _look_up_word(part, node.kind, names, passed, report)


def _look_up_word(leaf: Leaf, of: str, names: Names, passed: Collection[str], report: list[Trouble]) -> None:
    choice = CHOICE.fullmatch(leaf.text) if leaf.kind == "CHOICE" else None
    if leaf.kind == "WORD" and of in OF_TEAMS and plain(leaf.text) not in passed:
        names.team(leaf, report)
    elif leaf.kind in ("SPACE", "PLACED"):
        names.space(leaf.text.removeprefix("@"), leaf.span, report)
    elif choice and choice["place"]:
        names.space(choice["place"], leaf.span, report)
    elif names.cars and choice:
        names.car(car_of_choice(leaf, choice["car"]), report)
    elif names.cars and of in ("car", "second"):
        names.car(leaf, report)

"""The table of a Thunder Alley record: takes its lines one by one, between the syntax tree and the engine."""

from dataclasses import replace
from importlib import import_module
from pathlib import Path

from grammar.syntax import Statement
from model.ruleset import Ruleset
from model.thunder_alley.position import Setup
from verifier.thunder_alley.notation import MOVES
from verifier.thunder_alley.table_checks import check_line, position_block
from verifier.thunder_alley.table_header import KINDS, header_line
from verifier.thunder_alley.table_moves import move_line
from verifier.thunder_alley.table_terms import Reply, Speaker, Table
from verifier.thunder_alley.table_turn import ORDERED, in_step, turn_line

__all__ = ["Reply", "Table", "fresh_start", "new_table", "table_line"]

HANDLERS = {
    "event": ("table_event", "event_line"),
    "pit": ("table_pits", "pit_line"),
    "discard": ("table_decks", "deck_line"),
    "hand": ("table_decks", "deck_line"),
    "reshuffle": ("table_decks", "deck_line"),
    "setup_bar": ("table_grid", "bar_line"),
    "grid": ("table_grid", "grid_line"),
    "result": ("table_season", "result_line"),
    "season": ("table_season", "season_line"),
    "season_race": ("table_season", "season_line"),
    "absent": ("table_season", "season_line"),
}


def new_table(ruleset: Ruleset) -> Table:
    """The empty table before the header."""
    return Table(Setup(None, ruleset))


def fresh_start(table: Table, statement: Statement, file: str) -> Reply:
    """A `position` block after a line that could not be followed: it says everything anew, the header aside."""
    return position_block(table, statement, file, fresh=True)


def table_line(
    table: Table, statement: Statement, file: str, folder: Path | None = None, own: tuple[Path, ...] = ()
) -> Reply:
    """What one line comes to. `folder` is where the record lies: the paths in it start there; `own` are folders of own tracks."""
    kind = statement.kind
    if kind in KINDS:
        return header_line(table, statement, file, folder, own)
    if kind == "position":
        return position_block(table, statement, file)
    if kind == "check":
        return check_line(table, statement, file)
    if table.stopped is not None:
        fact = f"the move in line {table.stopped} stops in the middle, so no other line can follow it"
        help = "only a `position` block or `check` lines can follow a path that ends in `left`"
        finding = Speaker(file, statement).finding("unreadable", statement.node.span, fact, help=help)
        return Reply(table.lost(), (finding,))
    if kind in ORDERED and table.position is not None and kind != "turn":
        table, wrong = in_step(table, statement, Speaker(file, statement))
        if wrong is not None:
            return Reply(table, (wrong,))
    if kind == "not_written":
        return Reply(replace(table.lost(), gap=table.position or table.gap), judged=False, follow=False)
    if kind in MOVES:
        return move_line(table, statement, file)
    if kind == "turn":
        return turn_line(table, statement, file)
    return _handled(table, statement, file, folder)


def _handled(table: Table, statement: Statement, file: str, folder: Path | None) -> Reply:
    module, name = HANDLERS[statement.kind]
    try:
        handler = getattr(import_module(f"verifier.thunder_alley.{module}"), name)
    except ModuleNotFoundError:
        return Reply(table, judged=False, follow=True)
    reply: Reply = handler(table, statement, file)
    return reply

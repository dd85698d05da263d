"""The Great Race's interface to the shared parts of the tool."""

from collections.abc import Hashable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from grammar.syntax import Record, Statement
from model.great_race.cards import card_by_name, card_tables
from model.great_race.facts import DATA
from model.great_race.position import OVER
from model.ruleset import Ruleset
from model.values import replace
from verifier.game import Game, MovesAnswer, MovesRequest, Where
from verifier.great_race.lines.header import KINDS, set_up
from verifier.great_race.lines.line import table_line, unknown_names
from verifier.great_race.lines.play import KINDS as PLAYED
from verifier.great_race.lines.sheet import CHEAT_SHEET
from verifier.great_race.lines.terms import Table
from verifier.lazily import drawn, later, stored

if TYPE_CHECKING:
    from verifier.great_race.pictures.view import View

HERE = "verifier.great_race"


def begin(record: Record, ruleset: Ruleset, place: Where) -> Table:
    """The empty table before the header of a record."""
    return Table(ruleset, overrides=place.overrides)


def state(table: Table) -> Hashable:
    """The facts of a table that later lines depend on."""
    return table.board and table.board.id, table.route, table.seats, table.standing, table.gap


def by_solver(table: Table) -> Table:
    """The same table with the spec as judge."""
    from verifier.great_race.spec import door

    return replace(refuting(table.unasked()), door=door)


def refuting(table: Table) -> Table:
    """The same table with the spec as judge of false claims."""
    from verifier.great_race.spec.refute import refute

    return replace(table, refute=refute)


def complete(table: Table) -> bool:
    """Whether the game is over (GR-18.4)."""
    return table.position is not None and table.position.phase == OVER and bool(table.position.players)


def result(table: Table) -> Mapping[str, int] | None:
    """The prestige of the finishers, once the game is over and all points are known."""
    ended = table.standing.ended if table.standing is not None else None
    if ended is None:
        return None
    return {name: points for name, points in ended.points if points is not None}


def labels(table: Table) -> tuple[str, ...]:
    """The board by name and version."""
    return () if table.board is None else (f"board {table.board.id}@{table.board.version}",)


def digests(table: Table) -> Mapping[str, str]:
    """A hash of the board's content, independent of its file."""
    if table.board is None:
        return {}
    from dataclasses import asdict

    from verifier.fingerprint import digest

    board = table.board
    facts = [[asdict(one) for one in several] for several in (board.places, board.lines, board.tiles)]
    return {"board": digest(facts)}


def position_lines(table: Table) -> tuple[str, ...]:
    """The position as the lines of a `position` block; none if it is unknown."""
    from verifier.great_race.lines.block import block_lines

    table = set_up(table)
    return () if table.standing is None or table.setup is None else block_lines(table.setup, table.standing)


def _view(table: Table) -> "View | None":
    """What to draw for a table; None without a board."""
    from verifier.great_race.pictures.view import View

    table = set_up(table)
    return View(table.board, table.setup, table.standing) if table.board is not None else None


def summary(table: Table, width: int) -> tuple[str, ...]:
    """Turn, who acts, gauges, money and assistants of each player."""
    from verifier.great_race.lines.summary import summary_lines

    table = set_up(table)
    return () if table.standing is None else summary_lines(table.standing, width)


def restore(before: Table, after: Table, statement: Statement, counted: bool) -> str | None:
    """A legal line of play with every name in its usual spelling."""
    from verifier.great_race.lines.write import line_text

    return line_text(after.past[-1].decision) if statement.kind in PLAYED else None


def spell(kind: str, name: str) -> str:
    """The canonical spelling of a card written in English or Spanish; any other name stays as it is."""
    return (card_by_name(name) if kind == "card" else None) or name


def legal_moves(table: Table, request: MovesRequest) -> MovesAnswer:
    """The legal lines at a position."""
    from verifier.great_race.lines.offers import offers

    return offers(set_up(table).unasked(), request)


GAME: Game[Table] = Game(
    name="great-race",
    title="The Great Race",
    data=DATA,
    begin=begin,
    line=table_line,
    restart=partial(table_line, fresh=True),
    unknown_names=unknown_names,
    header=KINDS,
    complete=complete,
    position_lines=position_lines,
    state=state,
    result=result,
    labels=labels,
    digests=digests,
    cheat_sheet=CHEAT_SHEET,
    picture=drawn(_view, f"{HERE}.pictures.text", "text_picture", ""),
    scene=drawn(_view, f"{HERE}.pictures.svg", "scene", None),
    summary=summary,
    as_record=later(f"{HERE}.lines.as_record", "record_text"),
    spell=spell,
    restore=restore,
    terms=card_tables,
    courses=later(f"{HERE}.course", "courses"),
    course=later(f"{HERE}.course", "course"),
    legal_moves=legal_moves,
    ends=later(f"{HERE}.lines.play", "ends"),
    template=later(f"{HERE}.template", "template"),
    simulate=later(f"{HERE}.simulate", "simulate"),
    certified=later(f"{HERE}.certified", "asked"),
    by_solver=by_solver,
    refuting=refuting,
    checks=stored(f"{HERE}.check", "CHECKS"),
    finds=stored(f"{HERE}.find", "FINDS"),
    infers=stored(f"{HERE}.infer", "INFERS"),
    plays=stored(f"{HERE}.plays", "PLAYS"),
)

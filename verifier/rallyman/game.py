"""Rallyman's interface to the shared parts of the tool."""

from collections.abc import Hashable, Mapping
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

from grammar.syntax import Record, Statement
from model.rallyman.facts import DATA
from model.rallyman.standing import clock
from model.ruleset import Ruleset
from verifier.game import Game, MovesAnswer, MovesRequest, Where
from verifier.lazily import drawn, later, stored
from verifier.rallyman.lines.header import KINDS, set_up
from verifier.rallyman.lines.line import table_line, unknown_names
from verifier.rallyman.lines.sheet import CHEAT_SHEET
from verifier.rallyman.lines.terms import Table

if TYPE_CHECKING:
    from verifier.rallyman.pictures.view import View

HERE = "verifier.rallyman"


def begin(record: Record, ruleset: Ruleset, place: Where) -> Table:
    """The empty table before the header of a record."""
    return Table(ruleset, overrides=place.overrides)


def state(table: Table) -> Hashable:
    """The facts of a table that later lines depend on."""
    header = table.stage and table.stage.id, table.drivers, table.start, tuple(sorted(table.surfaces.items()))
    timing = tuple(sorted(table.timing.items())) if table.timing is not None else None
    return header, timing, table.standing, table.gap, table.rally


def by_solver(table: Table) -> Table:
    """The same table with the spec as judge."""
    from verifier.rallyman.spec import door

    return table.asking(door)


def complete(table: Table) -> bool:
    """Whether every driver has finished or is out; in a rally, whether three stages were driven."""
    if table.rally is not None:
        return table.rally.complete
    return table.position is not None and not any(car.driving for car in table.position.cars)


def result(table: Table) -> Mapping[str, int] | None:
    """The times in seconds of drivers who finished, best first, once the stage or the rally is over."""
    driven = table.rally or table.standing
    return driven.ranked if driven is not None and complete(table) else None


def labels(table: Table) -> tuple[str, ...]:
    """The stage by name and version."""
    return () if table.stage is None else (f"stage {table.stage.id}@{table.stage.version}",)


def digests(table: Table) -> Mapping[str, str]:
    """A hash of the stage's content, independent of its file."""
    if table.stage is None:
        return {}
    from verifier.fingerprint import digest

    facts = [asdict(space) for space in table.stage.spaces] + [asdict(zone) for zone in table.stage.zones]
    return {"stage": digest([*facts, table.stage.start])}


def position_lines(table: Table) -> tuple[str, ...]:
    """The position as the lines of a `position` block; none if it is unknown."""
    from verifier.rallyman.lines.block import block_lines

    table = set_up(table)
    return () if table.position is None or table.setup is None else block_lines(table.setup, table.position)


def _view(table: Table) -> "View | None":
    """What to draw for a table; None without a stage."""
    from verifier.rallyman.pictures.view import View

    table = set_up(table)
    return (
        View(table.stage, table.position, table.surfaces, table.timing) if table.stage is not None else None
    )


def summary(table: Table, width: int) -> tuple[str, ...]:
    """Round, order of play, cars with their times."""
    from verifier.rallyman.lines.summary import rally_lines, summary_lines

    if table.rally is not None:
        return rally_lines(table.rally, width)
    table = set_up(table)
    if table.setup is None or table.position is None:
        return ()
    return summary_lines(table.setup, table.position, width)


def legal_moves(table: Table, request: MovesRequest) -> MovesAnswer:
    """The legal turns at a position."""
    from verifier.rallyman.lines.offers import offers

    return offers(set_up(table), request)


def restore(before: Table, after: Table, statement: Statement, counted: bool) -> str | None:
    """A legal turn with its round, the lines of its corners and its card."""
    from verifier.rallyman.lines.restored import restored

    return restored(after, statement, counted)


GAME: Game[Table] = Game(
    name="rallyman",
    title="Rallyman",
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
    score=clock,
    labels=labels,
    digests=digests,
    cheat_sheet=CHEAT_SHEET,
    picture=drawn(_view, f"{HERE}.pictures.text", "text_picture", ""),
    scene=drawn(_view, f"{HERE}.pictures.svg", "scene", None),
    tried=later(f"{HERE}.pictures.tried", "tried"),
    dice=later(f"{HERE}.pictures.tried", "dice"),
    summary=summary,
    as_record=later(f"{HERE}.lines.as_record", "record_text"),
    legal_moves=legal_moves,
    ends=later(f"{HERE}.lines.turns", "ends"),
    restore=restore,
    template=later(f"{HERE}.template", "template"),
    simulate=later(f"{HERE}.simulate", "simulate"),
    courses=later(f"{HERE}.course", "courses"),
    course=later(f"{HERE}.course", "course"),
    best=later(f"{HERE}.best", "best"),
    certified=later(f"{HERE}.certified", "asked"),
    checks=stored(f"{HERE}.check", "CHECKS"),
    finds=stored(f"{HERE}.find", "FINDS"),
    infers=stored(f"{HERE}.infer", "INFERS"),
    plays=stored(f"{HERE}.plays", "PLAYS"),
    by_solver=by_solver,
)

"""The Great Race's interface to the shared parts of the tool."""

from collections.abc import Hashable, Mapping

from grammar.syntax import Record, Statement
from model.asked import AskedReadings
from model.great_race.facts import DATA
from model.great_race.position import OVER
from model.ruleset import Ruleset
from model.values import replace
from verifier.game import Answer, Game, Where
from verifier.great_race.lines.header import KINDS, set_up
from verifier.great_race.lines.line import table_line, unknown_names
from verifier.great_race.lines.terms import Table


def begin(record: Record, ruleset: Ruleset, place: Where) -> Table:
    """The empty table before the header of a record."""
    return Table(ruleset, overrides=place.overrides)


def line(table: Table, statement: Statement, place: Where) -> Answer:
    """The answer to one line of a record."""
    return _consulting(table, table_line(table, statement, place))


def restart(table: Table, statement: Statement, place: Where) -> Answer:
    """A `position` block that gives a new start."""
    return _consulting(table, table_line(table, statement, place, fresh=True))


def _consulting(before: Table, answer: Answer) -> Answer:
    """The answer with the rulings looked up for it."""
    asked = before.ruleset.readings
    return replace(answer, consulted=tuple(asked.asked)) if isinstance(asked, AskedReadings) else answer


def state(table: Table) -> Hashable:
    """The facts of a table that later lines depend on."""
    return table.board and table.board.id, table.route, table.seats, table.standing, table.gap


def by_solver(table: Table) -> Table:
    """The same table with the spec as judge."""
    from verifier.great_race.spec import door

    return table.asking(door)


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


def position_lines(table: Table) -> tuple[str, ...]:
    """The position as the lines of a `position` block; none if it is unknown."""
    from verifier.great_race.lines.block import block_lines

    table = set_up(table)
    return () if table.standing is None or table.setup is None else block_lines(table.setup, table.standing)


GAME: Game[Table] = Game(
    name="great-race",
    title="The Great Race",
    data=DATA,
    begin=begin,
    line=line,
    restart=restart,
    unknown_names=unknown_names,
    header=KINDS,
    complete=complete,
    position_lines=position_lines,
    state=state,
    result=result,
    labels=labels,
    by_solver=by_solver,
)

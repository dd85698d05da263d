"""A whole record by the spec alone: the second answer beside that of the engine."""

from collections.abc import Iterable

from grammar.syntax import Record, Statement
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position
from verifier.findings import ILLEGAL, LEGAL, UNDETERMINED
from verifier.game import Where
from verifier.heading import Heading
from verifier.second import NotJudgedError, SolverVerdict, UnreadableError
from verifier.solving.questions import ContradictionError
from verifier.thunder_alley.lines.ends import listed_ends
from verifier.thunder_alley.lines.terms import Table
from verifier.thunder_alley.second.record import follow
from verifier.thunder_alley.second.record.seasons import is_season, season_fault
from verifier.thunder_alley.spec import judge


def ends(table: Table, statement: Statement, place: Where) -> tuple[str, ...] | None:
    """Where a move can end whose rest is not written, by the spec."""
    setup, position = table.setup, table.position
    if position is None:
        return None

    def positions(move: Activation) -> Iterable[Position]:
        return judge(setup, position, move).positions

    return listed_ends(table, statement, positions, positions)


def judge_record(record: Record, heading: Heading, place: Where) -> SolverVerdict:
    """Whether the spec allows every line of a record, and what is said in them of the table; else the first rules broken."""
    try:
        if is_season(record):
            fault, is_open = season_fault(record, heading.ruleset, place)
            step = 0
        else:
            telling = follow(record.statements, heading.ruleset)
            fault, is_open, step = telling.fault, telling.is_open, telling.step
    except (UnreadableError, NotJudgedError, ContradictionError, ValueError) as error:
        return SolverVerdict("", reason=str(error))
    if fault is None:
        return SolverVerdict(UNDETERMINED if is_open else LEGAL)
    rules, line = fault
    return SolverVerdict(ILLEGAL, rules, line, step)

"""Places in a file of records, as `PATH@LINE` names them, and the position there."""

import shlex
from collections.abc import Sequence
from typing import Any

from grammar.errors import visible
from grammar.parser import ParseResult
from grammar.syntax import Record, Statement
from model.ruleset import Ruleset
from model.values import replace, value
from verifier.errors import NO_VERDICT, UNUSABLE, StewardError
from verifier.findings import KINDS, UNREADABLE, Finding
from verifier.game import Game, Where
from verifier.games import find_game
from verifier.records.heading import KINDS as HEADING
from verifier.records.replay import STDIN, Options, RecordReport, judge_record, where_of
from verifier.records.stepping import last_line

ANYWHERE = HEADING - {"under"}
"""Kinds of statement that hold for a whole record, wherever they stand. A block for some readings holds from its place on."""


def several(game: Game[Any], tables: Sequence[Any], lost_line: int) -> str:
    """If several positions are possible: how many, why, and which lines distinguish the first. Else empty."""
    if len(tables) < 2:
        return ""
    first, *others = (game.position_lines(table) for table in tables)
    own = [f"`{line}`" for line in first if not all(line in other for other in others)]
    details = f", with {', '.join(own)}" if own else ""
    lost = f"something in line {lost_line} was not written down"
    return f"{len(tables)} positions are possible here, because {lost}; this is the first of them{details}"


@value
class Spot:
    """A place in a record: the position there, and the next statement (None at the end). `others` are equally possible positions,
    because something in `lost_line` was not written down. `title` is that of the record."""

    game: Game[Any]
    record: Record
    ruleset: Ruleset
    where: Where
    table: Any
    statement: Statement | None
    others: tuple[Any, ...] = ()
    lost_line: int = 0
    title: str = ""

    @property
    def positions(self) -> tuple[tuple[str, ...], ...]:
        """Every possible position, as the lines of a `position` block; `table` is the first of them."""
        return tuple(self.game.position_lines(table) for table in (self.table, *self.others))

    @property
    def note(self) -> str:
        """If several positions are possible: how many, why, and which lines distinguish `table`. Else empty."""
        return several(self.game, (self.table, *self.others), self.lost_line)


def table_at(result: ParseResult, line: int | None = None, options: Options | None = None) -> Spot:
    """The position before the statement at `line` of a file, or the next one after it; without a line, at the end.

    A line inside a block is after that block, its first line before it. Raises `StewardError` if there is no such line, or if the
    position there is not known.
    """
    record = record_of(result, line)
    errors = [problem for problem in result.errors if problem.record == record.number]
    upto, coming = record, None
    if line is not None:
        errors = [problem for problem in errors if problem.span.line < line]
        coming = next((one for one in record.statements if one.line >= line), None)
        before = tuple(one for one in record.statements if one.line < line or one.kind in ANYWHERE)
        upto = replace(record, statements=before)
    report = judge_record(upto, errors, options)
    if report.ruleset is None or not report.followed:
        raise _not_known(result, report, line, options)
    game: Game[Any] = find_game(record.game)
    where = where_of(record, options or Options())
    return Spot(
        game,
        record,
        report.ruleset,
        where,
        report.table,
        coming,
        report.others,
        report.lost_line,
        report.title or "",
    )


def record_of(result: ParseResult, line: int | None) -> Record:
    """The record that a line of a file belongs to; without a line, the only one. Raises `StewardError` without such a record."""
    records = result.records
    if not records:
        first = result.errors[0]
        raise StewardError(f"{first.file}:{first.span.line}:{first.span.column}: {first.message}", first.hint)
    file = records[0].file
    if line is None:
        if len(records) > 1:
            example = f"{file}@{records[0].line}"
            raise StewardError(
                f"{file} holds {len(records)} records", f"name a line of one of them, as in `{example}`"
            )
        return records[0]
    if line < 1:
        raise StewardError(f"there is no line {line} in {file}", "lines are counted from 1")
    last = max(
        last_line(records[-1].statements[-1]) if records[-1].statements else records[-1].line,
        *(problem.span.line for problem in result.errors),
        records[-1].line,
    ) + len(records[-1].below)
    if line > last:
        raise StewardError(f"there is no line {line} in {file}", f"its last line is {last}")
    found = [record for record in records if record.line <= line]
    return found[-1] if found else records[0]


def _not_known(
    result: ParseResult, report: RecordReport, line: int | None, options: Options | None
) -> StewardError:
    """Why the position there is unknown: the last finding that stopped the judging, and where to look instead."""
    place = f"in line {line}" if line is not None else "at the end"
    what = f"the position {place} of {report.file} is not known"
    if not report.findings:
        return StewardError(what, code=NO_VERDICT)
    first = next((first for first, last in report.not_judged[-1:] if report.findings[-1].line <= last), None)
    stop = next(
        (one for one in reversed(report.findings) if first is None or one.line < first), report.findings[-1]
    )
    code = UNUSABLE if KINDS[stop.kind] == UNREADABLE else NO_VERDICT
    help = stop.help or "a `position` block after that line gives a new start"
    line_of = f"line {stop.line}"
    if code == UNUSABLE:
        line_of += f", column {stop.column}"
        help = stop.help or "correct that line; `steward verify` marks the place in it"
    if code == NO_VERDICT and _known_before(result, stop, line, options):
        spot = shlex.quote(visible(f"{report.file}@{stop.line}"))
        help = f"`steward show {spot}` shows the position before that line"
    return StewardError(f"{what}: {line_of}: {stop.fact}", help, code)


def _known_before(result: ParseResult, stop: Finding, line: int | None, options: Options | None) -> bool:
    """Whether the position is known before the line that stopped the judging."""
    if stop.file == STDIN or stop.line < 1 or (line is not None and stop.line >= line):
        return False
    try:
        table_at(result, stop.line, options)
    except StewardError:
        return False
    return True

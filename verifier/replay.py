"""Steps records through their game and says what came of them. `verify`, `test`, `show` and `moves` all judge by this.

What happens after a line that cannot be followed is decided here, once for all games. A line stops the judging if it is illegal,
cannot be read, leaves something open, or is of a kind that nobody judges yet (unless the game says that it moves nothing). From
there on lines are *not judged*, until a `position` block gives a new start; the next record begins afresh. Two refinements:

- After a wrong `check` the table is still known, so the `check` and `result` lines right after it are compared as well.
- If the header is broken (a game's own header lines, or those of the frame), nothing but the rest of the header is read:
  a position cannot repair a missing team.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from grammar.errors import SyntaxProblem
from grammar.lines import split_comment
from grammar.parser import ParseResult
from grammar.syntax import Record, Statement
from model.ruleset import Ruleset
from verifier.findings import UNREADABLE, Finding, Related, deciding, same_rule, verdict_of
from verifier.game import Answer, Game, Where
from verifier.games import GAMES, find_game
from verifier.heading import KINDS as HEADING
from verifier.heading import Expectation, Heading, Overrides, finding_at, read_heading
from verifier.names import did_you_mean

STDIN = "-"
"""How standard input is named, on the command line and in findings."""

ASSERTIONS = ("check", "result")
"""Statements that say something of the table and move nothing."""

JUDGED, OPEN, SKIPPED, UNJUDGED = "judged", "undetermined", "skipped", "not-judged"
"""States of a step: somebody judged it; nobody judges it yet; it needs no judgement of its own (a header line of the frame, a
block that could not be read); it stands after a stop."""


@dataclass(frozen=True, slots=True)
class Options:
    """How records are judged. `folder` is where relative paths start (None: where the file lies). `steps` keeps every step in the
    report."""

    overrides: Overrides = field(default_factory=Overrides)
    folder: Path | None = None
    steps: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a record as it was replayed: the table before and after it, and what was said."""

    statement: Statement
    state: str
    before: Any
    after: Any
    findings: tuple[Finding, ...] = ()
    sentence: str = ""
    consulted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordReport:
    """What became of one record. `number` 0 stands for what is wrong with a file outside of any record.

    `findings` are in the order of the file; the verdict is the gravest of theirs. `came_out` is None without an `expect` line.
    `not_judged` are the stretches (first and last line) that could not be followed. `table` is the last table known; `followed`
    tells whether it is the one at the end of the record.
    """

    file: str
    number: int
    line: int
    game: str
    verdict: str
    title: str | None = None
    ruleset: Ruleset | None = None
    labels: tuple[str, ...] = ()
    complete: bool = False
    expected: Expectation | None = None
    came_out: bool | None = None
    findings: tuple[Finding, ...] = ()
    not_judged: tuple[tuple[int, int], ...] = ()
    result: Mapping[str, int] | None = None
    digests: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    consulted: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    table: Any = None
    followed: bool = False

    @property
    def not_judged_from(self) -> int | None:
        """The first line that was not judged, if there is one."""
        return self.not_judged[0][0] if self.not_judged else None

    @property
    def deciding(self) -> Finding | None:
        """The first finding that means the verdict."""
        return deciding(self.findings)


def judge_records(result: ParseResult, options: Options | None = None) -> list[RecordReport]:
    """Judges every record of a file. Never raises for what stands in it."""
    options = options or Options()
    outside = [problem for problem in result.errors if problem.record == 0]
    reports = []
    if outside or not result.records:
        findings = tuple(map(syntax_finding, outside or result.errors))
        first = findings[0] if findings else None
        file, line = (first.file, first.line) if first else ("", 0)
        reports.append(RecordReport(file, 0, line, "", UNREADABLE, findings=findings))
    for record in result.records:
        errors = [problem for problem in result.errors if problem.record == record.number]
        reports.append(judge_record(record, errors, options))
    return reports


def judge_record(
    record: Record, errors: Sequence[SyntaxProblem] = (), options: Options | None = None
) -> RecordReport:
    """Judges one record; `errors` are the lines of it that could not be read."""
    options = options or Options()
    unreadable = tuple(map(syntax_finding, errors))
    if record.game not in GAMES or not record.statements:
        findings = unreadable or (_unknown_game(record),)
        return RecordReport(
            record.file, record.number, record.line, record.game, UNREADABLE, findings=findings
        )
    game: Game[Any] = find_game(record.game)
    where = where_of(record, options)
    heading = read_heading(record, game, where.folder, options.overrides)
    replay = _Replay(record, game, heading, where, errors)
    steps = tuple(replay.steps())
    findings = _in_order([*unreadable, *heading.findings, *(one for step in steps for one in step.findings)])
    verdict = verdict_of(findings)
    return RecordReport(
        record.file,
        record.number,
        record.line,
        game.name,
        verdict,
        heading.title,
        heading.ruleset,
        game.labels(replay.table),
        game.complete(replay.table),
        heading.expected,
        _came_out(heading.expected, verdict, findings),
        findings,
        _stretches(steps),
        game.result(replay.table),
        {**digests(record, errors, heading.ruleset), **game.digests(replay.table)},
        tuple(sorted({id for step in steps for id in step.consulted})),
        steps if options.steps else (),
        replay.table,
        replay.followed,
    )


def syntax_finding(problem: SyntaxProblem) -> Finding:
    """A line that could not be read, as a finding."""
    span = problem.span
    unknown = problem.message.startswith("there is no game ")
    return Finding(
        "unknown-name" if unknown else "unreadable",
        problem.file,
        span.line,
        span.column,
        span.end_column,
        problem.message,
        help=problem.hint,
        source=problem.source,
    )


def digests(record: Record, errors: Sequence[SyntaxProblem], ruleset: Ruleset) -> dict[str, str]:
    """What was judged, as sha256: the lines of the record without comments and blank lines, and the ruleset."""
    lines = {problem.span.line: problem.source for problem in errors}
    waiting = list(record.statements)
    for statement in waiting:
        lines[statement.line] = statement.source
        waiting += [*statement.body, *([statement.closing] if statement.closing else [])]
    text = "\n".join(split_comment(lines[number])[0].strip() for number in sorted(lines))
    rules = {
        "id": ruleset.id,
        "version": ruleset.version,
        "readings": dict(ruleset.readings),
        "parameters": dict(ruleset.parameters),
        "options": dict(ruleset.options),
    }
    return {"record": _sha256(text), "ruleset": _sha256(json.dumps(rules, sort_keys=True))}


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def where_of(record: Record, options: Options) -> Where:
    """The file of a record as findings name it, and where its relative paths start."""
    if options.folder is not None:
        return Where(record.file, options.folder)
    return Where(record.file, Path() if record.file in (STDIN, "") else Path(record.file).parent)


def _unknown_game(record: Record) -> Finding:
    """A game that can be read but not judged, or a `game` line that cannot be read and was not reported."""
    help = did_you_mean(record.game, GAMES) or f"games: {', '.join(GAMES)}"
    column = 1
    source = record.statements[0].source if record.statements else ""
    if record.statements:
        column = record.statements[0].node.leaves()[0].span.column
    end = column + len(record.game)
    fact = f"there is no game `{record.game}` here"
    return Finding("unknown-name", record.file, record.line, column, end, fact, help=help, source=source)


def _in_order(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """By line and, within a line, as they were found: a game names the deciding one first."""
    return tuple(sorted(findings, key=lambda finding: finding.line))


def _came_out(expected: Expectation | None, verdict: str, findings: Sequence[Finding]) -> bool | None:
    if expected is None:
        return None
    if verdict != expected.verdict:
        return False
    if not expected.rules:
        return True
    first = deciding(findings)
    named = first.rules[0] if first is not None and first.rules else ""
    return any(same_rule(rule, named) for rule in expected.rules)


def _stretches(steps: Sequence[Step]) -> tuple[tuple[int, int], ...]:
    """First and last line of every run of lines that were not judged; header lines between them part nothing."""
    found: list[tuple[int, int]] = []
    running = False
    for step in steps:
        last = last_line(step.statement)
        if step.state == UNJUDGED:
            found.append((found.pop()[0], last) if running else (step.statement.line, last))
            running = True
        elif step.state in (JUDGED, OPEN):
            running = False
    return tuple(found)


def last_line(statement: Statement) -> int:
    """The last line of a statement, the `end` of a block included."""
    if statement.closing is not None:
        return statement.closing.line
    return max([statement.line, *map(last_line, statement.body)])


class _Replay:
    """One record on its way through its game. `table` is the last table known, whether or not it could be followed."""

    def __init__(
        self,
        record: Record,
        game: Game[Any],
        heading: Heading,
        where: Where,
        errors: Sequence[SyntaxProblem],
    ) -> None:
        self.record, self.game, self.heading, self.where = record, game, heading, where
        self.table: Any = game.begin(record, heading.ruleset, where)
        self.errors = sorted(problem.span.line for problem in errors)
        self.stopped = heading.broken
        self.asserting = False
        self.in_header = True
        self.header_broken = heading.broken
        self.open_kinds: dict[str, int] = {}
        self.made: list[Step] = []

    def steps(self) -> list[Step]:
        for statement in self.record.statements:
            self._errors_before(statement.line)
            self.made.append(self._step(statement))
        if self.errors:
            self._stop()
        return self.made

    @property
    def followed(self) -> bool:
        """Whether the table is known after the last line."""
        return not self.stopped or self.asserting

    def _errors_before(self, line: int) -> None:
        """Stops at lines that could not be read and stood before this one."""
        if self.errors and self.errors[0] < line:
            self.errors = [number for number in self.errors if number >= line]
            self._stop()

    def _step(self, statement: Statement) -> Step:
        kind = statement.kind
        if kind in HEADING:
            return self._made(statement, SKIPPED)
        if kind in self.game.header and self.in_header:
            if self._unreadable_inside(statement):
                return self._made(statement, SKIPPED)
            return self._answered(statement, self.game.line)
        self.in_header = False
        if self._unreadable_inside(statement):
            return self._made(statement, SKIPPED)
        if self.stopped:
            if kind == "position" and not self.header_broken:
                self.stopped = self.asserting = False
                return self._answered(statement, self.game.restart)
            if not (self.asserting and kind in ASSERTIONS):
                self.asserting = False
                return self._made(statement, UNJUDGED)
        if kind == "not_written":
            fact = "lines are missing here; what was not written down is not judged yet"
            return self._open(statement, fact)
        if kind == "either":
            fact = "alternatives (`either` ... `or` ... `end`) are not judged yet"
            return self._open(statement, fact)
        return self._answered(statement, self.game.line)

    def _unreadable_inside(self, statement: Statement) -> bool:
        """Whether a line of this block could not be read: then the block is not what its writer meant."""
        last = last_line(statement)
        inside = bool(self.errors) and self.errors[0] <= last
        if inside:
            self.errors = [number for number in self.errors if number > last]
            self._stop()
        return inside

    def _stop(self) -> None:
        self.stopped, self.asserting = True, False
        self.header_broken = self.header_broken or self.in_header

    def _made(self, statement: Statement, state: str) -> Step:
        return Step(statement, state, self.table, self.table)

    def _open(self, statement: Statement, fact: str) -> Step:
        """A line of the frame that leaves something open."""
        step = self._made(statement, OPEN)
        findings = self._undetermined(statement, fact)
        self._stop()
        return replace(step, findings=findings)

    def _answered(self, statement: Statement, ask: Any) -> Step:
        before = self.table
        answer: Answer[Any] = ask(before, statement, self.where)
        self.table = answer.table
        findings = answer.findings
        if not answer.judged and not findings:
            findings = self._undetermined(statement, _open_fact(statement))
        follow = answer.follow
        if follow is None:
            follow = answer.judged and not findings
        if not follow:
            wrong = findings and all(finding.kind == "claim" for finding in findings)
            asserting = bool(wrong and statement.kind in ASSERTIONS)
            self._stop()
            self.asserting = asserting
        state = JUDGED if answer.judged or answer.findings else OPEN
        return Step(statement, state, before, answer.table, findings, answer.sentence, answer.consulted)

    def _undetermined(self, statement: Statement, fact: str) -> tuple[Finding, ...]:
        """The finding for a line that nobody judges; further lines of the same kind are added to the first one."""
        first = self.open_kinds.setdefault(fact, len(self.made))
        if first == len(self.made):
            return (finding_at("undetermined", self.where.file, statement, fact),)
        step = self.made[first]
        again = Related(statement.line, "the same")
        findings = tuple(
            replace(one, related=(*one.related, again)) if one.fact == fact else one for one in step.findings
        )
        self.made[first] = replace(step, findings=findings)
        return ()


def _open_fact(statement: Statement) -> str:
    """Why a line is undetermined that the game has nothing more to say about."""
    code = split_comment(statement.source)[0].split()
    if any(leaf.kind in ("UNKNOWN", "ELLIPSIS") for leaf in statement.node.leaves()):
        return "this leaves something open, and what was not written down is not judged yet"
    if statement.kind == "check":
        return f"`{' '.join(code[:2])}` is not checked yet"
    return f"`{code[0] if code else statement.kind}` lines are not judged yet"

"""Judges records as they are read, keeping only the findings of each line, so that memory does not grow with their length.

The file is read twice, because `expect` and similar lines may be anywhere: first for the headers, then line by line. A record of
usual length is judged as a whole by `replay`, which can also find what its verdict rests on. Only longer records are judged line
by line.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any

from grammar.errors import SyntaxProblem
from grammar.lines import split_comment
from grammar.stream import RecordEnd, RecordStart, stream
from grammar.syntax import Record, Statement
from verifier.findings import UNREADABLE, Finding
from verifier.game import Game
from verifier.games import GAMES, find_game
from verifier.records.expected import EXPECTATIONS, Expected
from verifier.records.gathered import Gathered
from verifier.records.heading import KINDS as HEADING
from verifier.records.heading import Heading, read_heading
from verifier.records.replay import (
    Options,
    RecordReport,
    judge_record,
    report_of,
    ruleset_digest,
    syntax_finding,
    unknown_game,
    where_of,
)
from verifier.records.stepping import Step, Stepper
from verifier.words import counted

MOST_WHOLE = 3_000
"""The most statements of a record that is judged as a whole, which also finds what its verdict rests on."""

MOST_HEADINGS = 1_000
"""The most header lines of a record that are read; a record with more has contradicted itself long before that."""


def judge_stream(data: bytes, file: str, options: Options | None = None) -> Iterator[RecordReport]:
    """The report on each record of a file, as soon as it has been read. Never raises for its content."""
    options = options or Options()
    headers = _headers(data, file)
    outside: list[Finding] = []
    held: list[Statement | SyntaxProblem] = []
    reader: _Reader | None = None
    record: Record | None = None
    records = 0
    for event in stream(BytesIO(data), file, comments=False):
        if isinstance(event, RecordStart):
            records, record, reader, held = records + 1, headers[event.number], None, []
        elif isinstance(event, RecordEnd):
            assert record is not None
            yield (
                reader.report(event.unreadable) if reader else _whole(record, held, event.unreadable, options)
            )
            record = reader = None
        elif isinstance(event, SyntaxProblem) and (record is None or event.record == 0):
            outside.append(syntax_finding(event))
        elif reader is not None:
            reader.take(event)
        elif record is not None:
            held.append(event)
            if len(held) > MOST_WHOLE:
                reader = _Reader(record, options)
                for earlier in held:
                    reader.take(earlier)
                held = []
    if record is not None:
        # Reading stopped in the middle of this record.
        yield reader.report(1) if reader else _whole(record, held, 1, options)
    if outside and not records:
        yield RecordReport(file, 0, outside[0].line, "", UNREADABLE, findings=tuple(outside))


def _whole(
    header: Record, held: Sequence[Statement | SyntaxProblem], unreadable: int, options: Options
) -> RecordReport:
    """The report on a record of usual length, judged as a whole."""
    statements = tuple(event for event in held if isinstance(event, Statement))
    errors = [event for event in held if isinstance(event, SyntaxProblem)]
    report = judge_record(replace(header, statements=statements), errors, options)
    if unreadable and not errors:
        findings = (_not_told(header, unreadable), *report.findings)
        return replace(report, verdict=UNREADABLE, findings=findings, rests_on=None, assumed=None)
    return report


def _headers(data: bytes, file: str) -> dict[int, Record]:
    """The header lines of every record, by its number."""
    found: dict[int, Record] = {}
    lines: list[Statement] = []
    start: RecordStart | None = None
    for event in stream(BytesIO(data), file, comments=False):
        if isinstance(event, RecordStart):
            start, lines = event, []
            found[event.number] = Record(event.file, event.number, event.game, (), event.line)
        elif isinstance(event, Statement) and event.kind in HEADING and len(lines) < MOST_HEADINGS:
            lines.append(event)
        if start is not None and isinstance(event, RecordEnd):
            found[start.number] = Record(start.file, start.number, start.game, tuple(lines), start.line)
            start = None
    if start is not None:
        found[start.number] = Record(start.file, start.number, start.game, tuple(lines), start.line)
    return found


@dataclass(slots=True)
class _Reader:
    """One record being read. `record` holds only its header lines."""

    record: Record
    options: Options
    gathered: Gathered = field(default_factory=Gathered)
    hash: Any = field(default_factory=hashlib.sha256)
    first_line: bool = True
    unread: bool = False
    waiting: dict[int, str] = field(default_factory=dict)
    game: Game[Any] | None = None
    heading: Heading | None = None
    stepper: Stepper | None = None
    expected: Expected | None = None
    kept: dict[int, Step] = field(default_factory=dict)
    last: Step | None = None

    def __post_init__(self) -> None:
        if self.record.game not in GAMES:
            return
        self.game = find_game(self.record.game)
        where = where_of(self.record, self.options)
        self.heading = read_heading(self.record, self.game.data, where.folder, self.options.overrides)
        self.stepper = Stepper(self.record, self.game, self.heading, where, ())
        self.expected = Expected(self.game, self.heading.ruleset)
        for finding in self.heading.findings:
            self.gathered.add(finding)

    def take(self, event: Statement | SyntaxProblem) -> None:
        """Takes the next statement, or an unreadable line."""
        if isinstance(event, SyntaxProblem):
            self.waiting[event.span.line] = event.source
            self.gathered.add(syntax_finding(event))
            self.unread = True
            if self.stepper is not None:
                self.stepper.errors.append(event)
            return
        self._digest(event)
        if self.stepper is None or self.expected is None:
            return
        for statement in self.expected.plain(event):
            self.stepper.advance(statement)
            self.last = self.stepper.made.pop()
            self.stepper.earlier += 1
            self.gathered.step(self.last)
        if self.last is not None and event.kind in ("under", *EXPECTATIONS):
            self.kept[self.last.statement.line] = self.last

    def _digest(self, statement: Statement) -> None:
        """Adds the lines of a statement, and unreadable lines before it, to the hash."""
        parts = [statement]
        for part in parts:
            self.waiting[part.line] = part.source
            parts += [*part.body, *([part.closing] if part.closing else [])]
        for number in sorted(self.waiting):
            text = split_comment(self.waiting[number])[0].strip()
            self.hash.update((text if self.first_line else f"\n{text}").encode("utf-8", "surrogatepass"))
            self.first_line = False
        self.waiting.clear()

    def report(self, unreadable: int) -> RecordReport:
        """The report on the record."""
        if self.game is None or self.heading is None or self.stepper is None or self.expected is None:
            findings = self.gathered.findings() or (unknown_game(self.record),)
            return RecordReport(
                self.record.file,
                self.record.number,
                self.record.line,
                self.record.game,
                UNREADABLE,
                findings=findings,
            )
        self.stepper.end()
        if unreadable and not self.unread:
            self.gathered.add(_not_told(self.record, unreadable))
        for number in sorted(self.waiting):
            text = split_comment(self.waiting[number])[0].strip()
            self.hash.update(f"\n{text}".encode("utf-8", "surrogatepass"))
        digests = {"record": self.hash.hexdigest(), "ruleset": ruleset_digest(self.heading.ruleset)}
        steps = tuple(self.kept.values())
        return report_of(
            self.record, self.game, self.heading, self.stepper, self.gathered, digests, self.expected, steps
        )


def _not_told(record: Record, unreadable: int) -> Finding:
    """The finding about unreadable lines that were not reported, because the file has too many."""
    fact = f"{counted(unreadable, 'line')} of this record could not be read"
    return Finding("unreadable", record.file, record.line, 1, 2, fact)

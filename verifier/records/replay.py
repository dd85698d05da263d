"""Judges records: the verdict on each, and what it rests on. `verify`, `test`, `show` and `moves` all use this."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from grammar.errors import SyntaxProblem
from grammar.lines import split_comment
from grammar.parser import ParseResult, parse
from grammar.syntax import Record, lines_of
from model.datafiles import did_you_mean
from model.ruleset import Ruleset
from model.values import replace, value
from verifier.findings import UNREADABLE, Assumption, Dependence, Finding, deciding, verdict_of
from verifier.game import Game, Where
from verifier.games import GAMES, find_game
from verifier.records.alternatives import Alternatives
from verifier.records.expected import Expectation, Expected, Unmet
from verifier.records.gathered import Gathered, gathered
from verifier.records.heading import Heading, Overrides, read_heading
from verifier.records.stepping import Step, Stepper

if TYPE_CHECKING:
    from verifier.records.both import Both
    from verifier.verdicts.all_rulings import EveryReading
    from verifier.verdicts.rests_on import Judged

STDIN = "-"
"""The name of standard input, on the command line and in findings."""


@value
class Options:
    """How to judge records. `folder` is where relative paths start (None: the folder of the file). `steps` keeps every step
    in the report. For the verdicts in `rests_on` the report names the rulings they rest on, found by judging the record again
    under other readings. `all_rulings` judges it under every reading of every ruling except those that `overrides` choose.
    `details` keeps what programs need: hashes of what was judged, and all rulings looked up. `both` asks the solver about each
    decision as well."""

    overrides: Overrides = field(default_factory=Overrides)
    folder: Path | None = None
    steps: bool = False
    rests_on: Collection[str] = ()
    all_rulings: bool = False
    details: bool = True
    both: bool = False


@value
class RecordReport:
    """The report on one record. `number` 0 stands for problems of a file outside its records.

    `findings` are in the order of the file; the gravest gives the verdict. `expected` are the expectations about its verdict and
    those of its lines, `expects` is True if it has any, `unmet` are the expectations that do not hold. `not_judged` are the
    stretches (first and last line) that could not be followed. `table` is the last known position; `followed` is True if it is
    the one at the end of the record. `others` are equally possible there, because of something lost in `lost_line`. `rests_on`
    and `assumed` are None if they were not worked out. `every` is set if `asked_every` reading was wanted and every line of the
    record can be read. `both` holds what the solver found, if it was used. `computed` is True if `result` has
    points or times that the record leaves open with `?`. `alternatives` compares those of each `either` block.
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
    expected: tuple[Expectation, ...] = ()
    expects: bool = False
    unmet: tuple[Unmet, ...] = ()
    findings: tuple[Finding, ...] = ()
    not_judged: tuple[tuple[int, int], ...] = ()
    result: Mapping[str, int] | None = None
    digests: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    consulted: tuple[str, ...] = ()
    rests_on: tuple[Dependence, ...] | None = None
    steps: tuple[Step, ...] = ()
    table: Any = None
    followed: bool = False
    asked_every: bool = False
    every: "EveryReading | None" = None
    assumed: tuple[Assumption, ...] | None = None
    others: tuple[Any, ...] = ()
    lost_line: int = 0
    both: "Both | None" = None
    computed: bool = False
    alternatives: tuple[Alternatives, ...] = ()

    @property
    def not_judged_from(self) -> int | None:
        """The first line that was not judged, if any."""
        return self.not_judged[0][0] if self.not_judged else None

    @property
    def came_out(self) -> bool | None:
        """Whether all expectations of the record hold; None if it has none."""
        return not self.unmet if self.expects else None

    @property
    def deciding(self) -> Finding | None:
        """The first finding that gives the verdict."""
        return deciding(self.findings)


def verify(text: str | bytes, file: str = "<text>", options: Options | None = None) -> list[RecordReport]:
    """Judges the records in a text. Never raises for its content; relative paths start in the folder of `file`."""
    return judge_records(parse(text, file), options)


def judge_records(result: ParseResult, options: Options | None = None) -> list[RecordReport]:
    """Judges every record of a file. Never raises for its content."""
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
    """Judges one record; `errors` are its unreadable lines."""
    options = options or Options()
    unreadable = tuple(map(syntax_finding, errors))
    if record.game not in GAMES or not record.statements:
        findings = unreadable or (unknown_game(record),)
        return RecordReport(
            record.file, record.number, record.line, record.game, UNREADABLE, findings=findings
        )
    game: Game[Any] = find_game(record.game)
    where = where_of(record, options)
    heading = read_heading(record, game.data, where.folder, options.overrides)
    expected = Expected(game, heading.ruleset, options.both)
    whole, record = record, expected.record(record)
    sound = not (unreadable or heading.broken)
    # Modules that few records need are imported only for those: most commands judge one small record.
    judged: Judged | None = None
    if sound and options.details and (options.rests_on or options.all_rulings):
        from verifier.verdicts.rests_on import judge_asking

        judged = judge_asking(record, game, heading, where)
        steps = judged.steps
        report = _report(whole, game, heading, (), judged.last, steps, options, expected)
    else:
        replay = Stepper(record, game, heading, where, errors)
        steps = tuple(replay.steps() if options.steps or expected.of_tables else replay.said())
        report = _report(whole, game, heading, errors, replay, steps, options, expected)
    if sound and report.verdict in options.rests_on:
        from verifier.verdicts.rests_on import assumptions, judge_asking, rests_on

        judged = judged or judge_asking(record, game, heading, where)
        dependences = rests_on(record, game, heading, judged)
        report = replace(report, rests_on=dependences, assumed=assumptions(record, game, heading, judged))
    if sound and options.all_rulings:
        from verifier.verdicts.all_rulings import every_reading

        every = every_reading(record, game, heading, where, steps, dict(options.overrides.rulings))
        report = replace(report, every=every)
    if sound and options.both:
        from verifier.records.both import follow

        replay = Stepper(record, game, heading, where, errors)
        report = replace(report, both=follow(replay, record, expected.allows_both))
    return replace(report, asked_every=True) if options.all_rulings else report


def report_of(
    record: Record,
    game: Game[Any],
    heading: Heading,
    replay: Stepper,
    found: Gathered,
    sha256: Mapping[str, str],
    expected: Expected,
    steps: tuple[Step, ...] = (),
    keep_steps: bool = False,
) -> RecordReport:
    """The report on a completely judged record. `sha256` are hashes of what was judged, empty if not wanted; `steps` are at
    least those that an expectation is about."""
    findings = found.findings()
    verdict = verdict_of(findings)
    by_line = {step.statement.line: step for step in steps}
    result = game.result(replay.table)
    return RecordReport(
        record.file,
        record.number,
        record.line,
        game.name,
        verdict,
        heading.title,
        heading.ruleset,
        (heading.label, *game.labels(replay.table)),
        game.complete(replay.table),
        (*expected.verdict(), *expected.of_lines),
        bool(expected),
        expected.unmet(findings, by_line, replay.where) if expected else (),
        findings,
        tuple(found.stretches),
        result,
        {**sha256, **game.digests(replay.table)} if sha256 else {},
        tuple(sorted(found.consulted)),
        steps=steps if keep_steps else (),
        table=replay.table,
        followed=replay.followed,
        others=replay.others if replay.followed else (),
        lost_line=replay.lost_line,
        computed=bool(result) and found.computed,
        alternatives=tuple(replay.compared.values()),
    )


def _report(
    record: Record,
    game: Game[Any],
    heading: Heading,
    errors: Sequence[SyntaxProblem],
    replay: Stepper,
    steps: tuple[Step, ...],
    options: Options,
    expected: Expected,
) -> RecordReport:
    found = gathered([*map(syntax_finding, errors), *heading.findings], steps)
    sha256 = digests(record, errors, heading.ruleset) if options.details else {}
    return report_of(record, game, heading, replay, found, sha256, expected, steps, options.steps)


def syntax_finding(problem: SyntaxProblem) -> Finding:
    """An unreadable line as a finding."""
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
    """The sha256 of what was judged: the lines of the record without comments and blank lines, and the ruleset."""
    from hashlib import sha256

    lines = {**{problem.span.line: problem.source for problem in errors}, **lines_of(record.statements)}
    sources = [lines[number] for number in sorted(lines)]
    text = "\n".join([(split_comment(one)[0] if "#" in one else one).strip() for one in sources])
    hashed = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return {"record": hashed, "ruleset": ruleset_digest(ruleset)}


def ruleset_digest(ruleset: Ruleset) -> str:
    """The sha256 of the rules in force."""
    from verifier.fingerprint import digest

    rules = {
        "id": ruleset.id,
        "version": ruleset.version,
        "readings": dict(ruleset.readings),
        "parameters": dict(ruleset.parameters),
        "options": dict(ruleset.options),
        **({"cards": dict(ruleset.cards)} if ruleset.cards else {}),
        **({"without": sorted(ruleset.left_out)} if ruleset.left_out else {}),
    }
    return digest(rules)


def where_of(record: Record, options: Options) -> Where:
    """The file of a record as findings name it, and where its relative paths start."""
    folder = options.folder
    if folder is None:
        folder = _folder_of(record.file)
    return Where(record.file, folder, options.overrides.tracks, options.overrides)


@lru_cache(maxsize=1)
def _folder_of(file: str) -> Path:
    """The folder of a file, cached for its records."""
    return Path() if file in (STDIN, "") else Path(file).parent


def unknown_game(record: Record) -> Finding:
    """The finding for a game that can be read but not judged, or an unreadable `game` line that was not reported."""
    help = did_you_mean(record.game, GAMES) or f"games: {', '.join(GAMES)}"
    column = 1
    source = record.statements[0].source if record.statements else ""
    if record.statements:
        column = record.statements[0].node.leaves()[0].span.column
    end = column + len(record.game)
    fact = f"there is no game `{record.game}`"
    return Finding("unknown-name", record.file, record.line, column, end, fact, help=help, source=source)

"""Which recorded races two rulesets decide differently, and where they part."""

from collections.abc import Sequence
from typing import Any

from grammar.errors import SyntaxProblem
from grammar.parser import parse
from grammar.syntax import Record
from model.values import replace, value
from verifier.findings import KINDS, UNDETERMINED, UNREADABLE, Finding, deciding, verdict_of
from verifier.game import Game
from verifier.games import GAMES, find_game
from verifier.records.heading import Overrides
from verifier.records.inputs import Input
from verifier.records.replay import Options, RecordReport, judge_record, syntax_finding
from verifier.records.stepping import Step
from verifier.rulesets.diff_witness import positions

VERDICT, REASON, RESULT = "verdict", "reason", "result"
"""What changes about a record: its verdict; only the lines that are not legal or their rules; only the positions, points or times
to which it leads."""


@value
class Parting:
    """A record that changes. `parts` is the first line after which the rulesets differ. `before` and `after` are the verdicts,
    each with the line that decides it (0: none does). `fails` are the rules that only the second finds broken, `holds` those that
    only the first does. `complete`: the race is over under the first."""

    file: str
    line: int
    title: str
    what: str
    parts: int
    before: str
    before_line: int
    after: str
    after_line: int
    fails: tuple[str, ...]
    holds: tuple[str, ...]
    complete: bool


@value
class Compared:
    """How many records of an input were compared, those that change, why neither ruleset decides others, and why the rest was not
    compared."""

    records: int = 0
    changed: tuple[Parting, ...] = ()
    undecided: tuple[Finding, ...] = ()
    left_out: tuple[Finding, ...] = ()


def compare(found: Input, game: str, pair: tuple[Overrides, Overrides]) -> Compared:
    """Compares every record of a game in an input. Rulings, numbers and options that a record itself states hold under both
    rulesets."""
    if found.problem is not None:
        return Compared(left_out=(found.problem,))
    parsed = parse(found.data, found.file)
    sides = [Options(overrides, found.folder, details=False) for overrides in pair]
    outside = [problem for problem in parsed.errors if problem.record == 0 or not parsed.records]
    left_out = list(map(syntax_finding, outside[:1]))
    count, changed, undecided = 0, list[Parting](), list[Finding]()
    for record in parsed.records:
        if record.game != game and record.game in GAMES:
            left_out.append(_of_another_game(record))
            continue
        errors = [problem for problem in parsed.errors if problem.record == record.number]
        reports = [judge_record(record, errors, side) for side in sides]
        first = reports[0].deciding
        if first is not None and {report.verdict for report in reports} == {UNREADABLE}:
            left_out.append(first)
            continue
        count += 1
        what = _changed(find_game(game), *reports)
        if what:
            changed.append(_parting(record, errors, sides, reports, what))
        elif first is not None and reports[0].verdict == UNDETERMINED:
            undecided.append(first)
    return Compared(count, tuple(changed), tuple(undecided), tuple(left_out))


def _of_another_game(record: Record) -> Finding:
    fact = f"it is a record of {find_game(record.game).title}"
    return Finding("undetermined", record.file, record.line, 1, 1, fact)


def _changed(game: Game[Any], one: RecordReport, other: RecordReport) -> str:
    if one.verdict != other.verdict:
        return VERDICT
    if _faults(one) != _faults(other):
        return REASON
    return RESULT if _end(game, one) != _end(game, other) else ""


def _faults(report: RecordReport) -> list[tuple[int, str, tuple[str, ...]]]:
    """The lines that are not legal, each with its verdict and the rule that decides it."""
    return [(one.line, KINDS[one.kind], one.rules[:1]) for one in report.findings]


def _end(game: Game[Any], report: RecordReport) -> tuple[object, object]:
    ends = positions(game, report.table, report.others) if report.table is not None else None
    return dict(report.result or {}), ends


def _rules(findings: Sequence[Finding]) -> tuple[str, ...]:
    first = deciding(findings)
    return first.rules if first is not None else ()


def _parting(
    record: Record,
    errors: Sequence[SyntaxProblem],
    sides: Sequence[Options],
    reports: Sequence[RecordReport],
    what: str,
) -> Parting:
    game: Game[Any] = find_game(record.game)
    walks = (judge_record(record, errors, replace(side, steps=True)).steps for side in sides)
    steps = zip(*walks, strict=False)
    line = next((one.statement.line for one, other in steps if _apart(game, one, other)), record.line)
    first, second = reports
    rules = [
        tuple(dict.fromkeys(rule for one in report.findings for rule in one.rules)) for report in reports
    ]
    decided = [report.deciding.line if report.deciding is not None else 0 for report in reports]
    return Parting(
        record.file,
        record.line,
        first.title or f"record {record.number}",
        what,
        line,
        first.verdict,
        decided[0],
        second.verdict,
        decided[1],
        tuple(rule for rule in rules[1] if rule not in rules[0]),
        tuple(rule for rule in rules[0] if rule not in rules[1]),
        first.complete,
    )


def _apart(game: Game[Any], one: Step, other: Step) -> bool:
    """Whether two answers to a line differ in the verdict, the deciding rule or the positions that it leads to."""
    if verdict_of(one.findings) != verdict_of(other.findings):
        return True
    if _rules(one.findings)[:1] != _rules(other.findings)[:1]:
        return True
    return positions(game, one.after, one.others) != positions(game, other.after, other.others)

"""Runs a test record through both judges of its game, under every condition that it names."""

from collections.abc import Sequence

from grammar.errors import SyntaxProblem
from grammar.syntax import Record
from model.values import replace, value
from verifier.findings import DIFFER, LEGAL, UNREADABLE
from verifier.games import GAMES
from verifier.records.expected import Condition, conditions
from verifier.records.replay import Options, RecordReport, judge_record

PASSED, FAILED = "passed", "failed"


@value
class Tried:
    """A record under one condition (empty: by its own ruleset): the report, the unmet expectations, and the lines on which the
    judges differ."""

    under: Condition
    report: RecordReport
    unmet: tuple[str, ...] = ()
    differ: tuple[str, ...] = ()

    @property
    def solver(self) -> str | None:
        """The solver's verdict, if it judged the whole record and agrees with the engine."""
        both = self.report.both
        return None if both is None or both.findings or self.differ else self.report.verdict


@value
class Tested:
    """A test record: `tried` holds it under each condition."""

    tried: tuple[Tried, ...]

    @property
    def report(self) -> RecordReport:
        """The report under the record's own ruleset."""
        return self.tried[0].report

    @property
    def status(self) -> str:
        """Whether the record passed. The engine decides about lines on which one judge has no answer."""
        return FAILED if any(one.unmet or one.differ for one in self.tried) else PASSED

    @property
    def disagree(self) -> bool:
        """Whether the judges differ."""
        return any(one.differ for one in self.tried)

    @property
    def by_one_judge(self) -> str:
        """Why one judge has no answer on some line; empty if both have one or the solver was not used."""
        without = (one.report.both.unasked for one in self.tried if one.report.both is not None)
        return next((found[0].fact for found in without if found), "")

    @property
    def messages(self) -> tuple[str, ...]:
        """What did not hold, a sentence each."""
        found: list[str] = []
        for one in self.tried:
            under = f"under {', '.join(map(' = '.join, one.under))}: " if one.under else ""
            found += [f"{under}{text}" for text in (*one.unmet, *one.differ)]
        return tuple(dict.fromkeys(found))


def run_record(
    record: Record, errors: Sequence[SyntaxProblem], options: Options, *, engine_only: bool = False
) -> Tested:
    """Judges a record by its own ruleset, and under each condition that it names and that its ruleset does not meet."""
    options = replace(options, both=not engine_only)
    known = record.game in GAMES and not errors
    named = conditions(record) if known else ()
    first = _tried(record, errors, options, ())
    ruleset = first.report.ruleset
    others = [
        condition
        for condition in named
        if ruleset is not None and any(ruleset.readings.get(id) != reading for id, reading in condition)
    ]
    if first.report.verdict == UNREADABLE:
        others = []
    return Tested((first, *(_tried(record, errors, options, one) for one in others)))


def _tried(record: Record, errors: Sequence[SyntaxProblem], options: Options, under: Condition) -> Tried:
    chosen = replace(options.overrides, rulings=(*options.overrides.rulings, *under))
    options = replace(options, overrides=chosen)
    report = judge_record(record, errors, options)
    unmet = tuple(f"line {one.line}: {one.fact}" if one.line else one.fact for one in report.unmet)
    if not report.expects and report.verdict != LEGAL:
        unmet = (f"expected {LEGAL}, found {report.verdict}{_by(report)}",)
    differences = [one for one in report.findings if one.kind == DIFFER]
    differences += report.both.differences if report.both is not None else ()
    differ = tuple(f"line {one.line}: {one.fact}" for one in differences)
    return Tried(under, report, unmet, differ)


def _by(report: RecordReport) -> str:
    first = report.deciding
    return f" by {first.rules[0]} in line {first.line}" if first is not None and first.rules else ""

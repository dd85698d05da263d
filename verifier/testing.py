"""Runs a test record through both judges of its game, under every condition that it names."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from grammar.errors import SyntaxProblem
from grammar.syntax import Record
from verifier.expected import Condition, Expected, conditions
from verifier.findings import ILLEGAL, LEGAL, UNREADABLE, same_rule
from verifier.game import Game
from verifier.games import GAMES, find_game
from verifier.heading import read_heading
from verifier.replay import Options, RecordReport, judge_record, where_of
from verifier.second import SolverVerdict

PASSED, FAILED = "passed", "failed"


@dataclass(frozen=True, slots=True)
class Tried:
    """A record under one condition (empty: by its own ruleset): the engine's report, the solver's verdict if it was asked,
    the unmet expectations, and how the judges differ."""

    under: Condition
    report: RecordReport
    solver: SolverVerdict | None
    unmet: tuple[str, ...] = ()
    differ: str = ""


@dataclass(frozen=True, slots=True)
class Tested:
    """A test record: `tried` holds it under each condition."""

    tried: tuple[Tried, ...]

    @property
    def report(self) -> RecordReport:
        """The engine's report under the record's own ruleset."""
        return self.tried[0].report

    @property
    def status(self) -> str:
        """Whether the record passed. If the solver does not judge it, the engine decides alone."""
        if any(one.unmet or one.differ for one in self.tried):
            return FAILED
        return PASSED

    @property
    def disagree(self) -> bool:
        """Whether the judges differ."""
        return any(one.differ for one in self.tried)

    @property
    def by_engine_alone(self) -> str:
        """Why the solver does not judge the record, if it was asked and does not."""
        return next((one.solver.reason for one in self.tried if one.solver and not one.solver.verdict), "")

    @property
    def messages(self) -> tuple[str, ...]:
        """What did not hold, a sentence each."""
        found: list[str] = []
        for one in self.tried:
            under = f"under {', '.join(map(' = '.join, one.under))}: " if one.under else ""
            found += [f"{under}{text}" for text in (*one.unmet, *filter(None, (one.differ,)))]
        return tuple(dict.fromkeys(found))


def run_record(
    record: Record, errors: Sequence[SyntaxProblem], options: Options, *, engine_only: bool = False
) -> Tested:
    """Judges a record by its ruleset, and under each condition that it names and that does not hold there."""
    known = record.game in GAMES and not errors
    named = conditions(record) if known else ()
    first = _tried(record, errors, options, (), engine_only=engine_only)
    ruleset = first.report.ruleset
    others = [
        condition
        for condition in named
        if ruleset is not None and any(ruleset.readings.get(id) != reading for id, reading in condition)
    ]
    if first.report.verdict == UNREADABLE:
        others = []
    return Tested((first, *(_tried(record, errors, options, one, engine_only=engine_only) for one in others)))


def _tried(
    record: Record, errors: Sequence[SyntaxProblem], options: Options, under: Condition, *, engine_only: bool
) -> Tried:
    chosen = replace(options.overrides, rulings=(*options.overrides.rulings, *under))
    options = replace(options, overrides=chosen)
    report = judge_record(record, errors, options)
    unmet = tuple(f"line {one.line}: {one.fact}" if one.line else one.fact for one in report.unmet)
    if not report.expects and report.verdict != LEGAL:
        unmet = (f"expected {LEGAL}, found {report.verdict}{_by(report)}",)
    if engine_only or report.verdict == UNREADABLE:
        return Tried(under, report, None, unmet)
    game: Game[Any] = find_game(record.game)
    judge = game.second().judge_record if game.second is not None else None
    if judge is None:
        return Tried(under, report, None, unmet)
    where = where_of(record, options)
    heading = read_heading(record, game.data, where.folder, chosen)
    expected = Expected(game, heading.ruleset)
    solver = judge(expected.record(record), heading, where)
    return Tried(under, report, solver, unmet, _differ(report, solver, expected))


def _by(report: RecordReport) -> str:
    first = report.deciding
    return f" by {first.rules[0]} in line {first.line}" if first is not None and first.rules else ""


def _differ(report: RecordReport, solver: SolverVerdict, expected: Expected) -> str:
    """How the judges differ: in the verdict, or in the deciding rule unless the record allows both."""
    if not solver.verdict:
        return ""
    mine = f"{report.verdict}{_by(report)}"
    rule = solver.rules[0] if solver.rules else ""
    theirs = (
        f"{solver.verdict}{f' by {rule}' if rule else ''}{f' in line {solver.line}' if solver.line else ''}"
    )
    first = report.deciding
    if report.verdict != solver.verdict:
        return f"the judges differ: engine {mine}, solver {theirs}"
    if report.verdict != ILLEGAL or first is None:
        return ""
    allowed = [one for one in (*expected.verdict(), *expected.of_lines) if one.rules]
    both = any(one.allows(rule) and one.allows(first.rules[0]) for one in allowed)
    if rule and first.rules and not (both or same_rule(rule, first.rules[0])):
        return f"the judges cite different rules: engine {mine}, solver {theirs}"
    return ""

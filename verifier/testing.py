"""Runs a test record through both judges of its game, under every condition that it names."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from grammar.errors import SyntaxProblem
from grammar.syntax import Record
from verifier.expected import Condition, Expected, conditions
from verifier.findings import DIFFER, ILLEGAL, LEGAL, UNREADABLE, same_rule
from verifier.game import Game
from verifier.games import GAMES, find_game
from verifier.heading import read_heading
from verifier.replay import Options, RecordReport, judge_record, where_of

PASSED, FAILED = "passed", "failed"


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Tested:
    """A test record: `tried` holds it under each condition."""

    tried: tuple[Tried, ...]

    @property
    def report(self) -> RecordReport:
        """The report under the record's own ruleset."""
        return self.tried[0].report

    @property
    def status(self) -> str:
        """Whether the record passed. The engine alone decides about lines on which the solver has no answer."""
        return FAILED if any(one.unmet or one.differ for one in self.tried) else PASSED

    @property
    def disagree(self) -> bool:
        """Whether the judges differ."""
        return any(one.differ for one in self.tried)

    @property
    def by_engine_alone(self) -> str:
        """Why the solver has no answer on some line; empty if it has one or was not used."""
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
    """Judges a record by its ruleset, and under each condition that it names and that does not hold there."""
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
    if report.both is not None and not differ and (fact := _followed_by_solver(record, report, options)):
        differ = (fact,)
    return Tried(under, report, unmet, differ)


def _followed_by_solver(record: Record, report: RecordReport, options: Options) -> str:
    """How the verdict differs from that of a solver that follows the whole record alone, for lines that the judges cannot decide
    yet: seasons, lines after missing ones. Empty if it does not, if the deciding line was judged by both, or if the game has no
    such solver."""
    game: Game[Any] = find_game(record.game)
    follow = game.second().judge_record if game.second is not None else None
    if follow is None:
        return ""
    where = where_of(record, options)
    heading = read_heading(record, game.data, where.folder, options.overrides)
    expected = Expected(game, heading.ruleset)
    solver = follow(expected.record(record), heading, where)
    rule, mine = (
        next(iter(solver.rules), ""),
        report.deciding.rules[:1] if report.deciding is not None else (),
    )
    if not solver.verdict or _decided_by_both(report, solver.line):
        return ""
    if solver.verdict != report.verdict:
        return (
            f"the judges differ: {report.verdict}{_by(report)} by the engine, {solver.verdict} by the solver"
        )
    if report.verdict != ILLEGAL or not (rule and mine) or same_rule(rule, mine[0]):
        return ""
    if expected.allows_both(solver.line, rule, mine[0]):
        return ""
    return f"the judges cite different rules: {mine[0]} by the engine, {rule} by the solver"


def _decided_by_both(report: RecordReport, line: int) -> bool:
    """Whether both judges have judged the deciding line, and the solver that follows the record found no fault before it."""
    first, both = report.deciding, report.both
    if first is None or both is None or first.line not in both.judged:
        return False
    return not 0 < line < first.line


def _by(report: RecordReport) -> str:
    first = report.deciding
    return f" by {first.rules[0]} in line {first.line}" if first is not None and first.rules else ""

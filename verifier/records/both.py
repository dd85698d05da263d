"""Follows a record with both judges. The engine leads, and each decision also goes to the solver, from the same positions."""

from collections.abc import Callable, Sequence
from typing import Any

from grammar.syntax import Record, Statement
from model.values import value
from verifier.findings import (
    DIFFER,
    ILLEGAL,
    UNDETERMINED,
    UNREADABLE,
    Finding,
    deciding,
    same_rule,
    verdict_of,
)
from verifier.judging import Judgement
from verifier.records.heading import finding_at
from verifier.records.speaking import ASSERTIONS
from verifier.records.stepping import JUDGED, Step, Stepper

MOST_ASKED = 16
"""The most possible positions from which the solver judges a line."""

Allows = Callable[[int, str, str], bool]
"""Whether a record allows two rules to decide about a line."""


@value
class Both:
    """What the solver found in a record: lines on which the judges differ, and lines on which one of them has no answer."""

    differences: tuple[Finding, ...] = ()
    unasked: tuple[Finding, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings."""
        return (*self.differences, *self.unasked)


def follow(replay: Stepper, record: Record, allows: Allows) -> Both:
    """Walks a record from its first line to its last. After a difference it continues from the engine's position."""
    differences, unasked = list[Finding](), list[Finding]()
    for statement in record.statements:
        solver = _by_solver(replay)
        step = replay.advance(statement)
        judgement = step.judgement
        if judgement is None and statement.kind in ASSERTIONS and step.state == JUDGED and not step.findings:
            judgement = Judgement()  # a claim that holds, by what the engine derives from the position
        if judgement is None or solver is None:
            continue
        if verdict_of(step.findings) == UNREADABLE and not judgement.breaches:
            continue  # its words were not understood, so no judge saw it
        if len(solver.others) >= MOST_ASKED:
            unasked.append(_unasked(replay, statement, f"more than {MOST_ASKED} positions are possible here"))
            continue
        other = solver.advance(statement)
        limit = other.judgement.limit if other.judgement is not None else ""
        silent = not judgement.outcomes and verdict_of(step.findings) in (UNDETERMINED, UNREADABLE)
        if silent and limit:
            continue  # neither judge has an answer
        if limit:
            unasked.append(_unasked(replay, statement, limit))
        elif silent and judgement.limit:
            if verdict_of(other.findings) == ILLEGAL:
                unasked.append(_only_solver(replay, statement, other))
        elif fact := _differ(statement, (step, replay), (other, solver), allows):
            differences.append(finding_at(DIFFER, replay.where.file, statement, fact))
    replay.end()
    by_solver = replay.game.by_solver
    if by_solver is not None and replay.made:
        results = [replay.game.result(table) for table in (replay.table, by_solver(replay.table))]
        if results[0] != results[1]:
            fact = "the record ends with another result by the engine than by the solver"
            differences.append(finding_at(DIFFER, replay.where.file, replay.made[-1].statement, fact))
    return Both(tuple(differences), tuple(unasked))


def _unasked(replay: Stepper, statement: Statement, reason: str) -> Finding:
    fact = f"the solver has no answer here: {reason}"
    return finding_at("undetermined", replay.where.file, statement, fact)


def _only_solver(replay: Stepper, statement: Statement, other: Step) -> Finding:
    first = deciding(other.findings)
    assert first is not None
    verdict = _said(ILLEGAL, _deciding_rule(other))
    fact = f"the engine has no answer here; by the solver the line is {verdict}: {first.fact}"
    return finding_at("undetermined", replay.where.file, statement, fact)


def _by_solver(replay: Stepper) -> Stepper | None:
    """The same place in the record with the solver as judge; None for a game whose lines only the engine judges."""
    by_solver = replay.game.by_solver
    if by_solver is None:
        return None
    solver = replay.fork()
    solver.table = by_solver(replay.table)
    solver.others = tuple(map(by_solver, replay.others))
    return solver


def _differ(
    statement: Statement, mine: tuple[Step, Stepper], theirs: tuple[Step, Stepper], allows: Allows
) -> str:
    """How two answers to a line differ: in the verdict, in the positions it leads to, or in the deciding rule; empty if they do
    not, or if the record allows both rules."""
    (step, replay), (other, solver) = mine, theirs
    engine, spec = verdict_of(step.findings), verdict_of(other.findings)
    rules = [_deciding_rule(one) for one in (step, other)]
    verdicts = f"{_said(engine, rules[0])} by the engine, {_said(spec, rules[1])} by the solver"
    if engine != spec:
        return f"the judges differ: {verdicts}"
    if engine == ILLEGAL:
        alike = (
            not all(rules)
            or same_rule(rules[0], rules[1])
            or allows(statement.line, rules[0], rules[1])
            or _forbid_together(other, rules)
        )
        return "" if alike else f"the judges cite different rules: {verdicts}"
    if _tables(replay) != _tables(solver):
        return "the line leads to other positions by the engine than by the solver"
    return ""


def _forbid_together(other: Step, rules: Sequence[str]) -> bool:
    """Whether the solver finds that these rules forbid the line only jointly, so that either may decide. This happens if the lane
    at a fork is left open and a different rule forbids the move in each lane."""
    cores = other.judgement.together if other.judgement is not None else ()
    return any(all(any(same_rule(rule, member) for member, _ in core) for rule in rules) for core in cores)


def _tables(replay: Stepper) -> frozenset[Any]:
    return frozenset(replay.game.state(table) for table in (replay.table, *replay.others))


def _deciding_rule(step: Step) -> str:
    first = deciding(step.findings)
    return first.rules[0] if first is not None and first.rules else ""


def _said(verdict: str, rule: str) -> str:
    return f"{verdict} ({rule})" if rule else verdict

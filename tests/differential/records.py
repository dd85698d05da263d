"""Whole records to both judges: the same table after every line of a simulated race, and with a token changed the same verdict at
the same line. An empty string says that they agree, anything else what differs."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from grammar.parser import parse
from grammar.syntax import Statement
from model.errors import ModelError
from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Position
from tests.differential.agreement import facts
from tests.differential.runner import GAVE_UP
from tests.thunder_alley.race.mutations import mutate
from verifier.case_runs import CaseError, NotJudgedError
from verifier.game import SimulateRequest
from verifier.replay import Options, verify
from verifier.thunder_alley.second.record import Telling, told_record
from verifier.thunder_alley.second.record.closing import moment
from verifier.thunder_alley.second.record.start import begin, rules_of
from verifier.thunder_alley.simulate import simulate

FAULTS = ("illegal", "claim")
"""Kinds of finding that say which line breaks a rule; after any other one the engine does not know the table any more."""


def race(request: SimulateRequest) -> tuple[Counter[str], str]:
    """A simulated race, which is legal: what to count, what differs."""
    text = simulate(request)
    [report] = verify(text, "race.race", Options(steps=True))
    counted = Counter({"races": 1, "lines": len(report.steps)})
    tables = {step.statement.line: step.after.position for step in report.steps}
    try:
        for telling, statement in _followed(text):
            if telling.fault is not None:
                return counted, f"{_at(statement)}: the spec names {', '.join(telling.fault[0])}"
            table = tables.get(statement.line)
            if table is not None and facts(table) not in _possible(telling):
                return counted, f"{_at(statement)}: {_unlike(telling, table)}"
        cards = telling.cards.fault()
    except NotJudgedError as error:
        return counted, f"{GAVE_UP}: {error}"
    if cards is not None:
        return counted, f"line {cards[1]}: of the cards the spec names {', '.join(cards[0])}"
    return counted, "" if report.verdict == "legal" else f"the engine calls it {report.verdict}"


def mutant(request: SimulateRequest) -> tuple[Counter[str], str]:
    """The race with one token changed; nothing is said of one that cannot be read, or leaves open what happened."""
    changed = mutate(simulate(request), Random(f"{request.seed} {request.number}"))
    assert changed is not None
    [report] = verify(changed.text, "race.race")
    first = report.findings[0] if report.findings else None
    if first is not None and first.kind not in FAULTS:
        return Counter({"mutants": 1, "mutants that nobody can follow": 1}), ""
    theirs = None if first is None else first.line
    counted = Counter({"mutants": 1, "illegal mutants": int(first is not None)})
    what = f"{changed.kind}, line {changed.line}, `{changed.was}` -> `{changed.now}`"
    try:
        fault = told_record(_statements(changed.text), default_ruleset(DATA)).first_fault()
    except (NotJudgedError, CaseError, ModelError) as error:
        return counted, f"{GAVE_UP}: {what}: {error}"
    ours = None if fault is None else fault[1]
    if ours == theirs:
        return counted, ""
    said = f"the engine names line {theirs}, {'' if first is None else (*first.rules, first.fact)}"
    return counted, f"{what}: {said}; the spec line {ours}, {'' if fault is None else fault[0]}"


def _statements(text: str) -> tuple[Statement, ...]:
    return parse(text, "race.race").records[0].statements


def _followed(text: str) -> Iterator[tuple[Telling, Statement]]:
    """Line by line after the first table."""
    statements = _statements(text)
    start, rest = begin(statements, rules_of(statements, default_ruleset(DATA)))
    telling = Telling(start)
    for statement in rest:
        if telling.fault is None:
            telling.take(statement)
            yield telling, statement


def _possible(telling: Telling) -> list[object]:
    """The tables that can lie there, and those that follow by themselves."""
    return [facts(table) for state in telling.states for table in moment(telling.setup, state).tables]


def _unlike(telling: Telling, table: Position) -> str:
    ours, theirs = facts(telling.states[0].position), facts(table)
    pairs = [(one, other) for one, other in zip(ours, theirs, strict=True) if one != other]
    return "; ".join(f"{one} by the spec, {other} by the engine" for one, other in pairs)


def _at(statement: Statement) -> str:
    return f"line {statement.line} `{statement.source.strip()}`"

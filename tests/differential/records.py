"""Whole records for both judges: the same position after each line of a simulated race, and with a changed token the same verdict
at the same line. An empty string means they agree; any other describes the difference."""

from collections import Counter
from collections.abc import Iterator, Sequence
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
from verifier.findings import UNDETERMINED, Finding
from verifier.game import SimulateRequest
from verifier.replay import Options, verify
from verifier.second import NotJudgedError, UnreadableError
from verifier.thunder_alley.second.record import Telling, told_record
from verifier.thunder_alley.second.record.closing import moment
from verifier.thunder_alley.second.record.start import begin, rules_of
from verifier.thunder_alley.simulate import simulate

FAULTS = ("illegal", "claim")
"""Kinds of finding that name a line that breaks a rule; after any other kind the engine no longer knows the position."""

SHORT: tuple[tuple[tuple[str, int | None], ...], ...] = (
    (("cars-per-team", 3),),
    (("cars-per-team", 2), ("variable-pit-stops", None)),
    (("cars-per-team", 2), ("race-completion", None), ("grid-per-card", None)),
)


def short(number: int, seed: int = 11) -> SimulateRequest:
    """A race of two players on the smallest track; policies, editions, readings and options take turns."""
    policy = "wild" if number % 2 else "plausible"
    ruleset = (None, "es", "el")[number % 3]
    rulings = (("six-markers-timing", "at-once"),) if number % 4 == 3 else ()
    given = {"track": "tiny-ring", "laps": 1}
    return SimulateRequest(seed, number, 2, policy, ruleset, rulings, SHORT[number // 2 % 3], given)


def race(request: SimulateRequest) -> tuple[Counter[str], str]:
    """A simulated race, which is legal: the counter to increase and the difference."""
    counted, said = followed_alike(simulate(request), "legal")
    return Counter({"races": 1, **counted}), said


def followed_alike(text: str, verdict: str) -> tuple[Counter[str], str]:
    """A record without contradictions: the spec considers each position of the engine after each line possible."""
    [report] = verify(text, "race.race", Options(steps=True, both=True))
    counted = Counter({"lines": len(report.steps)})
    lying = {
        step.statement.line: [one.position for one in (step.after, *step.others)] for step in report.steps
    }
    try:
        for telling, statement in _followed(text):
            if telling.fault is not None:
                return counted, f"{_at(statement)}: the spec names {', '.join(telling.fault[0])}"
            tables = [table for table in lying.get(statement.line, []) if table is not None]
            if tables and telling.missing is None:
                counted["tables"] += len(tables)
                said = _unlike(telling, tables)
                if said:
                    return counted, f"{_at(statement)}: {said}"
    except NotJudgedError as error:
        return counted, f"{GAVE_UP}: {error}"
    if report.both is not None and report.both.differences:
        return counted, _difference(report.both.differences[0])
    return counted, "" if report.verdict == verdict else f"the engine calls it {report.verdict}"


def mutant(request: SimulateRequest) -> tuple[Counter[str], str]:
    """The race with one token changed; skipped if it cannot be read or leaves open what happened."""
    changed = mutate(simulate(request), Random(f"{request.seed} {request.number}"))
    assert changed is not None
    what = f"{changed.kind}, line {changed.line}, `{changed.was}` -> `{changed.now}`"
    counted, said = judged_alike(changed.text, what)
    return Counter({"mutants": 1, **counted}), said


def judged_alike(text: str, what: str) -> tuple[Counter[str], str]:
    """A record that may be wrong: both judges name the same first line, or neither finds one."""
    [report] = verify(text, "race.race", Options(both=True))
    first = next((one for one in report.findings if one.kind != UNDETERMINED), None)
    if first is not None and first.kind not in FAULTS:
        return Counter({"mutants that nobody can follow": 1}), ""
    theirs = None if first is None else first.line
    counted = Counter({"illegal mutants": int(first is not None)})
    both = report.both
    assert both is not None
    differ = [one for one in both.differences if one.fact.startswith("the judges differ")]
    if differ:
        return counted, f"{what}: {_difference(differ[0])}"
    try:
        fault = told_record(_statements(text), default_ruleset(DATA)).fault
    except (NotJudgedError, UnreadableError, ModelError) as error:
        return counted, f"{GAVE_UP}: {what}: {error}"
    ours = None if fault is None else fault[1]
    if ours == theirs or (theirs in both.judged and not (ours and theirs and ours < theirs)):
        return counted, ""
    said = f"the engine names line {theirs}, {'' if first is None else (*first.rules, first.fact)}"
    return counted, f"{what}: {said}; the spec line {ours}, {'' if fault is None else fault[0]}"


def _statements(text: str) -> tuple[Statement, ...]:
    return parse(text, "race.race").records[0].statements


def _followed(text: str) -> Iterator[tuple[Telling, Statement]]:
    """Compares line by line after the first position."""
    statements = _statements(text)
    start, rest = begin(statements, rules_of(statements, default_ruleset(DATA)))
    telling = Telling(start)
    for statement in rest:
        if telling.fault is None:
            telling.take(statement)
            yield telling, statement


def _unlike(telling: Telling, tables: Sequence[Position]) -> str:
    """How an engine position differs that the spec considers impossible, including what follows implicitly."""
    ours = [facts(table) for state in telling.states for table in moment(telling.setup, state).tables]
    for table in map(facts, tables):
        if table not in ours:
            pairs = zip(ours[0], table, strict=True)
            return "; ".join(
                f"{one} by the spec, {other} by the engine" for one, other in pairs if one != other
            )
    return ""


def _difference(finding: Finding) -> str:
    return f"line {finding.line}: {finding.fact}"


def _at(statement: Statement) -> str:
    return f"line {statement.line} `{statement.source.strip()}`"

"""Whole records for both judges: the same positions after each line of a simulated race, and with a changed token the same
verdict and rule. An empty string means they agree; any other describes the difference."""

from collections import Counter
from pathlib import Path
from random import Random

from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from model.values import replace
from tests.differential.left_out import less, toml
from tests.differential.runner import GAVE_UP
from tests.thunder_alley.race.mutations import mutate
from verifier.findings import UNDETERMINED
from verifier.game import SimulateRequest
from verifier.records.replay import Options, RecordReport, verify
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


def race_without(number: int, seed: int, folder: Path) -> SimulateRequest:
    """A short race without some rules; its ruleset is a file in this folder."""
    base = default_ruleset(DATA)
    rules = folder / f"{number}.toml"
    rules.write_text(toml(less(DATA, base, Random(f"left out {seed} {number}")), base.id), encoding="utf-8")
    return replace(short(number, seed), ruleset=str(rules))


def race(request: SimulateRequest) -> tuple[Counter[str], str]:
    """A simulated race, which is legal: the counter to increase and the difference."""
    counted, difference = followed_alike(simulate(request), "legal")
    return Counter({"races": 1, **counted}), difference


def followed_alike(text: str, verdict: str) -> tuple[Counter[str], str]:
    """A record without contradictions: both judges lead to the same positions after each line."""
    report = _by_both(text)
    lying = [one.position for step in report.steps for one in (step.after, *step.others)]
    tables = sum(one is not None for one in lying)
    counted = Counter({"lines": len(report.steps), "tables": tables})
    difference = _difference(report)
    return counted, difference or (
        "" if report.verdict == verdict else f"the engine calls it {report.verdict}"
    )


def answered_alike(text: str) -> str:
    """Any record, even one that shows a position that cannot be: how the judges differ about it."""
    return _difference(_by_both(text))


def _by_both(text: str) -> RecordReport:
    [report] = verify(text, "race.race", Options(steps=True, both=True))
    return report


def _difference(report: RecordReport) -> str:
    both = report.both
    if both is None or not both.findings:
        return ""
    first = (*both.differences, *both.unasked)[0]
    difference = f"line {first.line} `{first.source.strip()}`: {first.fact}"
    return difference if both.differences else f"{GAVE_UP}: {difference}"


def mutant(request: SimulateRequest) -> tuple[Counter[str], str]:
    """The race with one token changed; skipped if it cannot be read or leaves open what happened."""
    changed = mutate(simulate(request), Random(f"{request.seed} {request.number}"))
    assert changed is not None
    what = f"{changed.kind}, line {changed.line}, `{changed.was}` -> `{changed.now}`"
    counted, difference = judged_alike(changed.text, what)
    return Counter({"mutants": 1, **counted}), difference


def judged_alike(text: str, what: str) -> tuple[Counter[str], str]:
    """A record that may be wrong: both judges give the same answer to each line."""
    report = _by_both(text)
    first = next((one for one in report.findings if one.kind != UNDETERMINED), None)
    if first is not None and first.kind not in FAULTS:
        return Counter({"mutants that neither judge can follow": 1}), ""
    difference = _difference(report)
    return Counter({"illegal mutants": int(first is not None)}), f"{what}: {difference}" if difference else ""

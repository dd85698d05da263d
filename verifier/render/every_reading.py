"""What comes of a record under every reading of every ruling, as text and as JSON."""

from collections.abc import Iterator
from typing import Any

from verifier.all_rulings import EveryReading, Variant
from verifier.conditions import ALWAYS, Case, Condition


def every_lines(every: EveryReading | None) -> Iterator[str]:
    """Sentences, one a line: a verdict that holds whatever one chooses, or what each one needs."""
    if every is None:
        yield "not judged under every reading: not every line can be read"
        return
    if every.stopped:
        yield f"undetermined under every reading: {every.stopped}, by line {every.line}"
        yield f"rulings that were split: {', '.join(every.split)}"
        return
    if every.verdict is not None:
        yield f"{every.verdict} under every reading"
        if len(every.variants) < 2:
            return
    places = [(one.finding.line, one.finding.rules[:1]) for one in every.variants if one.finding is not None]
    for variant in every.variants:
        first = variant.finding
        exact = first is not None and places.count((first.line, first.rules[:1])) > 1
        yield f"{_outcome(variant, exact)} {_condition(variant.conditions)}"


def _outcome(variant: Variant, exact: bool) -> str:
    """Verdict, rule and line; where that says the same of several outcomes, the column and every rule as well."""
    first = variant.finding
    if first is None:
        return variant.verdict
    rules = first.rules if exact else first.rules[:1]
    by = f" by {' '.join(rules)}" if rules else ""
    column = f", column {first.column}," if exact else ""
    why = f"{'' if exact else ','} not written for this reading," if variant.unwritten else ""
    return f"{variant.verdict}{by} in line {first.line}{column}{why}"


def _condition(condition: Condition) -> str:
    if condition == ALWAYS:
        return "under every reading"
    return f"if {', or '.join(map(_case, condition))}"


def _case(case: Case) -> str:
    return " and ".join(f"{id} = {reading}" for id, reading in case)


def every_json(every: EveryReading | None) -> dict[str, Any] | None:
    """The same as an object; None if not every line of the record can be read."""
    if every is None:
        return None
    return {
        "verdict": every.verdict,
        "verdicts": [
            {"verdict": verdict, "if": [dict(case) for case in condition]}
            for verdict, condition in every.verdicts
        ],
        "outcomes": [
            {
                "verdict": one.verdict,
                "line": one.finding.line if one.finding is not None else None,
                "rules": list(one.finding.rules) if one.finding is not None else [],
                "fact": one.finding.fact if one.finding is not None else None,
                "not_written": one.unwritten,
                "if": [dict(case) for case in one.conditions],
            }
            for one in every.variants
        ],
        "split": list(every.split),
        "stopped": {"line": every.line, "bound": every.stopped} if every.stopped else None,
    }

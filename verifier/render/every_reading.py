"""The results of a record under every reading of every ruling, as text and as JSON."""

from collections.abc import Iterator
from typing import Any

from verifier.findings import Finding
from verifier.records.speaking import IMPOSSIBLE
from verifier.verdicts.all_rulings import EveryReading, Variant, decided
from verifier.verdicts.conditions import ALWAYS, Condition

MOST_OUTCOMES = 6
"""Outcomes listed one by one in text; if there are more, only the verdicts are listed."""

MOST_CASES = 8
"""Choices of readings listed for one outcome in text."""

MOST_READINGS = 4
"""If a choice has more readings than this, the outcome of the record's own ruleset is called `otherwise`."""


def every_lines(every: EveryReading | None, own: Finding | None) -> Iterator[str]:
    """Sentences, one per line: a verdict that holds under every reading, or the readings that lead to each one. `own` is the
    deciding finding under the record's own ruleset."""
    if every is None:
        yield "not judged under every reading: some lines cannot be read"
        return
    yield from _outcome_lines(every, own)
    for one in every.left_out:
        yield f"left out: {one.ruling} = {one.reading}, because {one.why}"


def _outcome_lines(every: EveryReading, own: Finding | None) -> Iterator[str]:
    if every.stopped:
        yield f"given up before every reading was judged: {every.stopped}, by line {every.line}"
        yield f"rulings that were split: {', '.join(every.split)}"
        return
    if every.verdict is not None:
        yield f"{every.verdict} under every reading{' that was judged' if every.left_out else ''}"
        if not 1 < len(every.variants) <= MOST_OUTCOMES:
            return
    told = [
        (said, one.conditions, decided(one.finding) == decided(own))
        for said, one in zip(_outcomes(every.variants), every.variants, strict=True)
    ]
    if len(told) > MOST_OUTCOMES:
        told = [(verdict, condition, verdict == decided(own)[0]) for verdict, condition in every.verdicts]
    for said, condition, is_own in sorted(told, key=lambda one: one[2]):
        yield f"{said} {'otherwise' if is_own and _long(condition) else _condition(condition)}"


def _long(condition: Condition) -> bool:
    return len(condition) > 2 or any(len(case) > MOST_READINGS for case in condition)


def _outcomes(variants: tuple[Variant, ...]) -> list[str]:
    """Verdict, rule and line of each outcome; if several would read the same, the column and all rules too."""
    short = [_outcome(one) for one in variants]
    return [
        said if short.count(said) == 1 else _outcome(one, exact=True)
        for said, one in zip(short, variants, strict=True)
    ]


def _outcome(variant: Variant, *, exact: bool = False) -> str:
    first = variant.finding
    if first is None:
        return variant.verdict
    if first.kind == IMPOSSIBLE and not exact:
        return f"line {first.line} would be impossible"
    rules = first.rules if exact else first.rules[:1]
    by = f" by {' '.join(rules)}" if rules else ""
    place = f"line {first.line}, column {first.column}," if exact else f"line {first.line}"
    why = f"{'' if exact else ','} not written for this reading," if variant.unwritten else ""
    return f"{variant.verdict}{by} in {place}{why}"


def _condition(condition: Condition) -> str:
    """A condition in words: cases that differ in only one ruling are joined, and what all cases need comes first."""
    if condition == ALWAYS:
        return "under every reading"
    cases = _joined(condition)
    first, *others = cases
    common = [id for id in first if others and all(one.get(id) == first[id] for one in others)]
    rests = [{id: readings for id, readings in one.items() if id not in common} for one in cases]
    shared = {id: first[id] for id in common}
    if not all(rests):
        shared, rests = {}, cases
    told = [_all_of(one) for one in rests[:MOST_CASES]]
    more = len(cases) - MOST_CASES
    left = f", or in {more} more case{'s' * (more > 1)}" if more > 0 else ""
    if shared:
        return f"if {_all_of(shared)}, and either {', or '.join(told)}{left}"
    return f"if {', or if '.join(told)}{left}"


Choices = dict[str, tuple[str, ...]]
"""For each ruling, its readings; any one of them is enough."""


def _joined(condition: Condition) -> list[Choices]:
    """The cases of a condition; those that differ in only one ruling are joined."""
    cases: list[Choices] = [{id: (reading,) for id, reading in case} for case in condition]
    for place, one in enumerate(cases):
        for other in cases[place + 1 :]:
            differing = [id for id in one if one[id] != other.get(id)]
            if one.keys() == other.keys() and len(differing) == 1:
                one[differing[0]] = tuple(sorted({*one[differing[0]], *other[differing[0]]}))
                cases.remove(other)
    return cases


def _all_of(choices: Choices) -> str:
    return " and ".join(f"{id} = {' or '.join(readings)}" for id, readings in choices.items())


def every_json(every: EveryReading | None) -> dict[str, Any] | None:
    """The same as an object, complete; None if not every line of the record can be read."""
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
                "rules": one.finding.rules if one.finding is not None else (),
                "fact": one.finding.fact if one.finding is not None else None,
                "not_written": one.unwritten,
                "if": [dict(case) for case in one.conditions],
            }
            for one in every.variants
        ],
        "split": every.split,
        "left_out": every.left_out,
        "stopped": {"line": every.line, "bound": every.stopped} if every.stopped else None,
    }

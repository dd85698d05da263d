"""Conditions on the readings of rulings: which of the possible rulesets are meant.

A *case* fixes the readings of some rulings and leaves the others open. A *condition* is a set of cases; at least one
must hold. The empty case always holds. Both are sorted, so that equal conditions are written in the same way.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

Case = tuple[tuple[str, str], ...]
"""Pairs of ruling and reading, sorted by ruling."""

Condition = tuple[Case, ...]

ALWAYS: Condition = ((),)

MOST_TRIED = 10
"""The most rulings of a case for which every choice of them is tried; in a longer case they are dropped one by one."""


def agree(one: Case, other: Case) -> bool:
    """Whether both can hold: they choose no ruling differently."""
    known = dict(other)
    return all(known.get(id, reading) == reading for id, reading in one)


def narrowed(condition: Condition, case: Case) -> Condition:
    """The condition AND the case."""
    found = {tuple(sorted({**dict(one), **dict(case)}.items())) for one in condition if agree(one, case)}
    return tuple(sorted(found))


def either(conditions: Iterable[Condition], readings: Callable[[str], Sequence[str]]) -> Condition:
    """The conditions joined by OR: a ruling with all of its readings present is dropped. A condition that always holds is
    returned as ALWAYS."""
    cases = _without_siblings({case for condition in conditions for case in condition}, readings)
    return ALWAYS if _covered((), cases, readings) else tuple(sorted(cases))


def _without_siblings(cases: set[Case], readings: Callable[[str], Sequence[str]]) -> set[Case]:
    """Joins cases that differ in one ruling and together have all its readings."""
    waiting = sorted(cases, key=lambda case: (-len(case), case))
    while waiting:
        case = waiting.pop(0)
        if case not in cases:
            continue
        for place, (id, _) in enumerate(case):
            rest = case[:place] + case[place + 1 :]
            beside = {tuple(sorted((*rest, (id, reading)))) for reading in readings(id)}
            if beside <= cases:
                cases = cases - beside | {rest}
                waiting.append(rest)
                break
    return cases


def _covered(case: Case, cases: Iterable[Case], readings: Callable[[str], Sequence[str]]) -> bool:
    """Whether one of the cases holds wherever this one does."""
    known = dict(case)
    touching = []
    for other in cases:
        if all(known.get(id, reading) == reading for id, reading in other):
            left = tuple(pair for pair in other if pair[0] not in known)
            if not left:
                return True
            touching.append(left)
    if not touching:
        return False
    id = min(left[0][0] for left in touching)
    return all(_covered(((id, reading),), touching, readings) for reading in readings(id))


def shortest(mine: Condition, others: Sequence[Condition]) -> Condition:
    """The fewest readings that are sufficient for `mine`: cases that agree with none of the `others`, which together cover every
    case of `mine`. The `others` are all remaining conditions."""
    against = [dict(case) for condition in others for case in condition]
    options = {case: _enough(case, against) for case in mine}
    chosen: list[Case] = []
    open_cases = list(mine)
    while open_cases:
        candidates = sorted({short for case in open_cases for short in options[case]})
        best = min(candidates, key=lambda short: (-_count(short, open_cases), len(short), short))
        chosen.append(best)
        open_cases = [case for case in open_cases if not set(best) <= set(case)]
    return tuple(sorted(chosen, key=lambda case: (len(case), case)))


def _count(short: Case, cases: Sequence[Case]) -> int:
    return sum(set(short) <= set(case) for case in cases)


def _enough(case: Case, against: Sequence[Mapping[str, str]]) -> list[Case]:
    """The smallest parts of a case that agree with none of the cases in `against`."""

    def enough(part: Case) -> bool:
        return not any(all(other.get(id, one) == one for id, one in part) for other in against)

    if len(case) > MOST_TRIED:
        short = case
        for pair in case:
            without = tuple(one for one in short if one != pair)
            if enough(without):
                short = without
        return [short]
    for size in range(len(case)):
        found = [part for part in combinations(case, size) if enough(part)]
        if found:
            return found
    return [case]

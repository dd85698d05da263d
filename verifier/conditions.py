"""Conditions on the readings of rulings: which of the possible rulesets are meant.

A *case* fixes the readings of some rulings and leaves the others open; a *condition* is a set of cases, any of which may hold.
The empty case holds always. Both are sorted, so that the same condition is always written in the same way.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

Case = tuple[tuple[str, str], ...]
"""Pairs of ruling and reading, sorted by ruling."""

Condition = tuple[Case, ...]

ALWAYS: Condition = ((),)

MOST_TRIED = 10
"""Rulings of a case up to which every choice of them is tried; of a longer one they are left out one by one."""


def agree(one: Case, other: Case) -> bool:
    """Whether both can hold: they choose no ruling differently."""
    known = dict(other)
    return all(known.get(id, reading) == reading for id, reading in one)


def narrowed(condition: Condition, case: Case) -> Condition:
    """The condition AND the case: what is left of it."""
    found = {tuple(sorted({**dict(one), **dict(case)}.items())) for one in condition if agree(one, case)}
    return tuple(sorted(found))


def either(conditions: Iterable[Condition], readings: Callable[[str], Sequence[str]]) -> Condition:
    """The conditions joined by OR: a ruling of which every reading is present is dropped. A condition that holds always comes out
    as such."""
    cases = _without_siblings({case for condition in conditions for case in condition}, readings)
    return ALWAYS if _covered((), cases, readings) else tuple(sorted(cases))


def _without_siblings(cases: set[Case], readings: Callable[[str], Sequence[str]]) -> set[Case]:
    """Cases that differ in one ruling and have all its readings are put together."""
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
    """The fewest readings that are enough for `mine`: cases that can hold in none of the `others`, which are all that is left
    besides, few enough to cover every case of `mine`."""
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
    """The smallest parts of a case that agree with none of the cases against it."""

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

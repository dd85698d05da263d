"""Conditions on readings, compared with the assignments for which they hold."""

from collections.abc import Iterable
from itertools import product
from random import Random

import pytest

from verifier.verdicts.conditions import ALWAYS, Case, Condition, agree, either, narrowed, shortest

READINGS = {"a": ("1", "2"), "b": ("1", "2", "3"), "c": ("1", "2"), "d": ("1", "2")}
EVERY = [tuple(zip(READINGS, chosen, strict=True)) for chosen in product(*READINGS.values())]


def meant(condition: Condition) -> set[Case]:
    """The assignments for which a condition holds."""
    return {one for one in EVERY if any(set(case) <= set(one) for case in condition)}


def parted(random: Random, case: Case = (), depth: int = 0) -> list[Case]:
    """The leaves of a tree that splits one ruling after another."""
    left = sorted(READINGS.keys() - dict(case))
    if not left or depth == 4 or random.random() < 0.2:
        return [case]
    id = random.choice(left)
    parts = (tuple(sorted((*case, (id, one)))) for one in READINGS[id])
    return [leaf for part in parts for leaf in parted(random, part, depth + 1)]


def joined(cases: Iterable[Case]) -> Condition:
    return either([(case,) for case in cases], READINGS.__getitem__)


@pytest.mark.parametrize("seed", range(200))
def test_and_or_and_the_shortest_cases(seed: int) -> None:
    random = Random(seed)
    leaves = parted(random)
    groups: list[list[Case]] = [[], [], []]
    for leaf in leaves:
        random.choice(groups).append(leaf)
    whole = [joined(group) for group in groups if group]
    for condition, group in zip(whole, (group for group in groups if group), strict=True):
        assert meant(condition) == meant(tuple(group))
        assert len(condition) <= len(group)
        case = random.choice(leaves)
        assert meant(narrowed(condition, case)) == meant(condition) & meant((case,))
        others = [other for other in whole if other is not condition]
        short = shortest(condition, others)
        assert meant(short) == meant(condition)
        for one in short:
            assert not any(agree(one, case) for other in others for case in other)
            for pair in one:
                less = tuple(other for other in one if other != pair)
                assert meant((less,)) - meant(condition)


@pytest.mark.parametrize("seed", range(20))
def test_all_leaves_of_a_tree_hold_always(seed: int) -> None:
    leaves = parted(Random(seed))
    Random(seed).shuffle(leaves)
    assert joined(leaves) == ALWAYS
    assert shortest(tuple(sorted(leaves)), []) == ALWAYS


def test_a_long_case_is_shortened_one_by_one() -> None:
    long = tuple((f"r{number:02}", "x") for number in range(20))
    against: Case = (("r07", "y"),)
    assert shortest((long,), [(against,)]) == ((("r07", "x"),),)

"""Distributing cards under bounds, compared with the narrowest cut."""

from collections.abc import Mapping
from itertools import combinations, product
from random import Random

from verifier.cards.flow import can_share

Lanes = Mapping[tuple[int, int], int]


def least_cut(givers: Mapping[int, int], lanes: Lanes, takers: Mapping[int, int]) -> int:
    """The narrowest cut of the same network; its capacity equals the maximum flow (max-flow min-cut theorem)."""
    return min(
        sum(cards for one, cards in givers.items() if one not in beyond)
        + sum(min(most, sum(lanes.get((one, taker), 0) for one in beyond)) for taker, most in takers.items())
        for size in range(len(givers) + 1)
        for beyond in combinations(givers, size)
    )


def test_many_givers_and_takers() -> None:
    """In some of the cases all can be shared out, in others not."""
    shared = 0
    for seed in range(600):
        rng = Random(seed)
        givers = {giver: rng.randint(0, 4) for giver in range(rng.randint(3, 6))}
        takers = {kind: rng.randint(0, 2) for kind in range(rng.randint(3, 6))}
        pairs = [pair for pair in product(givers, takers) if rng.random() < 0.6]
        rng.shuffle(pairs)
        lanes = {pair: rng.randint(0, 2) for pair in pairs}
        fits = least_cut(givers, lanes, takers) == sum(takers.values())
        assert can_share(givers, lanes, takers) == fits, seed
        shared += fits
    assert 150 < shared < 450


def test_a_taker_without_a_lane_gets_nothing() -> None:
    lanes = {("b", "y"): 2, ("b", "z"): 2, ("c", "y"): 2}
    assert not can_share({"b": 2, "c": 2}, lanes, {"x": 1, "y": 2, "z": 1})
    assert can_share({"b": 2, "c": 2}, lanes, {"y": 2, "z": 1})
    assert not can_share({"a": 2}, {("a", "y"): 2}, {"x": 1, "y": 1})

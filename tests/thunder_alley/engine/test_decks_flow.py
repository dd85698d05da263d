"""Distributing cards under bounds, compared with every way to do it."""

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from random import Random

from verifier.thunder_alley.engine.decks_flow import can_share

Lanes = Mapping[tuple[int, int], int]


def least_cut(givers: Sequence[int], lanes: Lanes, takers: Mapping[int, int]) -> int:
    """The narrowest cut of the same network; its capacity equals the maximum flow (max-flow min-cut theorem)."""
    return min(
        sum(cards for one, cards in enumerate(givers) if one not in beyond)
        + sum(min(most, sum(lanes.get((one, taker), 0) for one in beyond)) for taker, most in takers.items())
        for size in range(len(givers) + 1)
        for beyond in combinations(range(len(givers)), size)
    )


def test_many_givers_and_takers() -> None:
    for seed in range(400):
        rng = Random(seed)
        givers = [rng.randint(0, 3) for _ in range(rng.randint(3, 6))]
        takers = {kind: rng.randint(0, 3) for kind in range(rng.randint(3, 6))}
        pairs = [pair for pair in product(range(len(givers)), takers) if rng.random() < 0.5]
        rng.shuffle(pairs)
        lanes = {pair: rng.randint(0, 2) for pair in pairs}
        most = least_cut(givers, lanes, takers)
        assert can_share(givers, lanes, takers, most), seed
        assert not can_share(givers, lanes, takers, most + 1), seed

"""Sharing out cards under bounds, against every way to do it."""

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from random import Random

from verifier.thunder_alley.engine.decks_flow import can_share

Lanes = Mapping[tuple[int, int], int]


def most_shared(givers: Sequence[int], lanes: Lanes, takers: Mapping[int, int]) -> int:
    """The most cards that can go from givers to takers, by trying everything."""
    best = 0
    for sent in product(*(range(most + 1) for most in lanes.values())):
        given, taken = [0] * len(givers), dict.fromkeys(takers, 0)
        for (giver, taker), cards in zip(lanes, sent, strict=True):
            given[giver] += cards
            taken[taker] += cards
        if all(map(int.__le__, given, givers)) and all(taken[one] <= takers[one] for one in takers):
            best = max(best, sum(sent))
    return best


def test_as_many_cards_as_can_be_shared_out() -> None:
    for seed in range(300):
        rng = Random(seed)
        givers = [rng.randint(0, 3) for _ in range(rng.randint(1, 3))]
        takers = {kind: rng.randint(0, 3) for kind in range(rng.randint(1, 3))}
        pairs = [pair for pair in product(range(len(givers)), takers) if rng.random() < 0.7]
        lanes = {pair: rng.randint(0, 2) for pair in pairs}
        most = most_shared(givers, lanes, takers)
        assert can_share(givers, lanes, takers, most), seed
        assert not can_share(givers, lanes, takers, most + 1), seed


def least_cut(givers: Sequence[int], lanes: Lanes, takers: Mapping[int, int]) -> int:
    """The narrowest place of the same network: as much as can go through it, by the theorem of the greatest flow and the least
    cut."""
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


def test_a_giver_takes_back_what_another_can_give() -> None:
    """The last card gets through only if cards that were sent before go elsewhere, twice over."""
    lanes = {(0, 0): 1, (0, 1): 1, (1, 0): 1, (1, 2): 1, (2, 1): 1, (2, 2): 1, (3, 0): 1}
    assert can_share([1, 1, 1, 1], lanes, {0: 1, 1: 1, 2: 2}, 4)
    assert not can_share([1, 1, 1, 1], lanes, {0: 1, 1: 1, 2: 1}, 4)

"""Arithmetic on numbers of cards by kind."""

from collections.abc import Iterable

from verifier.thunder_alley.engine.decks_hand import Kinds
from verifier.thunder_alley.engine.decks_stock import Stock


def kinds_of(stock: Stock, cards: Iterable[str]) -> Kinds:
    """These cards by kind."""
    found: dict[int, int] = {}
    for card in cards:
        kind = stock.index[card]
        found[kind] = found.get(kind, 0) + 1
    return tuple(sorted(found.items()))


def added(one: Kinds, other: Kinds) -> Kinds:
    """The cards of both."""
    if not (one and other):
        return one or other
    found = dict(one)
    for kind, count in other:
        found[kind] = found.get(kind, 0) + count
    return tuple(sorted(found.items()))


def at_least(one: Kinds, other: Kinds) -> Kinds:
    """The fewest cards that include both."""
    found = dict(one)
    for kind, count in other:
        found[kind] = max(found.get(kind, 0), count)
    return tuple(sorted(found.items()))


def number_each(stock: Stock, cards: list[dict[int, int]]) -> tuple[int, ...]:
    """How many of each kind these are together."""
    return plus((0,) * len(stock.counts), cards)


def plus(one: tuple[int, ...], cards: list[dict[int, int]]) -> tuple[int, ...]:
    """These numbers of each kind plus all these cards."""
    found = list(one)
    for some in cards:
        for kind, count in some.items():
            found[kind] = found[kind] + count
    return tuple(found)


def minus(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """What is left of each kind without these others."""
    return tuple([one[kind] - other[kind] for kind in range(len(one))])


def fewer(one: tuple[int, ...], kind: int, count: int) -> tuple[int, ...]:
    """These numbers with `count` less of one kind."""
    left = list(one)
    left[kind] = left[kind] - count
    return tuple(left)

"""Stories of tiny decks: the counting must refuse a story at the same fact as a search of every state. The same holds for each
possible next fact at each moment of a story.

A race with whole decks takes too long for each mutant; these stories take a few milliseconds each.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from tests.cards.probes import MISSED, Moment, Origin, moments
from tests.cards.probes import SHAPES as PROBED
from tests.cards.search import SHAPES, Fact, Shape, refused_at, true_story

BATCHES, STORIES = 8, 8
"""Batches of each kind and shape, and stories in a batch."""

OVERLOOKED = frozenset({((4, 4, 2), 1, 3, 6, 18)})
"""Shapes and seeds of impossible stories that the counting accepts (see `tests/cards/test_counting.py`)."""

Story = tuple[Sequence[Fact], int | None]
"""The facts, and the number of the first one that must be refused."""


def stories() -> Iterator[tuple[str, Callable[[], bool]]]:
    """Batches of stories by name, each with a function that returns whether all of them are judged correctly."""
    for origin, rows in MISSED.items():
        for shape, row in zip(PROBED, rows, strict=True):
            for seed, missed in enumerate(row, 1):
                asked = list(moments(shape, origin, seed))
                yield f"next {origin} {shape} {seed}", partial(_probed, shape, origin, asked, missed)
    for place, shape in enumerate(SHAPES):
        for batch in range(BATCHES):
            seeds = range(batch * STORIES, (batch + 1) * STORIES)
            told = [_lied(shape, seed) for seed in seeds if (*shape, seed) not in OVERLOOKED]
            swept = [_swept(shape, seed) for seed in seeds]
            yield f"told {place} {batch}", partial(_refused_there, shape, "discards", told)
            yield f"swept {place} {batch}", partial(_refused_there, shape, "all-cards", swept)
            yield f"later {place} {batch}", partial(_fit, shape, seeds)


def _lied(shape: Shape, seed: int) -> Story:
    """A story in which some cards are recorded as others; every fourth story is true."""
    counts, teams, hand, turns = shape
    facts = list(true_story(Random(seed), counts, teams, hand, turns, lie=0.12 if seed % 4 else 0))
    return facts, refused_at(facts, counts, teams, hand)


def _swept(shape: Shape, seed: int) -> Story:
    """A true story in which hands are shuffled with the discards."""
    counts, teams, hand, turns = shape
    return list(true_story(Random(seed), counts, teams, hand, turns, sweep=True)), None


def _refused_there(shape: Shape, source: str, told: Sequence[Story]) -> bool:
    from tests.cards.told import counted, tiny

    counts, teams, hand, _ = shape
    return all(counted(facts, tiny(counts, teams, hand, source)) == refused for facts, refused in told)


def _probed(shape: Shape, origin: Origin, asked: Sequence[Moment], missed: int) -> bool:
    from tests.cards.told import probed, taken_up

    found = probed(asked, taken_up(shape, origin))
    return found is not None and found <= missed


def _fit(shape: Shape, seeds: Sequence[int]) -> bool:
    from tests.cards.told import fits_later, fits_less_certain

    return all(
        fits_later(shape, seed, full=True)
        and fits_later(shape, seed, full=False)
        and fits_less_certain(shape, seed)
        for seed in seeds
    )

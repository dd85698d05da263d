"""Every fact that could come next, asked after each fact of a true story of a tiny deck.

A story that lies once shows one refusal. Here every moment of a true story is asked what could be told next, and what the next
full hand of each seat could be, so that each bound of the counting is met from both sides.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from random import Random
from typing import Literal, get_args

from tests.thunder_alley.engine.decks_search import NAMES, Fact, Search, Shape, anywhere, true_story

SHAPES: tuple[Shape, ...] = (
    ((2, 2, 1), 2, 2, 3),
    ((3, 1, 1), 1, 3, 4),
    ((2, 1, 1, 1), 2, 2, 3),
    ((1, 2, 2), 1, 2, 4),
)
"""Decks with few cards more than the hands hold, so that they soon run out."""

Origin = Literal["start", "swept", "full", "vague"]
"""A story from the start of the race, its hands left out of each shuffle or swept into it; or from the second turn on, hands full
or of unknown size."""

ORIGINS: tuple[Origin, ...] = get_args(Origin)


MISSED: Mapping[Origin, tuple[tuple[int, ...], ...]] = {
    "start": ((3, 8, 12, 5), (0, 5, 50, 0), (6, 13, 20, 9), (7, 0, 8, 0)),
    "swept": ((61, 69, 284, 32), (34, 68, 113, 51), (130, 164, 519, 78), (35, 57, 41, 30)),
    "full": ((3, 4, 5, 0), (0, 4, 5, 0), (6, 5, 7, 4), (7, 0, 5, 0)),
    "vague": ((3, 0, 7, 0), (0, 4, 3, 0), (11, 0, 9, 0), (6, 2, 1, 0)),
}
"""Probes that the counting takes for possible and that are not, for the first stories of each shape: some of hundreds. Missed
are cards of unknown kind that are held over a shuffle, what a Team Bar can be when next to nothing was shuffled for it, and
with hands in the shuffle what was dealt anew."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A fact that could be told next, whether it fits, and what could be told after it."""

    fact: Fact
    fits: bool
    then: tuple["Probe", ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """The next fact of a story, and what else could be told after it."""

    fact: Fact
    probes: tuple[Probe, ...]


def moments(shape: Shape, origin: Origin, seed: int) -> Iterator[Moment]:
    """The moments of a true story, from the first time that hands are filled."""
    counts, teams, hand, turns = shape
    sweep = origin == "swept"
    facts = list(true_story(Random(seed), counts, teams, hand, turns, sweep=sweep))
    search = Search(counts, teams, hand, sweep=sweep)
    if origin in ("full", "vague"):
        search = anywhere(counts, teams, hand, full=origin == "full")
        second = [place for place, fact in enumerate(facts) if fact[0] == "fill"][1]
        facts = facts[second + (1 if origin == "full" else 3) :]
    in_turn: list[str] = []
    for fact in facts:
        search.tell(fact)
        word = str(fact[0])
        in_turn = [word] if word == "fill" else [*in_turn, word]
        # A Team Bar comes after the last play and before the discards (TA-3.5).
        over, bars = "bar" in in_turn, "discard" not in in_turn
        yield Moment(fact, tuple(_probes(search, shape, plays=not over, bars=bars)) if search.dealt else ())


def _probes(search: Search, shape: Shape, *, plays: bool, bars: bool) -> Iterator[Probe]:
    counts, teams, hand, _ = shape
    kinds = NAMES[: len(counts)]
    yield _probe(search, ("reshuffle",))
    for seat in range(teams):
        for kind in kinds:
            if plays:
                yield _probe(search, ("play", seat, kind))
            yield _probe(search, ("discard", seat, (kind,), 0))
        for size in range(hand + 2):
            yield _probe(search, ("hand", seat, (), size))
            yield _probe(search, ("discard", seat, (), size))
        for pair in combinations_with_replacement(kinds, 2):
            yield _probe(search, ("hand", seat, pair, None))
            yield _probe(search, ("discard", seat, pair, None))
    shuffled: Fact = ("reshuffle",)
    full: list[Fact] = [
        ("hand", seat, held, 0)
        for seat in range(teams)
        for held in combinations_with_replacement(kinds, hand)
    ]
    for first in (*range(teams), None):
        yield _probe(search, ("fill", first), [shuffled, *full])
    some: list[Fact] = [("hand", seat, (kind,), None) for seat in range(teams) for kind in kinds]
    for turned in (*kinds, None) if bars else ():
        yield _probe(search, ("bar", turned), [shuffled, *some])


def _probe(search: Search, fact: Fact, then: Iterable[Fact] = ()) -> Probe:
    after = search.after(fact)
    return Probe(fact, bool(after.states), tuple(_probe(after, one) for one in then if after.states))

"""What a story tells of a hand, against every hand that it can be told of."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from random import Random

from tests.thunder_alley.engine.decks_told import tiny
from verifier.findings import Breach
from verifier.thunder_alley.engine.decks_hand import (
    Entry,
    Hand,
    Kept,
    Kinds,
    Seen,
    Thrown,
    any_cards,
    left_over,
    read_hand,
)
from verifier.thunder_alley.engine.decks_stock import UNKNOWN

SIZE, KINDS = 3, 3
DEALING = tiny((3, 3, 3), 1, SIZE).dealing

LOOSE = {"other": 309, "low": 13, "held": 25, "possible": 8}
"""For how many of these stories the counting is looser than the hands themselves: cards that nobody named and that were seen,
the fewest cards of a hand whose size nobody knows, what it held after the last play, and that no hand fits at all."""

Cards = tuple[int, ...]


def kinds(cards: Iterable[int]) -> Kinds:
    return tuple(sorted(Counter(cards).items()))


def some(rng: Random, most: int) -> Kinds:
    return kinds(rng.randrange(KINDS) for _ in range(rng.randint(0, most)))


def tale(rng: Random) -> tuple[Entry, ...]:
    """A story of up to four entries, which need not be possible."""
    told: list[Entry] = []
    for _ in range(rng.randint(1, 4)):
        which = rng.random()
        if which < 0.45:
            told.append(rng.randrange(KINDS) if which < 0.3 else UNKNOWN)
        elif which < 0.75:
            known = some(rng, 2)
            count = sum(number for _, number in known)
            told.append(Seen(known, rng.choice([None, count, count + 1])))
        else:
            told.append(Thrown(some(rng, 1), rng.choice([0, 0, 1, None])))
    return tuple(told)


def after(hand: Cards, entry: Entry) -> Iterator[Cards]:
    """The hands that can be left of one after an entry of its story; none if it speaks against the hand."""
    held = Counter(hand)
    gone: list[Counter[int]] = []
    if isinstance(entry, int):
        gone = [Counter([kind]) for kind in (held if entry == UNKNOWN else [entry])]
    elif isinstance(entry, Seen):
        gone = [Counter()] if Counter(dict(entry.known)) <= held and entry.size in (None, len(hand)) else []
    else:
        named = Counter(dict(entry.known))
        rest = list((held - named).elements())
        numbers = range(len(rest) + 1) if entry.other is None else [entry.other]
        gone = [named + Counter(more) for number in numbers for more in combinations(rest, number)]
    yield from {tuple(sorted((held - cards).elements())) for cards in gone if cards <= held}


def every_hand(story: tuple[Entry, ...], *, vague: bool) -> set[tuple[Cards, Cards, Cards]]:
    """Every hand to begin with, what it was after the last play, and what is left."""
    last = max((place for place, entry in enumerate(story, 1) if isinstance(entry, int)), default=0)
    sizes = range(SIZE + 1) if vague else [SIZE]
    first = [hand for size in sizes for hand in combinations_with_replacement(range(KINDS), size)]
    found = {(hand, hand, hand) for hand in first}
    for place, entry in enumerate(story, 1):
        found = {
            (begun, left if place <= last else flip, left)
            for begun, flip, hand in found
            for left in after(hand, entry)
        }
    return found


def least(hands: Iterable[Cards]) -> dict[int, int]:
    """The cards that are in each of these hands."""
    counts = [Counter(hand) for hand in hands]
    return {kind: most for kind in range(KINDS) if (most := min(count[kind] for count in counts))}


def test_what_a_story_tells_of_every_hand() -> None:
    loose: Counter[str] = Counter()
    for seed in range(3000):
        rng = Random(seed)
        story, vague = tale(rng), rng.random() < 0.4
        hands = every_hand(story, vague=vague)
        told = read_hand(DEALING, 0, story, any_cards(SIZE), vague=vague)
        if isinstance(told, Breach):
            assert not hands, (story, vague)
            continue
        if not hands:
            loose["possible"] += not told.torn
            continue
        kept = left_over(DEALING, told, any_cards(SIZE))
        named = Counter(dict(kept.known))
        ends = [left for _, _, left in hands]
        others = [(Counter(left) - named).total() for left in ends]
        assert told.need == least(begun for begun, _, _ in hands), (story, vague)
        assert kept.high == max(map(len, ends)), (story, vague)
        assert kept.low <= min(map(len, ends)), (story, vague)
        assert kept.other >= max(others), (story, vague)
        sure = least(flip for _, flip, _ in hands)
        assert all(count <= sure.get(kind, 0) for kind, count in told.held.items()), (story, vague)
        sizes = [len(flip) for _, flip, _ in hands]
        assert told.held_sizes[0] <= min(sizes) and told.held_sizes[1] >= max(sizes), (story, vague)
        loose["other"] += kept.other > max(others)
        loose["low"] += kept.low < min(map(len, ends))
        loose["held"] += Counter(sure) > Counter(told.held)
    assert all(loose[bound] <= most for bound, most in LOOSE.items()), loose


def test_how_many_cards_can_have_been_kept() -> None:
    """Of what was kept as much as leaves room for the cards that came of the hand."""
    for seed in range(1500):
        rng = Random(seed)
        known, other = some(rng, 2), rng.randint(0, 1)
        high = sum(count for _, count in known) + other
        before = Kept(known, other, rng.randint(0, high), high)
        story = tuple(rng.choice([*range(KINDS), UNKNOWN]) for _ in range(rng.randint(0, SIZE)))
        need = Counter(kind for kind in story if kind != UNKNOWN)
        fits = []
        for number in range(before.low, before.high + 1):
            for cards in combinations([*Counter(dict(known)).elements(), *[UNKNOWN] * other], number):
                lacking = (need - Counter(cards)).total() - cards.count(UNKNOWN)
                if lacking <= SIZE - number:
                    fits.append(number)
        told = read_hand(DEALING, 0, story, before, vague=False)
        assert isinstance(told, Hand)
        assert told.torn == (not fits), (before, story)
        if fits:
            assert (told.drawn_low, told.drawn_high) == (SIZE - max(fits), SIZE - before.low), (before, story)


def test_the_most_cards_that_a_hand_of_unknown_size_had_are_told() -> None:
    story = (Seen(((0, 1), (1, 1)), None), 2, Seen(((2, 2),), None))
    found = read_hand(DEALING, 0, story, any_cards(SIZE), vague=True)
    assert isinstance(found, Breach)
    assert found.numbers == {"in_hand": 3, "needed": 5}

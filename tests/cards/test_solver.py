"""Cards by the solver: races that were really dealt always fit, and impossible stories are refused."""

import random
from collections.abc import Iterator

import pytest

from verifier.cards.known import Beginning, Deal, Fact, Filled, Held, Left, Marks, Shuffled, Turned
from verifier.cards.solver import Story

KINDS = {kind: count for count, kind in enumerate("abcdefghijklm", 2)}
"""Thirteen kinds, 2 to 14 cards of each."""


def deal(teams: int, full: int, *, swept: bool = False) -> Deal:
    """A deck of 104 cards."""
    seats = tuple(f"seat {place}" for place in range(teams))
    return Deal(seats, full, KINDS, sum(KINDS.values()), swept=lambda: swept, rule="kinds")


def race(seed: int, deal: Deal) -> Iterator[Fact]:
    """Facts that a record might give about the cards of a race that was really dealt."""
    chance = random.Random(seed)
    deck = [kind for kind, count in KINDS.items() for _ in range(count)]
    chance.shuffle(deck)
    discards: list[str] = []
    hands: dict[str, list[str]] = {holder: [] for holder in deal.holders}
    shuffles = 0

    def draw() -> str:
        nonlocal shuffles
        if not deck:
            deck.extend(discards)
            discards.clear()
            if deal.swept():
                deck.extend(card for hand in hands.values() for card in hand)
            chance.shuffle(deck)
            if deal.swept():
                for hand in hands.values():
                    hand[:] = [deck.pop() for _ in hand]
            shuffles += 1
        return deck.pop()

    def turned() -> Turned:
        before = shuffles
        discards.append(draw())
        known = (discards[-1],) if chance.random() < 0.5 else ()
        return Turned(known, chance.random() < 0.8, shuffles > before and chance.random() < 0.5)

    yield turned()
    for _ in range(6):
        first = chance.randrange(len(deal.holders))
        before = shuffles
        for holder in (*deal.holders[first:], *deal.holders[:first]):
            while len(hands[holder]) < deal.full:
                hands[holder].append(draw())
        yield Filled(deal.holders[first] if chance.random() < 0.7 else None, shuffles > before)
        if shuffles > before:
            yield Shuffled()
        for _ in range(deal.full - 1):
            for holder, hand in hands.items():
                if chance.random() < 0.05:
                    yield Held(holder, marked(hand), 0)
                if chance.random() < 0.9:
                    card = hand.pop(chance.randrange(len(hand)))
                    discards.append(card)
                    yield Left(holder, ((card,) if chance.random() < 0.9 else (),))
        yield turned()
        for holder, hand in hands.items():
            gone = [hand.pop() for _ in range(chance.randint(0, len(hand)))]
            discards.extend(gone)
            known = chance.randint(0, len(gone))
            yield Left(holder, marked(gone[:known]), chance.choice([None, len(gone) - known]))


def marked(cards: list[str]) -> tuple[Marks, ...]:
    return tuple((card,) for card in cards)


def broken(deal: Deal, facts: Iterator[Fact]) -> tuple[str, ...]:
    """The rules that the first impossible fact breaks."""
    story = Story(deal, Beginning())
    for fact in facts:
        story = story.tell(fact)
        if rules := story.broken():
            return rules
    return ()


@pytest.mark.parametrize("swept", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_what_was_really_dealt_fits(seed: int, swept: bool) -> None:
    dealt = deal(2 + seed, 9 - seed, swept=swept)
    assert broken(dealt, race(seed, dealt)) == ()


def test_a_kind_that_is_held_cannot_be_played_by_another() -> None:
    dealt = deal(2, 7)
    story = Story(dealt, Beginning()).tell(Filled("seat 0"), Held("seat 0", marked(["a", "a"]), 5))
    assert story.tell(Left("seat 1", marked(["b"]))).broken() == ()
    assert story.tell(Left("seat 1", marked(["a"]))).broken() == ("kinds",)


EVENTS = Deal((), 0, {"fog": 2, "rain": 2}, 4, aside=("rain",), rule="kinds")
"""A deck without hands; its first `rain` is laid aside."""


def drawn(cards: str, before: int = 0) -> Story:
    """One card a turn, by its first letter; `?` for an unknown one."""
    names = {"f": ("fog",), "r": ("rain",), "?": ()}
    story = Story(EVENTS, Beginning((before, before)))
    for card in cards:
        story = story.tell(Filled(), Turned(names[card]))
    return story


@pytest.mark.parametrize(
    ("cards", "fits"),
    [
        ("ff", True),
        ("fff", False),
        ("ffrrffr", True),  # three cards are shuffled
        ("ffrrffrrr", False),
        ("ffrrffrfrf", True),
        ("?frrf", True),
        ("?fff", False),
    ],
)
def test_a_card_laid_aside_stays_out_of_the_deck(cards: str, fits: bool) -> None:
    found = [drawn(cards[: place + 1]).broken() for place in range(len(cards))]
    assert found == [()] * (len(cards) - 1) + [() if fits else ("kinds",)]


def test_a_shuffle_is_noted_after_the_draw_or_before() -> None:
    note = Shuffled("shuffled")
    assert drawn("ffrr").tell(note).broken() == ("shuffled",)
    assert drawn("ffrrf").tell(note).broken() == ()
    assert drawn("ffrrff").tell(note).broken() == ("shuffled",)
    ahead = Turned(shuffled=True, rule="shuffled")
    assert drawn("ffr").tell(Filled(), ahead).broken() == ("shuffled",)
    assert drawn("", before=4).tell(Filled(), ahead).broken() == ()

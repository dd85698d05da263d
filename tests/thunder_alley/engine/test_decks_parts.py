"""Parts of the counting on their own: what is surely kept, which ways are dropped, the numbers of a refusal."""

from itertools import combinations
from random import Random

import pytest

from model.values import replace
from tests.thunder_alley.engine.decks_search import Fact
from tests.thunder_alley.engine.decks_told import tell, tiny
from verifier.findings import Breach
from verifier.thunder_alley.engine.decks import Decks, unshuffled
from verifier.thunder_alley.engine.decks_events import Drawn, drawn_event, first_events, shuffled_events
from verifier.thunder_alley.engine.decks_hand import Hand, Kept, any_cards
from verifier.thunder_alley.engine.decks_reasons import no_way
from verifier.thunder_alley.engine.decks_stock import race_stock
from verifier.thunder_alley.engine.decks_turn import (
    MOST_PASSES,
    Held,
    Lack,
    Pass,
    Turn,
    Way,
    _barred,
    _kept_fit,
    _old_cards_fit,
    _pruned,
)


def test_cards_that_are_surely_kept() -> None:
    for seed in range(200):
        rng = Random(seed)
        known = tuple((kind, rng.randint(1, 3)) for kind in range(rng.randint(1, 3)))
        cards = [kind for kind, count in known for _ in range(count)]
        other = rng.randint(0, 2)
        low = rng.randint(0, len(cards) + other)
        # -1: a card of any kind.
        hands = list(combinations([*cards, *[-1] * other], low))
        least = {kind: min(hand.count(kind) for hand in hands) for kind, _ in known}
        sure = {kind: count for kind, count in least.items() if count}
        assert Kept(known, other, low, len(cards) + other).surely == sure, seed


def test_a_way_is_dropped_only_where_another_allows_all_of_it() -> None:
    for seed in range(20):
        rng = Random(seed)
        ways = [
            Way(
                Pass(rng.randint(0, 30), rng.randint(30, 60), tuple(rng.randint(0, 9) for _ in range(4)),
                     recent=rng.random() < 0.2),
                False, False, rng.random() < 0.5,
            )
            for _ in range(400)
        ]  # fmt: skip
        kept = _pruned(ways)
        assert len(kept) == MOST_PASSES
        for way in ways:
            assert any(
                one.then.low <= way.then.low
                and one.then.high >= way.then.high
                and one.then.recent >= way.then.recent
                and all(a <= b for a, b in zip(one.then.known, way.then.known, strict=True))
                for one in kept
            )
    few = [Way(Pass(0, 9, (n, MOST_PASSES - n)), False, False, True) for n in range(MOST_PASSES)]
    assert sorted(way.then.known for way in _pruned(few)) == [way.then.known for way in few]


def told(*facts: Fact) -> Breach:
    """The breach of the last of these facts, of a deck of one `a`, one `b` and three `c`, with one team of two cards."""
    found: Decks | Breach = tiny((1, 1, 3), 1, 2)
    for fact in facts:
        assert isinstance(found, Decks), found
        found = tell(found, fact)
    assert isinstance(found, Breach)
    return found


FIRST: tuple[Fact, ...] = (("fill", 0), ("hand", 0, ("a", "b"), 0), ("play", 0, None))


QUIET: tuple[Fact, ...] = (("fill", 0), ("play", 0, None), ("discard", 0, (), 0))
"""A turn of which nobody noted the cards; one is kept."""


def test_a_shuffle_that_was_is_told_of() -> None:
    """Five cards are out after four turns: the fifth draw has shuffled."""
    at_draw = told(*QUIET * 5, *QUIET[:1], ("play", 0, "a"), *QUIET[2:], ("fill", 0), ("play", 0, "a"))
    assert at_draw.fact.startswith("a 2nd a would be out between two shuffles of the deck")
    assert at_draw.numbers["out_most"] == 4
    at_bar = told(
        *QUIET * 3, *QUIET[:2], ("bar", None), *QUIET[2:], ("fill", 0), ("play", 0, "a"), ("bar", "a")
    )
    assert at_bar.fact.startswith("a 2nd a would be out between two shuffles of the deck")
    this_draw = told(
        *QUIET * 2, *QUIET[:2], ("bar", None), *QUIET[2:], ("fill", 0), ("play", 0, "a"), ("bar", "a")
    )
    assert this_draw.fact.startswith("a 2nd a would be out between two shuffles of the deck")
    assert this_draw.numbers["out_most"] == 3


def lack(kind: int, count: int, out: int) -> Lack:
    return Lack(kind, count, out, again=False)


def test_of_several_lacks_the_least_of_a_kind_just_named_is_told() -> None:
    """Of equal demands that with most cards out, and of those again the first kind."""
    dealing, nobody = tiny((1, 1, 3), 1, 2).dealing, Held((), (), ())
    lacks = [lack(0, 2, 4), lack(1, 3, 5), lack(1, 2, 3), lack(1, 2, 4), lack(2, 4, 5), lack(0, 2, 5)]
    told_of = {named: no_way(dealing, nobody, lacks, named) for named in ((0,), (1,), (2,), (1, 2), ())}
    assert {named: (one.fact[:7], one.numbers["out_most"]) for named, one in told_of.items()} == {
        (0,): ("a 2nd a", 5),
        (1,): ("a 2nd b", 4),
        (2,): ("a 4th c", 5),
        (1, 2): ("a 2nd b", 4),
        (): ("a 2nd a", 5),
    }


def test_a_card_that_is_printed_for_one_of_two_kinds_names_its_ruling() -> None:
    dealing, nobody = replace(tiny((1, 1, 3), 1, 2).dealing, stock=race_stock()), Held((), (), ())
    for card, shared in (("understeer", True), ("inside-line", True), ("charge", False)):
        kind = dealing.stock.index[card]
        found = no_way(dealing, nobody, [lack(kind, 9, 20)], (kind,))
        assert ("card-80" in found.rulings) == shared


def test_a_shuffle_of_the_events_is_written_where_it_was_or_is_due() -> None:
    """One card a turn is drawn, so that there is nothing to be guessed; from the second time on a Rain lies aside."""
    dealing = tiny((1, 1, 3), 1, 2).dealing
    size = dealing.events.size
    events, out = first_events(dealing), 0
    for _ in range(3 * size):
        shuffled = out == size
        out = 2 if shuffled else out + 1
        after = drawn_event(dealing, events, None)
        assert not isinstance(after, Breach)
        events = after
        assert isinstance(shuffled_events(dealing, events), tuple) == (shuffled or out == size)


def test_the_most_events_that_can_be_out_are_told() -> None:
    dealing = tiny((1, 1, 3), 1, 2).dealing
    ways = (Drawn(3, 3, dealing.events.counts), Drawn(5, 7, dealing.events.counts))
    for found in (drawn_event(dealing, ways, "overcast"), shuffled_events(dealing, ways)):
        assert isinstance(found, Breach)
        assert found.numbers["out"] == 7


def test_the_most_cards_that_can_be_out_are_told() -> None:
    """In the second turn a card may have been thrown away or not, so the shuffle was in the fourth draw or in the fifth."""
    found = told(*QUIET[:2], *QUIET * 4, ("fill", 0), ("reshuffle",))
    assert found.numbers == {"out_most": 4, "cards": 5}


FULL_HAND = Hand((), {0: 1, 1: 1}, {0: 1, 1: 1}, 2, 2, False, False, {}, (0, 2), [(0, 2)])
"""One `a` and one `b`, both drawn; after the last play nobody knows how many cards are left."""


def test_a_card_that_the_old_deck_does_not_have_is_told_of() -> None:
    """One card was drawn before the shuffle, and both that are asked for were out: of two equal lacks the first kind."""
    lacks: list[Lack] = []
    held = Held((any_cards(0),), (FULL_HAND,), (FULL_HAND,))
    assert not _old_cards_fit(tiny((1, 1, 3), 1, 2).dealing, Pass(4, 4, (1, 1, 2)), held, 0, 1, lacks)
    assert lacks == [lack(0, 2, 5)]


def test_hands_of_unknown_size_over_the_shuffle_of_a_team_bar() -> None:
    """Out is then what the hands hold, at least and at most, and the card turned up."""
    dealing, held = tiny((1, 1, 3), 1, 2).dealing, Held((any_cards(0),), (FULL_HAND,), (FULL_HAND,))
    way = Way(Pass(5, 5, (0, 0, 0)), False, False, False)
    [found] = _barred(dealing, way, held, Turn(0, ((),), bars_sure=1), [])
    assert (found.then.low, found.then.high, found.at_bar) == (1, 3, True)


@pytest.mark.parametrize(
    ("known", "drawn", "fits"),
    [((1, 1, 0), 0, True), ((1, 1, 0), 1, False), ((1, 0, 0), 1, True), ((0, 0, 0), 2, True)],
)
def test_known_cards_that_must_have_been_kept(known: tuple[int, int, int], drawn: int, fits: bool) -> None:
    """Of `a` and `b` each that was out before was kept, be it known of the last turn or of an earlier one."""
    hand = replace(FULL_HAND, drawn_low=drawn, tight=True)
    held = Held((Kept(((0, 1),), 1, 0, 2, ((1, 1),)),), (hand,), (hand,))
    assert _kept_fit(tiny((1, 1, 3), 1, 2).dealing, Pass(2, 2, known), held) == fits


GRID: tuple[Fact, ...] = (("bar", None), ("fill", 0))


@pytest.mark.parametrize(
    ("facts", "size"),
    [(GRID, 6), ((*GRID, ("bar", None)), 7), ((*GRID, ("bar?",)), 7), ((*GRID, *QUIET[1:], ("fill", 0)), 8)],
)
def test_a_deck_is_unshuffled_while_the_next_hands_and_team_bar_leave_cards(
    facts: tuple[Fact, ...], size: int
) -> None:
    """Out are one card for the grid, those drawn, those noted for a Team Bar; two may be drawn, one more may be turned up."""
    for cards, fits in ((size, True), (size - 1, False)):
        decks: Decks | Breach = tiny((cards,), 1, 2)
        for fact in facts:
            assert isinstance(decks, Decks)
            decks = tell(decks, fact)
        assert isinstance(decks, Decks)
        assert unshuffled(decks) == fits

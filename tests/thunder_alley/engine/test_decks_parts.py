"""Parts of the counting in isolation: certainly kept cards, dropped alternatives, the numbers in a refusal."""

from random import Random

import pytest

from model.values import replace
from tests.thunder_alley.engine.decks_search import Fact
from tests.thunder_alley.engine.decks_told import tell, tiny
from verifier.findings import Breach
from verifier.thunder_alley.engine.decks import Decks, unshuffled
from verifier.thunder_alley.engine.decks_events import Drawn, drawn_event, first_events, shuffled_events
from verifier.thunder_alley.engine.decks_hand import Hand, any_cards
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
    _pruned,
)


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
    """The breach at the last of these facts, for a deck of one `a`, one `b` and three `c`, with one team of two cards."""
    found: Decks | Breach = tiny((1, 1, 3), 1, 2)
    for fact in facts:
        assert isinstance(found, Decks), found
        found = tell(found, fact)
    assert isinstance(found, Breach)
    return found


FIRST: tuple[Fact, ...] = (("fill", 0), ("hand", 0, ("a", "b"), 0), ("play", 0, None))


QUIET: tuple[Fact, ...] = (("fill", 0), ("play", 0, None), ("discard", 0, (), 0))
"""A turn with no recorded cards; one is kept."""


def lack(kind: int, count: int, out: int) -> Lack:
    return Lack(kind, count, out, again=False)


def test_of_several_lacks_the_least_of_a_kind_just_named_is_told() -> None:
    """Of equal demands the one with most cards out, and of those the first kind."""
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
    """One card per turn is drawn, so that nothing is uncertain; from the second time on a Rain is set aside."""
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


FULL_HAND = Hand((), {0: 1, 1: 1}, {0: 1, 1: 1}, 2, 2, False, False, {}, (0, 2), [(0, 2)])
"""One `a` and one `b`, both drawn; after the last play it is unknown how many cards are left."""


def test_hands_of_unknown_size_over_the_shuffle_of_a_team_bar() -> None:
    """The cards that are out are those in the hands, at least and at most, and the card turned up."""
    dealing, held = tiny((1, 1, 3), 1, 2).dealing, Held((any_cards(0),), (FULL_HAND,), (FULL_HAND,))
    way = Way(Pass(5, 5, (0, 0, 0)), False, False, False)
    [found] = _barred(dealing, way, held, Turn(0, ((),), bars_sure=1), [])
    assert (found.then.low, found.then.high, found.at_bar) == (1, 3, True)


GRID: tuple[Fact, ...] = (("bar", None), ("fill", 0))


@pytest.mark.parametrize(
    ("facts", "size"),
    [(GRID, 6), ((*GRID, ("bar", None)), 7), ((*GRID, ("bar?",)), 7), ((*GRID, *QUIET[1:], ("fill", 0)), 8)],
)
def test_a_deck_is_unshuffled_while_the_next_hands_and_team_bar_leave_cards(
    facts: tuple[Fact, ...], size: int
) -> None:
    """The cards that are out: one for the grid, those drawn, those recorded for a Team Bar; two may be drawn, one more may be
    turned up."""
    for cards, fits in ((size, True), (size - 1, False)):
        decks: Decks | Breach = tiny((cards,), 1, 2)
        for fact in facts:
            assert isinstance(decks, Decks)
            decks = tell(decks, fact)
        assert isinstance(decks, Decks)
        assert unshuffled(decks) == fits


def test_of_two_cards_that_were_shown_one_was_played() -> None:
    """The record does not show which, so either can be in the next hand, and never both before a shuffle."""
    start: Decks | Breach = tiny((1, 1, 3), 1, 2)
    for fact in (*FIRST, ("fill", 0)):
        assert isinstance(start, Decks)
        start = tell(start, fact)
    assert isinstance(start, Decks)
    for hand in (("a", "c"), ("b", "c"), ("c", "c")):
        assert isinstance(tell(start, ("hand", 0, hand, 0)), Decks)
    assert isinstance(tell(start, ("hand", 0, ("a", "b"), 0)), Breach)

"""Parts of the counting in isolation: dropped alternatives, the lack that is reported, what is forgotten."""

from collections import Counter
from random import Random

import pytest

from tests.cards.search import NAMES, Fact
from tests.cards.told import Table, deal, tell, tiny
from verifier.cards.counting import MOST_FACTS, MOST_PASSES, Count, Pass, _pruned, begin
from verifier.cards.known import Beginning, Clash, Filled, Held, Left, Turned


def told(*facts: Fact) -> Table:
    """A deck of one `a`, one `b` and three `c`, with one team of two cards, after these facts."""
    table: Table | None = tiny((1, 1, 3), 1, 2)
    for fact in facts:
        assert table is not None
        table = tell(table, fact)
    assert table is not None
    return table


def passing(one: Count | Clash) -> Count:
    assert isinstance(one, Count), one
    return one


def test_a_pass_is_dropped_only_where_another_allows_all_of_it() -> None:
    for seed in range(20):
        rng = Random(seed)
        every = [
            Pass(
                rng.randint(0, 30),
                rng.randint(30, 60),
                Counter({name: rng.randint(0, 9) for name in NAMES[:4]}),
                recent=rng.random() < 0.2,
                free=rng.random() < 0.5,
            )
            for _ in range(400)
        ]
        kept = _pruned(every)
        assert len(kept) == MOST_PASSES
        for one in every:
            assert any(
                other.low <= one.low
                and other.high >= one.high
                and other.recent >= one.recent
                and other.known <= one.known
                for other in kept
            )
    few = [Pass(0, 9, Counter(a=n, b=MOST_PASSES - n)) for n in range(MOST_PASSES)]
    assert _pruned(few) == few


@pytest.mark.parametrize(
    ("card", "mark", "needed", "out"),
    [
        ((), "c", 4, 5),  # no card is named, but one kind is lacking
        (("a",), "a", 2, 5),
        (("b",), "b", 2, 5),
    ],
)
def test_the_lack_of_a_kind_just_named_is_reported(
    card: tuple[str, ...], mark: str, needed: int, out: int
) -> None:
    """Three `c` have left the hand, and one more is in it if no card is named."""
    start = begin(deal((1, 1, 3), 1, 9), Beginning((0, 5), (9, 9), known=("a", "b", "c", "c", "c")))
    held = Held("T0", (card,) if card else (("c",),))
    found = start.tell(held)
    assert isinstance(found, Clash)
    assert (found.what, found.mark, found.numbers["needed"], found.numbers["out_most"]) == (
        "lack",
        mark,
        needed,
        out,
    )


def test_of_two_cards_that_were_shown_one_was_played() -> None:
    """The record does not show which, so either can be in the next hand, but never both before a shuffle."""
    start = told(("fill", 0), ("hand", 0, ("a", "b"), 0), ("play", 0, None), ("fill", 0))
    for hand in (("a", "c"), ("b", "c"), ("c", "c")):
        assert tell(start, ("hand", 0, hand, 0)) is not None
    assert tell(start, ("hand", 0, ("a", "b"), 0)) is None


def test_hands_of_unknown_size_over_the_shuffle_for_a_card_turned_up() -> None:
    """The cards that are out are those in the hands, at least and at most, and the card turned up."""
    start = begin(deal((1, 1, 3), 1, 2), Beginning((5, 5), (0, 2)))
    [found] = passing(passing(start.tell(Turned())).tell(Filled())).passes
    assert (found.low, found.high) == (1, 3)


def test_memory_stays_small_however_long_the_race() -> None:
    table: Table | None = tiny((4, 3, 5, 8, 4, 9), 2, 4)
    most = 0
    for number in range(300):
        for fact in (("fill", 0), ("play", 0, NAMES[number % 6]), ("play", 1, None), ("bar", None)):
            assert table is not None
            table = tell(table, fact)
        assert table is not None
        most = max(most, len(table.count.passes))
    assert most < 40


def test_a_turn_with_too_many_facts_is_forgotten() -> None:
    """Cards that left a hand after them are not taken for cards that are still in it."""
    table: Table | None = tiny((4, 3, 5, 8), 1, 4)
    assert table is not None
    table = table.filled(0)
    for _ in range(MOST_FACTS):
        assert table is not None
        table = table.told(Held("T0", (("a",),), 3))
    assert table is not None
    assert len(table.count.facts) <= MOST_FACTS
    for card in "abcd":
        table = table.told(Left("T0", ((card,),)))
        assert table is not None
    table = table.filled(0)
    assert table is not None
    assert table.told(Held("T0", (("a",), ("a",), ("a",), ("d",)), 0)) is not None

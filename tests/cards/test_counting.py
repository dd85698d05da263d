"""The counting, compared with every state of tiny decks: it refuses nothing possible, and almost everything impossible."""

from random import Random

import pytest

from model.thunder_alley.cards import CARDS
from tests.cards.probes import MISSED, ORIGINS, Origin, moments
from tests.cards.probes import SHAPES as PROBED
from tests.cards.search import SHAPES, Cards, Fact, Shape, refused_at, true_story
from tests.cards.told import (
    counted,
    fits_later,
    fits_less_certain,
    probed,
    taken_up,
    tiny,
)
from tests.thorough import THOROUGH

STORIES = 400 if THOROUGH else 40


def verdicts(facts: list[Fact], counts: Cards, teams: int, hand: int) -> tuple[bool, bool]:
    """Whether the facts fit, by counting and by search. Both stop at the first fact that either of them refuses."""
    by_count = counted(facts, tiny(counts, teams, hand))
    by_search = refused_at(facts, counts, teams, hand)
    first = min(place for place in (by_count, by_search, len(facts)) if place is not None)
    return by_count != first, by_search != first


@pytest.mark.parametrize("shape", SHAPES)
def test_what_happened_is_never_refused(shape: Shape) -> None:
    counts, teams, hand, turns = shape
    for seed in range(STORIES):
        facts = list(true_story(Random(seed), counts, teams, hand, turns, lie=0))
        assert verdicts(facts, counts, teams, hand) == (True, True), seed


@pytest.mark.parametrize("shape", SHAPES)
def test_what_can_have_happened_is_never_refused_and_most_of_the_rest_is(
    shape: Shape,
) -> None:
    counts, teams, hand, turns = shape
    refused, missed = 0, []
    for seed in range(STORIES):
        facts = list(true_story(Random(seed), counts, teams, hand, turns, lie=0.12))
        fits, searched = verdicts(facts, counts, teams, hand)
        assert fits or not searched, seed
        refused += not fits
        missed += [seed] if fits and not searched else []
    # What it misses: cards of unknown kind that are held over a shuffle, and known ones that were discarded to draw again.
    assert refused * 4 > STORIES
    assert len(missed) * 8 <= refused, missed


@pytest.mark.parametrize("origin", ORIGINS)
def test_whatever_could_be_told_next_is_refused_where_it_cannot_be(origin: Origin) -> None:
    for shape, row in zip(PROBED, MISSED[origin], strict=True):
        for seed, missed in enumerate(row, 1):
            found = probed(list(moments(shape, origin, seed)), taken_up(shape, origin))
            assert found == missed, (shape, seed)


@pytest.mark.parametrize("shape", SHAPES)
def test_what_happened_with_hands_shuffled_too_is_never_refused(shape: Shape) -> None:
    counts, teams, hand, turns = shape
    refused = 0
    for seed in range(STORIES):
        facts = list(true_story(Random(seed), counts, teams, hand, turns, sweep=True))
        assert counted(facts, tiny(counts, teams, hand, "all-cards")) is None, seed
        refused += counted(facts, tiny(counts, teams, hand)) is not None
    assert refused or teams == 1


@pytest.mark.parametrize("shape", SHAPES)
def test_what_happened_fits_where_the_record_begins_later(shape: Shape) -> None:
    for seed in range(STORIES):
        assert fits_later(shape, seed, full=True), seed
        assert fits_later(shape, seed, full=False), seed


@pytest.mark.parametrize("shape", SHAPES)
def test_what_happened_fits_when_less_is_certain(shape: Shape) -> None:
    for seed in range(STORIES):
        assert fits_less_certain(shape, seed), seed


@pytest.mark.parametrize(("teams", "hand", "turns"), [(7, 4, 14), (4, 5, 20), (2, 7, 25)])
def test_what_happened_with_all_the_cards_is_never_refused(teams: int, hand: int, turns: int) -> None:
    counts = tuple(card.count for card in CARDS.values())
    for seed in range(STORIES // 8):
        facts = list(true_story(Random(seed), counts, teams, hand, turns))
        assert counted(facts, tiny(counts, teams, hand)) is None, seed
        swept = list(true_story(Random(seed), counts, teams, hand, turns, sweep=True))
        assert counted(swept, tiny(counts, teams, hand, "all-cards")) is None, seed

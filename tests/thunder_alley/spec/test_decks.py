"""Counts of cards: races that were really dealt must always fit."""

import random
from collections.abc import Iterator

import pytest

from model.ruleset import default_ruleset
from model.thunder_alley.cards import CARDS
from model.thunder_alley.facts import CARS_PER_TEAM, DATA
from model.thunder_alley.position import Setup
from verifier.thunder_alley.spec.decks import (
    DeckStory,
    Discarded,
    Filled,
    Held,
    Played,
    Told,
    Turned,
    deck_fits,
)

SETUP = Setup(None, default_ruleset(DATA))


def race(seed: int, turns: int) -> Iterator[Told]:
    """Facts that a record might give about the cards of a race that was really dealt."""
    chance = random.Random(seed)
    teams = tuple("abcdefg"[: chance.randint(2, 7)])
    full = CARS_PER_TEAM[len(teams)] + 1
    deck, discards = [id for id, card in CARDS.items() for _ in range(card.count)], []
    chance.shuffle(deck)
    hands: dict[str, list[str]] = {team: [] for team in teams}

    def draw() -> str:
        if not deck:
            deck.extend(discards)
            discards.clear()
            chance.shuffle(deck)
        return deck.pop()

    discards.append(draw())
    yield Turned(discards[-1] if chance.random() < 0.5 else None)
    for _ in range(turns):
        for team in teams:
            hands[team] += [draw() for _ in range(full - len(hands[team]))]
        yield Filled(teams)
        for _ in range(full - 1):
            for team in teams:
                if chance.random() < 0.05:
                    yield Held(team, tuple(hands[team]), 0)
                if chance.random() < 0.9:
                    card = hands[team].pop(chance.randrange(len(hands[team])))
                    discards.append(card)
                    yield Played(team, card if chance.random() < 0.9 else None)
        for team in teams:
            gone = [hands[team].pop() for _ in range(chance.randint(0, len(hands[team])))]
            discards.extend(gone)
            known = chance.randint(0, len(gone))
            told = chance.choice([None, len(gone) - known])
            yield Discarded(team, tuple(gone[:known]), told)


@pytest.mark.parametrize("seed", range(12))
def test_what_was_really_dealt_fits(seed: int) -> None:
    told = tuple(race(seed, turns=4))
    teams = next(one.teams for one in told if isinstance(one, Filled))
    found = deck_fits(SETUP, DeckStory(teams, CARS_PER_TEAM[len(teams)] + 1, told))
    assert found.legal, (found.rules, told[: int(found.open[0]) + 1])


def test_a_kind_that_is_held_cannot_be_played_by_another() -> None:
    start = (Filled(("a", "b")), Held("a", ("clean-air",) * 3, 4))
    for played in (Played("b", "clean-air"), Played("b", "charge")):
        found = deck_fits(SETUP, DeckStory(("a", "b"), 7, (*start, played)))
        assert found.rules == (("TA-3.3",) if played.card == "clean-air" else ())

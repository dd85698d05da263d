"""Counts of cards: races that were really dealt must always fit."""

import random
from collections.abc import Iterator, Sequence

import pytest

from model.ruleset import default_ruleset
from model.thunder_alley.cards import CARDS
from model.thunder_alley.cards_seen import RaceCard
from model.thunder_alley.facts import CARS_PER_TEAM, DATA
from model.thunder_alley.position import Setup
from verifier.solving.session import rule_of
from verifier.thunder_alley.spec.decks import (
    Beginning,
    Discarded,
    Filled,
    Held,
    Played,
    Story,
    Told,
    Turned,
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
    yield Turned(RaceCard(discards[-1] if chance.random() < 0.5 else None))
    for _ in range(turns):
        for team in teams:
            hands[team] += [draw() for _ in range(full - len(hands[team]))]
        yield Filled(teams)
        for _ in range(full - 1):
            for team in teams:
                if chance.random() < 0.05:
                    yield Held(team, tuple(map(RaceCard, hands[team])), 0)
                if chance.random() < 0.9:
                    card = hands[team].pop(chance.randrange(len(hands[team])))
                    discards.append(card)
                    yield Played(team, RaceCard(card if chance.random() < 0.9 else None))
        for team in teams:
            gone = [hands[team].pop() for _ in range(chance.randint(0, len(hands[team])))]
            discards.extend(gone)
            known = chance.randint(0, len(gone))
            told = chance.choice([None, len(gone) - known])
            yield Discarded(team, tuple(map(RaceCard, gone[:known])), told)


def broken(teams: tuple[str, ...], hand: int, told: Sequence[Told]) -> set[str]:
    """The rules that the first impossible event of a story breaks."""
    story = Story(SETUP, Beginning(teams, hand))
    for one in told:
        story = story.and_then([one])
        found = story.clashes()
        if found.alone:
            return set(map(rule_of, found.alone))
    return set()


@pytest.mark.parametrize("seed", range(12))
def test_what_was_really_dealt_fits(seed: int) -> None:
    told = tuple(race(seed, turns=4))
    teams = next(one.teams for one in told if isinstance(one, Filled))
    assert broken(teams, CARS_PER_TEAM[len(teams)] + 1, told) == set()


def test_a_kind_that_is_held_cannot_be_played_by_another() -> None:
    start = (Filled(("a", "b")), Held("a", (RaceCard("clean-air"),) * 3, 4))
    assert broken(("a", "b"), 7, (*start, Played("b", RaceCard("charge")))) == set()
    assert broken(("a", "b"), 7, (*start, Played("b", RaceCard("clean-air")))) == {"TA-3.3"}

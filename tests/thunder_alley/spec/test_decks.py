"""Counts of cards: the cases about decks, and simulated races, which must always fit."""

import random
from collections.abc import Iterator

import pytest

from model.ruleset import default_ruleset
from model.thunder_alley.cards import CARDS, card_by_name
from model.thunder_alley.facts import CARS_PER_TEAM, DATA
from model.thunder_alley.position import Setup
from tests.thunder_alley.spec.judged import rules_differ
from tests.thunder_alley.spec.translate import Case, load_cases, ruleset, variants
from verifier.thunder_alley.spec.decks import (
    DeckStory,
    Discarded,
    Filled,
    Held,
    Played,
    Reshuffled,
    Told,
    Turned,
    deck_fits,
)

RULES = ("TA-2.7", "TA-3.3", "TA-3.5.6", "TA-5-reshuffle")
NOT_COUNTED = ("ta-3.5.6-x-too-early",)
"""Cases of these rules that are about the order of a turn."""

CASES = {
    id: case
    for id, case in load_cases("lines").items()
    if id.startswith(tuple(f"{rule.lower()}-" for rule in RULES)) and id not in NOT_COUNTED
}


def _cards(text: str) -> tuple[tuple[str, ...], int | None]:
    """Cards and how many more, of `Charge, ?6`; a lone `?` is any number."""
    known, others = [], 0
    for word in text.split(","):
        if word.strip() == "?":
            return tuple(known), None
        if word.strip().startswith("?"):
            others += int(word.strip()[1:])
        else:
            card = card_by_name(word.strip())
            assert card is not None
            known.append(card)
    return tuple(known), others


def story(case: Case) -> tuple[DeckStory, list[str]]:
    """What the lines of a record tell of cards, and the line of each thing told."""
    owner: dict[str, str] = {}
    teams: list[str] = []
    told: list[tuple[Told, str]] = []
    per_team, joined, inside = 0, False, False
    discarded: set[str] = set()
    for line in case["start"]["lines"].splitlines():
        words = line.split()
        if not words:
            continue
        word, rest = words[0], line.partition(words[1])[2] if len(words) > 1 else ""
        if word == "option" and words[1] == "cars-per-team":
            per_team = int(words[3])
        elif word == "team":
            teams.append(words[1])
            owner |= dict.fromkeys(words[2:], words[1])
        elif word == "position":
            joined = inside = True
        elif word == "end":
            inside = False
        elif word == "bar":
            told.append((Turned(), line))
        elif word == "hand":
            told.append((Held(words[1], *_cards(rest)), line))
        elif word == "turn" and not inside:
            if told and any(isinstance(one, Filled | Played) for one, _ in told):
                told += [(Discarded(team), line) for team in teams if team not in discarded]
            told.append((Filled(tuple(teams)), line))
            discarded = set()
        elif word == "discard":
            discarded.add(words[1])
            told.append((Discarded(words[1], *_cards(rest)), line))
        elif word == "reshuffle":
            told.append((Reshuffled(), line))
        elif word in owner and not inside:
            card = card_by_name(line.partition(word)[2].partition(":")[0].strip())
            told.append((Played(owner[word], card), line))
    full = (per_team or CARS_PER_TEAM[len(teams)]) + 1
    sizes = tuple((team, full) for team in teams) if joined else ()
    return DeckStory(tuple(teams), full, tuple(one for one, _ in told), joined, sizes), [
        line for _, line in told
    ]


@pytest.mark.parametrize("id", CASES)
def test_case(id: str) -> None:
    case = CASES[id]
    for readings, expect in variants(case):
        told, lines = story(case)
        found = deck_fits(Setup(None, ruleset(case, readings)), told)
        assert not rules_differ(expect, found.rules), readings
        if not found.legal and "line" in expect:
            assert lines[int(found.open[0])] == expect["line"]


SETUP = Setup(None, default_ruleset(DATA))


def race(seed: int, turns: int) -> Iterator[Told]:
    """What might be told of the cards of a race that was really dealt."""
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

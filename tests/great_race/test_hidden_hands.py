"""Hidden hands of The Great Race: the count of the engine, the spec, and a search through all ways to deal a small deck."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from random import Random
from time import process_time

import pytest

from model.great_race.board import Board
from model.great_race.cards import cards_of
from model.great_race.facts import DATA
from model.great_race.position import Setup
from model.great_race.seen import Counted, Drew, Held, Joined, Left, Log, Seen, Shown, Took
from model.ruleset import Ruleset, default_ruleset
from model.values import replace
from tests.great_race.long_hands import differing, verdicts
from tests.thorough import THOROUGH
from verifier.cli import main
from verifier.great_race.engine.cards import certain, clash

CLOSED = Path(__file__).parent / "games" / "closed-hands.race"

DECK = {"Tracker": 2, "Saboteur": 1, "Technician": 2, "Escort": 1}
PLAYERS = ("Blue", "Orange")
CARDS = ("?", "?", *DECK)

Pile = tuple[str, ...]
State = tuple[Pile, ...]
"""The hands, the deck, the discards and the display, each sorted."""

HAND, STOCK, DISCARDS, DISPLAY = {"Blue": 0, "Orange": 1}, 2, 3, 4


def small_deck(reading: str) -> Ruleset:
    base = default_ruleset(DATA)
    counts = {f"{kind}.count": DECK.get(kind, 0) for kind in cards_of(base)}
    return replace(base, readings={**base.readings, "reshuffle-moment": reading}, cards=counts)


def moved(state: State, card: str, start: int, end: int) -> Iterator[State]:
    """The states after a card went from one pile to another."""
    for kind in {*state[start]} if card == "?" else {*state[start]} & {card}:
        piles = list(state)
        left = list(piles[start])
        left.remove(kind)
        piles[start], piles[end] = tuple(left), tuple(sorted((*piles[end], kind)))
        yield tuple(piles)


def shuffled(state: State) -> State:
    return state if state[STOCK] else (*state[:STOCK], state[DISCARDS], (), state[DISPLAY])


def drawn(states: set[State], cards: Pile, end: int, reading: str) -> set[State]:
    """All states after a draw, in any order of its cards."""
    found = set[State]()
    for order in {*permutations(cards)}:
        now = states
        for card in order:
            now = {after for one in now for after in moved(shuffled(one), card, STOCK, end)}
            now = set(map(shuffled, now)) if reading == "a" else now
        found |= now
    return found


def followed(states: set[State], seen: Seen, reading: str) -> set[State]:
    """All states after an entry of the log."""
    match seen:
        case Shown():
            return drawn(states, seen.cards, DISPLAY, reading)
        case Drew():
            return drawn(states, seen.cards, HAND[seen.player], reading)
        case Took():
            return {after for one in states for after in moved(one, seen.card, DISPLAY, HAND[seen.player])}
        case Left():
            for card in seen.cards:
                states = {after for one in states for after in moved(one, card, HAND[seen.player], DISCARDS)}
            return states
        case Held():
            return {
                one for one in states if all(card in (*one[HAND[seen.player]], "?") for card in seen.cards)
            }
    raise AssertionError(seen)


def beginning(random: Random, reading: str) -> tuple[Joined, set[State]]:
    """A beginning with hands that are known in part, and all states that fit."""
    hands = tuple(tuple(random.choice(CARDS) for _ in range(random.randint(0, 2))) for _ in PLAYERS)
    rest = sum(DECK.values()) - sum(map(len, hands))
    deck = random.choice((None, random.randint(1, rest)))
    joined = Joined(tuple(zip(PLAYERS, hands, strict=True)), (), None, deck)
    first, second = map(len, hands)
    fewest = 1 if reading == "a" else 0
    states = set()
    for order in set(permutations(Counter(DECK).elements())):
        dealt = order[:first], order[first : first + second]
        if any(
            Counter(card for card in hand if card != "?") - Counter(got)
            for hand, got in zip(hands, dealt, strict=True)
        ):
            continue
        for size in range(fewest, rest + 1) if deck is None else (deck,):
            stock, gone = order[first + second :][:size], order[first + second :][size:]
            states.add((*(tuple(sorted(pile)) for pile in (*dealt, stock, gone)), ()))
    return joined, states


def next_seen(random: Random, sizes: Counter[str], display: list[str]) -> Seen | None:
    """Something that can be seen next, by the numbers of cards."""
    player, card = random.choice(PLAYERS), random.choice(CARDS)
    pair = tuple(random.choices(CARDS, k=random.choice((1, 1, 2))))
    free = sum(DECK.values()) - sizes.total() - len(display)
    moves: list[Callable[[], Seen]] = [
        lambda: Drew(player, pair[:free]),
        lambda: Shown((card,)),
        lambda: Took(player, display[-1]),
        lambda: Left(player, (card,)),
        lambda: Held(player, (card,)),
    ]
    open_to = [free, free, len(display), sizes[player], sizes[player]]
    chosen = random.choices(range(5), (4, 1, 2, 4, 1))[0]
    if open_to[chosen] <= 0:
        return None
    seen = moves[chosen]()
    sizes[player] += {0: len(pair[:free]), 2: 1, 3: -1}.get(chosen, 0)
    if chosen == 1:
        display.append(card)
    elif chosen == 2:
        display.pop()
    return seen


@pytest.mark.parametrize("seed", range(60))
def test_count_fits_a_search_through_all_distributions(seed: int, board: Board) -> None:
    random = Random(seed)
    reading = random.choice("aab")
    setup = Setup(board, small_deck(reading), "Almar", "Dunmore", ())
    joined, states = beginning(random, reading)
    log: Log = (joined,)
    sizes, display = Counter({name: len(cards) for name, cards in joined.hands}), list[str]()
    while len(log) < 12 and (clash(setup, log) is None) == bool(states) and states:
        seen = next_seen(random, sizes, display)
        if seen is not None:
            log = (*log, seen)
            states = followed(states, seen, reading)
    assert (clash(setup, log) is None) == bool(states), log
    for player in PLAYERS if states else ():
        everywhere = [Counter(one[HAND[player]]) for one in states]
        for kind, count in certain(setup, log, player).items():
            assert all(one[kind] >= count for one in everywhere), log
    if states:
        pile, place = random.choice((("deck", STOCK), ("discards", DISCARDS)))
        cards = tuple(random.choices(CARDS, k=random.randint(0, 4)))
        fitting = [one for one in states if counts(one[place], cards)]
        assert (clash(setup, (*log, Counted(pile, cards))) is None) == bool(fitting), (log, pile, cards)


@pytest.mark.parametrize(
    ("hands", "card", "reason"),
    [
        ((("Tracker",), ()), "Saboteur", "Blue can hold no card Saboteur: the hand is Tracker"),
        ((("?",), ("Saboteur",)), "Saboteur", "Blue can hold no card Saboteur: 1 of 1 must be elsewhere"),
        (((), ()), "Tracker", "Blue can hold no card Tracker: the hand is empty"),
    ],
)
def test_a_card_that_cannot_be_in_a_hand_has_a_reason(
    hands: tuple[Pile, Pile], card: str, reason: str, board: Board
) -> None:
    setup = Setup(board, small_deck("a"), "Almar", "Dunmore", ())
    joined = Joined(tuple(zip(PLAYERS, hands, strict=True)), (), None, None)
    found = clash(setup, (joined, Held("Blue", (card,))))
    assert found is not None
    assert found.fact == reason


def counts(pile: Pile, cards: Pile) -> bool:
    """Whether a pile has these cards, and no others."""
    return len(pile) == len(cards) and not Counter(card for card in cards if card != "?") - Counter(pile)


def test_both_judges_agree_about_what_was_seen() -> None:
    """A few of the situations of `python -m tests.great_race.long_hands`."""
    numbers, counts = range(-1, -(1000 if THOROUGH else 200), -1), Counter[bool | None]()
    assert not differing(map(verdicts, numbers), counts)
    assert counts[True] and counts[False] and counts[None] <= 2


@pytest.mark.parametrize(("options", "seconds"), [((), 5), (("--both",), 20)])
def test_a_full_game_with_closed_hands_takes_little_time(options: tuple[str, ...], seconds: int) -> None:
    start = process_time()
    assert main(["verify", *options, str(CLOSED)]) == 0
    assert process_time() - start < seconds


@pytest.fixture(scope="module")
def board() -> Board:
    from model.great_race import boards

    return boards.find("kestrel")

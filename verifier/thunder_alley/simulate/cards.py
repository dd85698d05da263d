"""Decks, hands and discards of a simulated race."""

from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from model.ruleset import Ruleset
from model.thunder_alley.cards import CARDS, card_by_number, cards_of, events_of, known_bars
from model.thunder_alley.facts import TEAMS

COPIES = 1000
"""The first number of cards that a ruleset adds to the printed ones; each kind has as many numbers."""


@lru_cache(maxsize=128)
def bar_of(number: int) -> tuple[str, ...]:
    """The Team Bar of a race card. Only the bars of the pictured cards are known; the others are drawn once and for all."""
    known = known_bars().get(number)
    colours = list(known or TEAMS)
    if known is None:
        Random(f"team bar of card {number}").shuffle(colours)
    return tuple(colour.capitalize() for colour in colours)


@dataclass(slots=True)
class Cards:
    """Race cards by number, events by id; the last card of a list is its top. `shuffled` lists the piles reshuffled since it
    was last read."""

    rng: Random
    hand_size: int
    ruleset: Ruleset
    deck: list[int] = field(default_factory=list)
    discards: list[int] = field(default_factory=list)
    hands: dict[str, list[int]] = field(default_factory=dict)
    events: list[str] = field(default_factory=list)
    resolved: list[str] = field(default_factory=list)
    shuffled: list[str] = field(default_factory=list)

    def shuffle_all(self) -> None:
        """Completes and shuffles both decks (TA-2.4)."""
        self.deck = race_deck(self.ruleset)
        self.rng.shuffle(self.deck)
        self.events = [event.id for event in events_of(self.ruleset).values() for _ in range(event.count)]
        self.rng.shuffle(self.events)

    def draw(self) -> int:
        """Draws the top race card. The discards replenish an empty deck first (TA-3.3)."""
        if not self.deck:
            self.deck, self.discards = self.discards, []
            self.rng.shuffle(self.deck)
            self.shuffled.append("race")
        return self.deck.pop()

    def fill(self, teams: tuple[str, ...]) -> None:
        """Fills every hand, one player after the other (TA-3.3)."""
        for team in teams:
            hand = self.hands.setdefault(team, [])
            while len(hand) < self.hand_size:
                hand.append(self.draw())

    def play(self, team: str, number: int) -> None:
        """Plays a card from the hand and discards it."""
        self.hands[team].remove(number)
        self.discards.append(number)

    def turn_up(self) -> int:
        """Turns up the next race card for its Team Bar and discards it (TA-4.4)."""
        number = self.draw()
        self.discards.append(number)
        return number

    def event(self, rain: bool) -> str:
        """Draws the next event. The resolved events replenish an empty deck, except a Rain set aside
        (event-deck-exhausted)."""
        if not self.events:
            self.events, self.resolved = self.resolved, []
            if rain:
                self.events.remove("rain")
                self.resolved.append("rain")
            self.rng.shuffle(self.events)
            self.shuffled.append("events")
        id = self.events.pop()
        self.resolved.append(id)
        return id

    def copy(self) -> "Cards":
        """An independent copy of the piles."""
        return Cards(
            self.rng,
            self.hand_size,
            self.ruleset,
            [*self.deck],
            [*self.discards],
            {team: [*hand] for team, hand in self.hands.items()},
            [*self.events],
            [*self.resolved],
            [*self.shuffled],
        )

    def put_under(self) -> None:
        """Puts the next event under its deck, as if it had been there from the start."""
        if self.events:
            self.events.insert(0, self.events.pop())


def kind_of(number: int, ruleset: Ruleset) -> str:
    """The card id of a card number. The ruling card-80 decides the kind of the number that is printed twice."""
    if number >= COPIES:
        return list(CARDS)[number // COPIES - 1]
    kinds = card_by_number(number)
    return kinds[0] if len(kinds) == 1 else ruleset.readings["card-80"]


def race_deck(ruleset: Ruleset) -> list[int]:
    """The numbers of all race cards. If a ruleset has fewer of a kind, the last ones are left out; if more, the others have
    numbers of their own."""
    numbers: dict[str, list[int]] = {id: [] for id in CARDS}
    for number in range(1, 85):
        if card_by_number(number):
            numbers[kind_of(number, ruleset)].append(number)
    for place, (id, card) in enumerate(cards_of(ruleset).items(), 1):
        more = card.count - CARDS[id].count
        if more < 0:
            del numbers[id][more:]
        numbers[id] += [COPIES * place + copy for copy in range(more)]
    return sorted(number for own in numbers.values() for number in own)

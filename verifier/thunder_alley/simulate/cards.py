"""Decks, hands and discards of a simulated race."""

from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from model.ruleset import Ruleset
from model.thunder_alley.cards import EVENTS, card_by_number, known_bars
from model.thunder_alley.facts import TEAMS


@lru_cache(maxsize=128)
def bar_of(number: int) -> tuple[str, ...]:
    """The Team Bar of a race card. Only those of the pictured cards are known; the others are drawn once and for all."""
    known = known_bars().get(number)
    colours = list(known or TEAMS)
    if known is None:
        Random(f"team bar of card {number}").shuffle(colours)
    return tuple(colour.capitalize() for colour in colours)


@dataclass(slots=True)
class Cards:
    """Race cards by number, events by id; the last card of a list is its top. `shuffled` are the piles that were shuffled again
    since somebody last asked."""

    rng: Random
    hand_size: int
    deck: list[int] = field(default_factory=list)
    discards: list[int] = field(default_factory=list)
    hands: dict[str, list[int]] = field(default_factory=dict)
    events: list[str] = field(default_factory=list)
    resolved: list[str] = field(default_factory=list)
    shuffled: list[str] = field(default_factory=list)

    def shuffle_all(self) -> None:
        """Both decks complete and shuffled (TA-2.4)."""
        self.deck = [number for number in range(1, 85) if card_by_number(number)]
        self.rng.shuffle(self.deck)
        self.events = [id for id, event in EVENTS.items() for _ in range(event.count)]
        self.rng.shuffle(self.events)

    def draw(self) -> int:
        """The top race card; an empty deck is made of the discards first (TA-3.3)."""
        if not self.deck:
            self.deck, self.discards = self.discards, []
            self.rng.shuffle(self.deck)
            self.shuffled.append("race")
        return self.deck.pop()

    def fill(self, teams: tuple[str, ...]) -> None:
        """Every hand is filled, one player after the other (TA-3.3)."""
        for team in teams:
            hand = self.hands.setdefault(team, [])
            while len(hand) < self.hand_size:
                hand.append(self.draw())

    def play(self, team: str, number: int) -> None:
        """A card of the hand is played and discarded."""
        self.hands[team].remove(number)
        self.discards.append(number)

    def turn_up(self) -> int:
        """The next race card, for its Team Bar; it is discarded (TA-4.4)."""
        number = self.draw()
        self.discards.append(number)
        return number

    def event(self, rain: bool) -> str:
        """The next event. An empty deck is made of the resolved ones, but for a Rain that lies aside (event-deck-exhausted)."""
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
        """The same piles, which go their own way from here."""
        return Cards(
            self.rng,
            self.hand_size,
            [*self.deck],
            [*self.discards],
            {team: [*hand] for team, hand in self.hands.items()},
            [*self.events],
            [*self.resolved],
            [*self.shuffled],
        )

    def put_under(self) -> None:
        """The next event goes under its deck, as if it had lain there."""
        if self.events:
            self.events.insert(0, self.events.pop())


def kind_of(number: int, ruleset: Ruleset) -> str:
    """The card id of a card number; the ruling card-80 says which kind the number printed twice is."""
    kinds = card_by_number(number)
    return kinds[0] if len(kinds) == 1 else ruleset.readings["card-80"]

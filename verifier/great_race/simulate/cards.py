"""The cards of a simulated game: what lies in the deck and in each hand. No record shows all of it."""

from collections import Counter
from collections.abc import Iterable
from random import Random

from model.great_race.cards import cards_of
from model.great_race.moves import UNKNOWN
from model.great_race.position import Setup
from model.great_race.seen import Drew, Held, Left, Seen, Shown, Took

AFTER_THE_NEXT = "b"
"""The reading by which discards are shuffled when the next card is drawn, not when the last one was (ruling reshuffle-moment)."""


class Cards:
    """The deck (its last card is on top), the discards, the hands, and cards that are being resolved. `drawn` are the cards of
    each draw since `follow` was called."""

    def __init__(self, setup: Setup, seed: str) -> None:
        self.setup, self.seed, self.shuffles = setup, seed, 0
        self.late = setup.reading("reshuffle-moment") == AFTER_THE_NEXT
        self.deck: list[str] = []
        self.discards = [kind for kind, card in cards_of(setup.ruleset).items() for _ in range(card.count)]
        self.hands: dict[str, list[str]] = {seat.name: [] for seat in setup.seats}
        self.laid: dict[str, list[str]] = {seat.name: [] for seat in setup.seats}
        self.drawn: list[list[str]] = []
        self._shuffle()

    def copy(self) -> "Cards":
        """The same cards, to try something."""
        made = object.__new__(Cards)
        made.setup, made.seed, made.shuffles, made.late = self.setup, self.seed, self.shuffles, self.late
        made.deck, made.discards, made.drawn = [*self.deck], [*self.discards], []
        made.hands = {name: [*hand] for name, hand in self.hands.items()}
        made.laid = {name: [*laid] for name, laid in self.laid.items()}
        return made

    def after(self, seen: Iterable[Seen]) -> "Cards | None":
        """The cards once this has been seen; None if a card would have left a hand without it."""
        made = self.copy()
        try:
            made.follow(seen)
        except ValueError:
            return None
        return made

    def follow(self, seen: Iterable[Seen]) -> None:
        """Moves the cards as in the log; a hidden card that leaves a hand is the first by its name, or the whole hand goes."""
        self.drawn = []
        for one in seen:
            match one:
                case Shown(cards):
                    for _ in cards:
                        self._draw()
                case Took(player, card):
                    self.hands[player].append(card)
                case Drew(player, cards):
                    got = [card for _ in cards if (card := self._draw())]
                    self.drawn.append(got)
                    self.hands[player] += got
                case Held(player, cards):
                    for card in cards:
                        self.hands[player].remove(card)
                        self.laid[player].append(card)
                case Left(player, cards):
                    for card in cards:
                        self._leave(player, card)

    def top(self) -> str:
        """The card that is drawn next; empty if no card is left."""
        if not self.deck:
            self._shuffle()
        return self.deck[-1] if self.deck else ""

    def held(self, player: str) -> Counter[str]:
        """The cards in a hand."""
        return Counter(self.hands[player])

    def _draw(self) -> str:
        card = self.top()
        if card:
            self.deck.pop()
        if not self.deck and not self.late:
            self._shuffle()
        return card

    def _leave(self, player: str, card: str) -> None:
        hand = self.hands[player]
        if card in self.laid[player]:
            self.laid[player].remove(card)
        elif card == UNKNOWN:
            card = min(hand)
            hand.remove(card)
        else:
            hand.remove(card)
        self.discards.append(card)

    def _shuffle(self) -> None:
        """The discards become the deck; the same cards are always shuffled in the same way."""
        self.deck, self.discards = sorted(self.discards), []
        Random(f"{self.seed} {self.shuffles}").shuffle(self.deck)
        self.shuffles += 1

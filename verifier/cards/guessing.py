"""A guess of hidden cards that move one by one, card by card. The solver is needed only if it does not fit (`fitting`)."""

from collections import Counter
from collections.abc import Mapping

from verifier.cards.moves import UNKNOWN, Log, Start, Went

Cards = Counter[str]


class Guess:
    """Plays through a log. `fits`: every card was in the place that it left."""

    def __init__(self, counts: Mapping[str, int], log: Log, at_once: bool) -> None:
        self.counts, self.at_once = counts, at_once
        self.piles: list[Cards] = []
        self.deck = self.discards = self.display = 0
        self.fits, self.log = True, list[Start | Went]()
        for place, entry in enumerate(log):
            if self.fits:
                self.log.append(self._play(entry, log[place + 1 :]))

    def _play(self, entry: Start | Went, rest: Log) -> Start | Went:
        """Returns the entry with the cards that were guessed."""
        if isinstance(entry, Start):
            return self._begin(entry, rest)
        start, end, cards = entry.start, entry.end, entry.cards
        there = self.piles[start]
        if start == end:
            named, others = Counter(card for card in cards if card != UNKNOWN), there.total() - len(cards)
            self.fits &= named <= there and (others >= 0 if start < self.deck else others == 0)
            return entry
        if start == self.deck:
            return Went(start, end, self._draw(end, cards, rest))
        moved = []
        for card in cards:
            guess = next(iter(+there), "") if start == self.display else self._spare(start, rest)
            moved.append(self._move(card, start, end, guess))
        return Went(start, end, tuple(moved))

    def _begin(self, start: Start, rest: Log) -> Start:
        hands = len(start.hands)
        self.deck, self.discards, self.display = range(hands, hands + 3)
        self.piles = [Cards() for _ in range(hands + 3)]
        deck, out = self.piles[self.deck], self.piles[self.discards]
        deck.update(self.counts)
        known = [(hand, cards) for hand, (_, cards) in enumerate(start.hands)]
        for place, cards in (*known, (self.display, start.display), (self.discards, start.discards or ())):
            for card in sorted(cards, reverse=True):  # known ones first
                self._move(card, self.deck, place, self._wanted(place, rest))
        while start.discards is None and start.deck is not None and deck.total() > start.deck:
            card = self._wanted(self.discards, rest)
            deck[card] -= 1
            out[card] += 1
        self.fits &= start.deck in (None, deck.total())
        guessed = zip(start.hands, self.piles, strict=False)
        dealt = tuple((name, tuple(hand.elements())) for (name, _), hand in guessed)
        display = tuple(self.piles[self.display].elements())
        begun = Start(dealt, display, tuple(out.elements()), deck.total())
        if self.at_once:
            self._shuffle()
        return begun

    def _move(self, card: str, start: int, end: int, guess: str) -> str:
        """A card goes from one place to another. Returns its kind."""
        source = self.piles[start]
        if card == UNKNOWN:
            card = guess or next(iter(+source), "")
        self.fits &= source[card] > 0
        source[card] -= 1
        self.piles[end][card] += 1
        return card

    def _draw(self, end: int, cards: tuple[str, ...], rest: Log) -> tuple[str, ...]:
        """Cards come from the deck, in the order written. Returns their kinds."""
        drawn = []
        for card in cards:
            self._shuffle()
            guess = self._wanted(end, rest) if card == UNKNOWN else ""
            drawn.append(self._move(card, self.deck, end, guess))
            if self.at_once:
                self._shuffle()
        return tuple(drawn)

    def _shuffle(self) -> None:
        deck, out = self.piles[self.deck], self.piles[self.discards]
        if deck.total() <= 0:
            deck.update(out)
            out.clear()

    def _wanted(self, place: int, rest: Log) -> str:
        """The first card that a hand shows later without having got it, else the one that the deck can do without."""
        deck = self.piles[self.deck]
        have, free = Counter(self.piles[place]), deck - self._due(rest)
        for card in self._shown(place, rest):
            if have[card] <= 0 < free[card]:
                return card
            have[card] -= 1
        shown = Counter(card for hand in range(self.deck) for card in self._shown(hand, rest))
        return max(free or deck, key=lambda card: free[card] - shown[card])

    def _due(self, rest: Log) -> Cards:
        """The cards that are known to come from the deck before it runs out."""
        left, due = self.piles[self.deck].total() - 1, Cards()
        for entry in rest:
            if isinstance(entry, Went) and entry.start == self.deck != entry.end:
                due.update(card for card in entry.cards[: max(0, left)] if card != UNKNOWN)
                left -= len(entry.cards)
        return due

    def _spare(self, hand: int, rest: Log) -> str:
        """The card in a hand that it shows last, or not at all."""
        held, shown = +self.piles[hand], self._shown(hand, rest)
        last = dict.fromkeys(held, -1)
        for card, count in held.items():
            places = [place for place, other in enumerate(shown) if other == card]
            last[card] = places[count - 1] if len(places) >= count else len(shown)
        return max(last, key=last.__getitem__, default="")

    def _shown(self, hand: int, rest: Log) -> list[str]:
        """The known cards that leave a hand later, or are held then, less those that come into it openly."""
        found: list[str] = []
        for entry in reversed(rest if hand < self.deck else ()):
            if not isinstance(entry, Went) or hand not in (entry.start, entry.end):
                continue
            cards = [card for card in entry.cards if card != UNKNOWN]
            if entry.start == entry.end:
                found[:0] = (Counter(cards) - Counter(found)).elements()
            elif entry.start == hand:
                found[:0] = cards
            else:
                for card in cards:
                    if card in found:
                        found.remove(card)
        return found

"""A guess of the hidden cards, made card by card. The solver is needed only if the guess does not fit (`cards.py`)."""

from collections import Counter
from collections.abc import Mapping

from model.great_race.moves import UNKNOWN
from model.great_race.seen import DECK, Counted, Drew, Held, Joined, Left, Log, Seen, Shown, Took

Cards = Counter[str]


class Guess:
    """Plays through a log. `fits`: every card was in the place that it left."""

    def __init__(self, counts: Mapping[str, int], log: Log, at_once: bool) -> None:
        self.at_once = at_once
        self.deck, self.out, self.display = Counter(counts), Cards(), Cards()
        self.hands: dict[str, Cards] = {}
        self.fits, self.log = True, list[Seen]()
        for place, seen in enumerate(log):
            if self.fits:
                self.log.append(self._play(seen, log[place + 1 :]))

    def _play(self, seen: Seen, rest: Log) -> Seen:
        """Returns the entry with the cards that were guessed."""
        match seen:
            case Joined():
                return self._begin(seen, rest)
            case Shown(cards):
                return Shown(self._draw(self.display, cards, "", rest))
            case Drew(player, cards):
                return Drew(player, self._draw(self.hands[player], cards, player, rest))
            case Took(player, card):
                guess = next(iter(+self.display), "")
                return Took(player, self._move(card, self.display, self.hands[player], guess))
            case Left(player, cards):
                hand = self.hands[player]
                return Left(
                    player,
                    tuple(self._move(card, hand, self.out, self._spare(player, rest)) for card in cards),
                )
            case Held(player, cards):
                named = Counter(card for card in cards if card != UNKNOWN)
                self.fits &= named <= self.hands[player] and len(cards) <= self.hands[player].total()
            case Counted(pile, cards):
                there = self.deck if pile == DECK else self.out
                named = Counter(card for card in cards if card != UNKNOWN)
                self.fits &= named <= there and len(cards) == there.total()
        return seen

    def _begin(self, joined: Joined, rest: Log) -> Joined:
        for player, cards in joined.hands:
            self.hands[player] = Cards()
            for card in sorted(cards, reverse=True):  # known ones first
                self._move(card, self.deck, self.hands[player], self._wanted(player, rest))
        for card in joined.display:
            self._move(card, self.deck, self.display, self._wanted("", rest))
        for card in joined.discards or ():
            self._move(card, self.deck, self.out, self._wanted("", rest))
        while joined.discards is None and joined.deck is not None and self.deck.total() > joined.deck:
            card = self._wanted("", rest)
            self.deck[card] -= 1
            self.out[card] += 1
        self.fits &= joined.deck in (None, self.deck.total())
        hands = tuple((player, tuple(hand.elements())) for player, hand in self.hands.items())
        guessed = Joined(hands, tuple(self.display.elements()), tuple(self.out.elements()), self.deck.total())
        if self.at_once:
            self._shuffle()
        return guessed

    def _move(self, card: str, source: Cards, target: Cards, guess: str) -> str:
        """A card goes from one place to another. Returns its kind."""
        if card == UNKNOWN:
            card = guess or next(iter(+source), "")
        self.fits &= source[card] > 0
        source[card] -= 1
        target[card] += 1
        return card

    def _draw(self, target: Cards, cards: tuple[str, ...], player: str, rest: Log) -> tuple[str, ...]:
        """GR-20.1: cards come from the deck, in the order written. Returns their kinds."""
        drawn = []
        for card in cards:
            self._shuffle()
            guess = self._wanted(player, rest) if card == UNKNOWN else ""
            drawn.append(self._move(card, self.deck, target, guess))
            if self.at_once:
                self._shuffle()
        return tuple(drawn)

    def _shuffle(self) -> None:
        if self.deck.total() <= 0:
            self.deck.update(self.out)
            self.out.clear()

    def _wanted(self, player: str, rest: Log) -> str:
        """The first card that the player shows later without having got it, else the one that the deck can do without."""
        have, free = Counter(self.hands.get(player, ())), self.deck - self._due(rest)
        for card in _shown_by(player, rest):
            if have[card] <= 0 < free[card]:
                return card
            have[card] -= 1
        shown = Counter(card for other in self.hands for card in _shown_by(other, rest))
        return max(free or self.deck, key=lambda card: free[card] - shown[card])

    def _due(self, rest: Log) -> Cards:
        """The cards that are known to come from the deck before it runs out."""
        left, due = self.deck.total() - 1, Cards()
        for seen in rest:
            if isinstance(seen, Drew | Shown):
                due.update(card for card in seen.cards[: max(0, left)] if card != UNKNOWN)
                left -= len(seen.cards)
        return due

    def _spare(self, player: str, rest: Log) -> str:
        """The card in a hand that its player shows last, or not at all."""
        hand, shown = +self.hands[player], list(_shown_by(player, rest))
        last = dict.fromkeys(hand, -1)
        for card, count in hand.items():
            places = [place for place, other in enumerate(shown) if other == card]
            last[card] = places[count - 1] if len(places) >= count else len(shown)
        return max(last, key=last.__getitem__, default="")


def _shown_by(player: str, rest: Log) -> list[str]:
    """The known cards that leave a hand later, or are held then, less those that come into it openly."""
    found: list[str] = []
    for seen in reversed(rest):
        match seen:
            case Left(who, cards) if who == player:
                found[:0] = [card for card in cards if card != UNKNOWN]
            case Held(who, cards) if who == player:
                missing = Counter(cards) - Counter(found)
                found[:0] = [card for card in missing.elements() if card != UNKNOWN]
            case Took(who, card) if who == player and card in found:
                found.remove(card)
            case Drew(who, cards) if who == player:
                for card in cards:
                    if card in found:
                        found.remove(card)
    return found

"""Hidden cards whose kinds stay open until they are shown.

A hidden card is one of an urn: of the deck when it was shuffled, or of the hand that a card left unseen. As long as no card of an
urn is shown, every way to hand out its cards fits, so nothing is chosen. When a card is shown, it leaves the urn. If it may be
from several urns, there is a state for each.

`places` keeps bounds for each kind alone; these states are exact, but there can be many of them.
"""

from collections.abc import Iterator, Sequence

from model.values import value

Card = str | int
"""A kind, or the number of the urn that a hidden card is from."""

Pile = tuple[Card, ...]


@value
class Urns:
    """A state. `piles` are the places of the cards. Each urn has as many cards as piles and urns have hidden cards from it."""

    piles: tuple[Pile, ...]
    urns: tuple[Pile, ...] = ()

    def shuffled(self, pile: int, onto: int) -> "Urns":
        """The cards of a pile become another pile, which is empty; from now on the cards are unknown."""
        state = self._mixed(pile)
        piles = list(state.piles)
        piles[onto], piles[pile] = piles[pile], ()
        return Urns(tuple(piles), state.urns)

    def unseen(self, start: int, end: int) -> "Urns":
        """A card goes from one pile to another, unseen."""
        state = self._mixed(start)
        card = state.piles[start][0]
        return state._moved(card, start, card, end)

    def shown(self, kind: str, start: int, end: int) -> Iterator["Urns"]:
        """The states in which a card of a kind goes from one pile to another. A known one goes if there is one, since that leaves
        more ways open."""
        pile = self.piles[start]
        if kind in pile:
            yield self._moved(kind, start, kind, end)
            return
        for urn in _urns(pile):
            for urns in _taken(self.urns, urn, kind, set()):
                yield Urns(self.piles, urns)._moved(urn, start, kind, end)

    def _mixed(self, pile: int) -> "Urns":
        """The cards of a pile as those of a new urn, if they are not all alike."""
        cards = self.piles[pile]
        if len({*cards}) < 2:
            return self
        piles = list(self.piles)
        piles[pile] = (len(self.urns),) * len(cards)
        return Urns(tuple(piles), (*self.urns, tuple(sorted(cards, key=str))))

    def _moved(self, card: Card, start: int, end_card: Card, end: int) -> "Urns":
        piles = list(self.piles)
        piles[start] = _less(piles[start], card)
        piles[end] = (*piles[end], end_card)
        return Urns(tuple(piles), self.urns)


def _urns(cards: Pile) -> Iterator[int]:
    """The urns of the hidden cards, the oldest first."""
    yield from sorted({card for card in cards if isinstance(card, int)})


def _less(cards: Pile, card: Card) -> Pile:
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])


def _taken(urns: Sequence[Pile], urn: int, kind: str, without: set[int]) -> Iterator[tuple[Pile, ...]]:
    """The urns after a card of a kind has left one. `without` collects urns that cannot have one."""
    cards = urns[urn]
    if kind in cards:
        yield (*urns[:urn], _less(cards, kind), *urns[urn + 1 :])
        return
    found = False
    for older in _urns(cards):
        if older in without:
            continue
        for rest in _taken(urns, older, kind, without):
            found = True
            yield (*rest[:urn], _less(cards, older), *rest[urn + 1 :])
    if not found:
        without.add(urn)

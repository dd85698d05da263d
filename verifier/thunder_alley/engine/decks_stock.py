"""What is printed: how many cards of each kind a deck has, and the rules by which a race deals them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from model.thunder_alley.cards import CARDS, EVENTS, card_by_number
from model.values import value

UNKNOWN = -1
"""The kind of a card that was not noted."""


@dataclass(frozen=True, slots=True)
class Stock:
    """The kinds of one deck in a fixed order. `counts` are cards of a kind, `size` all cards. `shared` are kinds with one more
    printed card that belongs to only one of them: their ids are the readings of the ruling `card-80`."""

    ids: tuple[str, ...]
    names: tuple[str, ...]
    counts: tuple[int, ...]
    size: int
    shared: frozenset[str] = frozenset()
    index: Mapping[str, int] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        places = {id: place for place, id in enumerate(self.ids)}
        object.__setattr__(self, "index", MappingProxyType(places))


@lru_cache(maxsize=1)
def race_stock() -> Stock:
    """The 84 race cards; the card whose number appears on two kinds is left out of the counts of both (card-80)."""
    twice = frozenset(id for number in range(1, 85) for id in _both(card_by_number(number)))
    kinds = list(CARDS.values())
    # The list of kinds counts the card under the kind that the ruling's default names.
    usual = {id: CARDS[id].count == len(CARDS[id].numbers) for id in twice}
    counts = tuple(card.count - (card.id in twice and usual[card.id]) for card in kinds)
    ids = tuple(card.id for card in kinds)
    return Stock(ids, tuple(card.name for card in kinds), counts, sum(c.count for c in kinds), twice)


def _both(kinds: tuple[str, ...]) -> tuple[str, ...]:
    return kinds if len(kinds) > 1 else ()


@lru_cache(maxsize=1)
def event_stock() -> Stock:
    """The 26 event cards."""
    kinds = list(EVENTS.values())
    counts = tuple(event.count for event in kinds)
    return Stock(
        tuple(event.id for event in kinds), tuple(event.name for event in kinds), counts, sum(counts)
    )


@value
class Dealing:
    """What stays the same throughout a race: teams in seat order, cards in a full hand (TA-2.7), rulings, the two decks."""

    teams: tuple[str, ...]
    hand_size: int
    readings: Mapping[str, str] = field(compare=False)  # the same for every position of a record
    stock: Stock
    events: Stock

    def __hash__(self) -> int:
        # Hands are cached by dealing; this hash need not walk through all the cards on each lookup.
        return hash((self.teams, self.hand_size))

    @property
    def in_hands(self) -> int:
        """Cards in all hands when they are full."""
        return len(self.teams) * self.hand_size

    def printed(self, kind: int) -> int:
        """Race cards of a kind. Reads the ruling `card-80` where it matters."""
        stock = self.stock
        id = stock.ids[kind]
        if id in stock.shared and self.readings["card-80"] == id:
            return stock.counts[kind] + 1
        return stock.counts[kind]

    def fits(self, kind: int, count: int) -> bool:
        """Whether this many race cards of a kind can be out of the deck; reads `card-80` only if the disputed card decides."""
        surely = self.stock.counts[kind]
        return count <= surely or (count == surely + 1 and count <= self.printed(kind))

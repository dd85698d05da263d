"""The log of cards seen in a game: what decisions reveal about hidden hands and the deck. The counting happens elsewhere.

A card is an id, or `?` for one that is hidden or lost.
"""

from model.values import value

DECK, DISCARDS = "deck", "discards"


@value
class Joined:
    """A record begins here: the cards in each hand, the display, the discards and the size of the deck, as far as they are
    known (None: not known)."""

    hands: tuple[tuple[str, tuple[str, ...]], ...]
    display: tuple[str, ...]
    discards: tuple[str, ...] | None
    deck: int | None


@value
class Shown:
    """These cards are turned up from the deck (GR-4.1)."""

    cards: tuple[str, ...]


@value
class Took:
    """A player takes a shown card into hand (GR-4.2)."""

    player: str
    card: str


@value
class Drew:
    """A player draws these cards from the deck, one by one."""

    player: str
    cards: tuple[str, ...]


@value
class Left:
    """These cards leave a hand and go to the discards."""

    player: str
    cards: tuple[str, ...]


@value
class Held:
    """A player holds these cards, and others if there are more in hand."""

    player: str
    cards: tuple[str, ...]


@value
class Counted:
    """The deck or the discards have these cards, and no others."""

    pile: str
    cards: tuple[str, ...]


Seen = Joined | Shown | Took | Drew | Left | Held | Counted

Log = tuple[Seen, ...]
"""The cards seen so far, in order."""

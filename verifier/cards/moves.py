"""What is seen of cards that move one by one between hands, deck, discards and display."""

from model.values import value

UNKNOWN = "?"
"""A card whose kind is not known."""


@value
class Went:
    """Cards go from one place to another. From the deck they are drawn. Those that stay where they are show that they are there;
    in the deck and the discards there are no others. The places are the hands, then deck, discards and display."""

    start: int
    end: int
    cards: tuple[str, ...]


@value
class Start:
    """The cards named in each hand, on display and among the discards, and the size of the deck, as far as they are known (None:
    not known)."""

    hands: tuple[tuple[str, tuple[str, ...]], ...]
    display: tuple[str, ...] = ()
    discards: tuple[str, ...] | None = None
    deck: int | None = None


Log = tuple[Start | Went, ...]
"""The beginning, then everything seen, in order."""

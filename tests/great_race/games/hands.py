"""What a bookkeeper knows of a hand: its size, and cards that are surely in it."""

from collections import Counter
from dataclasses import dataclass, field


class WrongError(Exception):
    """The record contradicts the books."""


def need(holds: object, what: object) -> None:
    if not holds:
        raise WrongError(str(what))


@dataclass
class Hand:
    """`known` cards and `hidden` ones."""

    known: Counter[str] = field(default_factory=Counter)
    hidden: int = 0

    @property
    def size(self) -> int:
        return self.known.total() + self.hidden

    def gain(self, card: str) -> None:
        if card == "?":
            self.hidden += 1
        else:
            self.known[card] += 1

    def lose(self, card: str) -> None:
        """A card leaves; if it is not named, any card may have been it."""
        if card == "?":
            need(self.size, "a card leaves an empty hand")
            self.hidden, self.known = self.size - 1, Counter()
        elif self.known[card]:
            self.known -= Counter((card,))
        else:
            need(self.hidden, f"{card} is not in hand")
            self.hidden -= 1


def cards(text: str) -> list[str]:
    """The cards of a list, with `?` for each that is hidden."""
    found = []
    for word in text.split():
        found += ["?"] * int(word[1:] or 1) if word[0] == "?" else [word]
    return found

"""The facts that a record gives about hidden cards. Both ways of counting judge the same facts.

A judge turns its game's log of cards into facts about one deck, in their order. Then `counting.Count` (by counting, with a small
flow) or `solver.Story` (by Z3) answers whether any hidden cards fit them. Neither knows a game or a rule.

- A *deck* is drawn from the top, card by card. When a card is to be drawn and none is left, everything but the hands is
  shuffled: the discards, or (`swept`) the hands too. Cards laid `aside` stay out of the deck.
- *Holders* have hands. A hand is known as a range of sizes and some cards that are surely in it.
- A card has *marks*: its kind and its number, as far as they are known; an unknown card has none. Of each mark only so many cards
  are printed. A mark that is not in `Deal.printed` belongs to a single card.
- A *turn* begins when hands are filled. The facts of a turn are judged together, because a card that leaves a hand was in it
  when the turn began, or was drawn then.

| fact | Thunder Alley |
|---|---|
| `Filled` | hands are drawn up to a full one, seat by seat |
| `Turned` | the card turned up for a Team Bar; an event |
| `Left` | played, discarded; a number of cards that were not noted |
| `Held` | the cards in a hand, as the record states them |
| `Shuffled` | a shuffle that a record notes |

In The Great Race cards come into hands one by one, and the size of each hand is known at all times. There `moving` counts, in
which these facts have no part.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field

from model.values import value

Marks = tuple[str, ...]
"""What is known of one card: its kind, its number."""

UNKNOWN: Marks = ()

Cards = Counter[str]
"""How many cards have each mark. Never changed once it is in a value."""


def never(*_: str) -> bool:
    """Always False."""
    return False


@value
class Deal:
    """One deck: its `holders` in the order in which they draw, the cards of a `full` hand, how many cards are `printed` of each
    kind, and the `size` of the deck. Two things depend on disputed rules and are looked up only where they decide: whether one
    more card of a kind is printed (`disputed`), and whether hands are shuffled in with the discards (`swept`). `rule` names what
    forbids more cards than are printed."""

    holders: tuple[str, ...]
    full: int
    printed: Mapping[str, int]
    size: int
    disputed: Callable[[str], bool] = never
    swept: Callable[[], bool] = never
    aside: tuple[str, ...] = ()
    rule: str = ""

    def most(self, mark: str) -> int:
        """The number of cards with this mark."""
        return self.printed.get(mark, 1) + self.disputed(mark)

    def fits(self, mark: str, count: int) -> bool:
        """Whether this many cards with a mark can be out of the deck."""
        surely = self.printed.get(mark, 1)
        return count <= surely or (count == surely + 1 and self.disputed(mark))

    def number(self, cards: Cards) -> int:
        """The number of cards whose kind is known among these marks."""
        return sum([count for mark, count in cards.items() if mark in self.printed])


@value
class Beginning:
    """What is known before the first fact: the fewest and the most cards `out` of the deck, hands included, and in each hand.
    `known` are marks of cards that are out. `shuffled`: the deck may just have been shuffled."""

    out: tuple[int, int] = (0, 0)
    hands: tuple[int, int] = (0, 0)
    known: tuple[str, ...] = ()
    shuffled: bool = False


@value
class Filled:
    """A turn begins: each hand is drawn up to a full one, beginning with the holder `first` (None: not known). `shuffled`: the
    deck was shuffled at one of these draws, or in the turn before."""

    first: str | None = None
    shuffled: bool = False
    rule: str = ""


@value
class Turned:
    """The next card is turned up and discarded; if not `sure`, there may have been none. `shuffled`: the deck was shuffled for
    it, or earlier in this turn."""

    card: Marks = UNKNOWN
    sure: bool = True
    shuffled: bool = False
    rule: str = ""


@value
class Left:
    """These cards and `others` more (None: any number) go from a hand to the discards."""

    holder: str
    cards: tuple[Marks, ...]
    others: int | None = 0
    rule: str = ""


@value
class Held:
    """A hand has these cards and `others` more (None: any number)."""

    holder: str
    cards: tuple[Marks, ...]
    others: int | None = None
    rule: str = ""


@value
class Shuffled:
    """The deck has been shuffled in this turn."""

    rule: str = ""


Fact = Filled | Turned | Left | Held | Shuffled
"""`rule` in each of them names what forbids it, for an answer."""


def marks(cards: Iterable[Marks]) -> Cards:
    """How many of these cards have each mark."""
    return Counter([mark for card in cards for mark in card])


@value
class Clash:
    """No hidden cards fit the facts. `numbers` are those that a sentence about it needs:

    - `few`: the `holder` has `in_hand` cards left, and `leaving` go;
    - `size`: the `holder` has `least` to `in_hand` cards, not `told`;
    - `many`: the hand of the `holder` had `in_hand` cards and needs `needed` for what follows, `cards`; `noted` if it is about
      a hand that was noted;
    - `kept`: the `holder` kept `kept` cards and drew at most `drawn_most`, which leaves no room for the `needed` ones;
    - `lack`: `needed` cards with `mark` would be out, but only `printed` exist; `again`: since a shuffle;
    - `shuffle`: the deck cannot have run out, since at most `out_most` of `cards` can be out."""

    what: str
    numbers: Mapping[str, int]
    holder: str = ""
    mark: str = ""
    cards: Cards = field(default_factory=Counter)
    least: int = 0
    again: bool = False

"""One hand in one turn: which cards must have been in it when the turn began, and what may be left of it.

Read backwards, the facts show what the hand must have held; read forwards, how many cards it had and which may be left.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import field

from model.values import value
from verifier.cards.known import Cards, Clash, Deal, Held, Left, Shuffled, Turned, marks

Story = Sequence[Left | Held | Turned | Shuffled]
"""The facts about one hand, and about cards turned up in between, in their order."""

Range = tuple[int, int]
"""The fewest and the most cards."""


@value
class Kept:
    """What may be left in a hand: `low` to `high` cards, all of them among `known` and `other` further cards of any kind.
    `perhaps` are known cards of earlier turns that may be among those others."""

    known: Cards
    other: int
    low: int
    high: int
    perhaps: Cards = field(default_factory=Counter)

    def surely(self, deal: Deal) -> Cards:
        """The cards that are in the hand no matter which were kept."""
        gone = deal.number(self.known) + self.other - self.low
        return Counter({mark: count - gone for mark, count in self.known.items() if count > gone})

    def forgotten(self) -> "Kept":
        """The same number of cards, if the hands may have been shuffled in and dealt again."""
        return Kept(Counter(), self.high, self.low, self.high, self.known + self.perhaps)


def any_cards(most: int) -> Kept:
    """A hand about which only its largest possible size is known."""
    return Kept(Counter(), most, 0, most)


@value
class Hand:
    """What a `story` implies. `need`: known cards that were in the hand when the turn began; `new`: those of them that cannot
    have been kept; `drawn`: how many were drawn to fill the hand; `torn`: it cannot have been filled that way. `at_bars` is the
    hand at each card turned up: known cards, and how many in all. `sizes` are the numbers of cards before each fact and after the
    last one."""

    story: Story
    need: Cards
    new: Cards
    drawn: Range
    torn: bool
    at_bars: list[tuple[Cards, Range]]
    sizes: list[Range]


def read_hand(
    deal: Deal, holder: str, story: Story, kept: Kept, begun: Range, *, swept: bool
) -> Hand | Clash:
    """What a story implies about a hand that had `begun` cards and was filled from `kept`. `swept`: hands may have been shuffled
    in for each card turned up, so that later facts are about other cards."""
    sizes = _sizes(holder, story, begun)
    if isinstance(sizes, Clash):
        return sizes
    need: Cards = Counter()
    at_bars: list[tuple[Cards, Range]] = []
    bars: list[int] = []
    for place in range(len(story) - 1, -1, -1):
        fact = story[place]
        if isinstance(fact, Turned):
            at_bars.insert(0, (need, sizes[place]))
            bars.insert(0, place)
            if swept:
                need = Counter()
        elif isinstance(fact, Held):
            need = need | marks(fact.cards)
        elif isinstance(fact, Left):
            need = need + marks(fact.cards)
        wanted, most = deal.number(need), sizes[place][1]
        if wanted > most:
            what = "noted" if isinstance(fact, Held) else "many"
            return Clash(what, {"in_hand": most, "needed": wanted}, holder, cards=need)
    if kept.known:
        need = need | kept.surely(deal)
    if not swept:
        at_bars = [
            (named | _left(deal, story[:place], need, sizes).surely(deal), size)
            for place, (named, size) in zip(bars, at_bars, strict=True)
        ]
    wanted, matched = deal.number(need), deal.number(need & kept.known)
    most = min(kept.high, deal.full - wanted + matched + kept.other)
    return Hand(
        story,
        need,
        need - (kept.known + kept.perhaps),
        (deal.full - most, deal.full - kept.low),
        wanted > deal.full or most < kept.low,
        at_bars,
        sizes,
    )


def left_over(deal: Deal, hand: Hand, kept: Kept) -> Kept:
    """What is left at the end of a turn of a hand that was filled from `kept`."""
    left = _left(deal, hand.story, hand.need, hand.sizes)
    if not left.other:
        return left
    return Kept(left.known, left.other, left.low, left.high, (kept.known + kept.perhaps) - hand.need)


def _sizes(holder: str, story: Story, begun: Range) -> list[Range] | Clash:
    """The fewest and the most cards in the hand before each fact, and after the last one."""
    low, high = begun
    sizes = [begun]
    for fact in story:
        if isinstance(fact, Held):
            named = len(fact.cards)
            told = (named, high) if fact.others is None else (named + fact.others,) * 2
            low, high = max(low, told[0]), min(high, told[1])
            if low > high:
                least, most = sizes[-1]
                return Clash("size", {"in_hand": most, "told": told[0]}, holder, least=least)
            # A hand that was counted had this many cards just before as well.
            sizes[-1] = (low, high)
        elif isinstance(fact, Left):
            gone = len(fact.cards) + (fact.others or 0)
            if gone > high:
                return Clash("few", {"in_hand": high, "leaving": gone}, holder)
            low = 0 if fact.others is None else max(low - gone, 0)
            high -= gone
        sizes.append((low, high))
    return sizes


def _left(deal: Deal, story: Story, need: Cards, sizes: Sequence[Range]) -> Kept:
    """The cards that may be left after a story of a hand that had `need`."""
    known, left = Counter(need), deal.number(need)
    other = deal.full - left
    for fact, (_, most) in zip(story, sizes, strict=False):
        if isinstance(fact, Held) and most == len(fact.cards):
            known = marks(fact.cards)
            left, other = deal.number(known), most - deal.number(known)
        elif isinstance(fact, Left):
            named = marks(fact.cards)
            known.subtract(named)
            left -= deal.number(named)
            if left == 0:
                other -= min(other, len(fact.cards) + (fact.others or 0) - deal.number(named))
    low, high = sizes[len(story)]
    return Kept(+known, max(other, 0), low, high)

"""Counts hidden cards by following every way in which the deck can have run out.

A pass of the deck goes from one shuffle to the next. Between them, every card in a hand or among the discards was drawn in this
pass or was already held when it began, so each mark appears at most as often as it is printed. A pass ends when a card must be
drawn and the deck is empty. How many cards were drawn is not known exactly, because discards are hidden; so every draw at which
the last shuffle can have happened is followed, with the fewest and the most cards that can be out since.

`Count` keeps only what earlier turns left open and the facts of the current turn, so it does not grow with the length of a race.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from model.values import replace, value
from verifier.cards.flow import can_share
from verifier.cards.hands import Hand, Kept, any_cards, left_over, read_hand
from verifier.cards.known import (
    Beginning,
    Cards,
    Clash,
    Deal,
    Fact,
    Filled,
    Held,
    Left,
    Shuffled,
    Turned,
    marks,
)

MOST_PASSES = 96
"""The most passes followed at once. If there are more, the two oldest are merged, which makes the count less strict."""

MOST_FACTS = 200
"""The most facts of one turn that are remembered. After that counting starts over, which makes it less strict."""


@value
class Pass:
    """One possible state of the deck since its last shuffle: `low` to `high` cards are out, among them `known`. `shuffled`: the
    shuffle was in this turn, `recent`: in the turn before, if that matters; `again`: it was not the one before the first fact.
    `free`: further cards that leave hands in this turn count in this pass only."""

    low: int
    high: int
    known: Cards
    shuffled: bool = False
    recent: bool = False
    again: bool = False
    free: bool = True

    def grown(self, low: int, high: int, known: Cards, size: int) -> "Pass":
        """The same pass of a deck of this size with more cards out."""
        cards = self.known + known if known else self.known
        most = min(size, self.high + high)
        return Pass(self.low + low, most, cards, self.shuffled, self.recent, self.again, self.free)


@value
class Count:
    """What is known of a deck at one moment. `passes` and `kept` are from the start of the turn, before hands were `filled`
    (None: they were not filled, and had `begun` cards); `facts` are those of the turn since then. `sure` has for each hand how
    many cards can certainly leave it. `witness` holds the known cards in one explanation of all facts; None if no explanation
    takes further cards without a new check."""

    deal: Deal
    passes: tuple[Pass, ...]
    kept: tuple[Kept, ...]
    begun: tuple[int, int]
    filled: Filled | None = None
    facts: tuple[Left | Held | Turned | Shuffled, ...] = ()
    sure: tuple[int, ...] = ()
    witness: Cards | None = None

    def tell(self, fact: Fact) -> "Count | Clash":
        """The count after one more fact, or why the fact is impossible."""
        if isinstance(fact, Filled):
            return self._next_turn(fact)
        if len(self.facts) >= MOST_FACTS:
            return unknown(self.deal).tell(fact)
        if isinstance(fact, Left | Held):
            quick = self._simply(fact)
            if quick is not None:
                return quick
        return self._with(fact)._checked(fact)

    def _with(
        self, fact: Left | Held | Turned | Shuffled, gone: int | None = None, witness: Cards | None = None
    ) -> "Count":
        """The count with this fact, after which `gone` more cards have left its hand (None: the number left is unknown)."""
        sure = self.sure
        if isinstance(fact, Left | Held):
            seat = self.deal.holders.index(fact.holder)
            sure = (*sure[:seat], 0 if gone is None else sure[seat] - gone, *sure[seat + 1 :])
        return Count(
            self.deal, self.passes, self.kept, self.begun, self.filled, (*self.facts, fact), sure, witness
        )

    def _simply(self, fact: Left | Held) -> "Count | None":
        """The count with this fact, if it certainly fits; None if it has to be checked."""
        if isinstance(fact, Held):
            return None
        if fact.others is None:
            return None if fact.cards else self._with(fact, None, self.witness)
        gone = len(fact.cards) + fact.others
        if self.witness is None or gone > self.sure[self.deal.holders.index(fact.holder)]:
            return None
        named, printed = marks(fact.cards), self.deal.printed
        witness = self.witness + named if named else self.witness
        if any([witness[mark] > printed.get(mark, 1) for mark in named]):
            return None
        return self._with(fact, gone, witness)

    def _checked(self, fact: Fact) -> "Count | Clash":
        """This count if some way through the turn fits its facts, otherwise why none does; `fact` is the last fact."""
        turn = _Turn(self)
        hands = turn.hands
        if isinstance(hands, Clash):
            return hands
        found = turn.passes()
        if found:
            free = [one.known for one in found if one.free]
            return replace(self, witness=min(free, key=Counter.total) if free else None)
        lacks = turn.lacks
        others = _Turn(self, as_noted=False).passes()
        if others:
            most = max(one.high for one in others)
            return Clash("shuffle", {"out_most": most, "cards": self.deal.size})
        named = _named(fact)
        if lacks:
            return min([lack for lack in lacks if lack.mark in named] or lacks, key=_greatness)
        seat = next((seat for seat, hand in enumerate(hands) if hand.torn), 0)
        kept, wanted = self.kept[seat].low, self.deal.number(hands[seat].need)
        numbers = {"kept": kept, "drawn_most": self.deal.full - kept, "needed": wanted}
        return Clash("kept", numbers, self.deal.holders[seat])

    def _next_turn(self, fact: Filled) -> "Count | Clash":
        """The next turn, with its hands filled."""
        deal, turn = self.deal, _Turn(self)
        if isinstance(turn.hands, Clash):
            return turn.hands
        passes = tuple(
            [
                Pass(one.low, one.high, one.known, recent=fact.shuffled and one.shuffled, again=one.again)
                for one in turn.passes()
            ]
        )
        kept = [left_over(deal, hand, cards) for hand, cards in zip(turn.hands, self.kept, strict=True)]
        if any([cards.known for cards in kept]) and self._ran_out() and deal.swept():
            kept = [cards.forgotten() for cards in kept]
        sure = [0 if cards.known else deal.full for cards in kept]
        full = (deal.full, deal.full)
        return Count(deal, passes, tuple(kept), full, fact, (), tuple(sure))._checked(fact)

    def _ran_out(self) -> bool:
        """Whether the deck may have run out in this turn."""
        bars = sum([isinstance(fact, Turned) for fact in self.facts])
        drawn = bars + len(self.deal.holders) * self.deal.full * (self.filled is not None)
        return any([one.high + drawn > self.deal.size for one in self.passes])


def begin(deal: Deal, known: Beginning) -> Count:
    """A deck before the first fact."""
    low, high = known.out
    first = Pass(low, high, Counter(known.known), known.shuffled, again=known.shuffled)
    most = known.hands[1]
    hands = len(deal.holders)
    return Count(deal, (first,), (any_cards(most),) * hands, known.hands, None, (), (most,) * hands)


def unknown(deal: Deal) -> Count:
    """A deck about which nothing is known, neither how many cards are out nor how many are in each hand."""
    return begin(deal, Beginning((0, deal.size), (0, deal.full), shuffled=True))


class _Turn:
    """Every way the deck can have gone through a turn. `lacks` are the reasons that rule ways out. Without `as_noted`, noted
    shuffles are ignored."""

    def __init__(self, count: Count, *, as_noted: bool = True) -> None:
        self.deal, self.count, self.as_noted = count.deal, count, as_noted
        self.lacks: list[Clash] = []
        self.hands = self._read(count.kept)

    def _read(self, kept: Sequence[Kept]) -> list[Hand] | Clash:
        count, found = self.count, list[Hand]()
        turned = any([isinstance(fact, Turned) for fact in count.facts])
        swept = turned and bool(kept) and count._ran_out() and self.deal.swept()
        for holder, cards in zip(self.deal.holders, kept, strict=True):
            story = [fact for fact in count.facts if getattr(fact, "holder", holder) == holder]
            hand = read_hand(self.deal, holder, story, cards, count.begun, swept=swept)
            if isinstance(hand, Clash):
                return hand
            found.append(hand)
        return found

    def passes(self) -> list[Pass]:
        """The passes that can follow."""
        hands, count = self.hands, self.count
        assert not isinstance(hands, Clash)
        if count.filled is not None:
            found = list(self._filled(hands, count.filled))
        else:
            need = _together([hand.need for hand in hands])
            grown = [one.grown(0, 0, need, self.deal.size) for one in count.passes]
            found = [one for one in grown if self._fits(one)]
        bars = 0
        for fact in count.facts:
            if isinstance(fact, Turned):
                found = list(self._turned(found, fact, [hand.at_bars[bars] for hand in hands]))
                bars += 1
            if isinstance(fact, Shuffled) or (isinstance(fact, Turned) and fact.shuffled):
                found = [one for one in found if one.shuffled or not self.as_noted]
        return _pruned(found)

    def _filled(self, hands: list[Hand], fact: Filled) -> Iterator[Pass]:
        """Hands are filled, the first holder first."""
        deal, most = self.deal, sum([hand.drawn[1] for hand in hands])
        fewest, torn = sum([hand.drawn[0] for hand in hands]), any([hand.torn for hand in hands])
        new = _together([hand.new for hand in hands])
        ends: set[bool] = set()
        for one in self.count.passes:
            then = one.grown(fewest, most, new, deal.size)
            fits = then.low <= deal.size and not torn and self._fits(then) and self._supplies(one, hands)
            if fits and (one.recent or not (fact.shuffled and self.as_noted)):
                yield then
            if one.high + most > deal.size:
                ends |= self._ends(one, hands, fact.first)
        if not ends:
            return
        if any([cards.known for cards in self.count.kept]) and deal.swept():
            anew = self._read([any_cards(deal.full)] * len(hands))
            assert not isinstance(anew, Clash)
            hands = anew
        full = len(hands) * deal.full
        then = self._shuffled((full, full), _together([hand.need for hand in hands]), free=True in ends)
        if not any([hand.torn for hand in hands]) and self._fits(then):
            yield then

    def _ends(self, one: Pass, hands: list[Hand], first: str | None) -> set[bool]:
        """Empty if a pass cannot have ended while hands were filled; otherwise whether that end can no longer be ruled out by
        cards that leave hands later in the turn.

        The fewer cards are drawn from the old pass, the less it must supply, so the largest possible number of cards already out
        is assumed.
        """
        before, kept = self.deal.size - one.high, self.count.kept
        if before == 0 and not any([cards.low for cards in kept]):
            return {True}
        seats = range(len(hands)) if first is None else (self.deal.holders.index(first),)
        torn = any([hand.torn for hand in hands])
        if not torn and any([self._supplies(one, hands, seat, before) for seat in seats]):
            return {False}
        # Hands that are shuffled in with the rest are dealt again, so they hold nothing from the old pass.
        return {True} if self.deal.swept() else set()

    def _supplies(self, one: Pass, hands: list[Hand], first: int = 0, before: int | None = None) -> bool:
        """Whether one pass through the deck (from one shuffle to the next) has all the cards that the hands drew from it.

        The hands draw in turn, beginning with the hand `first`; the pass ends when they have drawn `before` cards (None: it does
        not end). A hand may draw some of its cards in this pass and the others in the next. It then needs cards of this
        pass only for what its kept cards and those of the next pass do not cover.
        """
        deal, known = self.deal, one.known
        givers: dict[tuple[str, int | str], int] = {}
        lanes: dict[tuple[tuple[str, int | str], tuple[int, str]], int] = {}
        takers: dict[tuple[int, str], int] = {}
        for place in range(len(hands)):
            seat = (first + place) % len(hands)
            hand, kept = hands[seat], self.count.kept[seat]
            old = hand.drawn[1] if before is None else min(before, hand.drawn[1])
            before = None if before is None else before - old
            new, cards = hand.drawn[1] - old, kept.known + kept.perhaps
            if not (new or cards):
                known = known + hand.need
            elif new < deal.number(hand.need):
                givers["kept", seat] = kept.low if new else deal.full - hand.drawn[0]
                givers["new", seat] = new
                for mark, count in hand.need.items():
                    if mark in deal.printed:
                        takers[seat, mark] = count
                        lanes[("kept", seat), (seat, mark)] = cards[mark]
                        lanes[("new", seat), (seat, mark)] = lanes[("deck", mark), (seat, mark)] = count
        if not self._fits(replace(one, high=deal.size, known=known)):
            return False
        left = {mark: deal.most(mark) - known[mark] for _, mark in takers}
        givers |= {("deck", mark): count for mark, count in left.items()}
        if can_share(givers, lanes, takers):
            return True
        mark = min(left, key=left.__getitem__)
        self._lack(mark, deal.most(mark) + 1, replace(one, high=deal.size))
        return False

    def _turned(
        self, passes: Sequence[Pass], fact: Turned, held: Sequence[tuple[Cards, tuple[int, int]]]
    ) -> Iterator[Pass]:
        """A card is turned up from the deck, while hands hold these cards."""
        size, card = self.deal.size, marks([fact.card])
        low, high = (sum([sizes[end] for _, sizes in held]) + 1 for end in (0, 1))
        anew = self._shuffled((low, high), _together([cards for cards, _ in held]) + card, free=False)
        for one in passes:
            then = one.grown(int(fact.sure), 1, card, size)
            if then.low <= size and self._fits(then):
                yield then
            if one.high == size and self._fits(anew):
                yield replace(anew, recent=one.recent)

    def _shuffled(self, out: tuple[int, int], known: Cards, *, free: bool) -> Pass:
        """A pass that begins with these cards out, and with those that are never shuffled in."""
        deal = self.deal
        low, high = (min(deal.size, number + len(deal.aside)) for number in out)
        return Pass(low, high, known + Counter(deal.aside), shuffled=True, again=True, free=free)

    def _fits(self, then: Pass) -> bool:
        """Whether each mark is out only as often as it is printed."""
        for mark, count in then.known.items():
            if not self.deal.fits(mark, count):
                self._lack(mark, count, then)
                return False
        return True

    def _lack(self, mark: str, count: int, then: Pass) -> None:
        numbers = {
            "needed": count,
            "printed": self.deal.most(mark),
            "out_most": then.high,
            "cards": self.deal.size,
        }
        self.lacks.append(Clash("lack", numbers, mark=mark, again=then.again))


def _together(cards: Sequence[Cards]) -> Cards:
    """The cards of all these counts together."""
    found: Cards = Counter()
    for some in cards:
        found.update(some)
    return found


def _named(fact: Fact) -> Cards:
    """The marks in a fact."""
    if isinstance(fact, Left | Held):
        return marks(fact.cards)
    return marks([fact.card] if isinstance(fact, Turned) else [])


def _greatness(lack: Clash) -> tuple[int, int, str]:
    """A sort key: the smallest demand first, and among equal demands the one with the most cards out."""
    return lack.numbers["needed"], -lack.numbers["out_most"], lack.mark


def _pruned(found: list[Pass]) -> list[Pass]:
    """The passes without those that another one includes."""
    if len(found) < 2:
        return found
    kept: list[Pass] = []
    for one in sorted(found, key=lambda one: (one.low, -one.high)):
        if not any([_includes(other, one) for other in kept]):
            kept = [other for other in kept if not _includes(one, other)]
            kept.append(one)
    while len(kept) > MOST_PASSES:
        *kept, one, other = kept
        kept.append(
            Pass(
                min(one.low, other.low),
                max(one.high, other.high),
                one.known & other.known,
                one.shuffled or other.shuffled,
                one.recent or other.recent,
                one.again,
                free=False,
            )
        )
    return kept


def _includes(one: Pass, other: Pass) -> bool:
    """Whether everything that can follow from the second can follow from the first."""
    return (
        one.low <= other.low
        and one.high >= other.high
        and (one.shuffled, one.recent) == (other.shuffled, other.recent)
        and (one.free or not other.free)
        and one.known <= other.known
    )

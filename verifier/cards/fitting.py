"""Hidden cards that move one by one, as constraints for the solver: do any kinds of cards fit what was seen?

Everything is counted by kind, as binary numbers: the deck, the discards, the display, each hand. A hidden card is a free choice
of a kind. No number ever falls below 0, so no kind is drawn more often than it is in the deck, and what leaves a hand was in it.
Constants fold: without hidden cards nothing is left to solve.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, islice

from model.values import replace
from verifier.cards.guessing import Guess
from verifier.cards.moves import UNKNOWN, Log, Start, Went
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, constant
from verifier.solving.numbers import Binary, add, count, equal, less, number, subtract
from verifier.solving.session import Session

Pile = dict[str, Binary]
"""How many cards of each kind are in a place."""

OneCard = dict[str, Bit]
"""A card: a bit for each kind."""

Counts = tuple[tuple[str, int], ...]
"""How many cards of each kind there are."""


def may_lack(counts: Counts, log: Log, at_once: bool, hand: int, helpful: Iterable[tuple[str, ...]]) -> bool:
    """Whether some kinds of the hidden cards fit the log by which a hand has none of these sets of cards."""
    cards = _Cards(dict(counts), at_once)
    for entry in log:
        cards.tell(entry)
    lacks = (cards.lacks(hand, Counter(some)) for some in helpful)
    return Session(cards.circuit, [*cards.facts, *lacks]).fits()


@lru_cache(maxsize=256)
def fits(kinds: Counts, log: Log, at_once: bool) -> bool:
    """Whether some kinds of the hidden cards fit the log. `at_once`: a deck that has run out is shuffled without waiting for the
    next draw. Raises `GaveUpError` at a limit of the solver."""
    counts, kept = dict(kinds), _kept(kinds, at_once)
    for tried in chain((log,), _going_on(log, kept)):
        guess = Guess(counts, tried, at_once)
        if guess.fits:
            kept.appendleft((log, tuple(guess.log)))
            return True
    cards = _Cards(counts, at_once)
    for entry in log:
        cards.tell(entry)
        if FALSE in cards.facts:
            return False
    session = Session(cards.circuit, cards.facts, more=cards.bits())
    fits = session.fits()
    if fits:
        kept.appendleft((log, cards.found(log, session)))
    return fits


@lru_cache(maxsize=4)
def _kept(kinds: Counts, at_once: bool) -> deque[tuple[Log, Log]]:
    """The latest logs that fit, each with kinds for its hidden cards."""
    return deque(maxlen=4)


def _going_on(log: Log, kept: Iterable[tuple[Log, Log]]) -> Iterator[Log]:
    """The log with the kinds that were found for its beginning, all of them or those further back."""
    for begun, found in tuple(kept):
        if log[: len(begun)] == begun:
            for eighths in (8, 7, 6, 4, 2):
                size = len(begun) * eighths // 8
                yield (*found[:size], *log[size:])


class _Cards:
    """The cards of a game in their places: the hands, then deck, discards and display. `sizes` has the numbers of cards there,
    None if they are not known. `at_once`: discards are shuffled as soon as the deck runs out. `facts` are bits that must hold."""

    def __init__(self, counts: dict[str, int], at_once: bool) -> None:
        self.circuit, self.facts = Circuit(), list[Bit]()
        self.counts, self.at_once = counts, at_once
        self.width = max(counts.values()).bit_length()
        self.piles, self.sizes = list[Pile](), list[int | None]()
        self.deck = self.discards = self.display = 0
        self.shown = list[OneCard]()

    def tell(self, entry: Start | Went) -> None:
        """One more entry of the log."""
        if isinstance(entry, Start):
            self._begin(entry)
            return
        start, end, cards = entry.start, entry.end, entry.cards
        if start == end:
            self._stay(start, cards)
        elif start == self.deck:
            self._draw(end, cards)
        else:
            for card in cards:
                self._move(self._card(card), start, end)
            self._resize(start, -len(cards))
            self._resize(end, len(cards))
            if end == self.discards and {*cards} != {UNKNOWN}:
                self._has(self.piles[start], self.sizes[start] or 0)

    def _resize(self, place: int, more: int) -> None:
        size = self.sizes[place]
        self.sizes[place] = None if size is None else size + more

    def _stay(self, place: int, cards: tuple[str, ...]) -> None:
        """Cards are in a place; in the deck and the discards there are no others."""
        rest, named = dict(self.piles[place]), Counter(card for card in cards if card != UNKNOWN)
        size = (self.sizes[place] or 0) if place < self.deck else len(cards)
        if len(cards) > size or any(many > self.counts.get(kind, 0) for kind, many in named.items()):
            self.facts.append(FALSE)
            return
        for kind, many in named.items():
            rest[kind] = self._less(rest[kind], number(many, self.width))
        self._has(rest, size - named.total())

    def _has(self, pile: Pile, size: int) -> None:
        """A pile has so many cards. That follows from all that moved, but the solver would find it only by trial."""
        held: Binary = [FALSE]
        for total in pile.values():
            held = add(self.circuit, held, total)
        self.facts.append(equal(self.circuit, held, number(size, size.bit_length())) if size >= 0 else FALSE)

    def lacks(self, hand: int, wanted: Mapping[str, int]) -> Bit:
        """A hand has fewer of some kind than wanted."""
        pile = self.piles[hand]
        below = (
            subtract(self.circuit, pile[kind], number(many, self.width))[1] for kind, many in wanted.items()
        )
        return self.circuit.any(below)

    def _begin(self, start: Start) -> None:
        """The cards at the beginning; an unseen card is in the deck or among the discards."""
        hands = len(start.hands)
        self.deck, self.discards, self.display = range(hands, hands + 3)
        self.piles = [{kind: number(0, self.width) for kind in self.counts} for _ in range(hands + 3)]
        self.piles[self.deck] = {kind: number(most, self.width) for kind, most in self.counts.items()}
        known = [*enumerate(cards for _, cards in start.hands), (self.display, start.display)]
        rest = sum(self.counts.values()) - sum(len(cards) for _, cards in known)
        size, out = start.deck, None if start.deck is None else rest - start.deck
        if start.discards is not None:
            known.append((self.discards, start.discards))
            out = len(start.discards)
            self.facts.append(constant(start.deck in (None, rest - out)))
            size = rest - out
        for place, cards in known:
            for card in cards:
                self._move(self._card(card), self.deck, place)
        self.sizes = [*(len(cards) for _, cards in start.hands), size, out, len(start.display)]
        if start.discards is None:
            self._part(start.deck)
        self.shown.clear()
        if self.at_once:
            self._shuffle()

    def bits(self) -> list[Bit]:
        """The bits of each card shown after the beginning."""
        return [bit for one in self.shown for bit in one.values() if bit not in (TRUE, FALSE)]

    def found(self, log: Log, session: Session) -> Log:
        """The log with the kinds for its hidden cards, those at the beginning apart, that the solver found."""
        held = {TRUE, *session.as_found(self.bits())}
        told = iter([next(kind for kind, bit in one.items() if bit in held) for one in self.shown])
        return tuple(
            replace(entry, cards=tuple(islice(told, len(entry.cards))))
            if isinstance(entry, Went) and entry.start != entry.end
            else entry
            for entry in log
        )

    def _part(self, size: int | None) -> None:
        """The discards are not known: any part of what is left is the deck, of this size if it is known."""
        held: Binary = [FALSE]
        deck, discards = self.piles[self.deck], self.piles[self.discards]
        for kind, total in deck.items():
            free = [self.circuit.variable(f"deck {kind}.{place}") for place in range(self.width)]
            deck[kind], discards[kind] = free, self._less(total, free)
            held = add(self.circuit, held, free)
        if size is not None:
            self.facts.append(equal(self.circuit, held, number(size, max(1, size.bit_length()))))

    def _card(self, card: str) -> OneCard:
        """The next card by its kind; a hidden one may be of any kind."""
        kinds = {kind: TRUE if kind == card else FALSE for kind in self.counts}
        if card == UNKNOWN:
            name = f"card {len(self.circuit.nodes)}"
            kinds = {kind: self.circuit.variable(f"{name} {kind}") for kind in self.counts}
            self.facts.append(self.circuit.exactly_one(list(kinds.values())))
        elif card not in self.counts:
            self.facts.append(FALSE)
        self.shown.append(kinds)
        return kinds

    def _less(self, one: Binary, two: Binary) -> Binary:
        """The difference, which is not below 0."""
        found, below = subtract(self.circuit, one, two)
        self.facts.append(-below)
        return found

    def _move(self, card: OneCard, start: int, end: int) -> None:
        """A card goes from one place to another."""
        source, target = self.piles[start], self.piles[end]
        for kind, bit in card.items():
            if bit != FALSE:
                one = [bit, *[FALSE] * (self.width - 1)]
                source[kind] = self._less(source[kind], one)
                target[kind] = add(self.circuit, target[kind], one)[: self.width]

    def _draw(self, end: int, cards: tuple[str, ...]) -> None:
        """Cards come from the deck. If some may come from the next deck, they may be written in any order."""
        size = self.sizes[self.deck]
        if len(cards) == 1 or (size is not None and not 0 < size < len(cards)):
            for card in cards:
                self._take(end, self._card(card))
            return
        drawn = [self._card(UNKNOWN) for _ in cards]
        for one in drawn:
            self._take(end, one)
        for kind, wanted in Counter(cards).items():
            if kind != UNKNOWN:
                found = count(self.circuit, (one.get(kind, FALSE) for one in drawn))
                self.facts.append(-less(self.circuit, found, number(wanted, wanted.bit_length())))

    def _take(self, end: int, card: OneCard) -> None:
        """A card comes from the deck; the discards become the new deck."""
        self._shuffle()
        self._move(card, self.deck, end)
        self._resize(self.deck, -1)
        self._resize(end, 1)
        if self.at_once:
            self._shuffle()

    def _shuffle(self) -> None:
        """The discards become the deck if it is empty."""
        circuit, deck, discards = self.circuit, self.piles[self.deck], self.piles[self.discards]
        size = self.sizes[self.deck]
        if size is None:
            empty = -circuit.any(bit for pile in deck.values() for bit in pile)
        elif size > 0:
            return
        else:
            empty = TRUE
            self.sizes[self.deck], self.sizes[self.discards] = self.sizes[self.discards], 0
        for kind, old in deck.items():
            new = discards[kind]
            deck[kind] = [circuit.ite(empty, one, two) for one, two in zip(new, old, strict=True)]
            discards[kind] = [circuit.both(-empty, bit) for bit in new]

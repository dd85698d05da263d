"""GR-25: hidden cards. The log of cards as constraints for the solver: do any kinds of cards fit it?

Everything is counted by kind, as binary numbers: the deck, the discards, the display, each hand. A hidden card is a free choice
of a kind. No number ever falls below 0, so no kind is drawn more often than it is in the deck, and what leaves a hand was in it.
Constants fold: without hidden cards nothing is left to solve.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, islice

from model.great_race.cards import cards_of
from model.great_race.moves import UNKNOWN
from model.great_race.position import Setup
from model.great_race.seen import DECK, Counted, Drew, Held, Joined, Left, Log, Seen, Shown, Took
from model.values import replace
from verifier.great_race.spec.guess import Guess
from verifier.great_race.spec.table import hidden
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, constant
from verifier.solving.numbers import Binary, add, count, equal, less, number, subtract
from verifier.solving.session import Session

Pile = dict[str, Binary]
"""How many cards of each kind are in a place."""

OneCard = dict[str, Bit]
"""A card: a bit for each kind."""

Counts = tuple[tuple[str, int], ...]
"""How many cards of each kind there are."""


def fits(setup: Setup, log: Log) -> bool:
    """Whether some kinds of the hidden cards fit the log (GR-25.2). Raises `GaveUpError` at a limit of the solver."""
    return _fits(*_asked(setup, log))


def may_lack(setup: Setup, log: Log, who: str, helpful: Iterable[tuple[str, ...]]) -> bool:
    """Whether some kinds of the hidden cards fit the log by which a player holds none of these sets of cards."""
    counts, log, at_once = _asked(setup, log)
    cards = _Cards(dict(counts), at_once)
    for seen in log:
        cards.tell(seen)
    lacks = (cards.lacks(who, Counter(some)) for some in helpful)
    return Session(cards.circuit, [*cards.facts, *lacks]).fits()


def _asked(setup: Setup, log: Log) -> tuple[Counts, Log, bool]:
    """The cards of the game, the log with nothing open (`solving/cases.py`), and whether discards are shuffled at once."""
    counts, log = tuple((id, card.count) for id, card in cards_of(setup.ruleset).items()), tuple(log)
    return counts, log, not _shuffled(counts, log) or setup.reading("reshuffle-moment") == "a"


def _shuffled(counts: Counts, log: Log) -> bool:
    """Whether the deck may have run out."""
    drawn = sum(len(seen.cards) for seen in log if isinstance(seen, Drew | Shown))
    decks = [seen.deck for seen in log if isinstance(seen, Joined)]
    return not decks or decks[-1] is None or drawn >= decks[-1]


@lru_cache(maxsize=256)
def _fits(kinds: Counts, log: Log, at_once: bool) -> bool:
    counts, kept = dict(kinds), _kept(kinds, at_once)
    for tried in chain((log,), _going_on(log, kept)):
        guess = Guess(counts, tried, at_once)
        if guess.fits:
            kept.appendleft((log, tuple(guess.log)))
            return True
    cards = _Cards(counts, at_once)
    for seen in log:
        cards.tell(seen)
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
    """The cards of a game. `size` is how many are in the deck and `out` how many are discarded, None if that is not known.
    `at_once`: discards are shuffled as soon as the deck runs out. `facts` are bits that must hold."""

    def __init__(self, counts: dict[str, int], at_once: bool) -> None:
        self.circuit, self.facts = Circuit(), list[Bit]()
        self.counts, self.at_once = counts, at_once
        self.width = max(counts.values()).bit_length()
        self.deck: Pile = {kind: number(most, self.width) for kind, most in counts.items()}
        self.size: int | None = sum(counts.values())
        self.out: int | None = 0
        self.discards, self.display = self._empty(), self._empty()
        self.hands: dict[str, Pile] = {}
        self.sizes: dict[str, int] = {}
        self.shown = list[OneCard]()

    def _empty(self) -> Pile:
        return {kind: number(0, self.width) for kind in self.counts}

    def tell(self, seen: Seen) -> None:
        """One more entry of the log."""
        match seen:
            case Joined():
                self._begin(seen)
            case Shown(cards):
                self._draw(self.display, cards)
            case Drew(player, cards):
                self._draw(self.hands[player], cards)
                self.sizes[player] += len(cards)
            case Took(player, card):
                one = self._card(card)
                self._move(one, self.display, self.hands[player])
                self.sizes[player] += 1
            case Left(player, cards):
                for card in cards:
                    self._move(self._card(card), self.hands[player], self.discards)
                self.sizes[player] -= len(cards)
                if cards != hidden(len(cards)):
                    self._has(self.hands[player], self.sizes[player])
                self.out = None if self.out is None else self.out + len(cards)
            case Held(player, cards):
                held, gone = dict(self.hands[player]), self._empty()
                for card in cards:
                    self._move(self._card(card), held, gone)
                self._has(held, self.sizes[player] - len(cards))
            case Counted(pile, cards):
                rest = dict(self.deck if pile == DECK else self.discards)
                named = Counter(card for card in cards if card != UNKNOWN)
                for kind, many in named.items():
                    rest[kind] = self._less(rest[kind], number(many, self.width))
                self._has(rest, len(cards) - named.total())

    def _has(self, pile: Pile, size: int) -> None:
        """A pile has so many cards. That follows from all that moved, but the solver would find it only by trial."""
        held: Binary = [FALSE]
        for total in pile.values():
            held = add(self.circuit, held, total)
        self.facts.append(equal(self.circuit, held, number(size, size.bit_length())) if size >= 0 else FALSE)

    def lacks(self, player: str, wanted: Mapping[str, int]) -> Bit:
        """The player holds fewer of some kind than wanted."""
        hand = self.hands[player]
        below = (
            subtract(self.circuit, hand[kind], number(many, self.width))[1] for kind, many in wanted.items()
        )
        return self.circuit.any(below)

    def _begin(self, joined: Joined) -> None:
        """The cards at the beginning of the record; an unseen card is in the deck or among the discards."""
        for player, cards in joined.hands:
            self.hands[player], self.sizes[player] = self._empty(), len(cards)
            for card in cards:
                self._move(self._card(card), self.deck, self.hands[player])
        for card in joined.display:
            self._move(self._card(card), self.deck, self.display)
        rest = sum(self.counts.values()) - sum(len(hand) for _, hand in joined.hands)
        rest -= len(joined.display)
        self.size, self.out = joined.deck, None
        if joined.discards is not None:
            for card in joined.discards:
                self._move(self._card(card), self.deck, self.discards)
            self.out = len(joined.discards)
            self.size = rest - self.out
            self.facts.append(constant(joined.deck in (None, self.size)))
        elif joined.deck is not None:
            self.out = rest - joined.deck
            self._part(joined.deck)
        else:
            self._part(None)
        self.shown.clear()
        if self.at_once:
            self._shuffle()

    def bits(self) -> list[Bit]:
        """The bits of each card told after the beginning."""
        return [bit for one in self.shown for bit in one.values() if bit not in (TRUE, FALSE)]

    def found(self, log: Log, session: Session) -> Log:
        """The log with the kinds for its hidden cards, those at the beginning apart, that the solver found."""
        held = {TRUE, *session.as_found(self.bits())}
        told = (next(kind for kind, bit in one.items() if bit in held) for one in self.shown)
        found: list[Seen] = []
        for seen in log:
            if isinstance(seen, Took):
                seen = replace(seen, card=next(told))
            elif not isinstance(seen, Joined | Counted):
                seen = replace(seen, cards=tuple(islice(told, len(seen.cards))))
            found.append(seen)
        return tuple(found)

    def _part(self, size: int | None) -> None:
        """The discards are not known: any part of what is left is the deck, of this size if it is known."""
        held: Binary = [FALSE]
        for kind, total in self.deck.items():
            free = [self.circuit.variable(f"deck {kind}.{place}") for place in range(self.width)]
            self.deck[kind], self.discards[kind] = free, self._less(total, free)
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

    def _move(self, card: OneCard, source: Pile, target: Pile) -> None:
        """A card goes from one place to another."""
        for kind, bit in card.items():
            if bit != FALSE:
                one = [bit, *[FALSE] * (self.width - 1)]
                source[kind] = self._less(source[kind], one)
                target[kind] = add(self.circuit, target[kind], one)[: self.width]

    def _draw(self, target: Pile, cards: tuple[str, ...]) -> None:
        """Cards come from the deck. If some may come from the next deck, they may be written in any order."""
        if len(cards) == 1 or (self.size is not None and not 0 < self.size < len(cards)):
            for card in cards:
                self._take(target, self._card(card))
            return
        drawn = [self._card(UNKNOWN) for _ in cards]
        for one in drawn:
            self._take(target, one)
        for kind, wanted in Counter(cards).items():
            if kind != UNKNOWN:
                found = count(self.circuit, (one.get(kind, FALSE) for one in drawn))
                self.facts.append(-less(self.circuit, found, number(wanted, wanted.bit_length())))

    def _take(self, target: Pile, card: OneCard) -> None:
        """GR-20.1: a card comes from the deck; the discards become the new deck (ruling reshuffle-moment)."""
        self._shuffle()
        self._move(card, self.deck, target)
        if self.size is not None:
            self.size -= 1
        if self.at_once:
            self._shuffle()

    def _shuffle(self) -> None:
        """The discards become the deck if it is empty."""
        circuit = self.circuit
        if self.size is None:
            empty = -circuit.any(bit for pile in self.deck.values() for bit in pile)
        elif self.size > 0:
            return
        else:
            empty, self.size, self.out = TRUE, self.out, 0
        for kind, old in self.deck.items():
            new = self.discards[kind]
            self.deck[kind] = [circuit.ite(empty, one, two) for one, two in zip(new, old, strict=True)]
            self.discards[kind] = [circuit.both(-empty, bit) for bit in new]

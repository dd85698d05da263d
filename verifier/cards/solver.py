"""The question of `known` as constraints for Z3: do any hidden cards fit the facts?

The sizes of the hands and of the deck are binary numbers. Two things are known about the cards with one mark: how many are
certainly in hands, and how many have left a hand or the deck since the last shuffle. Together they are never more than are
printed. All other cards can be of any kind that is left. So a refused story is impossible, but an accepted one might still be
ruled out by examining individual cards.

Each constraint is labelled with a rule: sizes and shuffles with that of their fact, kinds with that of the deal. Constants fold,
so Z3 runs only if something is left open, such as how many cards were discarded.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from itertools import takewhile
from typing import final

from verifier.cards.known import (
    UNKNOWN,
    Beginning,
    Cards,
    Deal,
    Fact,
    Filled,
    Held,
    Left,
    Shuffled,
    Turned,
    marks,
)
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.cores import cores
from verifier.solving.numbers import Binary, equal, less, number, subtract
from verifier.solving.session import Session, rule_label, rule_of

ASIDE = ""
"""The holder of the cards that are laid aside."""


@final
class Story:
    """The facts about one deck, in their order. A new fact is judged together with the earlier ones of its turn, because what
    leaves a hand was in it when the turn began."""

    def __init__(self, deal: Deal, beginning: Beginning) -> None:
        self._before = _Table(deal, beginning)
        self._turn: tuple[Fact, ...] = ()
        self._witness: Sequence[Bit] = ()

    def tell(self, *facts: Fact) -> "Story":
        """The story with more facts."""
        longer = copy(self)
        for fact in facts:
            if isinstance(fact, Filled):
                longer._before, longer._turn = longer._table(), ()
            longer._turn = (*longer._turn, fact)
        return longer

    def broken(self) -> tuple[str, ...]:
        """The rules that forbid the story, that of the deal last; () if hidden cards can fit it. Rules that forbid it only
        jointly are named as if each did so alone. Raises `GaveUpError` at a limit of the solver."""
        table = self._table()
        if all(table.circuit.evaluate([*table.given, *table.rules.values()], self._witness)):
            return ()
        rules = {rule_label(id): table.rules[id] for id in sorted(table.rules, key=table.deal.rule.__eq__)}
        session = Session(table.circuit, table.given, rules)
        if session.fits(rules):
            self._witness = session.true_variables()
            return ()
        found = cores(session, list(rules))
        return tuple(map(rule_of, found.alone or found.together[0]))

    def _table(self) -> "_Table":
        """The deck and the hands after all facts."""
        table = self._before.copy()
        for place in range(len(self._turn)):
            table.tell(self._turn[place:])
        return table


class _Table:
    """The deck and the hands.

    `certain` are the cards that a hand certainly has. `out` has a bit for each card with a mark that has left a hand or the deck,
    the latest one last: whether it has not been shuffled since. `stock` is the size of the deck, at least `least`. `shuffles` are
    the draws of this turn: whether the deck was shuffled. The `given` bits hold without a rule.
    """

    def __init__(self, deal: Deal, beginning: Beginning) -> None:
        self.deal, self.circuit = deal, Circuit()
        self.given: tuple[Bit, ...] = ()
        self.rules: dict[str, Bit] = {}
        self.width = deal.size.bit_length()
        aside = Counter(beginning.known) & Counter(deal.aside)
        self.certain: dict[str, Cards] = {holder: Counter() for holder in deal.holders} | {ASIDE: aside}
        self.out = {mark: (TRUE,) * count for mark, count in (Counter(beginning.known) - aside).items()}
        self.size: dict[str, Binary] = {
            holder: self._free(f"hand of {holder}", *beginning.hands) for holder in deal.holders
        }
        self.size[ASIDE] = self._known(aside.total())
        fewest, most = beginning.out
        self.stock = self._free("deck", deal.size - most, deal.size - fewest)
        self.least = deal.size - most
        self.shuffles: tuple[Bit, ...] = (TRUE,) if beginning.shuffled else ()
        self.applied = 0

    def copy(self) -> "_Table":
        """An independent copy; it shares the circuit, which only grows."""
        other = copy(self)
        other.rules, other.size = dict(self.rules), dict(self.size)
        other.certain, other.out = dict(self.certain), dict(self.out)
        return other

    def rule(self, id: str, bit: Bit) -> None:
        """Add a demand of a rule."""
        self.rules[id] = self.circuit.both(self.rules.get(id, TRUE), bit)

    # Numbers of cards

    def _known(self, value: int) -> list[Bit]:
        """A known number of cards. One that does not fit the width is capped, and is still too large for any deck."""
        return number(min(value, (1 << self.width) - 1), self.width)

    def _free(self, name: str, least: int, most: int) -> list[Bit]:
        """A number from `least` to `most`; free if these differ."""
        if least == most:
            return self._known(least)
        known = self.circuit.variables
        names = [f"{name}.{place}" for place in range(most.bit_length())]
        bits = [known[one] if one in known else self.circuit.variable(one) for one in names]
        bits += [FALSE] * (self.width - len(bits))
        self.given += (
            -less(self.circuit, bits, self._known(least)),
            -less(self.circuit, self._known(most), bits),
        )
        return bits

    def _draw(self, cards: Binary, most: int) -> None:
        """Draw this many cards, at most `most`. If the deck runs out, the discards are shuffled; if the hands are shuffled in
        too, nothing is known about them afterwards."""
        circuit = self.circuit
        shuffled = FALSE if most <= self.least else less(circuit, self.stock, cards)
        self.least = max(0, self.least - most)
        self.shuffles += (shuffled,)
        stay, _ = subtract(circuit, self.stock, cards)
        if shuffled == FALSE:
            self.stock = stay
            return
        pool = self._known(self.deal.size)
        for held in self.size.values():
            pool, below = subtract(circuit, pool, held)
            self.given += (-below,)
        rest, empty = subtract(circuit, pool, cards)
        self.rule(self.deal.rule, -circuit.both(shuffled, empty))
        self.stock = [circuit.ite(shuffled, new, old) for new, old in zip(rest, stay, strict=True)]
        for mark, bits in self.out.items():
            self.out[mark] = tuple(circuit.both(bit, -shuffled) for bit in bits)
        if self.deal.swept():
            for holder in self.deal.holders:
                self.certain[holder] = Counter()

    # Facts

    def tell(self, turn: Sequence[Fact]) -> None:
        """Apply a fact. It is the first of the facts still left in the turn."""
        self.applied += 1
        fact, later = turn[0], turn[1:]
        match fact:
            case Filled():
                self._fill(fact, later)
            case Turned():
                self._turn_up(fact, later)
            case Left():
                self._expect([fact.holder], turn)
                self._leave(fact)
            case Held():
                self._expect([fact.holder], turn)
                if fact.others is not None:
                    size = self._known(len(fact.cards) + fact.others)
                    self.rule(fact.rule, equal(self.circuit, self.size[fact.holder], size))
            case Shuffled():
                self.rule(fact.rule, self.circuit.any(self.shuffles))

    def _fill(self, fact: Filled, later: Sequence[Fact]) -> None:
        """Fill the hands. What is in one hand can be compared with the cards that are out before others draw; but not if it is
        unknown who draws first, or if a later draw may sweep the hands."""
        holders, full = self.deal.holders, self._known(self.deal.full)
        start = holders.index(fact.first) if fact.first is not None else 0
        before, self.shuffles = self.shuffles, ()
        for holder in (*holders[start:], *holders[:start]):
            missing, below = subtract(self.circuit, full, self.size[holder])
            self.rule(self.deal.rule, -below)
            self._draw(missing, self.deal.full)
            self.size[holder] = full
            if fact.first is not None and not self.deal.swept():
                self._expect([holder], later)
        self._expect(holders, later)
        if fact.shuffled:
            self.rule(fact.rule, self.circuit.any(before + self.shuffles))

    def _turn_up(self, fact: Turned, later: Sequence[Fact]) -> None:
        """Turn up a card. It is laid aside if no other of its kind has been, else discarded."""
        self._draw(self._free(f"turned {self.applied}", int(fact.sure), 1), 1)
        if fact.shuffled:
            self.rule(fact.rule, self.circuit.any(self.shuffles))
        aside = Counter(fact.card) & (Counter(self.deal.aside) - self.certain[ASIDE])
        if aside:
            self.certain[ASIDE] = self.certain[ASIDE] + aside
            self.size[ASIDE] = self._known(self.certain[ASIDE].total())
        else:
            self._discard(fact.card)
        self._check(fact.card)
        self._expect(self.deal.holders, later)

    def _leave(self, fact: Left) -> None:
        """Cards leave a hand. If some are unknown, no card is certainly left in it."""
        leaving = self._known(len(fact.cards) + (fact.others or 0))
        size, below = subtract(self.circuit, self.size[fact.holder], leaving)
        self.rule(fact.rule, -below)
        if fact.others is None:
            size, below = subtract(self.circuit, size, self._free(f"more {self.applied}", 0, self.deal.full))
            self.given += (-below,)
        self.size[fact.holder] = size
        gone = marks(fact.cards)
        self._discard(gone.elements())
        unknown = fact.others != 0 or UNKNOWN in fact.cards
        self.certain[fact.holder] = Counter() if unknown else self.certain[fact.holder] - gone

    # Kinds of cards

    def _expect(self, holders: Iterable[str], turn: Sequence[Fact]) -> None:
        """Cards that leave a hand or are seen in it later in the turn are in it now, unless it can be dealt again before then."""
        if self.deal.swept():
            turn = list(takewhile(lambda fact: not isinstance(fact, Turned), turn))
        for holder in holders:
            cards, left = self.certain[holder], Counter[str]()
            for fact in turn:
                if isinstance(fact, Left | Held) and fact.holder == holder:
                    cards = cards | (left + marks(fact.cards))
                    left += marks(fact.cards) if isinstance(fact, Left) else Counter()
            needed = self._known(self.deal.number(cards))
            self.rule(self.deal.rule, -less(self.circuit, self.size[holder], needed))
            added, self.certain[holder] = cards - self.certain[holder], cards
            self._check(added)

    def _discard(self, cards: Iterable[str]) -> None:
        for mark in cards:
            self.out[mark] = (*self.out.get(mark, ()), TRUE)

    def _check(self, cards: Iterable[str]) -> None:
        """Cards with the same mark in hands and out since the last shuffle are no more than are printed."""
        for mark in cards:
            held = sum(certain[mark] for certain in self.certain.values())
            out = self.out.get(mark, ())
            if held + len(out) > self.deal.most(mark):
                spare = self.deal.most(mark) - held
                # A shuffle takes all cards that are out, so the bits that hold are those of the latest cards.
                self.rule(self.deal.rule, -out[-spare - 1] if spare >= 0 else FALSE)

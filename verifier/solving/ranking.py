"""Orders of a few items as bits: for each pair one bit, which holds if the first item of the pair comes first."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cmp_to_key
from itertools import combinations
from typing import Generic, TypeVar

from verifier.solving.circuit import FALSE, Bit, constant
from verifier.solving.numbers import count_one_hot
from verifier.solving.questions import Answer, Question

I = TypeVar("I", bound=Hashable)  # noqa: E741


class Ranking(Generic[I]):
    """A free order of `items`; `known` fixes pairs: (one, other) -> whether `one` comes first.

    The bits describe an order: no three items form a circle.
    """

    def __init__(
        self,
        question: Question,
        name: str,
        items: Iterable[I],
        known: Mapping[tuple[I, I], bool] | None = None,
        *,
        hidden: bool = False,
    ) -> None:
        self._circuit = question.circuit
        self.items = tuple(dict.fromkeys(items))
        self._first: dict[tuple[I, I], Bit] = {}
        fixed = known or {}
        for one, other in combinations(self.items, 2):
            if (one, other) in fixed:
                bit = constant(fixed[one, other])
            elif (other, one) in fixed:
                bit = constant(not fixed[other, one])
            else:
                bit = question.flag(f"{name}: {one} before {other}", hidden=hidden)
            self._first[one, other], self._first[other, one] = bit, -bit
        for one, two, three in combinations(self.items, 3):
            around = (self.before(one, two), self.before(two, three), self.before(three, one))
            question.given(-self._circuit.all(around))
            question.given(-self._circuit.all(-bit for bit in around))

    def before(self, one: I, other: I) -> Bit:
        """`one` comes before `other`; FALSE for an item and itself."""
        return FALSE if one == other else self._first[one, other]

    def is_(self, order: Sequence[I]) -> Bit:
        """The items come in this order. FALSE if `order` does not name each of them once."""
        if len(order) != len(self.items) or set(order) != set(self.items):
            return FALSE
        return self._circuit.all(self.before(one, other) for one, other in combinations(order, 2))

    def place(self, item: I, place: int) -> Bit:
        """Exactly `place` items come before this one."""
        before = [self.before(other, item) for other in self.items if other != item]
        return count_one_hot(self._circuit, before, len(before) + 1)[place]

    def order(self, answer: Answer) -> tuple[I, ...]:
        """The items in the order of an answer."""

        def compare(one: I, other: I) -> int:
            return -1 if answer.holds(self.before(one, other)) else 1

        return tuple(sorted(self.items, key=cmp_to_key(compare)))

"""A session without a solver: with few free bits it tries every assignment at once, which proves as much."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from verifier.solving.circuit import TRUE, Bit, Circuit, evaluate
from verifier.solving.session import LIMITS, Limits, Session

FEW = 8
"""The most free bits for which all assignments are tried."""


class Checks(Protocol):
    """What a session can do, however it finds its answers."""

    def fits(self, labels: Iterable[str] = (), assuming: Iterable[Bit] = ()) -> bool:
        """Whether the facts, the rules with these labels and these bits can hold together."""

    def clash(self) -> tuple[str, ...]:
        """After a check that did not fit: labels that already clash."""

    def true_variables(self) -> list[Bit]:
        """After a check that fits: the variables that hold in the answer found."""

    def forbid(self, bits: Iterable[Bit]) -> None:
        """From now on these bits never all hold together."""


def checks(
    circuit: Circuit,
    facts: Iterable[Bit] = (),
    rules: Mapping[str, Bit] | None = None,
    more: Iterable[Bit] = (),
    limits: Limits = LIMITS,
) -> Checks:
    """A session like `Session`. With few free bits it works without the solver, which takes milliseconds to start."""
    facts, rules, more = list(facts), dict(rules or {}), list(more)
    cone = circuit.cone([*facts, *rules.values(), *more])
    if sum(circuit.nodes[node].kind == "var" for node in cone) <= FEW:
        return Trial(circuit, cone, facts, rules)
    return Session(circuit, facts, rules, more, limits)


class Trial:
    """The facts and labelled rules of a session under all assignments: bit k of a column is the value under assignment k. Bit
    n of k is the value of variable n, in order of creation."""

    def __init__(
        self, circuit: Circuit, cone: Iterable[Bit], facts: Iterable[Bit], rules: Mapping[str, Bit]
    ) -> None:
        nodes = circuit.nodes
        gates: list[Bit] = []
        self._variables: list[Bit] = []
        for node in cone:
            (self._variables if nodes[node].kind == "var" else gates).append(node)
        width = 1 << len(self._variables)
        every = (1 << width) - 1
        self._columns = {TRUE: every, -TRUE: 0}
        for number, variable in enumerate(self._variables):
            half = 1 << number
            column = sum(1 << place for place in range(width) if place & half)
            self._columns |= {variable: column, -variable: every ^ column}
        evaluate(circuit, gates, self._columns)
        self._rules = rules
        self._holding = self._all(every, facts)
        self._checked: tuple[str, ...] = ()
        self._answers = 0

    def fits(self, labels: Iterable[str] = (), assuming: Iterable[Bit] = ()) -> bool:
        """Whether the facts, the rules with these labels and these bits can hold together. The session must know all labels
        and bits."""
        self._checked = tuple(labels)
        self._answers = self._all(
            self._holding, (*(self._rules[label] for label in self._checked), *assuming)
        )
        return self._answers != 0

    def clash(self) -> tuple[str, ...]:
        """After a check that did not fit: labels that already clash, in the order of that check; not always the fewest."""
        return self._checked

    def true_variables(self) -> list[Bit]:
        """After a check that fits: the variables that hold in the first answer."""
        first = self._answers & -self._answers
        return [variable for variable in self._variables if self._columns[variable] & first]

    def forbid(self, bits: Iterable[Bit]) -> None:
        """From now on these bits never all hold together."""
        self._holding &= ~self._all(self._holding, bits)

    def _all(self, column: int, bits: Iterable[Bit]) -> int:
        for bit in bits:
            column &= self._columns[bit]
        return column

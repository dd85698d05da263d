"""The cheapest answer, compared with all answers."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.solving.circuit import Bit, Circuit
from verifier.solving.optimum import cheapest
from verifier.solving.session import GaveUpError, Limits

NAMES = "abcdef"


def build(clauses: list[list[int]], costs: list[int]) -> tuple[Circuit, list[Bit], list[tuple[int, Bit]]]:
    circuit = Circuit()
    bits = [circuit.variable(name) for name in NAMES]
    facts = [
        circuit.any(bits[abs(one) - 1] if one > 0 else -bits[abs(one) - 1] for one in clause)
        for clause in clauses
    ]
    return circuit, facts, list(zip(costs, bits, strict=True))


LITERALS = st.integers(1, len(NAMES)).flatmap(lambda one: st.sampled_from([one, -one]))
CLAUSES = st.lists(st.lists(LITERALS, min_size=1, max_size=3), max_size=8)
COSTS = st.lists(st.integers(-20, 50), min_size=len(NAMES), max_size=len(NAMES))


@settings(max_examples=60, deadline=None)
@given(CLAUSES, COSTS)
def test_nothing_is_cheaper(clauses: list[list[int]], costs: list[int]) -> None:
    circuit, facts, due = build(clauses, costs)
    found = cheapest(circuit, facts, due)
    best = by_trying(circuit, facts, due)
    if found is None:
        assert best is None
        return
    true, cost = found
    assert cost == best
    assert all(circuit.evaluate(facts, true))
    assert sum(price for price, bit in due if bit in true) == cost


def by_trying(circuit: Circuit, facts: list[Bit], due: list[tuple[int, Bit]]) -> int | None:
    """The least cost of all assignments; None if none fits."""
    variables = list(circuit.variables.values())
    sums = []
    for held in product((False, True), repeat=len(variables)):
        true = [bit for bit, holds in zip(variables, held, strict=True) if holds]
        if all(circuit.evaluate(facts, true)):
            sums.append(sum(cost for cost, bit in due if bit in true))
    return min(sums, default=None)


def test_a_limit_is_named() -> None:
    circuit, facts, due = build([[1, 2], [3, 4], [-1, -3], [5, 6]], [5, 7, 9, 11, 13, 15])
    with pytest.raises(GaveUpError, match="steps"):
        cheapest(circuit, facts, due, Limits(steps=1))

"""The cheapest answer: against all answers, and against Z3's own optimiser."""

import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.solving.circuit import Bit, Circuit
from verifier.solving.optimum import cheapest

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
    best = by_optimizer(clauses, costs)
    if found is None:
        assert best is None
        return
    true, cost = found
    assert cost == best
    assert all(circuit.evaluate(facts, true))
    assert sum(price for price, bit in due if bit in true) == cost


def by_optimizer(clauses: list[list[int]], costs: list[int]) -> int | None:
    """The least cost by Z3's optimiser; None where nothing fits."""
    optimize = z3.Optimize(ctx=z3.Context())
    bits = [z3.Bool(name, optimize.ctx) for name in NAMES]
    for clause in clauses:
        optimize.add(z3.Or([bits[one - 1] if one > 0 else z3.Not(bits[-one - 1]) for one in clause]))
    total = z3.Sum(
        [
            z3.If(bit, z3.IntVal(cost, optimize.ctx), z3.IntVal(0, optimize.ctx))
            for cost, bit in zip(costs, bits, strict=True)
        ]
    )
    optimize.minimize(total)
    if optimize.check() != z3.sat:
        return None
    value = optimize.model().eval(total, model_completion=True)
    return int(value.as_long())

"""Trying out decisions finds the same as a truth table."""

import random
from itertools import product

from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.session import Session
from verifier.solving.sweep import sweep


def _gates(rng: random.Random, circuit: Circuit, count: int) -> list[Bit]:
    """Variables and gates over them, made in turn."""
    bits: list[Bit] = []
    for number in range(count):
        if number % 5 == 0:
            bits.append(circuit.variable(f"v{number}"))
            continue
        one, two, three = (rng.choice((1, -1)) * rng.choice(bits) for _ in range(3))
        bits.append(
            rng.choice((circuit.both(one, two), circuit.ite(one, two, three), circuit.all((one, two, three))))
        )
    return bits


def test_everything_shown_is_found() -> None:
    for seed in range(60):
        rng, circuit = random.Random(seed), Circuit()
        bits = _gates(rng, circuit, 34)
        variables = list(circuit.variables.values())
        facts = [rng.choice((1, -1)) * bit for bit in rng.sample(bits, 2)]
        shown = [rng.choice((1, -1)) * bit for bit in rng.sample(bits, 4)] + [TRUE, FALSE]
        expected = set()
        for values in product((False, True), repeat=len(variables)):
            true = [bit for bit, value in zip(variables, values, strict=True) if value]
            if all(circuit.evaluate(facts, true)):
                held = circuit.evaluate(shown, true)
                expected.add(frozenset(bit for bit, value in zip(shown, held, strict=True) if value))
        for widest in (2 ** len(variables), 16):
            found = sweep(circuit, facts, shown, widest)
            for true, held in found:
                assert all(circuit.evaluate(facts, true))
                values = circuit.evaluate(shown, true)
                assert held == {bit for bit, value in zip(shown, values, strict=True) if value}
            distinct = {frozenset(held) for _, held in found}
            assert len(found) == len(distinct) and distinct <= expected
            if widest > 16:
                assert distinct == expected
        assert bool(expected) == Session(circuit, facts).fits()


def test_nothing_is_found_where_nothing_fits() -> None:
    circuit = Circuit()
    one = circuit.variable("one")
    assert sweep(circuit, [FALSE], [one]) == []
    assert sweep(circuit, [one, -one], [one]) == []
    assert sweep(circuit, [], [TRUE]) == [([], {TRUE})]

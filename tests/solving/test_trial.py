"""Questions with few free bits are answered without the solver, and with the solver's answers."""

import random

import pytest

from verifier.solving.circuit import Bit, Circuit
from verifier.solving.cores import cores
from verifier.solving.session import Session
from verifier.solving.trial import FEW, Trial, checks


def drawn(rng: random.Random, variables: int) -> tuple[Circuit, list[Bit]]:
    """A circuit with this many variables and some gates over them, and all its bits."""
    circuit = Circuit()
    bits = [circuit.variable(f"{number}") for number in range(variables)]
    for _ in range(12):
        one, two, three = (rng.choice(bits) * rng.choice((1, -1)) for _ in range(3))
        bits.append(rng.choice((circuit.both(one, two), circuit.ite(one, two, three), circuit.xor(one, two))))
    return circuit, bits


@pytest.mark.parametrize("seed", range(60))
def test_both_ways_give_the_same_answers(seed: int) -> None:
    rng = random.Random(seed)
    circuit, bits = drawn(rng, rng.randint(1, FEW))
    facts = rng.sample(bits, 2)
    rules = {f"rule:{number}": rng.choice((1, -1)) * bit for number, bit in enumerate(rng.sample(bits, 4))}
    trial, solver = checks(circuit, facts, rules, bits), Session(circuit, facts, rules, bits)
    assert isinstance(trial, Trial)
    asked = [rng.sample(list(rules), rng.randint(0, 4)) for _ in range(6)]
    for labels in asked:
        assumed = [rng.choice((1, -1)) * bit for bit in rng.sample(bits, 2)]
        assert trial.fits(labels, assumed) == solver.fits(labels, assumed)
        if trial.fits(labels):
            values = circuit.evaluate(
                [*facts, *(rules[label] for label in labels)], held := trial.true_variables()
            )
            assert all(values)
            for session in (trial, solver):
                session.forbid([bit if bit in held else -bit for bit in circuit.variables.values()])
    assert set(cores(trial, list(rules)).alone) == set(cores(solver, list(rules)).alone)


def test_many_free_bits_are_left_to_the_solver() -> None:
    circuit = Circuit()
    bits = [circuit.variable(f"{number}") for number in range(FEW + 1)]
    assert isinstance(checks(circuit, bits), Session)
    assert isinstance(checks(circuit, bits[1:]), Trial)
    assert not checks(circuit, [-1]).fits()

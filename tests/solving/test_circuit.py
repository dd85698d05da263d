"""Circuits: the values of their gates in any model that the solver returns, and the folding of constants."""

from itertools import product
from random import Random

import pytest

from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, Evaluation
from verifier.solving.session import Session


def random_circuit(random: Random) -> tuple[Circuit, list[Bit], Bit]:
    """A circuit over five variables, and one bit of it."""
    circuit = Circuit()
    variables = [circuit.variable(f"v{number}") for number in range(5)]
    bits = [TRUE, FALSE, *variables]
    for _ in range(25):
        one, two, three = (random.choice(bits) * random.choice((1, -1)) for _ in range(3))
        gate = random.choice(("both", "either", "xor", "same", "implies", "ite", "all", "any", "at_most_one"))
        if gate in ("all", "any", "at_most_one"):
            bits.append(getattr(circuit, gate)([one, two, three]))
        else:
            bits.append(getattr(circuit, gate)(one, two, *([three] if gate == "ite" else [])))
    return circuit, variables, bits[-1]


def test_gates_are_what_they_say() -> None:
    circuit = Circuit()
    one, two, three = (circuit.variable(name) for name in "abc")
    made = {
        "both": circuit.both(one, two),
        "either": circuit.either(one, -two),
        "ite": circuit.ite(one, two, three),
        "xor": circuit.xor(one, two),
        "same": circuit.same(one, two),
        "implies": circuit.implies(one, two),
        "exactly_one": circuit.exactly_one([one, two, three]),
        "at_most_one": circuit.at_most_one([one, two, three, -one, -two, -three]),
    }
    evaluation = Evaluation(circuit, made.values())
    for a, b, c in product((False, True), repeat=3):
        true = [bit for bit, value in zip((one, two, three), (a, b, c), strict=True) if value]
        came = dict(zip(made, evaluation.values(true), strict=True))
        assert came == {
            "both": a and b,
            "either": a or not b,
            "ite": b if a else c,
            "xor": a != b,
            "same": a == b,
            "implies": not a or b,
            "exactly_one": a + b + c == 1,
            "at_most_one": False,
        }


def test_constants_fold() -> None:
    circuit = Circuit()
    bit = circuit.variable("a")
    assert circuit.both(bit, TRUE) == bit
    assert circuit.both(bit, -bit) == FALSE
    assert circuit.all([bit, FALSE]) == FALSE
    assert circuit.any([]) == FALSE
    assert circuit.ite(bit, TRUE, FALSE) == bit
    assert circuit.xor(bit, TRUE) == -bit
    assert circuit.both(bit, circuit.variable("b")) == circuit.both(3, bit)
    with pytest.raises(ValueError, match="exists"):
        circuit.variable("a")


@pytest.mark.parametrize("seed", range(25))
def test_the_solver_agrees(seed: int) -> None:
    circuit, variables, bit = random_circuit(Random(seed))
    fitting = [
        any(
            circuit.evaluate([wanted], [v for v, value in zip(variables, values, strict=True) if value])[0]
            for values in product((False, True), repeat=5)
        )
        for wanted in (bit, -bit)
    ]
    for wanted, possible in zip((bit, -bit), fitting, strict=True):
        session = Session(circuit, [wanted], more=variables)
        assert session.fits() == possible
        if possible:
            assert circuit.evaluate([wanted], session.true_variables()) == [True]


@pytest.mark.parametrize("seed", range(25))
def test_a_known_bit_may_be_assumed_either_way(seed: int) -> None:
    circuit, variables, bit = random_circuit(Random(seed))
    one = variables[0]
    session = Session(circuit, [circuit.either(one, bit)], more=[bit, *variables])
    for wanted in (bit, -bit):
        for other in (one, -one):
            expected = Session(circuit, [circuit.either(one, bit), wanted, other]).fits()
            if bit not in (TRUE, FALSE):
                assert session.fits(assuming=[wanted, other]) == expected


def _made(spare: int, swapped: bool) -> bytes:
    """The shape of a choice between two bits, in a circuit that has other nodes too."""
    circuit = Circuit()
    for number in range(spare):
        circuit.variable(f"spare {number}")
    one, two, three = (circuit.variable(name) for name in "abc")
    return circuit.shape([circuit.ite(one, three, two) if swapped else circuit.ite(one, two, three), -two])


def test_shapes_tell_what_bits_are_made_of() -> None:
    assert _made(0, False) == _made(3, False)
    assert _made(0, False) != _made(0, True)

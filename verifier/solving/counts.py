"""Differences of unsigned binary numbers, for counted things that move between piles."""

from verifier.solving.circuit import FALSE, Bit, Circuit
from verifier.solving.numbers import Binary


def subtract(circuit: Circuit, one: Binary, two: Binary) -> tuple[list[Bit], Bit]:
    """The difference, as wide as the first number, and whether it would be negative; then the difference has no meaning."""
    borrow, found = FALSE, []
    for place in range(max(len(one), len(two))):
        a = one[place] if place < len(one) else FALSE
        b = two[place] if place < len(two) else FALSE
        half = circuit.xor(a, b)
        found.append(circuit.xor(half, borrow))
        borrow = circuit.either(circuit.both(-a, b), circuit.both(-half, borrow))
    below = circuit.any([borrow, *found[len(one) :]])
    return found[: len(one)], below


def choose_number(circuit: Circuit, when: Bit, one: Binary, two: Binary) -> list[Bit]:
    """The first number if the condition holds, else the second."""
    width = max(len(one), len(two))
    return [
        circuit.ite(
            when, one[place] if place < len(one) else FALSE, two[place] if place < len(two) else FALSE
        )
        for place in range(width)
    ]

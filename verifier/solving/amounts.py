"""Numbers in a circuit: each value that a number may have, with the bit that it has it."""

from collections.abc import Callable, Mapping

from verifier.solving.circuit import TRUE, Bit, Circuit, put

Amount = Mapping[int, Bit]
"""Exactly one of the bits holds."""


def fixed(value: int) -> Amount:
    """A known number. One that is open (`solving/cases.py`) is known from here on."""
    return {int(value): TRUE}


def changed(circuit: Circuit, amount: Amount, change: Callable[[int], int], when: Bit = TRUE) -> Amount:
    """The number changed where `when` holds."""
    found: dict[int, Bit] = {}
    for number, bit in amount.items():
        put(circuit, found, change(number), circuit.both(bit, when))
        put(circuit, found, number, circuit.both(bit, -when))
    return found


def joined(circuit: Circuit, one: Amount, two: Amount, join: Callable[[int, int], int]) -> Amount:
    """A number made of two others."""
    found: dict[int, Bit] = {}
    for first, bit in one.items():
        for second, other in two.items():
            put(circuit, found, join(first, second), circuit.both(bit, other))
    return found


def less(one: int, two: int) -> int:
    """The difference, not below 0."""
    return max(0, one - two)


def holds(circuit: Circuit, one: Amount, two: Amount, test: Callable[[int, int], bool]) -> Bit:
    """Whether two numbers are so."""
    pairs = (
        (bit, other) for first, bit in one.items() for second, other in two.items() if test(first, second)
    )
    return circuit.any(circuit.both(*pair) for pair in pairs)


def shown(amount: Amount) -> str:
    """A number in a sentence: `?` if it is not known."""
    return next((str(number) for number, bit in amount.items() if bit == TRUE), "?")

"""Small numbers over circuit bits: one-hot values, and unsigned binary numbers, lowest bit first."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, constant

OneHot = Sequence[Bit]
"""Bit k means that the value is k; exactly one bit holds."""

Binary = Sequence[Bit]
"""An unsigned number, lowest bit first."""

Key = TypeVar("Key")


def choose(circuit: Circuit, name: str, size: int) -> tuple[list[Bit], Bit]:
    """A free value of 0 to size - 1 as one-hot bits over the fewest variables, and the constraint on these variables.

    The constraint excludes the unused codes; it is TRUE for sizes of 1, 2, 4 and so on.
    """
    width = (size - 1).bit_length()
    variables = [circuit.variable(f"{name}.{place}") for place in range(width)]
    codes = [
        circuit.all(bit if code >> place & 1 else -bit for place, bit in enumerate(variables))
        for code in range(1 << width)
    ]
    return codes[:size], -circuit.any(codes[size:])


def shifted(circuit: Circuit, value: OneHot, by: int, when: Bit) -> list[Bit]:
    """The value less `by` if `when` holds, never below 0; one-hot."""
    size = len(value)
    lowest = circuit.any(value[: by + 1])
    lower = [lowest, *value[by + 1 :], *[FALSE] * min(by, size - 1)][:size]
    return [circuit.ite(when, low, bit) for low, bit in zip(lower, value, strict=True)]


def at_least(circuit: Circuit, value: OneHot, low: int) -> Bit:
    """The one-hot value is `low` or more."""
    return -circuit.any(value[: max(low, 0)])


def number(value: int, width: int) -> list[Bit]:
    """A known unsigned number in `width` bits. Raises ValueError if it does not fit."""
    if value < 0 or value >> width:
        raise ValueError(f"{value} does not fit into {width} bits")
    return [constant(bool(value >> place & 1)) for place in range(width)]


def add(circuit: Circuit, one: Binary, two: Binary) -> list[Bit]:
    """The sum, one bit wider than the wider of the two."""
    width = max(len(one), len(two))
    carry, total = FALSE, []
    for place in range(width):
        a = one[place] if place < len(one) else FALSE
        b = two[place] if place < len(two) else FALSE
        half = circuit.xor(a, b)
        total.append(circuit.xor(half, carry))
        carry = circuit.either(circuit.both(a, b), circuit.both(half, carry))
    return [*total, carry]


def subtract(circuit: Circuit, one: Binary, two: Binary) -> tuple[list[Bit], Bit]:
    """The difference of two numbers of one width, and whether it would be negative; then the difference has no meaning. Raises
    ValueError for different widths."""
    borrow, found = FALSE, []
    for a, b in zip(one, two, strict=True):
        half = circuit.xor(a, b)
        found.append(circuit.xor(half, borrow))
        borrow = circuit.either(circuit.both(-a, b), circuit.both(-half, borrow))
    return found, borrow


def count(circuit: Circuit, bits: Iterable[Bit]) -> list[Bit]:
    """How many of the bits hold, as a binary number."""
    sums: list[list[Bit]] = [[bit] for bit in bits]
    while len(sums) > 1:
        pairs = [add(circuit, one, two) for one, two in zip(sums[::2], sums[1::2], strict=False)]
        sums = pairs + ([sums[-1]] if len(sums) % 2 else [])
    return sums[0] if sums else [FALSE]


def equal(circuit: Circuit, one: Binary, two: Binary) -> Bit:
    """Both numbers are equal."""
    width = max(len(one), len(two))
    return circuit.all(
        circuit.same(one[place] if place < len(one) else FALSE, two[place] if place < len(two) else FALSE)
        for place in range(width)
    )


def less(circuit: Circuit, one: Binary, two: Binary) -> Bit:
    """The first number is smaller than the second."""
    width = max(len(one), len(two))
    found = FALSE
    for place in range(width):
        a = one[place] if place < len(one) else FALSE
        b = two[place] if place < len(two) else FALSE
        found = circuit.ite(circuit.xor(a, b), b, found)
    return found


def count_one_hot(circuit: Circuit, bits: Iterable[Bit], most: int) -> list[Bit]:
    """How many of the bits hold, as a one-hot value of 0 to `most`; `most` stands for all higher counts too."""
    value = [TRUE, *[FALSE] * most]
    for bit in bits:
        value = [
            circuit.ite(bit, value[place - 1] if place else FALSE, value[place])
            if place < most
            else circuit.either(value[place], circuit.both(bit, value[place - 1]))
            for place in range(most + 1)
        ]
    return value

"""Maps of bits: add to them, and merge the different outcomes for a space."""

from collections.abc import Mapping
from typing import TypeVar

from verifier.solving.circuit import FALSE, Bit, Circuit

Key = TypeVar("Key")


def put(circuit: Circuit, bits: dict[Key, Bit], key: Key, bit: Bit) -> None:
    """Let the key also hold where `bit` does."""
    if bit != FALSE:
        before = bits.get(key)
        bits[key] = bit if before is None else circuit.either(before, bit)


def mixed(circuit: Circuit, test: Bit, then: Mapping[Key, Bit], other: Mapping[Key, Bit]) -> dict[Key, Bit]:
    """Use `then` where `test` holds, and `other` elsewhere."""
    found = {}
    for key in dict.fromkeys((*then, *other)):
        bit = circuit.ite(test, then.get(key, FALSE), other.get(key, FALSE))
        if bit != FALSE:
            found[key] = bit
    return found

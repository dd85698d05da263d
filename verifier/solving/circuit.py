"""Boolean circuits from plain integers.

A bit is an integer: `TRUE`, `FALSE`, or the number of a node; a minus sign negates it. So `-bit` is "not `bit`", for
constants too. Nodes are variables, conjunctions and choices ("if a then b else c"); all other gates are made of these.
Constants are folded and equal nodes shared, so a circuit over a known state folds to a constant and adds no nodes.

Bits must be integers, never Booleans: `True` and `1` are the same key of a dict, and `-True` is not a Boolean.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple, TypeVar

Bit = int
"""A literal: `TRUE`, `FALSE`, a node, or a negated node."""

TRUE: Bit = 1
FALSE: Bit = -1

Key = TypeVar("Key")


def constant(value: bool) -> Bit:
    """The constant bit of a Boolean."""
    return TRUE if value else FALSE


class Node(NamedTuple):
    """A node: `kind` is `var`, `and` or `ite`; `parts` are its bits, none for a variable."""

    kind: str
    parts: tuple[Bit, ...]
    name: str = ""


_new = tuple.__new__  # much faster than the class itself, which accepts names


class Circuit:
    """A growing circuit. `nodes[n]` is node n. The first two entries stand for the constant, so other nodes begin at 2."""

    def __init__(self) -> None:
        self.nodes: list[Node] = [Node("true", ()), Node("true", ())]
        self._ands: dict[tuple[Bit, ...], Bit] = {}
        self._ites: dict[tuple[Bit, Bit, Bit], Bit] = {}
        self._names: dict[str, Bit] = {}

    # Variables

    def variable(self, name: str) -> Bit:
        """A new free bit. Raises ValueError if the name is taken."""
        if name in self._names:
            raise ValueError(f"variable `{name}` exists")
        self.nodes.append(Node("var", (), name))
        bit = len(self.nodes) - 1
        self._names[name] = bit
        return bit

    @property
    def variables(self) -> Mapping[str, Bit]:
        """Name -> variable, in the order of creation."""
        return self._names

    # Gates

    def both(self, one: Bit, two: Bit) -> Bit:
        """Conjunction of two bits."""
        if two == TRUE or one == two:
            return one
        if one == TRUE:
            return two
        if one == FALSE or two == FALSE or one == -two:
            return FALSE
        key = (one, two) if one < two else (two, one)
        found = self._ands.get(key)
        if found is None:
            self.nodes.append(_new(Node, ("and", key, "")))
            found = self._ands[key] = len(self.nodes) - 1
        return found

    def either(self, one: Bit, two: Bit) -> Bit:
        """Disjunction of two bits."""
        return -self.both(-one, -two)

    def all(self, bits: Iterable[Bit]) -> Bit:
        """Conjunction; TRUE without bits."""
        kept: set[Bit] = set()
        for bit in bits:
            if bit == FALSE or -bit in kept:
                return FALSE
            if bit != TRUE:
                kept.add(bit)
        if len(kept) <= 1:
            return kept.pop() if kept else TRUE
        key = tuple(sorted(kept))
        found = self._ands.get(key)
        if found is None:
            self.nodes.append(_new(Node, ("and", key, "")))
            found = self._ands[key] = len(self.nodes) - 1
        return found

    def any(self, bits: Iterable[Bit]) -> Bit:
        """Disjunction; FALSE without bits."""
        return -self.all([-bit for bit in bits])

    def ite(self, test: Bit, then: Bit, other: Bit) -> Bit:
        """`then` if `test`, else `other`."""
        if test == TRUE or then == other:
            return then
        if test == FALSE:
            return other
        if then in (TRUE, test):
            return self.either(test, other)
        if then == FALSE or then == -test:
            return self.both(-test, other)
        if other == TRUE or other == -test:
            return self.either(-test, then)
        if other in (FALSE, test):
            return self.both(test, then)
        if test < 0:
            test, then, other = -test, other, then
        if then < 0:
            return -self.ite(test, -then, -other)
        key = (test, then, other)
        found = self._ites.get(key)
        if found is None:
            self.nodes.append(_new(Node, ("ite", key, "")))
            found = self._ites[key] = len(self.nodes) - 1
        return found

    def xor(self, one: Bit, two: Bit) -> Bit:
        """Exactly one of two bits."""
        return self.ite(one, -two, two)

    def same(self, one: Bit, two: Bit) -> Bit:
        """Both or neither."""
        return self.ite(one, two, -two)

    def implies(self, one: Bit, two: Bit) -> Bit:
        """`one` implies `two`."""
        return -self.both(one, -two)

    # Several bits

    def at_most_one(self, bits: Sequence[Bit]) -> Bit:
        """At most one of the bits: pairwise for few bits, a ladder for many."""
        open_bits = [bit for bit in bits if bit != FALSE]
        if len(open_bits) <= 5:
            return self.all(
                -self.both(one, two) for place, one in enumerate(open_bits) for two in open_bits[:place]
            )
        seen, clashes = FALSE, []
        for bit in open_bits:
            clashes.append(-self.both(seen, bit))
            seen = self.either(seen, bit)
        return self.all(clashes)

    def exactly_one(self, bits: Sequence[Bit]) -> Bit:
        """Exactly one of the bits."""
        return self.both(self.any(bits), self.at_most_one(bits))

    # Values under an assignment

    def evaluate(self, bits: Iterable[Bit], true: Iterable[Bit]) -> list[bool]:
        """The values of bits if exactly the variables in `true` hold."""
        return Evaluation(self, bits).values(true)

    def cone(self, bits: Iterable[Bit]) -> list[Bit]:
        """The nodes that the bits depend on, their own included, parts before wholes."""
        nodes = self.nodes
        wanted = bytearray(2 * len(nodes))
        for bit in bits:
            wanted[bit] = 1
        found = []
        # A negative index counts from the end. Parts are older than wholes, so each node is reached after all that need it.
        for node in range(len(nodes) - 1, TRUE, -1):
            if wanted[node] or wanted[-node]:
                found.append(node)
                for part in nodes[node][1]:
                    wanted[part] = 1
        found.reverse()
        return found

    def shape(self, bits: Sequence[Bit]) -> bytes:
        """A digest of what these bits are made of. Bits of two circuits with the same digest have the same values wherever
        variables of the same name have."""
        numbers, told = {TRUE: TRUE}, []
        for number, node in enumerate(self.cone(bits), TRUE + 1):
            kind, parts, name = self.nodes[node]
            told.append((kind, name, *[numbers[part] if part > 0 else -numbers[-part] for part in parts]))
            numbers[node] = number
        shown = [numbers[bit] if bit > 0 else -numbers[-bit] for bit in bits]
        return sha256(repr((told, shown)).encode()).digest()


class Evaluation:
    """Bits to be evaluated many times: their cone is computed once."""

    def __init__(self, circuit: Circuit, bits: Iterable[Bit]) -> None:
        self._bits = list(bits)
        self._circuit = circuit
        cone = circuit.cone(self._bits)
        self.variables = [node for node in cone if not circuit.nodes[node][1]]
        self._gates = [node for node in cone if circuit.nodes[node][1]]
        self._size = len(circuit.nodes)

    def columns(self, variables: Mapping[Bit, int], width: int) -> list[int]:
        """The values of the bits under `width` assignments at once: bit k of an integer is the value under assignment k, in
        `variables` (others are false) as in the result."""
        known = [0] * (2 * self._size)
        known[TRUE] = (1 << width) - 1
        for node in self.variables:
            known[node] = variables.get(node, 0)
            known[-node] = known[TRUE] ^ known[node]
        evaluate(self._circuit, self._gates, known)
        return [known[bit] for bit in self._bits]

    def values(self, true: Iterable[Bit]) -> list[bool]:
        """The values of the bits if exactly the variables in `true` hold."""
        return [bool(value) for value in self.columns(dict.fromkeys(true, 1), 1)]


def evaluate(circuit: Circuit, gates: Iterable[Bit], known: list[int] | dict[Bit, int]) -> None:
    """Sets the values of gates, parts before wholes, under many assignments at once: bit k of an integer is the value under
    assignment k. `known` has a value for each bit. As a list it is twice as long as there are nodes, and a negated bit
    indexes from its end; a dict may grow with its circuit."""
    nodes, every = circuit.nodes, known[TRUE]
    for node in gates:
        kind, parts, _ = nodes[node]
        if kind == "and":
            value = every
            for part in parts:
                value &= known[part]
        else:
            test, then, other = parts
            value = known[test] & known[then] | known[-test] & known[other]
        known[node] = value
        known[-node] = every ^ value


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

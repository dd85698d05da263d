"""Circuits as clauses in DIMACS, the only form given to Z3: it checks them several times faster than terms.

A clause is a row of bits. Only bits that are used get a number, in the order of the nodes, since Z3 makes a variable of every
number below the highest. The clauses of a gate state what follows if it holds, and if it fails; those for a case that is never
needed are left out.
"""

from collections.abc import Iterable, Sequence
from itertools import chain

from verifier.solving.circuit import TRUE, Bit, Circuit

HOLDS, FAILS = 1, 2
Clause = Sequence[Bit]

_SWAPPED = (0, FAILS, HOLDS, HOLDS | FAILS)


def gates(circuit: Circuit, demanded: Iterable[Bit], known: Iterable[Bit]) -> tuple[list[Clause], list[Bit]]:
    """Clauses for the nodes that these bits depend on, and the variables among them in order of creation.
    `demanded` bits may only be asserted; `known` bits may be asserted or denied."""
    nodes, variables = circuit.nodes, []
    clauses: list[Clause] = [(TRUE,)]
    sides = bytearray(len(nodes))
    for bit in demanded:
        sides[abs(bit)] |= HOLDS if bit > 0 else FAILS
    for bit in known:
        sides[abs(bit)] = HOLDS | FAILS
    # Parts are older than wholes: going down, each node is reached after all that need it.
    for node in range(len(nodes) - 1, TRUE, -1):
        side = sides[node]
        if not side:
            continue
        kind, parts, _ = nodes[node]
        if kind == "and":
            for part in parts:
                if part > 0:
                    sides[part] |= side
                else:
                    sides[-part] |= _SWAPPED[side]
            if side & HOLDS:
                clauses += [(-node, part) for part in parts]
            if side & FAILS:
                clauses.append((node, *[-part for part in parts]))
        elif kind == "ite":
            test, then, other = parts
            sides[test] = HOLDS | FAILS
            sides[then] |= side
            sides[abs(other)] |= side if other > 0 else _SWAPPED[side]
            # If both branches agree the test does not matter. Without the last clause the solver would have to guess it.
            if side & HOLDS:
                clauses += [(-node, -test, then), (-node, test, other), (-node, then, other)]
            if side & FAILS:
                clauses += [(node, -test, -then), (node, test, -other), (node, -then, -other)]
        else:
            variables.append(node)
    variables.reverse()
    return clauses, variables


def dimacs(clauses: Sequence[Clause], more: Iterable[Bit]) -> tuple[str, dict[Bit, int]]:
    """A DIMACS file of these clauses, and the number of each bit in them and of `more` bits."""
    numbers = {
        bit: number for number, bit in enumerate(sorted({*map(abs, chain.from_iterable(clauses)), *more}), 1)
    }
    words = {bit: str(number) for bit, number in numbers.items()}
    words |= {-bit: f"-{word}" for bit, word in words.items()}
    lines = [" ".join([*[words[bit] for bit in clause], "0"]) for clause in clauses]
    return "\n".join((f"p cnf {len(numbers)} {len(lines)}", *lines, "")), numbers

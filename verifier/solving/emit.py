"""Circuits as clauses in DIMACS, the one way in which they reach Z3: it checks them several times faster than terms.

A node keeps its number, the constant true is 1; a negated bit is a negated number. The clauses of a gate say what follows where
it holds, or where it does not; where only one of these is asked the others are left out.
"""

from collections.abc import Iterable, Sequence

from verifier.solving.circuit import TRUE, Bit, Circuit

HOLDS, FAILS = 1, 2
_SWAPPED = (0, FAILS, HOLDS, HOLDS | FAILS)


def gates(circuit: Circuit, demanded: Iterable[Bit], known: Iterable[Bit]) -> tuple[list[str], list[Bit]]:
    """Clauses for the nodes that these bits depend on, a line each, and the variables among them in the order in which they were
    made. Bits that are `demanded` are only said to hold; those `known` may be said to hold or not."""
    nodes, lines, variables = circuit.nodes, [f"{TRUE} 0"], []
    sides = bytearray(len(nodes))
    for bit in demanded:
        sides[abs(bit)] |= HOLDS if bit > 0 else FAILS
    for bit in known:
        sides[abs(bit)] = HOLDS | FAILS
    # Parts are older than wholes: going down, a node is reached after all that need it.
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
                lines += [f"-{node} {part} 0" for part in parts]
            if side & FAILS:
                lines.append(" ".join([f"{node}", *[f"{-part}" for part in parts], "0"]))
        elif kind == "ite":
            test, then, other = parts
            sides[test] = HOLDS | FAILS
            sides[then] |= side
            sides[abs(other)] |= side if other > 0 else _SWAPPED[side]
            # Where both branches agree the test does not matter: without the last clause the solver would have to guess it.
            if side & HOLDS:
                lines += [
                    f"-{node} -{test} {then} 0",
                    f"-{node} {test} {other} 0",
                    f"-{node} {then} {other} 0",
                ]
            if side & FAILS:
                lines += [
                    f"{node} -{test} -{then} 0",
                    f"{node} {test} {-other} 0",
                    f"{node} -{then} {-other} 0",
                ]
        else:
            variables.append(node)
    variables.reverse()
    return lines, variables


def dimacs(highest: int, lines: Sequence[str]) -> str:
    """Clauses over numbers up to `highest`, a line each, as a file."""
    return "\n".join((f"p cnf {highest} {len(lines)}", *lines, ""))

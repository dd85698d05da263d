"""Circuits as clauses in DIMACS, the only form given to Z3: it checks them several times faster than terms.

A node keeps its number, and the constant true is 1; a negated bit is a negated number. The clauses of a gate state what
follows if it holds, and if it fails; those for a case that is never needed are left out.
"""

from collections.abc import Iterable, Sequence

from verifier.solving.circuit import TRUE, Bit, Circuit

HOLDS, FAILS = 1, 2
_SWAPPED = (0, FAILS, HOLDS, HOLDS | FAILS)


def gates(circuit: Circuit, demanded: Iterable[Bit], known: Iterable[Bit]) -> tuple[list[str], list[Bit]]:
    """Clauses for the nodes that these bits depend on, one per line, and the variables among them in order of creation.
    `demanded` bits may only be asserted; `known` bits may be asserted or denied."""
    nodes, lines, variables = circuit.nodes, [f"{TRUE} 0"], []
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
                lines += [f"-{node} {part} 0" for part in parts]
            if side & FAILS:
                lines.append(" ".join([f"{node}", *[f"{-part}" for part in parts], "0"]))
        elif kind == "ite":
            test, then, other = parts
            sides[test] = HOLDS | FAILS
            sides[then] |= side
            sides[abs(other)] |= side if other > 0 else _SWAPPED[side]
            # If both branches agree the test does not matter. Without the last clause the solver would have to guess it.
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
    """A DIMACS file of clauses, one per line, over numbers up to `highest`."""
    return "\n".join((f"p cnf {highest} {len(lines)}", *lines, ""))

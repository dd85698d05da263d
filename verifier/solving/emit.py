"""Circuits as clauses in DIMACS, the one way in which they reach Z3: it checks them several times faster than terms.

A node keeps its number, the constant true is 1; a negated bit is a negated number. Every clause of a gate says both ways what the
gate is, so bits may be assumed to hold or not.
"""

from collections.abc import Iterable, Iterator, Sequence

from verifier.solving.circuit import TRUE, Bit, Circuit


def gates(circuit: Circuit, nodes: Iterable[Bit]) -> Iterator[Sequence[Bit]]:
    """The clauses that say what each node is; parts are nodes too."""
    yield (TRUE,)
    for node in nodes:
        kind, parts, _ = circuit.nodes[node]
        if kind == "and":
            for part in parts:
                yield (-node, part)
            yield (node, *(-part for part in parts))
        elif kind == "ite":
            test, then, other = parts
            yield (-node, -test, then)
            yield (-node, test, other)
            yield (node, -test, -then)
            yield (node, test, -other)
            # Where both branches agree the test does not matter: without these the solver would have to guess it.
            yield (-node, then, other)
            yield (node, -then, -other)


def dimacs(highest: int, clauses: Iterable[Sequence[Bit]]) -> str:
    """Clauses over numbers up to `highest` as a file."""
    lines = [f"{' '.join(map(str, clause))} 0" for clause in clauses]
    return "\n".join((f"p cnf {highest} {len(lines)}", *lines, ""))

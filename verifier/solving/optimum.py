"""The cheapest answer, by Z3's optimiser: each cost is a soft constraint to avoid it.

It is fast if a sum is counted up along the way, with a bit for each step: then what it learns about part of a way is about
the sum so far. Of its engines the default, `maxres`, did best on the ways to the finish of Rallyman.
"""

from collections.abc import Iterable, Sequence
from time import monotonic

from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.emit import dimacs, gates
from verifier.solving.session import LIMITS, GaveUpError, Limits, check, symbol


def cheapest(
    circuit: Circuit, facts: Iterable[Bit], costs: Sequence[tuple[int, Bit]], limits: Limits = LIMITS
) -> tuple[list[Bit], int] | None:
    """The variables that hold in an answer of least cost, and that cost; None if there is no answer.

    A cost is due if its bit holds; it may be negative. Satisfiable: there is an answer, and the optimiser has proved that
    none is cheaper. Unsatisfiable: there is none. Raises `GaveUpError` at a limit of steps or time.
    """
    import z3

    facts = [bit for bit in facts if bit != TRUE]
    # A gain is the cost of not having it.
    spared = [(cost, -bit) if cost > 0 else (-cost, bit) for cost, bit in costs if cost]
    spared = [(weight, bit) for weight, bit in spared if bit not in (TRUE, FALSE)]
    bits = [bit for _, bit in spared]
    lines, variables = gates(circuit, facts, [*bits, *circuit.variables.values()])
    lines += [f"{bit} 0" for bit in facts]
    context = z3.Context()
    clauses = z3.Solver(ctx=context)  # reads DIMACS; the optimiser does not
    clauses.from_string(dimacs(len(circuit.nodes), lines))
    optimize = z3.Optimize(ctx=context)
    optimize.set("ctrl_c", False)
    optimize.set("rlimit", limits.steps)
    optimize.set("timeout", int(limits.seconds * 1000))
    optimize.add(clauses.assertions())
    for weight, bit in spared:
        term = symbol(abs(bit), context)
        optimize.add_soft(term if bit > 0 else z3.Not(term), weight)
    begun = monotonic()
    answer = check(optimize)
    if answer == z3.unknown:
        # The optimiser does not name the limit it hit.
        raise GaveUpError("seconds" if monotonic() - begun >= limits.seconds else "steps")
    if answer == z3.unsat:
        return None
    model = optimize.model()
    true = [bit for bit in variables if z3.is_true(model.eval(symbol(bit, context)))]
    due = circuit.evaluate([bit for _, bit in costs], true)
    return true, sum(cost for (cost, _), held in zip(costs, due, strict=True) if held)

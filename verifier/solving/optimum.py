"""The cheapest answer: Z3's optimiser over a circuit, which reaches it as SMT-LIB text."""

from collections.abc import Iterable, Iterator, Sequence

from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.session import LIMITS, GaveUpError, Limits


def cheapest(
    circuit: Circuit, facts: Iterable[Bit], costs: Sequence[tuple[int, Bit]], limits: Limits = LIMITS
) -> tuple[list[Bit], int] | None:
    """The variables that hold in an answer of least cost, and that cost; None where there is no answer.

    A cost is due where its bit holds; it may be below 0. Satisfiable: there is an answer, and none is cheaper. Raises
    `GaveUpError` at a limit.
    """
    import z3

    facts = [bit for bit in facts if bit != TRUE]
    if FALSE in facts:
        return None
    due = [(cost, bit) for cost, bit in costs if cost and bit != FALSE]
    context = z3.Context()
    optimize = z3.Optimize(ctx=context)
    optimize.set("timeout", int(limits.seconds * 1000))
    optimize.set("rlimit", limits.steps)
    optimize.from_string("\n".join(_text(circuit, facts, due)))
    answer = optimize.check()
    if answer == z3.unsat:
        return None
    if answer == z3.unknown:
        raise GaveUpError(optimize.reason_unknown())
    model = optimize.model()
    held = {str(symbol) for symbol in model.decls() if z3.is_true(model[symbol])}
    true = [bit for bit in circuit.variables.values() if f"n{bit}" in held]
    values = circuit.evaluate([bit for _, bit in due], true)
    return true, sum(cost for (cost, _), value in zip(due, values, strict=True) if value)


def _text(circuit: Circuit, facts: Sequence[Bit], due: Sequence[tuple[int, Bit]]) -> Iterator[str]:
    for node in circuit.cone([*facts, *(bit for _, bit in due)]):
        kind, parts, _ = circuit.nodes[node]
        if kind == "var":
            yield f"(declare-const n{node} Bool)"
        else:
            yield f"(define-fun n{node} () Bool ({kind} {' '.join(map(_term, parts))}))"
    yield from (f"(assert {_term(bit)})" for bit in facts)
    for cost, bit in due:
        soft = _term(-bit if cost > 0 else bit)
        yield f"(assert-soft {soft} :weight {abs(cost)} :id cost)"


def _term(bit: Bit) -> str:
    if abs(bit) == TRUE:
        return "true" if bit == TRUE else "false"
    return f"n{bit}" if bit > 0 else f"(not n{-bit})"

"""A solver session over a circuit: facts that always hold, and rules that hold if a check names them."""

from collections.abc import Iterable, Mapping
from threading import Thread
from typing import Any

from model.values import value
from verifier.solving.circuit import TRUE, Bit, Circuit
from verifier.solving.emit import dimacs, gates


@value
class Limits:
    """The limits of one check.

    `steps` is the solver's own deterministic count (its `rlimit`, about a million a second), so the same check gives up on
    every machine. `seconds` and `megabytes` (of the whole process) only protect the machine.
    """

    steps: int = 40_000_000
    seconds: float = 300.0
    megabytes: int = 2000


LIMITS = Limits()

NEVER = 10_000_000
"""Conflicts before the solver simplifies its clauses; more than any check has."""


class NoAnswerError(Exception):
    """There is no answer; the message explains why."""


class GaveUpError(NoAnswerError):
    """The solver gave up; `limit` is `steps`, `seconds`, `megabytes`, or the solver's own reason."""

    def __init__(self, limit: str) -> None:
        super().__init__(f"the solver hit its limit of {limit}")
        self.limit = limit


def check(solver: Any, *terms: Any) -> Any:
    """The solver's answer. It works in its own thread: in the main thread a call into Z3 would keep Python from seeing
    Ctrl-C."""
    found: list[Any] = []

    def work() -> None:
        try:
            found.append(solver.check(*terms))
        except Exception as error:
            found.append(error)

    thread = Thread(target=work, daemon=True)
    thread.start()
    try:
        thread.join()
    except BaseException:
        while thread.is_alive():  # it may not have begun yet
            solver.ctx.interrupt()
            thread.join(0.1)
        raise
    if isinstance(found[0], Exception):
        raise found[0]
    return found[0]


def symbol(number: int, context: Any) -> Any:
    """The solver's constant of this number in DIMACS."""
    import z3

    name = z3.Z3_mk_int_symbol(context.ref(), number)
    return z3.BoolRef(z3.Z3_mk_const(context.ref(), name, z3.BoolSort(context).ast), context)


def rule_label(rule: str, part: str = "") -> str:
    """The label of a rule, or of one object it acts on: `rule:TA-6.7[car 15]`."""
    return f"rule:{rule}[{part}]" if part else f"rule:{rule}"


def line_label(line: int, part: str = "") -> str:
    """The label of a line of a record, or of one part of it: `line:14[step 2]`; line 0 is not a line of a record."""
    return f"line:{line}[{part}]" if part else f"line:{line}"


def rule_of(label: str) -> str:
    """The rule id in a label.

    >>> rule_of("rule:TA-6.7[car 15]")
    'TA-6.7'
    """
    return label.removeprefix("rule:").partition("[")[0]


class Session:
    """One solver in its own context, with a fixed seed: the same calls in the same order give the same answers.

    `facts` hold in every check. `rules` are labelled; each holds in the checks that name its label (`rule_label`, or
    `line_label` for a line of a record). `more` are bits that may be assumed or forbidden; their variables are reported too,
    with those that the facts and rules depend on. The solver reads everything as one text at the first check, which is much
    faster than one term after another.
    """

    def __init__(
        self,
        circuit: Circuit,
        facts: Iterable[Bit] = (),
        rules: Mapping[str, Bit] | None = None,
        more: Iterable[Bit] = (),
        limits: Limits = LIMITS,
    ) -> None:
        import z3

        self._z3 = z3
        rules = rules or {}
        facts = [bit for bit in facts if bit != TRUE]
        # Labels are bits beyond the nodes.
        self._labels = {label: place for place, label in enumerate(rules, len(circuit.nodes))}
        self._clauses, self._variables = gates(circuit, [*facts, *rules.values()], more)
        self._clauses += [(bit,) for bit in facts]
        self._clauses += [(-self._labels[label], bit) for label, bit in rules.items()]
        self._limits = limits
        self._started: Any = None
        self._checked: tuple[str, ...] = ()
        self._found: Any = None

    @property
    def _solver(self) -> Any:
        if self._started is None:
            solver = self._started = self._z3.SolverFor("QF_FD", self._z3.Context())
            solver.set("ctrl_c", False)  # Z3 would catch the signal, and may lose it
            solver.set("random_seed", 0)
            self.allow(self._limits)
            # Most of the many checks are easy: simplifying before each would cost more than it saves.
            solver.set("simplify.delay", NEVER)
            text, self._numbers = dimacs(self._clauses, self._variables)
            solver.from_string(text)
            self._symbols = {bit: self._symbol(bit) for bit in self._variables}
        return self._started

    def allow(self, limits: Limits) -> None:
        """Sets the limits of the checks that follow."""
        self._limits = limits
        if self._started is not None:
            self._started.set("rlimit", limits.steps)
            self._started.set("timeout", int(limits.seconds * 1000))
            self._started.set("max_memory", limits.megabytes)

    def fits(self, labels: Iterable[str] = (), assuming: Iterable[Bit] = ()) -> bool:
        """Whether the facts, these rules and these bits can hold together. The session must know all labels and bits.

        Raises `GaveUpError` at a limit.
        """
        self._checked, self._found = tuple(labels), None
        terms = [self._symbol(self._labels[label]) for label in self._checked]
        terms += [self._term(bit) for bit in assuming]
        try:
            answer = check(self._solver, *terms)
        except self._z3.Z3Exception as error:
            if "memory" in str(error):
                raise GaveUpError("megabytes") from error
            raise
        if answer == self._z3.unknown:
            reason = self._solver.reason_unknown()
            known = {"timeout": "seconds", "sat.canceled": "steps", "canceled": "steps"}
            raise GaveUpError(known.get(reason, reason))
        return bool(answer == self._z3.sat)

    def clash(self) -> tuple[str, ...]:
        """After a check that did not fit: labels that already clash, in the order of that check; not always the fewest."""
        named = {str(term) for term in self._solver.unsat_core()}
        return tuple(label for label in self._checked if str(self._symbol(self._labels[label])) in named)

    def _model(self) -> Any:
        """The answer found by the last check. The solver takes long to hand it out, so this is done once."""
        if self._found is None:
            self._found = self._solver.model()
        return self._found

    def true_variables(self) -> list[Bit]:
        """After a check that fits: the variables that hold in the answer found."""
        model = self._model()
        return [bit for bit, symbol in self._symbols.items() if self._z3.is_true(model.eval(symbol))]

    def as_found(self, bits: Iterable[Bit]) -> list[Bit]:
        """After a check that fits: these bits, each negated if it does not hold in the answer found. The session must know
        them."""
        model = self._model()
        return [bit if self._z3.is_true(model.eval(self._term(bit))) else -bit for bit in bits]

    def forbid(self, bits: Iterable[Bit]) -> None:
        """From now on these bits never all hold together."""
        if self._started is None:
            self._clauses.append((-TRUE, *(-bit for bit in bits)))
            return
        false = self._z3.BoolVal(False, self._solver.ctx)
        self._solver.add(self._z3.Or(false, *(self._term(-bit) for bit in bits)))

    @property
    def steps(self) -> int:
        """The solver's steps in all checks so far."""
        if self._started is None:
            return 0
        return int(self._started.statistics().get_key_value("rlimit count"))

    def _term(self, bit: Bit) -> Any:
        return self._symbol(bit) if bit > 0 else self._z3.Not(self._symbol(-bit))

    def _symbol(self, bit: Bit) -> Any:
        solver = self._solver
        return symbol(self._numbers[bit], solver.ctx)

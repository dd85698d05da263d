"""Two rules of one kind of step: whether a step breaks both, and whether both are needed to forbid it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from types import MappingProxyType

from model.ruleset import Ruleset
from model.values import replace, value
from verifier.rulesets.checking import PROVED, Checked, Found, Pair, PairPart, Witness, control
from verifier.rulesets.pairing import AMONG, BOTH, MASKED, NEVER, OPEN
from verifier.solving.circuit import Bit, Circuit
from verifier.solving.session import GaveUpError, Limits, Session

Rules = tuple[str, str]

BROKEN = "not "
"""Before a rule in the label of a step that breaks it."""


@value
class Step:
    """Any step of one kind from any moment: its facts, and the rules that it keeps."""

    circuit: Circuit
    facts: Sequence[Bit]
    kept: Mapping[str, Bit]

    def session(self, limits: Limits, planted: Mapping[str, Bit] = MappingProxyType({})) -> Session:
        """A session with labels for each rule kept and each rule broken, planted ones too."""
        rules = {**self.kept, **planted}
        broken = {BROKEN + id: -bit for id, bit in rules.items()}
        return Session(self.circuit, self.facts, rules | broken, limits=limits)


Witnesses = Callable[[Ruleset, Sequence[Rules]], Mapping[Rules, Witness]]
"""Looks for positions with a step that only two rules together forbid."""


def rule_part(
    name: str, step: Callable[[Ruleset], Step], bound: str, limits: Limits, witnesses: Witnesses
) -> PairPart:
    """The questions about each two rules of such a step, which has a name."""

    def may_meet(ruleset: Ruleset) -> Iterator[Rules]:
        return combinations(step(ruleset).kept, 2)

    def find(ruleset: Ruleset) -> Iterator[Pair]:
        one = step(ruleset)
        for answer in _answers(one.session(limits), [*one.kept], bound, partial(witnesses, ruleset)):
            yield replace(answer, part=name)

    return PairPart(may_meet, find)


def _answers(
    session: Session,
    rules: Sequence[str],
    bound: str,
    witnesses: Callable[[Sequence[Rules]], Mapping[Rules, Witness]],
) -> Iterator[Pair]:
    """The answer about each two rules that a step can break."""

    def breakable(id: str) -> bool:
        try:
            return session.fits([BROKEN + id])
        except GaveUpError:
            return True

    needed = []
    for first, second in combinations(filter(breakable, rules), 2):
        try:
            found = _outcome(session, rules, first, second)
            fact = _masks(session, first, second) if found == MASKED else ""
        except GaveUpError as error:
            yield Pair(first, second, OPEN, bound, error.limit)
            continue
        if found == BOTH:
            needed.append((first, second))
        else:
            yield Pair(first, second, found, bound, fact=fact)
    shown = witnesses(needed)
    for pair in needed:
        limit = "" if pair in shown else "no small position that both judges refuse"
        yield Pair(*pair, OPEN if limit else BOTH, bound, limit, shown.get(pair))


def _outcome(session: Session, rules: Sequence[str], first: str, second: str) -> str:
    both = BROKEN + first, BROKEN + second
    if not session.fits(both):
        return NEVER
    if not session.fits((both[0], second)) or not session.fits((both[1], first)):
        return MASKED
    return BOTH if session.fits((*both, *(id for id in rules if id not in (first, second)))) else AMONG


def _masks(session: Session, first: str, second: str) -> str:
    """Which of two rules is broken wherever the other one is."""
    alone = [session.fits((BROKEN + one, other)) for one, other in ((first, second), (second, first))]
    if not any(alone):
        return "each masks the other"
    return f"{first} masks {second}" if alone[0] else f"{second} masks {first}"


def rule_controls(step: Step, bound: str, limits: Limits) -> Iterator[Checked]:
    """Two planted rules that have nothing to do with each other, so both are needed; and one with its opposite, so no step breaks
    both."""
    first, second, opposite = "a planted rule", "another one", "its opposite"
    bits = [step.circuit.variable(name) for name in (first, second)]
    session = step.session(limits, {first: bits[0], second: bits[1], opposite: -bits[0]})

    def ask(other: str, alarming: Sequence[str]) -> Found | None:
        found = _outcome(session, [*step.kept, first, other], first, other)
        return Found(found) if found in alarming else None

    yield control(f"{first} and {second}", bound, partial(ask, second, [BOTH]))
    yield control(f"{first} and {opposite}", bound, partial(ask, opposite, [BOTH, AMONG, MASKED]), PROVED)

"""Questions with one or more right answers: free values, given facts about them, and demands that carry a rule.

A chapter of a rulebook is stated as one question: its values are the position afterwards, its demands are the rules. Without
claims the answers are what the rules allow. If the claims do not fit, it gives the rules that forbid them.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeVar

from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.cores import cores
from verifier.solving.enumerate import answers as every_answer
from verifier.solving.session import NoAnswerError, Session, rule_label, rule_of

V = TypeVar("V", bound=Hashable)
T = TypeVar("T", bound=Hashable)

MOST_ANSWERS = 200
"""The most answers that are listed."""


@dataclass(frozen=True, slots=True)
class Judgement(Generic[T]):
    """The outcomes, or what forbids them.

    `outcomes` are the answers that fit, several if something is left to choose; `open` names the values in which they differ.
    Without outcomes, `broken` are the rules that each forbid the claim alone, in the order they are stated, and `together`
    the minimal sets of further rules that forbid it only jointly. If there are more outcomes than listed it is not
    `complete`: judge a claim to learn about another outcome.
    """

    outcomes: tuple[T, ...]
    broken: tuple[str, ...] = ()
    together: tuple[tuple[str, ...], ...] = ()
    open: tuple[str, ...] = ()
    complete: bool = True

    @property
    def legal(self) -> bool:
        return bool(self.outcomes)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules to cite: those broken alone, else those of the first joint set."""
        return self.broken or next(iter(self.together), ())

    @property
    def outcome(self) -> T:
        """The only outcome. Raises ValueError unless there is exactly one."""
        if len(self.outcomes) != 1:
            raise ValueError(f"{len(self.outcomes)} outcomes, rules {self.rules}, open {self.open}")
        return self.outcomes[0]


class Choice(Generic[V]):
    """One of several values: one bit for each; exactly one holds."""

    def __init__(self, circuit: Circuit, name: str, values: Sequence[V], bits: Sequence[Bit]) -> None:
        self.circuit, self.name = circuit, name
        self.values = tuple(values)
        self._bits = dict(zip(values, bits, strict=True))

    def is_(self, value: V) -> Bit:
        """The bit of this value; FALSE if it is not among the values."""
        return self._bits.get(value, FALSE)

    def among(self, values: Iterable[V]) -> Bit:
        """It is one of these."""
        return self.circuit.any(self.is_(value) for value in dict.fromkeys(values))

    def where(self, test: Callable[[V], bool]) -> Bit:
        """It is one of the values that pass a test."""
        return self.among(value for value in self.values if test(value))


class Answer:
    """One assignment that satisfies everything."""

    def __init__(self, circuit: Circuit, true: Iterable[Bit]) -> None:
        self._circuit, self._true = circuit, frozenset(true)

    def __getitem__(self, choice: Choice[V]) -> V:
        """The value of a choice."""
        return next(value for value in choice.values if self.holds(choice.is_(value)))

    def holds(self, bit: Bit) -> bool:
        """Whether a bit holds."""
        if self._circuit.nodes[abs(bit)].kind == "var":
            return (abs(bit) in self._true) == (bit > 0)
        return self._circuit.evaluate([bit], self._true)[0]

    def number(self, bits: Sequence[Bit]) -> int:
        """The value of a binary number, lowest bit first."""
        return sum(1 << place for place, bit in enumerate(bits) if self.holds(bit))


class Question:
    """A question under construction; see the module. Statements keep their order.

    `otherwise` is the rule to cite if a claim is impossible without any rule, as when it names something not in the position.
    """

    def __init__(self, otherwise: str = "") -> None:
        self.circuit = Circuit()
        self.otherwise = otherwise
        self._given: list[Bit] = []
        self._rules: dict[str, list[Bit]] = {}
        self._claims: dict[int, list[Bit]] = {}
        self._choices: list[Choice[Any]] = []

    # Free values

    def choice(self, name: str, values: Iterable[V], *, hidden: bool = False) -> Choice[V]:
        """A free value, one of `values` (duplicates are dropped). Answers that differ only in hidden values count as one.
        Raises ValueError without values."""
        distinct = tuple(dict.fromkeys(values))
        if not distinct:
            raise ValueError(f"`{name}` has no values")
        if len(distinct) == 1:
            made = Choice(self.circuit, name, distinct, [TRUE])
        else:
            bits = [self.circuit.variable(f"{name}={value}#{place}") for place, value in enumerate(distinct)]
            self._given.append(self.circuit.exactly_one(bits))
            made = Choice(self.circuit, name, distinct, bits)
        if not hidden:
            self._choices.append(made)
        return made

    def flag(self, name: str, *, hidden: bool = False) -> Bit:
        """A free yes or no."""
        return self.choice(name, ("yes", "no"), hidden=hidden).is_("yes")

    def number(self, name: str, width: int) -> list[Bit]:
        """A free unsigned number of `width` bits, lowest first; `Answer.number` reads it."""
        return [self.flag(f"{name}.{place}") for place in range(width)]

    # Statements

    def given(self, bit: Bit) -> None:
        """States what holds for every position and every claim; no rule is cited for it."""
        self._given.append(bit)

    def rule(self, id: str, bit: Bit) -> None:
        """States a demand of the rule with this id. A rule may make several; they are cited as one."""
        self._rules.setdefault(id, []).append(bit)

    def claim(self, bit: Bit, stage: int = 0) -> None:
        """States a claim about the outcome.

        Claims of a lower stage are judged first. If they do not fit, later ones are not judged: if a choice is not allowed,
        claims about its results are not judged either.
        """
        self._claims.setdefault(stage, []).append(bit)

    # Answers

    def answers(self, most: int = MOST_ANSWERS) -> list[Answer]:
        """The answers, at most `most`, in the order of the values. Raises `GaveUpError` at a limit."""
        demands = [bit for bits in self._rules.values() for bit in bits]
        facts = [*self._given, *self._claimed(), *demands]
        shown = [bit for choice in self._choices for bit in map(choice.is_, choice.values) if bit != TRUE]
        session = Session(self.circuit, facts, more=shown)
        found = []
        for true in islice(every_answer(session, shown), most):
            held = set(true)
            found.append((tuple(bit not in held for bit in shown), true))
        return [Answer(self.circuit, true) for _, true in sorted(found)]

    def judge(self, decode: Callable[[Answer], T]) -> Judgement[T]:
        """The outcomes that `decode` makes of the answers, or the rules that forbid the claims.

        Raises `NoAnswerError` if nothing is claimed and still nothing fits, or if a claim denies what is given and no
        rule can be cited for it. Raises `GaveUpError` at a limit.
        """
        answers = self.answers(MOST_ANSWERS + 1)
        complete, answers = len(answers) <= MOST_ANSWERS, answers[:MOST_ANSWERS]
        if answers:
            outcomes = tuple(dict.fromkeys(decode(answer) for answer in answers))
            differing = [
                choice.name for choice in self._choices if len({answer[choice] for answer in answers}) > 1
            ]
            return Judgement(outcomes, open=tuple(differing) if len(outcomes) > 1 else (), complete=complete)
        if not self._claims:
            raise NoAnswerError(f"no answer fits {', '.join(self._rules)}")
        broken, together = self.broken()
        return Judgement((), broken, together)

    def broken(self) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
        """The rules that each forbid the claims alone, then minimal sets of other rules that do so jointly."""
        demands = {rule_label(id): self.circuit.all(bits) for id, bits in self._rules.items()}
        for stage in sorted(self._claims):
            session = Session(self.circuit, [*self._given, *self._claimed(stage)], demands)
            if not session.fits():
                if not self.otherwise:
                    raise NoAnswerError("the claim denies what holds of every position")
                return (self.otherwise,), ()
            found = cores(session, list(demands))
            if found.alone or found.together:
                if not Session(self.circuit, [*self._given, *demands.values()]).fits():
                    raise NoAnswerError(f"no answer fits {', '.join(self._rules)}")
                together = (tuple(rule_of(label) for label in core) for core in found.together)
                return tuple(rule_of(label) for label in found.alone), tuple(together)
        return (), ()

    def _claimed(self, stage: int | None = None) -> list[Bit]:
        """All claims, or those up to a stage."""
        return [bit for at, bits in self._claims.items() if stage is None or at <= stage for bit in bits]

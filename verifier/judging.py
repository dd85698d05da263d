"""The interface of a judge: a line becomes a decision, which goes to a judge and returns a judgement.

The engine and the spec of a game both judge this way, so the lines of a record are read once, for both. Nothing here knows a
game. `S` is the setup of a race (track, teams, ruleset), `P` is everything in a race that decides later lines, and `D` is the
decision in a line of play: an activation, an event, the pit stops of a turn, a turn of dice.
"""

from typing import Generic, Protocol, TypeVar, final

from model.values import value
from verifier.findings import Breach

P = TypeVar("P")
S_contra = TypeVar("S_contra", contravariant=True)
D_contra = TypeVar("D_contra", contravariant=True)


class Told(Protocol):
    """What happened in a line, put into words on demand: few lines of a record are ever described."""

    def sentence(self) -> str:
        """What happened, for `--trace`: lower case, no full stop; empty if there is nothing to describe."""

    def applied(self) -> tuple[str, ...]:
        """The ids of the rules that applied in the line and were kept, each once."""


@final
class Untold:
    """A line in which nothing happened and no rule applied."""

    def sentence(self) -> str:
        return ""

    def applied(self) -> tuple[str, ...]:
        return ()


UNTOLD = Untold()


class ToldInWords:
    """A line that is described by one sentence (empty: none), and the rules that applied in it."""

    def __init__(self, sentence: str, rules: tuple[str, ...]) -> None:
        self._sentence, self._rules = sentence, rules

    def sentence(self) -> str:
        return self._sentence

    def applied(self) -> tuple[str, ...]:
        return self._rules


@value
class Outcome(Generic[P]):
    """Where a decision can lead. `told` describes what happened and by which rules; two outcomes never differ in it alone."""

    position: P
    told: Told = UNTOLD


@value
class Judgement(Generic[P]):
    """A judge's answer to one decision.

    Legal: `outcomes`, several if the decision leaves something open. Illegal: `breaches`, the deciding one first. `together` are
    minimal sets of rules that only jointly forbid the decision, each rule with a sentence that has the facts of the position;
    `tracked` are minimal sets of labelled facts (rules, and facts of the record) that leave no room for it. Only the spec fills
    these two. `consulted` are the rulings that were looked up. `limit` explains why there is no answer. `at` is
    where the decision was judged, if steps that need no decision came first.
    """

    outcomes: tuple[Outcome[P], ...] = ()
    breaches: tuple[Breach, ...] = ()
    together: tuple[tuple[tuple[str, str], ...], ...] = ()
    tracked: tuple[tuple[str, ...], ...] = ()
    consulted: tuple[str, ...] = ()
    limit: str = ""
    at: P | None = None

    @property
    def legal(self) -> bool:
        """Whether the decision breaks no rule."""
        return bool(self.outcomes)


class Judge(Protocol[S_contra, P, D_contra]):
    """A judge of one game. Never raises for anything that a record can contain."""

    def __call__(self, setup: S_contra, position: P, decision: D_contra, /) -> Judgement[P]:
        """Judges a decision in a position."""

"""The interface of a judge: a line becomes a decision, which goes to a judge and returns a judgement.

The engine and the spec of a game both judge this way, so the lines of a record are read once, for both. Nothing here knows a
game. `S` is the setup of a race (track, teams, ruleset), `P` is everything in a race that decides later lines, and `D` is the
decision in a line of play: an activation, an event, the pit stops of a turn, a turn of dice.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Generic, Protocol, TypeVar

from model.values import replace, value
from verifier.findings import Breach

P = TypeVar("P")
S_contra = TypeVar("S_contra", contravariant=True)
D_contra = TypeVar("D_contra", contravariant=True)


@value
class Effect:
    """Something that a line did, and the rules by which it did so.

    `who` is the car, driver or team, `what` names what changed (`step`, `gear card`, `pile`), and `now` is what it became.
    `words` describe it: lower case, no full stop; empty if the line itself describes it.
    """

    rules: tuple[str, ...] = ()
    words: str = ""
    who: str = ""
    what: str = ""
    now: str | int = ""


Effects = Callable[[], Iterable[Effect]]
"""The effects of a line in their order. They are worked out on demand, because few lines are ever described."""


def effect(*rules: str, words: str = "") -> Effects:
    """One effect by these rules."""
    return partial(tuple, (Effect(rules, words),))


def no_effects() -> tuple[Effect, ...]:
    """The effects of a line in which nothing happened."""
    return ()


def kept(effects: Effects, left_out: frozenset[str]) -> Iterator[Effect]:
    """These effects without the rules that are left out."""
    for one in effects():
        yield replace(one, rules=tuple(rule for rule in one.rules if rule not in left_out))


def words_of(effects: Effects) -> str:
    """What happened in a line, in words; empty if there is nothing to describe."""
    return ", ".join(one.words for one in effects() if one.words)


def rules_of(effects: Effects) -> tuple[str, ...]:
    """The ids of the rules that applied in a line and were kept, each once."""
    return tuple(dict.fromkeys(rule for effect in effects() for rule in effect.rules))


@value
class Outcome(Generic[P]):
    """Where a decision can lead, and its effects. `decision` is the decision with everything filled in that it left open, if a
    game needs it. Two outcomes never differ in their effects alone."""

    position: P
    effects: Effects = no_effects
    decision: object = None


@value
class Judgement(Generic[P]):
    """A judge's answer to one decision.

    Legal: `outcomes`, several if the decision leaves something open. Illegal: `breaches`, the deciding one first. Both: cars can
    be laid out in this way, but the line contradicts earlier ones. `together` are minimal sets of rules that only jointly
    forbid the decision, each rule with a sentence that has the facts of the position; `tracked` are minimal sets of labelled
    facts (rules, and facts of the record) that leave no room for it. Only the spec fills these two. `consulted` are the rulings
    that were looked up. `limit` explains why there is no answer. `at` is where the decision was judged, if steps that need no
    decision came first.
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
        """Whether the decision can be followed."""
        return bool(self.outcomes)

    @property
    def positions(self) -> tuple[P, ...]:
        """The positions that the decision can lead to."""
        return tuple(outcome.position for outcome in self.outcomes)

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the broken rules, each once."""
        return tuple(dict.fromkeys(breach.rule for breach in self.breaches))


class Judge(Protocol[S_contra, P, D_contra]):
    """A judge of one game. Never raises for anything that a record can contain."""

    def __call__(self, setup: S_contra, position: P, decision: D_contra, /) -> Judgement[P]:
        """Judges a decision in a position."""

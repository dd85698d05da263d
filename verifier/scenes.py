"""What a change of the rules does to a decision in positions whose facts are open (`verifier/solving/cases.py`)."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from model.ruleset import Ruleset
from model.values import value
from verifier.changes import Asked, Change, concerns
from verifier.checking import WAYS, way_of
from verifier.solving.cases import Cases, first_of


@value
class Result:
    """A judge's answer: the broken rule, or the positions (the points, the times) to which a decision leads."""

    rule: str
    ways: tuple[Any, ...] = ()

    def unlike(self, other: "Result") -> bool:
        """Whether only one is legal, or they lead elsewhere. Positions with open facts cannot be hashed."""
        if bool(self.rule) != bool(other.rule):
            return True
        return any(one not in other.ways for one in self.ways) or any(
            one not in self.ways for one in other.ways
        )


NO_ANSWER, UNCONFIRMED = "the spec gives up", "a difference that the judges do not confirm"
"""Limits of a search."""

Judged = Callable[[Ruleset], Result | None]
"""A decision as one judge sees it under a ruleset; None without an answer."""


class Altered:
    """The search for what a change alters, in some of the ways in which it can. `asked`: a decision depends on what is changed.
    `limit`: why nothing is proved if no difference is confirmed."""

    def __init__(self, ruleset: Ruleset, change: Change, ways: Sequence[str] = WAYS) -> None:
        self._change, self._ways = change, ways
        self._noted = Asked(ruleset)
        self.rulesets = ruleset, change.applied(ruleset)
        self.asked = False
        self.limit = ""

    def cases(self, cases: Cases, by_spec: Judged) -> list[int]:
        """The plainest case of each run in which the results differ, plainest first."""

        def differs() -> bool:
            self._noted.forget()
            one = by_spec(self._noted.ruleset)
            if not concerns(self._change, self._noted.names()):
                return False
            self.asked = True
            two = by_spec(self.rulesets[1])
            if one is None or two is None:
                self.limit = NO_ANSWER
                return False
            return self._differ(one, two)

        return sorted(first_of(where) for found, where in cases.runs(differs) if found)

    def confirmed(self, by_engine: Judged, by_spec: Judged) -> tuple[Result, Result] | None:
        """The results under both rulesets, if they differ and the judges agree on each."""
        found = list(self._agreed(by_engine, by_spec))
        if len(found) < len(self.rulesets) or not self._differ(*found):
            self.limit = UNCONFIRMED
            return None
        return found[0], found[1]

    def _differ(self, one: Result, two: Result) -> bool:
        return one.unlike(two) and way_of(not one.rule, not two.rule) in self._ways

    def _agreed(self, by_engine: Judged, by_spec: Judged) -> Iterator[Result]:
        for ruleset in self.rulesets:
            one, two = by_engine(ruleset), by_spec(ruleset)
            if one is not None and two is not None and not one.unlike(two):
                yield one

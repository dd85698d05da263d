"""What a change of the rules does to a decision in positions whose facts are open (`verifier/solving/cases.py`)."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from model.ruleset import Ruleset
from model.values import value
from verifier.changes import Asked, Change, concerns
from verifier.checking import WAYS, way_of
from verifier.pairing import Facts, interact
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
SEVERAL = "a decision that leaves open what follows"
"""Limits of a search."""

Judged = Callable[[Ruleset], Result | None]
"""A decision as one judge sees it under a ruleset; None without an answer."""


class Altered:
    """The search for what a change alters, in some of the ways in which it can. `asked`: a decision depends on what is changed.
    `limit`: why nothing is proved if no difference is confirmed."""

    def __init__(self, ruleset: Ruleset, change: Change, ways: Sequence[str] = WAYS) -> None:
        self._change, self._ways = change, ways
        self._noted = Asked(ruleset)
        self.rulesets: tuple[Ruleset, ...] = (ruleset, change.applied(ruleset))
        self.asked = False
        self.limit = ""

    def cases(self, cases: Cases, by_spec: Judged) -> list[int]:
        """The plainest case of each run in which the results differ, plainest first."""

        def differs() -> bool:
            results = self._results(by_spec)
            if not results:
                return False
            self.asked = True
            known = [one for one in results if one is not None]
            if len(known) < len(results):
                self.limit = NO_ANSWER
                return False
            return self._differ(known)

        return sorted(first_of(where) for found, where in cases.runs(differs) if found)

    def confirmed(self, by_engine: Judged, by_spec: Judged) -> list[Result] | None:
        """The results under the rulesets, if they differ and the judges agree on each."""
        found = list(self._agreed(by_engine, by_spec))
        if len(found) < len(self.rulesets) or not self._differ(found):
            self.limit = UNCONFIRMED
            return None
        return found

    def _results(self, by_spec: Judged) -> list[Result | None]:
        """The results under the rulesets; none if they do not depend on what is changed."""
        self._noted.forget()
        plain = by_spec(self._noted.ruleset)
        return [plain, by_spec(self.rulesets[1])] if concerns(self._change, self._noted.names()) else []

    def _differ(self, results: Sequence[Result]) -> bool:
        one, two = results
        return one.unlike(two) and way_of(not one.rule, not two.rule) in self._ways

    def _agreed(self, by_engine: Judged, by_spec: Judged) -> Iterator[Result]:
        for ruleset in self.rulesets:
            one, two = by_engine(ruleset), by_spec(ruleset)
            if one is not None and two is not None and not one.unlike(two):
                yield one


class Interacting(Altered):
    """The search for what two changes do together and neither alone; `both` is the ruleset with both. `facts` are those of a
    position to which a decision leads."""

    def __init__(
        self, ruleset: Ruleset, first: Change, second: Change, both: Ruleset, facts: Callable[[Any], Facts]
    ) -> None:
        super().__init__(ruleset, first)
        self._facts = facts
        self._pair = first, second
        self._alone = Asked(first.applied(ruleset)), Asked(second.applied(ruleset))
        self.rulesets = (*self.rulesets, second.applied(ruleset), both)

    def _results(self, by_spec: Judged) -> list[Result | None]:
        self._noted.forget()
        plain, names = by_spec(self._noted.ruleset), self._noted.names()
        for change, alone in zip(self._pair, self._alone, strict=True):
            if concerns(change, names):
                alone.forget()
                by_spec(alone.ruleset)
                if all(concerns(one, names | alone.names()) for one in self._pair):
                    return [plain, *map(by_spec, self.rulesets[1:])]
        return []

    def _differ(self, results: Sequence[Result]) -> bool:
        if any(len(one.ways) > 1 for one in results):
            self.limit = SEVERAL
            return False
        return interact([self._facts(one.ways[0]) if one.ways else None for one in results])

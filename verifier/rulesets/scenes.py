"""What a change of the rules does to a decision in positions whose facts are open (`verifier/solving/cases.py`)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from model.ruleset import Ruleset
from model.values import value
from verifier.rulesets.changes import Change, NotedRuleset, concerns
from verifier.rulesets.checking import WAYS, Pair, Witness, way_of
from verifier.rulesets.pairing import INDEPENDENT, INTERACT, OPEN, Facts, interact, together
from verifier.sharing import Share
from verifier.solving.cases import Cases, Set, first_of, in_each_case

T = TypeVar("T")


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


Kinds = Mapping[str, Set]
"""Facts that no choice states alone (`tie of three in markers`, `nobody pits`), and the cases in which each holds."""

TIES = {2: "tie of two in", 3: "tie of three in"}


def ties(cases: Cases, what: str, values: Sequence[Any]) -> Kinds:
    """The cases in which two, or three, of these values are the highest, and not nothing."""
    known = {f"{tie} {what}": _tied(size, *values) for size, tie in TIES.items() if size <= len(values)}
    return {name: cases.where(tied) for name, tied in known.items()}


@in_each_case
def _tied(size: int, *values: Any) -> bool:
    highest = max(values)
    return bool(highest) and values.count(highest) == size


NO_ANSWER, UNCONFIRMED = "the spec gives up", "a difference that the judges do not confirm"
SEVERAL = "each change alters what may follow"
"""Limits of a search."""

Judged = Callable[[Ruleset], Result | None]
"""A decision as one judge sees it under a ruleset; None without an answer."""


class Altered:
    """The search for what a change alters, in some of the ways in which it can. `asked`: a decision depends on what is changed.
    `limit`: why nothing is proved if no difference is confirmed."""

    def __init__(self, ruleset: Ruleset, change: Change, ways: Sequence[str] = WAYS) -> None:
        self._change, self._ways = change, ways
        self._noted = NotedRuleset(ruleset)
        self.rulesets: tuple[Ruleset, ...] = (ruleset, change.applied(ruleset))
        self.asked = False
        self.limit = ""

    def cases(self, cases: Cases, by_spec: Judged) -> list[int]:
        """The plainest case of each run in which the results differ, plainest first."""

        def differs() -> bool | None:
            results = self._results(by_spec)
            return self.altered(results) if results else False

        return sorted(first_of(where) for found, where in cases.runs(differs) if found)

    def first(
        self, share: Share, find: "Callable[[Altered, T], Witness | None]", tries: Sequence[T]
    ) -> Witness | None:
        """The first witness in several tries. Each is a separate search, which another process may make."""
        for witness, asked, limit in share(partial(self._tried, find), tries):
            self.asked |= asked
            self.limit = limit or self.limit
            if witness is not None:
                return witness
        return None

    def _tried(
        self, find: "Callable[[Altered, T], Witness | None]", one: T
    ) -> tuple[Witness | None, bool, str]:
        """The witness of a try, whether the try depends on what is changed, and a limit."""
        search = Altered(self.rulesets[0], self._change, self._ways)
        return find(search, one), search.asked, search.limit

    def altered(self, results: Sequence[Result | None]) -> bool | None:
        """Whether the results of a decision that depends on what is changed differ; None without an answer."""
        self.asked = True
        known = [one for one in results if one is not None]
        if len(known) < len(results):
            self.limit = NO_ANSWER
            return None
        return self._differ(known)

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
    """Two changes of a ruleset, and what is known of what they do together and neither alone; `both` is the ruleset with both.
    `facts` are those of what a decision leads to."""

    def __init__(
        self, ruleset: Ruleset, first: Change, second: Change, both: Ruleset, facts: Callable[[Any], Facts]
    ) -> None:
        super().__init__(ruleset, first)
        self.changes = first, second
        self.rulesets = (*self.rulesets, second.applied(ruleset), both)
        self.witness: Witness | None = None
        self._facts = facts

    def answer(self, bound: str) -> Pair | None:
        """What is known of them; None if no decision looks both up."""
        first, second = map(str, self.changes)
        if self.witness is not None:
            return Pair(first, second, INTERACT, bound, witness=self.witness)
        if not self.asked:
            return None
        return Pair(first, second, OPEN if self.limit else INDEPENDENT, bound, self.limit)

    def _differ(self, results: Sequence[Result]) -> bool:
        if any(len(one.ways) > 1 for one in results):
            plain, first, second, both = results
            if not first.unlike(plain):
                return second.unlike(both)
            if not second.unlike(plain) or not first.unlike(second):
                return first.unlike(both)
            self.limit = SEVERAL
            return False
        return interact([self._facts(one.ways[0]) if one.ways else None for one in results])


class Interactions:
    """The search for what each two of these changes do together, in positions whose facts are open."""

    def __init__(
        self, ruleset: Ruleset, pairs: Iterable[tuple[Change, Change]], facts: Callable[[Any], Facts]
    ) -> None:
        self._plain = NotedRuleset(ruleset)
        self.pairs = [
            Interacting(ruleset, first, second, both, facts)
            for first, second in pairs
            if (both := together(ruleset, first, second)) is not None
        ]
        single = dict.fromkeys(change for pair in self.pairs for change in pair.changes)
        self._alone = {change: NotedRuleset(change.applied(ruleset)) for change in single}

    def look(
        self, cases: Cases, by_spec: Judged, confirm: Callable[[Interacting, int], Witness | None]
    ) -> None:
        """Looks for a witness of each pair that has none, plainest case first."""
        waiting = [pair for pair in self.pairs if pair.witness is None]

        def unexpected() -> list[Interacting]:
            return [pair for pair, results in self._results(waiting, by_spec) if pair.altered(results)]

        found: dict[Interacting, list[int]] = {}
        for pairs, where in cases.runs(unexpected):
            for pair in pairs:
                found.setdefault(pair, []).append(first_of(where))
        for pair, every in found.items():
            tried = (confirm(pair, case) for case in sorted(every))
            pair.witness = next(filter(None, tried), None)

    def answers(self, bound: str) -> Iterator[Pair]:
        """The answer about each pair that a decision looks up."""
        yield from filter(None, (pair.answer(bound) for pair in self.pairs))

    def _results(
        self, waiting: Sequence[Interacting], by_spec: Judged
    ) -> Iterator[tuple[Interacting, list[Result | None]]]:
        """The results under all four rulesets, for each pair that is looked up under one of them."""
        self._plain.forget()
        plain = by_spec(self._plain.ruleset)
        names = self._plain.names()
        alone: dict[Change, Result | None] = {}
        reached: dict[Change, frozenset[str]] = {}
        for change, noted in self._alone.items():
            if change.name in names:
                noted.forget()
                alone[change] = by_spec(noted.ruleset)
                reached[change] = names | noted.names()
        for pair in waiting:
            first, second = pair.changes
            if second.name in reached.get(first, ()) or first.name in reached.get(second, ()):
                for change in pair.changes:
                    if change not in alone:
                        alone[change] = by_spec(self._alone[change].own)
                yield pair, [plain, alone[first], alone[second], by_spec(pair.rulesets[3])]

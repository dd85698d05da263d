"""The search for edge cases among positions whose facts are open (`verifier/solving/cases.py`).

For each decision the set of cases in which a rule is at work is computed. A pair is a case in this set and one outside of it that
differ in one choice, so shifting a set finds one if these positions have any.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import Protocol

from model.ruleset import Ruleset
from model.values import replace
from verifier.rulesets.changes import NotedRuleset
from verifier.rulesets.edges import UNPLAYED, Case, DifferError, sides_of, works
from verifier.rulesets.goals import (
    ANYTHING,
    DECISION,
    DIFFERS,
    GAVE_UP,
    REACHED,
    UNREACHABLE,
    Goal,
    Side,
    Subject,
)
from verifier.rulesets.pairing import Facts
from verifier.rulesets.scenes import NO_ANSWER, Kinds, Result
from verifier.solving.cases import Cases, Set, first_of

ROUNDS = 12
"""Pairs that the judges may refuse before a search goes on."""

MOST_REFUSED = 60
"""Pairs for a goal that the judges may refuse before no more are tried."""


EVERY: Set = -1
"""All cases there are."""


class Tried(Protocol):
    """A decision in positions with open facts."""

    @property
    def cases(self) -> Cases: ...
    def open(self, ruleset: Ruleset) -> Result | None:
        """What the spec finds while facts are open."""
        ...

    def facts(self, case: int) -> Facts:
        """The facts of one of the positions."""
        ...

    @property
    def kinds(self) -> Kinds:
        """A separate pair is wanted for each kind: the case inside is of this kind, the other is not."""
        ...

    @property
    def settings(self) -> Facts:
        """What is the same in all of the positions, and the decision. Scenes that differ in one of these are neighbours."""
        ...

    def exactly(self, case: int, rulesets: Sequence[Ruleset]) -> Sequence[Case]:
        """The decision in one of the positions, in each way in which a record can write it under one of the rulesets."""
        ...


Scene = Sequence[Tried]
"""The decisions of the same positions."""

Key = tuple[str, str]
"""A subject and a fact."""

Rank = tuple[bool, int]
"""Whether the case outside is illegal too, and how far its fact is from that of the case inside."""

BEST: Rank = (False, 1)


def search(
    part: str,
    bound: str,
    sizes: Iterable[Iterable[Scene]],
    ruleset: Ruleset,
    every: Sequence[Subject],
) -> Iterator[Goal]:
    """The goals of some positions: the smallest sizes first."""
    found = _Search(ruleset, every)
    for scenes in sizes:
        found.begin()
        for scene in scenes:
            found.look(scene)
    for subject in every:
        for fact, outcome, limit, sides in found.told(subject):
            yield Goal(part, subject.name, subject.rules, fact, outcome, bound, limit, sides)


@dataclass(slots=True)
class _Search:
    """What the search has come to. `facts` are those that the positions leave open, `best` the best pairs of a size with their
    ranks, `found` those of the sizes before. `refused`: pairs that the judges refused. `seen`: a subject is at work somewhere.
    `differ`: a case about which the judges do not agree."""

    ruleset: Ruleset
    subjects: Sequence[Subject]
    facts: dict[str, None] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    found: dict[Key, tuple[Side, Side]] = field(default_factory=dict)
    best: dict[Key, tuple[Rank, tuple[Side, Side]]] = field(default_factory=dict)
    limits: dict[Key, str] = field(default_factory=dict)
    refused: Counter[Key] = field(default_factory=Counter)
    differ: dict[Key, Side] = field(default_factory=dict)
    looked: "list[_Looked]" = field(default_factory=list)

    def begin(self) -> None:
        """Keeps the best pairs of a size: larger ones are not wanted."""
        self.found |= {key: sides for key, (_, sides) in self.best.items()}
        self.best, self.looked = {}, []

    def told(self, subject: Subject) -> Iterator[tuple[str, str, str, tuple[Side, ...]]]:
        """Fact, outcome, limit and sides of each goal of a subject."""
        self.begin()
        if subject.name not in self.seen:
            if subject.change is not None or subject.forbids:
                limit = next((limit for (name, _), limit in self.limits.items() if name == subject.name), "")
                yield ANYTHING, GAVE_UP if limit else UNREACHABLE, limit, ()
            return
        for (name, fact), side in self.differ.items():
            if name == subject.name:
                yield fact, DIFFERS, "", (side,)
        for fact in self.facts:
            sides = self.found.get((subject.name, fact))
            limit = "" if sides is not None else self.limits.get((subject.name, fact), "")
            yield (
                fact,
                REACHED if sides is not None else GAVE_UP if limit else UNREACHABLE,
                limit,
                sides or (),
            )

    def look(self, scene: Scene) -> None:
        """Looks for pairs in some positions, and between these and earlier ones of the size."""
        facts = [_fact_of(scene[0], choice) for choice in range(len(scene[0].cases.sizes))]
        near = [(other, _unlike(scene[0], other.scene[0])) for other in self.looked if other.beside(scene)]
        others = [(other, fact) for other, fact in near if fact]
        named = [*filter(None, facts), *(fact for _, fact in others), *([DECISION] if len(scene) > 1 else [])]
        kinds = [one.kinds for one in scene]
        named += (kind for one in kinds for kind, within in one.items() if within & scene[0].cases.allowed)
        self.facts |= dict.fromkeys(named)
        wanted = [one for one in self.subjects if any(self._wanted(one, fact, BEST) for fact in named)]
        here = _Looked(scene, kinds, self.ruleset)
        self.looked.append(here)
        for subject in wanted:
            here.work(subject)
            if any(here.inside[subject.name]):
                self.seen.add(subject.name)
            if here.unknown(subject):
                self.limits |= {(subject.name, fact): NO_ANSWER for fact in named}
            for one in range(len(scene)):
                for choice, fact in enumerate(facts):
                    if fact:
                        self._by_choice(subject, fact, here, one, choice)
                for other in range(len(scene)):
                    if one != other:
                        self._across(subject, DECISION, here.at(one), here.at(other), abs(other - one))
                for there, fact in others:
                    there.work(subject)
                    self._across(subject, fact, here.at(one), there.at(one))
                    self._across(subject, fact, there.at(one), here.at(one))

    def _by_choice(self, subject: Subject, fact: str, here: "_Looked", one: int, choice: int) -> None:
        """Looks for pairs that differ in a choice."""
        inside, (outside, legal) = here.inside[subject.name][one], here.outside(subject, one)
        if (
            not outside and subject.change is not None
        ):  # its effect has no edge, but what it forbids may have one
            inside, outside = here.plain[one].decided.get(subject.name, 0), inside
            outside &= ~inside
            subject = replace(subject, change=None)
        for name, within, without in _facts(fact, here.kinds[one], here.kinds[one]):
            sets = inside & within, outside & without
            self._shifted(subject, name, here.at(one), choice, sets, legal)

    def _shifted(
        self, subject: Subject, fact: str, at: "At", choice: int, sets: tuple[Set, Set], legal: Set
    ) -> None:
        looked, decision = at
        cases, (inside, outside) = looked.scene[decision].cases, sets
        for refused, others in ((False, outside & legal), (True, outside & ~legal)):
            for far in range(1, cases.sizes[choice] if inside and others else 1):
                for further in (far, -far):
                    if not self._wanted(subject, fact, (refused, far)):
                        return
                    pairs = _few(cases.apart(choice, further, inside, others))
                    tries = ((at, case, at, cases.neighbour(choice, further, case)) for case in pairs)
                    self._confirm(subject, fact, (refused, far), tries)

    def _across(
        self,
        subject: Subject,
        fact: str,
        here: "At",
        there: "At",
        far: int = 1,
    ) -> None:
        """Looks for pairs of the same case with two decisions, or in two scenes."""
        (first, one), (second, two) = here, there
        outside, legal = second.outside(subject, two)
        both = first.inside[subject.name][one] & outside
        for name, within, without in _facts(fact, first.kinds[one], second.kinds[two]) if both else ():
            for refused, pairs in ((False, both & legal), (True, both & ~legal)):
                if self._wanted(subject, name, (refused, far)):
                    few = _few(pairs & within & without)
                    tries = ((here, case, there, case) for case in few)
                    self._confirm(subject, name, (refused, far), tries)

    def _wanted(self, subject: Subject, fact: str, rank: Rank) -> bool:
        """Whether a pair of this rank would be better than what is known."""
        key = subject.name, fact
        if key in self.found or self.refused[key] >= MOST_REFUSED:
            return False
        return key not in self.best or rank < self.best[key][0]

    def _confirm(
        self, subject: Subject, fact: str, rank: Rank, tries: "Iterable[tuple[At, int, At, int]]"
    ) -> None:
        """Keeps the first of these pairs that both judges confirm."""
        key = subject.name, fact
        for one, case, other, neighbour in tries:
            insides = self._exactly(one, case, subject, key, at_work=True)
            outsides = self._exactly(other, neighbour, subject, key, at_work=False) if insides else []
            for inside, outside in product(insides, outsides):
                if one != other or inside.decision == outside.decision:
                    sides = sides_of(inside, outside, subject, self.ruleset)
                    if sides is not None:
                        self.best[key] = rank, sides
                        self.limits.pop(key, None)
                        return
            self.limits.setdefault(key, UNPLAYED)
            self.refused[key] += 1

    def _exactly(self, at: "At", number: int, subject: Subject, key: Key, *, at_work: bool) -> Sequence[Case]:
        """The ways to write down a case in which both judges find a subject at work, or not at work."""
        looked, decision = at
        asked = decision, number, subject.name, subject.change is None, at_work
        if asked not in looked.exact:
            rulesets = [self.ruleset]
            if subject.change is not None:
                rulesets.append(subject.change.applied(self.ruleset))
            found = looked.exact[asked] = []
            for case in looked.scene[decision].exactly(number, rulesets):
                try:
                    if works(case, subject, self.ruleset) is at_work:
                        found.append(case)
                except DifferError as error:
                    self.differ.setdefault(key, Side("", error.record))
        return looked.exact[asked]


def _facts(fact: str, kinds: Kinds, others: Kinds) -> Iterator[tuple[str, Set, Set]]:
    """The facts that two cases may differ in if they differ in this one: it and each kind that the second case leaves. With each
    the sets of the first and of the second case."""
    yield fact, EVERY, EVERY
    yield from ((kind, within, ~others.get(kind, 0)) for kind, within in kinds.items())


def _few(cases: Set) -> Iterator[int]:
    """The plainest cases of a set."""
    for _ in range(ROUNDS):
        if not cases:
            return
        yield first_of(cases)
        cases &= cases - 1


def _fact_of(tried: Tried, choice: int) -> str:
    """The name of the first fact that a choice decides; empty if none shows in a record."""
    names = _differing(tried.facts(0), tried.facts(tried.cases.neighbour(choice, 1, 0)))
    return names[0] if names else ""


def _unlike(one: Tried, other: Tried) -> str:
    """The name of the one fact in which two scenes differ; empty if there are several."""
    names = _differing(one.settings, other.settings)
    return names[0] if len(names) == 1 else ""


def _differing(one: Facts, other: Facts) -> list[str]:
    keys = (key for key in {**one, **other} if one.get(key) != other.get(key))
    return [str(key[-1] if isinstance(key, tuple) else key) for key in keys]


@dataclass(slots=True)
class _Plain:
    """The results and their cases; the cases in which each rule decides (those in which a decision is
    legal have no rule), and those in which each ruling, number, rule that can be left out and optional rule is looked up."""

    results: list[tuple[Result | None, Set]] = field(default_factory=list)
    decided: dict[str, Set] = field(default_factory=dict)
    looked_up: dict[str, Set] = field(default_factory=dict)

    @classmethod
    def of(cls, tried: Tried, ruleset: Ruleset) -> "_Plain":
        """What holds under a ruleset."""
        found, noted = cls(), NotedRuleset(ruleset)

        def judged() -> Result | None:
            noted.forget()
            return tried.open(noted.ruleset)

        for result, where in tried.cases.runs(judged):
            found.results.append((result, where))
            if result is not None:
                found.decided[result.rule] = found.decided.get(result.rule, 0) | where
            for name in noted.names():
                found.looked_up[name] = found.looked_up.get(name, 0) | where
        return found


@dataclass(slots=True, eq=False)
class _Looked:
    """Some positions with their decisions: for each decision its kinds and what holds under the ruleset (`plain`), and for each
    subject the cases in which it is at work (`inside`) and those in which that is known. `exact` has the cases that were written
    down."""

    scene: Scene
    kinds: Sequence[Kinds]
    ruleset: Ruleset
    plain: Sequence[_Plain] = ()
    inside: dict[str, list[Set]] = field(default_factory=dict)
    known: dict[str, list[Set]] = field(default_factory=dict)
    exact: dict[tuple[int, int, str, bool, bool], list[Case]] = field(default_factory=dict)

    def at(self, decision: int) -> "At":
        return self, decision

    def beside(self, scene: Scene) -> bool:
        """Whether the same numbers mean the same cases and decisions."""
        return len(scene) == len(self.scene) and scene[0].cases.sizes == self.scene[0].cases.sizes

    def work(self, subject: Subject) -> None:
        """Computes where a subject is at work, if that is not known."""
        if subject.name in self.inside:
            return
        self.plain = self.plain or [_Plain.of(one, self.ruleset) for one in self.scene]
        found = [
            _working(one, subject, self.ruleset, plain)
            for one, plain in zip(self.scene, self.plain, strict=True)
        ]
        self.inside[subject.name], self.known[subject.name] = (
            [one[part] for one in found] for part in (0, 1)
        )

    def outside(self, subject: Subject, decision: int) -> tuple[Set, Set]:
        """The cases in which a subject is not at work, and those that are legal."""
        known, inside = self.known[subject.name][decision], self.inside[subject.name][decision]
        return known & ~inside, self.plain[decision].decided.get("", 0)

    def unknown(self, subject: Subject) -> bool:
        """Whether there is a case without an answer."""
        every = (one.cases.allowed for one in self.scene)
        return any(known != allowed for known, allowed in zip(self.known[subject.name], every, strict=True))


At = tuple[_Looked, int]
"""One of the decisions of some positions, by its place."""


def _working(tried: Tried, subject: Subject, ruleset: Ruleset, plain: _Plain) -> tuple[Set, Set]:
    """The cases in which a subject is at work, and all cases with an answer."""
    inside, known = plain.decided.get(subject.name, 0), sum(plain.decided.values())
    change = subject.change
    if change is not None:
        within, other = plain.looked_up.get(change.name, 0), change.applied(ruleset)
        for before, cases in plain.results if within else ():
            for differs, where in tried.cases.runs(partial(_unlike_it, tried, other, before), cases & within):
                if differs is None:
                    known &= ~where
                elif differs:
                    inside |= where
    return inside & known, known


def _unlike_it(tried: Tried, other: Ruleset, before: Result | None) -> bool | None:
    """Whether a decision has another result under the other ruleset; None without an answer."""
    result = tried.open(other) if before is not None else None
    return None if before is None or result is None else before.unlike(result)

"""What difference a change of the rules makes, alone and with a second change, in the scenes of the chapters."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from model.great_race.facts import DATA
from model.ruleset import Ruleset, default_ruleset
from verifier.great_race.check.chapters import CHAPTERS, Chapter
from verifier.great_race.check.played import confirmed, facts_of, open_result
from verifier.great_race.check.scenes import Scene, Way, ways
from verifier.rulesets.changes import Change, NotedRuleset, concerns, other_readings
from verifier.rulesets.checking import (
    PROVED,
    WAYS,
    Checked,
    Finder,
    Found,
    Looked,
    Pair,
    PairPart,
    Pairs,
    Witness,
    control,
    with_options,
)
from verifier.rulesets.pairing import alterations, candidates, pair_controls
from verifier.rulesets.scenes import Altered, Interacting, Interactions
from verifier.sharing import Share, alone

BOUND = "the scenes of all chapters"

KNOWN = "null-action"
"""A ruling whose readings are known to differ, in the first chapter too."""

TOGETHER, REPAIRS = ("toolbox-split", "gauge-overflow"), "fuel, repairs and the treasury"
"""Two rulings that are known to interact, and the chapter."""


@dataclass(slots=True)
class Differences:
    """Changes of one ruleset, each searched separately; what each way looks up is computed once for all. Processes may `share` a
    search."""

    ruleset: Ruleset
    share: Share = alone
    _asked: list[tuple[Chapter, Scene, Way, frozenset[str]]] = field(default_factory=list)

    def find(self, change: Change, kinds: Sequence[str] = WAYS) -> Looked:
        """The first case of a scene in which something else follows with the change, in one of these ways, by both judges.

        A case: the rulesets differ. None: they do not in any case of a scene.
        """
        other = change.applied(self.ruleset)
        tried = [
            (scene, way)
            for chapter, scene, way, names in self._every()
            if concerns(change, names) and chapter.scenes(other)
        ]
        altered = Altered(self.ruleset, change, kinds)
        witness = altered.first(self.share, _first, tried)
        return Looked(BOUND, altered.asked, witness, altered.limit)

    def find_with_options(self, change: Change) -> Looked:
        """The same, and if nothing depends on the change, with each of the other optional rules in force."""

        def find(base: Ruleset) -> Looked:
            return (self if base is self.ruleset else Differences(base)).find(change)

        return with_options(DATA, self.ruleset, change, find)

    def _every(self) -> list[tuple[Chapter, Scene, Way, frozenset[str]]]:
        """The ways of all scenes, and the names that each looks up."""
        if not self._asked:
            for chapter in CHAPTERS:
                for scene, way in ways(chapter.scenes(self.ruleset)):
                    noted = NotedRuleset(self.ruleset)
                    for _ in scene.cases.runs(partial(open_result, scene, way, noted.ruleset)):
                        pass
                    self._asked.append((chapter, scene, way, noted.names()))
        return self._asked


def _first(altered: Altered, tried: tuple[Scene, Way]) -> Witness | None:
    """The first case in which this way goes on otherwise with the change."""
    scene, way = tried
    cases = altered.cases(scene.cases, partial(open_result, scene, way))
    found = (confirmed(altered, scene, way, case) for case in cases)
    return next(filter(None, found), None)


def finder(ruleset: Ruleset, share: Share = alone) -> Finder:
    """The search for a change of this ruleset."""
    return Differences(ruleset, share).find


def reader(ruleset: Ruleset) -> Callable[[Change], Looked]:
    """The search for another reading, with further options in force if nothing depends on it otherwise."""
    return Differences(ruleset).find_with_options


def controls(ruleset: Ruleset) -> Iterator[Checked]:
    """A change known to make a difference is found, and none is found where nothing changes."""
    find = finder(ruleset)

    def search(change: Change) -> Found | None:
        return None if find(change).witness is None else Found("found")

    known = other_readings(DATA, ruleset, KNOWN)[0]
    yield control(f"a known difference ({KNOWN})", BOUND, partial(search, known))
    yield control("identical rulesets", BOUND, partial(search, known.undone(ruleset)), PROVED)


# Two changes


def _candidates(ruleset: Ruleset) -> list[tuple[Change, Change]]:
    return candidates(alterations(DATA, ruleset))


def _pairs(chapter: Chapter, ruleset: Ruleset, every: Sequence[tuple[Change, Change]]) -> Iterator[Pair]:
    """The answer about each two that the ways of a chapter look up."""
    found = Interactions(ruleset, every, facts_of)
    for scene, way in ways(chapter.scenes(ruleset)):

        def confirm(pair: Interacting, case: int) -> Witness | None:
            return confirmed(pair, scene, way, case)  # noqa: B023 - called at once

        found.look(scene.cases, partial(open_result, scene, way), confirm)
    yield from found.answers(chapter.name)


def _of(chapter: Chapter, ruleset: Ruleset) -> Iterator[Pair]:
    return _pairs(chapter, ruleset, _candidates(ruleset))


def _controls() -> Iterator[Checked]:
    ruleset, chapter = default_ruleset(DATA), next(one for one in CHAPTERS if one.name == REPAIRS)
    first, second = (other_readings(DATA, ruleset, name)[0] for name in TOGETHER)

    def ask(every: Sequence[tuple[Change, Change]]) -> Iterator[Pair]:
        return _pairs(chapter, ruleset, every)

    return pair_controls(ruleset, chapter.name, ask, first, second)


PAIRS = Pairs({chapter.name: PairPart(_candidates, partial(_of, chapter)) for chapter in CHAPTERS}, _controls)
"""The questions about pairs, by chapter."""

"""Edge cases in the scenes of the chapters: two cases next to each other, and a rule is at work in one of them only."""

from collections.abc import Hashable, Iterator, Sequence
from functools import partial

from model.ruleset import Ruleset
from verifier.great_race.check.chapters import CHAPTERS, Chapter
from verifier.great_race.check.comparing import KNOWN
from verifier.great_race.check.played import Played, open_result
from verifier.great_race.check.scenes import Scene, Way
from verifier.rulesets.edge_search import search
from verifier.rulesets.goals import DECISION, Edges, Goal, Part, Subject
from verifier.rulesets.pairing import Facts
from verifier.rulesets.scenes import Kinds, Result
from verifier.solving.cases import Cases


class Tried:
    """A way of a scene. `settings` has the lines in which nothing is open, and those of the way."""

    def __init__(self, scene: Scene, way: Way) -> None:
        self._scene, self._way = scene, way
        self.cases: Cases = scene.cases
        self.kinds: Kinds = {}
        lines: dict[Hashable, Hashable] = dict(enumerate(zip(*scene.blocks, strict=True)))
        self.settings: Facts = {**lines, "header": scene.head, DECISION: way.lines}

    def open(self, ruleset: Ruleset) -> Result | None:
        return open_result(self._scene, self._way, ruleset)

    def facts(self, case: int) -> Facts:
        return self._scene.facts(case)

    def exactly(self, case: int, rulesets: Sequence[Ruleset]) -> list[Played]:
        return [Played(self._scene, case, self._way, rulesets[0])]


def _concerns(chapter: Chapter, subject: Subject) -> bool:
    """Whether a subject is about a rule of the chapter: `GR-8` is for all of its clauses, `GR-12.1` is not for GR-12.10."""
    return any(f"{rule}.".startswith(f"{one}.") for rule in subject.rules for one in chapter.rules)


def _goals(chapter: Chapter, ruleset: Ruleset, subjects: Sequence[Subject]) -> Iterator[Goal]:
    scenes = ([Tried(scene, way) for way in scene.ways] for scene in chapter.scenes(ruleset))
    return search(chapter.name, chapter.name, [scenes], ruleset, subjects)


EDGES = Edges(
    tuple(Part(one.name, partial(_concerns, one), partial(_goals, one)) for one in CHAPTERS), KNOWN, {}, {}
)

"""Edge cases of dirt that is left behind: two stages of a rally over the same corner (RM-2.3)."""

from collections.abc import Iterator, Sequence

from model.rallyman.facts import DATA
from model.rallyman.position import Car
from model.rallyman.standing import clock
from model.ruleset import Ruleset
from model.values import value
from verifier.rallyman.check.edges_of_rallies import stage_lines, title_of
from verifier.rallyman.check.rallies import DIRT_LEFT, DIRTY, SECONDS, begins, home
from verifier.rallyman.engine import door as engine
from verifier.rallyman.lines.terms import Door
from verifier.rallyman.spec import door as spec
from verifier.rulesets.changes import rule_lines
from verifier.rulesets.edge_search import search
from verifier.rulesets.goals import Goal, Part, Subject
from verifier.rulesets.pairing import Facts
from verifier.rulesets.scenes import Kinds, Result
from verifier.solving.cases import Cases, in_case

BOUND = "two stages of a rally, 1 car, up to 2 dirt markers"

CITED = "RM-9.8"
"""The rule that decides what is claimed of dirt."""


@value
class Played:
    """A first stage that leaves so many markers on a corner, and a second one that claims to begin without any."""

    ruleset: Ruleset
    markers: int

    game = DATA.game
    decision = ()

    @property
    def head(self) -> tuple[str, ...]:
        return tuple(rule_lines(DATA, self.ruleset))

    @property
    def before(self) -> tuple[tuple[str, ...], ...]:
        """The records of both stages."""
        return tuple(stage_lines(self.head, self._cars, claims, left) for claims, left in self._stages)

    @property
    def lines(self) -> tuple[str, ...]:
        titles = (title_of(self.head, self._cars, claims, left) for claims, left in self._stages)
        return 'rally "edge"', "driver A", *(f'race "#{title}"' for title in titles)

    @property
    def _cars(self) -> tuple[Car, ...]:
        return (home(self.ruleset, "A", SECONDS[0]),)

    @property
    def _stages(self) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
        """What each stage claims before and leaves after it."""
        left = (f"dirt {DIRTY}={self.markers}",) if self.markers else ()
        return ((), left), ((f"check dirt {DIRTY}=0",), ())

    def by_engine(self, ruleset: Ruleset) -> Result:
        return _claimed(engine, self.markers, ruleset)

    def by_spec(self, ruleset: Ruleset) -> Result:
        return _claimed(spec, self.markers, ruleset)

    def told(self, ruleset: Ruleset) -> tuple[str, ...]:
        """The time for both stages."""
        return (f"check total A {clock(2 * self._cars[0].chrono)}",)


def _claimed(door: Door, markers: int, ruleset: Ruleset) -> Result:
    """Whether the second stage begins without dirt, as its record claims."""
    dirt = begins(door, markers, ruleset).ways[0]
    return Result(CITED if any(count > 0 for _, count in dirt) else "")


class Tried:
    """Both stages, with any number of markers."""

    def __init__(self) -> None:
        self.kinds: Kinds = {}
        self.settings: Facts = {}
        self.cases = Cases()
        self._markers = self.cases.choice((0, 1, 2))
        self.cases.begin()

    def open(self, ruleset: Ruleset) -> Result:
        return _claimed(spec, self._markers, ruleset)

    def facts(self, case: int) -> Facts:
        return {"dirt": in_case(self._markers, case)}

    def exactly(self, case: int, rulesets: Sequence[Ruleset]) -> list[Played]:
        return [Played(rulesets[0], in_case(self._markers, case))]


def _concerns(subject: Subject) -> bool:
    return subject.change is not None and subject.change.name == DIRT_LEFT


def _goals(ruleset: Ruleset, subjects: Sequence[Subject]) -> Iterator[Goal]:
    return search("dirt left behind", BOUND, [[[Tried()]]], ruleset, subjects)


DIRT = Part("dirt left behind", _concerns, _goals)

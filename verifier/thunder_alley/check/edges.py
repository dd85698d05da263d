"""Edge cases of decisions apart from an activation, in the scenes of the chapters."""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby, permutations

from model.ruleset import Ruleset
from model.thunder_alley.moves import Decision, Draw, Event, PitStops
from model.thunder_alley.position import RACING
from model.values import replace, value
from verifier.rulesets.edge_search import search
from verifier.rulesets.goals import DECISION, Edges, Goal, Part, Subject
from verifier.rulesets.pairing import Facts
from verifier.rulesets.scenes import Kinds, Result
from verifier.solving.cases import Cases, in_case
from verifier.thunder_alley.check.any_move import SECTORS
from verifier.thunder_alley.check.board import ring
from verifier.thunder_alley.check.chapters import CHAPTERS, Chapter
from verifier.thunder_alley.check.chapters_ties import LEVEL
from verifier.thunder_alley.check.edge_case import RING, RING_FILE, Played
from verifier.thunder_alley.check.edges_of_moves import PARTS
from verifier.thunder_alley.check.elsewhere import hitting, result_of, setup_of
from verifier.thunder_alley.check.pairs_elsewhere import facts_of
from verifier.thunder_alley.check.scenes import Scene
from verifier.thunder_alley.lines.as_record import track_lines
from verifier.thunder_alley.spec import door as spec

CLAIMED = "TA-4.4", "TA-8", "TA-EV"
"""Rules that a claim about the cars hit by an event can break, by the beginnings of their ids."""


@value
class Open:
    """A decision in a scene."""

    scene: Scene
    decision: Decision | None

    @property
    def cases(self) -> Cases:
        return self.scene.cases

    @property
    def kinds(self) -> Kinds:
        """Those of the scene, how many cars pit, and whether a Team Bar is known in part."""
        kinds, cases = dict(self.scene.kinds), self.cases.allowed
        match self.decision:
            case PitStops(cars):
                few = "all pit" if len(cars) == len(self.scene.position.cars) else "some pit"
                kinds[few if cars else "nobody pits"] = cases
            case Event(Draw(_, bar)) if bar is not None and len(bar) < len(self.scene.teams):
                kinds["Team Bar known in part"] = cases
        return kinds

    def open(self, ruleset: Ruleset) -> Result | None:
        return result_of(spec, setup_of(self.scene, ruleset), self.scene.position, self.decision)

    def facts(self, case: int) -> Facts:
        return facts_of(in_case(self.scene.position, case))

    @property
    def settings(self) -> Facts:
        scene = self.scene
        return {
            "green line": scene.track.green,
            "teams": scene.teams,
            "status": tuple((car.status, car.place) for car in scene.position.cars),
            "leaders": scene.position.turn_leaders,
            DECISION: self.decision,
        }

    def exactly(self, case: int, rulesets: Sequence[Ruleset]) -> list[Played]:
        """An event also with each group of cars that it can hit written down."""
        position = in_case(self.scene.position, case)
        setups = [setup_of(self.scene, ruleset) for ruleset in rulesets]
        written = chain.from_iterable(hitting(setup, position, self.decision) for setup in setups)
        return [
            Played(setups[0], position, decision) for decision in dict.fromkeys((self.decision, *written))
        ]


def _claims(scene: Scene) -> Iterator[Event]:
    """An event that claims to have hit some of one or two cars."""
    cars = [car.number for car in scene.position.cars if car.status == RACING]
    for decision in scene.decisions if len(scene.position.cars) < 3 else ():
        if isinstance(decision, Event) and decision.draw is not None and not decision.draw.cars:
            for hit in chain(permutations(cars, 1), permutations(cars, 2)):
                yield replace(decision, draw=replace(decision.draw, cars=hit))


def _parts(chapter: Chapter) -> Iterator[Part]:
    """The parts of a chapter. Claims are many, so they are tried only for the rules that they can break."""
    if any(rule.startswith(CLAIMED) for rule in chapter.rules):
        yield _part(chapter, claims=True)
    yield _part(chapter, claims=False)


def _part(chapter: Chapter, *, claims: bool) -> Part:
    name = f"{chapter.name}, claims" if claims else chapter.name

    def concerns(subject: Subject) -> bool:
        return chapter.concerns(subject.rules) and subject.name.startswith(CLAIMED) is claims

    def goals(ruleset: Ruleset, subjects: Sequence[Subject]) -> Iterator[Goal]:
        return search(name, chapter.bound(), _scenes(chapter, claims=claims), ruleset, subjects)

    return Part(name, concerns, goals)


def _scenes(chapter: Chapter, *, claims: bool) -> Iterator[Iterator[list[Open]]]:
    """The decisions in each scene, by the number of cars."""
    for _, alike in groupby(chapter.sizes, len):
        yield (
            [
                Open(scene, one)
                for one in dict.fromkeys((*scene.decisions, *(_claims(scene) if claims else ())))
            ]
            for colours in alike
            for scene in chapter.scenes(colours)
        )


EDGES = Edges(
    (
        *chain.from_iterable(map(_parts, (*CHAPTERS, *LEVEL))),
        *PARTS,
    ),
    "voluntary-retirement-timing",
    {RING: RING_FILE},
    {"\n".join(track_lines(ring(SECTORS))): f"track {RING}"},
)

"""Edge cases of what dice alone do not decide, in the scenes of the chapters."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import fields
from functools import partial

from model.rallyman.facts import DATA
from model.rallyman.moves import Turn
from model.rallyman.position import Car, Position
from model.ruleset import Ruleset, parameter
from verifier.rallyman.check.chapters import CHAPTERS, Chapter, Scene
from verifier.rallyman.check.dice import setup_of
from verifier.rallyman.check.differences import worn_for
from verifier.rallyman.check.edge_case import Played
from verifier.rallyman.check.edges_of_dirt import DIRT
from verifier.rallyman.check.edges_of_rallies import RALLIES
from verifier.rallyman.check.edges_of_turns import PARTS
from verifier.rallyman.check.elsewhere import open_result
from verifier.rallyman.check.plain import Worn
from verifier.rulesets.edge_search import search
from verifier.rulesets.goals import DECISION, Edges, Goal, Part, Subject
from verifier.rulesets.pairing import Facts
from verifier.rulesets.scenes import Kinds, Result
from verifier.solving.cases import Cases, Open, in_case


class Tried:
    """Turns in a scene. `settings` has what the scene does not leave open, and what the dice do."""

    def __init__(self, scene: Scene, turns: tuple[Turn, ...]) -> None:
        self._scene, self._turns = scene, turns
        self.cases: Cases = scene.cases
        known = {key: fact for key, fact in _facts(scene.position).items() if not isinstance(fact, Open)}
        road = {"stage": scene.stage.id, "spaces": tuple(space.id for space in scene.stage.spaces)}
        self.settings: Facts = {**road, **known, **dict(_dice(scene.position, turns))}

    @property
    def kinds(self) -> Kinds:
        return self._scene.kinds

    def open(self, ruleset: Ruleset) -> Result | None:
        return open_result(self._scene, self._turns, ruleset)

    def facts(self, case: int) -> Facts:
        return _facts(in_case(self._scene.position, case))

    def exactly(self, case: int, rulesets: Sequence[Ruleset]) -> list[Played]:
        position = in_case(self._scene.position, case)
        setup = setup_of(self._scene.stage, rulesets[0], position.cars)
        return [Played(setup, position, self._turns)]


def _facts(position: Position) -> dict[Hashable, Hashable]:
    facts: dict[Hashable, Hashable] = {
        (car.driver, field.name): getattr(car, field.name) for car in position.cars for field in fields(Car)
    }
    return facts | {"turn": position.turn, "dirt": position.dirt}


def _dice(position: Position, turns: Sequence[Turn]) -> Iterator[tuple[Hashable, Hashable]]:
    """The decision part by part. Of a gear die only how far it is from the gear of the car."""
    for number, turn in enumerate(turns):
        yield (
            (number, DECISION),
            (turn.driver, turn.mode, turn.wheel, turn.sisu, len(turn.steps), turn.unused),
        )
        yield (number, "loss"), turn.loss
        yield (number, "cut card of the loss"), turn.loss_cut
        for place, step in enumerate(turn.steps):
            gear, name = position.car(turn.driver).gear, step.die.name
            die = int(name) - gear if name.isdigit() and isinstance(gear, int) else name
            yield (number, place, "die"), (die, step.die.shown)
            yield (number, place, "line"), step.line
            yield (number, place, "cut card"), step.cut


def _concerns(chapter: Chapter, subject: Subject) -> bool:
    if subject.change is not None:
        return chapter.shows(subject.change)
    return subject.name.startswith(chapter.rules)


def _goals(chapter: Chapter, ruleset: Ruleset, subjects: Sequence[Subject]) -> Iterator[Goal]:
    worn = worn_for((ruleset, ruleset))
    worn = Worn(min(worn.damage, parameter(DATA, ruleset, "black_dice") - 1), worn.flats)
    scenes = ([Tried(scene, turns) for turns in scene.ways] for scene in chapter.scenes(ruleset, worn))
    return search(chapter.name, chapter.name, [scenes], ruleset, subjects)


EDGES = Edges(
    (
        *(Part(chapter.name, partial(_concerns, chapter), partial(_goals, chapter)) for chapter in CHAPTERS),
        *PARTS,
        RALLIES,
        DIRT,
    ),
    "turn-without-dice",
    {},
    {},
)

"""Edge cases of what happens between the stages of a rally, in the scenes of `rallies.py`."""

from collections.abc import Iterator, Sequence
from dataclasses import fields

from model.rallyman.facts import DATA
from model.rallyman.moves import RallyDecision
from model.rallyman.position import Car
from model.ruleset import Ruleset
from model.values import replace, value
from verifier.rallyman.check.rallies import (
    BOUND,
    RULES,
    STAGE,
    Driven,
    Scene,
    after,
    choice_line,
    concerns,
    scenes,
    told,
)
from verifier.rallyman.engine import door as engine
from verifier.rallyman.lines.fields import car_text
from verifier.rallyman.spec import door as spec
from verifier.rulesets.changes import rule_lines
from verifier.rulesets.edge_search import search
from verifier.rulesets.goals import DECISION, Goal, Part, Subject
from verifier.rulesets.pairing import Facts
from verifier.rulesets.scenes import Kinds, Result
from verifier.solving.cases import Cases, in_case


@value
class Played:
    """A rally so far. Its records are those of its stages, which only lay out the cars at the end, and its own."""

    ruleset: Ruleset
    driven: Driven

    game = DATA.game

    @property
    def decision(self) -> tuple[RallyDecision, ...]:
        return self.driven.choices

    @property
    def head(self) -> tuple[str, ...]:
        return tuple(rule_lines(DATA, self.ruleset))

    @property
    def before(self) -> tuple[tuple[str, ...], ...]:
        """The records of the stages."""
        return tuple(stage_lines(self.head, cars) for cars in self.driven.stages)

    @property
    def lines(self) -> tuple[str, ...]:
        races = (f'race "#{title_of(self.head, cars)}"' for cars in self.driven.stages)
        drivers = _drivers(self.driven.stages[0])
        return 'rally "edge"', *drivers, *races, *map(choice_line, self.driven.choices)

    def by_engine(self, ruleset: Ruleset) -> Result | None:
        return after(engine, self.driven, ruleset)

    def by_spec(self, ruleset: Ruleset) -> Result | None:
        return after(spec, self.driven, ruleset)

    def told(self, ruleset: Ruleset) -> tuple[str, ...]:
        """The sums, the order of the next start, and the cars."""
        return tuple(told(after(engine, self.driven, ruleset)))


def stage_lines(
    head: Sequence[str], cars: Sequence[Car], claims: Sequence[str] = (), left: Sequence[str] = ()
) -> tuple[str, ...]:
    """The record of a stage from its title on: what it claims at its start, and how it ends, with what is left on the road."""
    title = f'title "{title_of(head, cars, claims, left)}"'
    block = (f"  {line}" for line in (*left, *map(_home, cars)))
    return title, *head, f"stage {STAGE}", *_drivers(cars), *claims, "position", *block, "end"


def title_of(
    head: Sequence[str], cars: Sequence[Car], claims: Sequence[str] = (), left: Sequence[str] = ()
) -> str:
    """The title of such a record; it has all the facts of the record."""
    return "; ".join((*head, *claims, *left, *map(_home, cars)))


def _drivers(cars: Sequence[Car]) -> tuple[str, ...]:
    return tuple(f"driver {car.driver}" for car in cars)


def _home(car: Car) -> str:
    """A car that has finished, in a `position` block. Its last gear does not matter."""
    return car_text(replace(car, gear=0), Car(car.driver))


@value
class Tried:
    """Stages and choices in a scene."""

    scene: Scene
    driven: Driven

    @property
    def cases(self) -> Cases:
        return self.scene.cases

    @property
    def kinds(self) -> Kinds:
        return self.scene.kinds

    @property
    def settings(self) -> Facts:
        drivers = tuple(car.driver for car in self.driven.stages[0])
        return {"drivers": drivers, "stages": len(self.driven.stages), DECISION: self.driven.choices}

    def open(self, ruleset: Ruleset) -> Result | None:
        return after(spec, self.driven, ruleset)

    def facts(self, case: int) -> Facts:
        return {
            (number, car.driver, field.name): getattr(car, field.name)
            for number, cars in enumerate(in_case(self.driven.stages, case))
            for car in cars
            for field in fields(Car)
        }

    def exactly(self, case: int, rulesets: Sequence[Ruleset]) -> list[Played]:
        return [Played(rulesets[0], in_case(self.driven, case))]


def _concerns(subject: Subject) -> bool:
    return subject.name.startswith(RULES) if subject.change is None else concerns(subject.change)


def _goals(ruleset: Ruleset, subjects: Sequence[Subject]) -> Iterator[Goal]:
    every = ([Tried(scene, driven) for driven in scene.ways] for scene in scenes(ruleset))
    return search("rallies", BOUND, [every], ruleset, subjects)


RALLIES = Part("rallies", _concerns, _goals)

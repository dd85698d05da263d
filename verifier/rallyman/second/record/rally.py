"""A rally record and those of its stages, judged line by line by the spec."""

from collections.abc import Callable, Sequence
from pathlib import Path

from grammar.syntax import Leaf, Node, Statement
from model.rallyman import stages
from model.rallyman.facts import SURFACES
from model.rallyman.position import Car, Setup
from model.ruleset import Ruleset
from verifier.game import Where
from verifier.rallyman.notation.names import driver, one_of, unquoted
from verifier.rallyman.second.record.rally_stage import Between, first_wrong
from verifier.rallyman.second.record.said import read_said
from verifier.rallyman.second.record.scores import places_differ, rally_winner_differs, result_differs, scores
from verifier.rallyman.second.record.start import (
    Header,
    header_line,
)
from verifier.rallyman.second.record.telling import Rules
from verifier.rallyman.spec.assistance import assisted, on_tyres
from verifier.rallyman.spec.finish import STAGES, totals
from verifier.rallyman.spec.wheel import changed_between_stages
from verifier.second import NotJudgedError, UnreadableError


class Rally:
    """A rally after each of its lines. `take` gives the rules that a line breaks; after such a line nothing more is followed.
    `stage_named` gives the lines of a stage by the reference of a `race` line, and where they stand."""

    def __init__(
        self, rules: Ruleset, stage_named: Callable[[str], tuple[Sequence[Statement], Where]]
    ) -> None:
        self.stage_named = stage_named
        self.header = Header()
        self.between = Between(Setup(stages.load(stages.shipped()[0]), rules))

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who began the rally."""
        return tuple(self.header.drivers)

    def take(self, statement: Statement) -> Rules:
        """One line. Raises `UnreadableError`, `NotationError`, and `NotJudgedError` for a line of which the spec says nothing."""
        match statement.kind:
            case "rally":
                return ()
            case "driver" | "starting_order":
                header_line(self.header, statement, Where("", Path()))
                self.between.cars = {name: one.car for name, one in self.header.drivers.items()}
                self.between.starting = self.header.starting or self.names
                self.between.agreed = bool(self.header.starting)
                return ()
            case "rally_race":
                return self._stage(unquoted(statement.node.leaves()[0].text))
            case "assistance":
                return self._assistance()
            case "change_tyres":
                return self._tyres(statement)
            case "spare_between":
                return self._wheel(statement)
            case "check":
                return self._check(statement)
            case "result":
                said, rules = scores(statement.node, self.names), ("RM-13.6", "RM-1.4")
                too_soon = len(self.between.times) < STAGES and self.between.cars
                if too_soon and any(isinstance(time, int) for _, time in said):
                    return rules
                return result_differs(totals(self.between.times), said, rules)
        raise NotJudgedError(f"the spec does not judge lines of kind {statement.kind} in a rally")

    def _stage(self, reference: str) -> Rules:
        if len(self.between.times) == STAGES:
            raise UnreadableError(f"a rally has {STAGES} stages")
        lines, where = self.stage_named(reference)
        return first_wrong(lines, self.between, where)[1]

    # Between two stages

    def _assistance(self) -> Rules:
        between = self.between
        if not between.between_stages or between.assistance or between.wheels:
            raise UnreadableError(
                "there is assistance between two stages, once, and before a wheel is changed"
            )
        between.cars = {name: assisted(car) for name, car in between.cars.items()}
        between.assistance = True
        return ()

    def _tyres(self, statement: Statement) -> Rules:
        who, tyres = statement.node.leaves()
        car = self._car(who)
        if car is None:
            return ("RM-13.6",)
        surface = one_of(tyres, "tyre", SURFACES)
        changed = on_tyres(car, surface, self.between.assistance or not self.between.times)
        if changed.legal:
            self.between.change(car.driver, tyres=changed.outcome)
        return changed.rules

    def _wheel(self, statement: Statement) -> Rules:
        car = self._car(statement.node.leaves()[0])
        if car is None:
            return ("RM-13.6",)
        if not self.between.between_stages:
            return ("RM-10.4",)
        changed = changed_between_stages(car, self.between.assistance)
        if changed.legal:
            self.between.change(car.driver, flats=changed.outcome, spare=False)
            self.between.wheels = True
        return changed.rules

    def _car(self, who: Leaf) -> Car | None:
        """The car of a driver; None for one who is out of the rally."""
        return self.between.cars.get(driver(who, self.names))

    # Checks

    def _check(self, statement: Statement) -> Rules:
        fact = statement.node.parts[0]
        assert isinstance(fact, Node)
        times = self.between.times
        if not times and fact.kind in ("stage_times", "total_times", "places", "winner"):
            raise NotJudgedError("no stage was driven, so there are no times")
        match fact.kind:
            case "stage_times":
                return result_differs(times[-1], scores(fact, self.names), ("RM-13.2",))
            case "total_times":
                return result_differs(totals(times), scores(fact, self.names), ("RM-13.4",))
            case "car_state":
                return self._stands(fact)
        said = tuple(driver(leaf, self.names) for leaf in fact.leaves())
        match fact.kind:
            case "starting_order":
                return self.between.order_differs(said)
            case "places":
                return places_differ(self.between.setup.ruleset, times, self.between.starting, said)
            case "winner":
                return rally_winner_differs(self.between.setup.ruleset, times, said)
        raise UnreadableError("such a check belongs in the record of a stage")

    def _stands(self, fact: Node) -> Rules:
        """What is said of a car between two stages."""
        first, *nodes = fact.parts
        assert isinstance(first, Leaf)
        car = self._car(first)
        if car is None:
            return ("RM-13.6",)
        said = read_said((node for node in nodes if isinstance(node, Node)), ())
        return self.between.carries(car, said)

"""What lies between the stages of a rally, and a stage that is driven with it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from grammar.syntax import Statement
from model.rallyman.position import Car, Driver, Setup
from verifier.game import Where
from verifier.rallyman.second.record.said import Said
from verifier.rallyman.second.record.start import (
    KINDS,
    SILENT,
    Header,
    driver_line,
    header_line,
    setup_of_header,
)
from verifier.rallyman.second.record.telling import Rules, Telling
from verifier.rallyman.spec.assistance import carrying_rules, for_next_stage
from verifier.rallyman.spec.damage import retires
from verifier.rallyman.spec.finish import STAGES, Times, stage_times, start_order
from verifier.second import NotJudgedError, UnreadableError


@dataclass(slots=True)
class Between:
    """A rally between two stages: what holds in each of them, the cars of those still in it, the times of each stage so far, the
    starting order of the last one and the dirt that was left on each, by its id; whether the drivers agreed on that of the
    first one (RM-3.2), whether there was assistance since, and whether somebody changed a wheel."""

    setup: Setup
    cars: dict[str, Car] = field(default_factory=dict)
    times: list[Times] = field(default_factory=list)
    starting: tuple[str, ...] = ()
    dirt: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    agreed: bool = False
    assistance: bool = False
    wheels: bool = False

    @property
    def between_stages(self) -> bool:
        """Whether a stage was driven and another one comes."""
        return 0 < len(self.times) < STAGES

    @property
    def starters(self) -> dict[str, Car]:
        """The cars that start again: who has no gear die left retires (RM-8.5)."""
        return {
            name: car for name, car in self.cars.items() if not self.times or not retires(self.setup, car)
        }

    def change(self, driver: str, **values: Any) -> None:
        """Gives a car other values."""
        self.cars[driver] = replace(self.cars[driver], **values)

    def carries(self, car: Car, said: Sequence[Said]) -> Rules:
        """Why a car does not bring what is said of it to the next stage (RM-2.3)."""
        wrong = (one for one in said if one.value is not None and getattr(car, one.name, None) != one.value)
        first = next(wrong, None)
        return () if first is None else carrying_rules(first.name, self.assistance)

    def order_differs(self, said: Sequence[str]) -> Rules:
        """Why the coming stage does not start in this order (RM-3.2 to RM-3.4)."""
        if not self.times:
            return () if tuple(said) == self.starting else ("RM-3.2",)
        return start_order(self.setup.ruleset, self._of_starters(), self.starting, said).rules

    def order(self) -> tuple[str, ...]:
        """The starting order of the coming stage."""
        if not self.times:
            return self.starting
        return start_order(self.setup.ruleset, self._of_starters(), self.starting).outcome

    def _of_starters(self) -> list[Times]:
        """The times of those who start again."""
        starters = self.starters
        return [{name: one for name, one in times.items() if name in starters} for times in self.times]

    def driven(self, telling: Telling) -> None:
        """What lies behind a stage that is over: who is out of the rally drives no more."""
        times = stage_times(telling.position)
        self.times.append({name: times.get(name) for name in self.times[0]} if self.times else times)
        self.cars = {
            car.driver: for_next_stage(car) for car in telling.position.cars if times[car.driver] is not None
        }
        self.starting = telling.setup.starting_order
        self.dirt[telling.setup.stage.id] = telling.position.dirt
        self.assistance = self.wheels = False


def first_wrong(
    statements: Sequence[Statement], between: Between, where: Where
) -> tuple[Statement | None, Rules]:
    """The first wrong line of a stage with the rules that it breaks; without one `between` is then what lies behind the stage.
    The lines are played by the rules of the rally. Raises `UnreadableError`, `NotationError`, `NotJudgedError`."""
    header = Header()
    for statement in statements:
        if statement.kind in KINDS and (broken := _header(header, statement, between, where)):
            return statement, broken
    if header.drivers.keys() != between.starters.keys():
        raise UnreadableError("a driver of the rally is missing in a stage")
    header.starting = header.starting or between.order()
    setup = setup_of_header(header, between.setup.ruleset)
    stays = setup.reading("dirt-between-stages") == "B"
    telling = Telling(setup, between.dirt.get(setup.stage.id, ()) if stays else ())
    for statement in statements:
        if statement.kind not in (*KINDS, *SILENT) and (broken := telling.take(statement)):
            return statement, broken
    if telling.lost:
        raise NotJudgedError("something of a stage is not known")
    if not telling.over:
        raise NotJudgedError("a stage is not over, so its times are not known")
    between.driven(telling)
    return None, ()


def _header(header: Header, statement: Statement, between: Between, where: Where) -> Rules:
    """A header line of a stage, held against what the rally brings to it."""
    header_line(header, statement, where)
    if statement.kind == "starting_order":
        return between.order_differs(header.starting) if between.times or between.agreed else ()
    if statement.kind != "driver":
        return ()
    name, said = driver_line(statement)
    if name not in between.starters:
        return ("RM-8.5",) if name in between.cars else ("RM-13.6",)
    car = between.cars[name]
    header.drivers[name] = Driver(name, "", car, tyres_told=True)
    return between.carries(car, said)

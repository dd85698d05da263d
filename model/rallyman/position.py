"""The position of a Rallyman stage at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from model.asked import stand_in
from model.rallyman.facts import ASPHALT, START, printed_parameters
from model.rallyman.stage import Stage
from model.ruleset import Ruleset
from model.values import replace, value

NOT_STARTED, ON_ROAD, SPUN, OFF_LEFT, OFF_RIGHT, STOPPED, FINISHED, ELIMINATED = (
    "not_started",
    "on_road",
    "spun",
    "off_left",
    "off_right",
    "stopped",
    "finished",
    "eliminated",
)
"""Statuses of a car (RM-M.6)."""

OFF_ROAD = (OFF_LEFT, OFF_RIGHT)
RESTARTING = (SPUN, OFF_LEFT, OFF_RIGHT, STOPPED)
"""Statuses from which a car restarts with gear die 1 (RM-7.9)."""
OUT = (FINISHED, ELIMINATED)
"""Statuses of cars that take no more turns."""


@value
class Car:
    """A driver's car (RM-M.6). `space` is empty for a car that was taken off the stage. `chrono` is the pile in seconds,
    `markers` the number of seconds markers. A smaller `arrival` means that the car reached its space earlier. `dirt_seen`
    is the number of dirt markers on its corner when it came in; None outside corners and where it is unknown."""

    driver: str
    space: str = START
    gear: int = 0
    status: str = NOT_STARTED
    damage: int = 0
    flats: int = 0
    markers: int = 0
    sisu: bool = True
    spare: bool = True
    tyres: str = ASPHALT
    chrono: int = 0
    arrival: int = 0
    dirt_seen: int | None = None

    @property
    def driving(self) -> bool:
        """Whether the car still has turns to take."""
        return self.status not in OUT


@value
class Split:
    """A split time in seconds (RM-16.2)."""

    driver: str
    point: str
    seconds: int


@value
class Position:
    """The position of a stage. `cars` are in starting order. `turn` is the current round, `order` its order of play, `next` the
    driver who plays next, None if the round is over. `dirt` pairs corners with their number of dirt markers, in alphabetical
    order, without corners that have none."""

    turn: int
    cars: tuple[Car, ...]
    order: tuple[str, ...]
    next: str | None
    dirt: tuple[tuple[str, int], ...] = ()
    splits: tuple[Split, ...] = ()

    def car(self, driver: str) -> Car:
        """The car of a driver; KeyError for an unknown driver."""
        for car in self.cars:
            if car.driver == driver:
                return car
        raise KeyError(driver)

    def markers_on(self, corner: str) -> int:
        """The number of dirt markers on a corner."""
        return dict(self.dirt).get(corner, 0)

    def split(self, driver: str, point: str) -> int | None:
        """A split time in seconds; None if it was not taken."""
        return next((one.seconds for one in self.splits if (one.driver, one.point) == (driver, point)), None)

    def with_car(self, car: Car) -> "Position":
        """The position with this car instead of the driver's old one."""
        cars = tuple(car if one.driver == car.driver else one for one in self.cars)
        return replace(self, cars=cars)


@value
class Driver:
    """A `driver` line: the short name, the player, and the car at the start of the stage. `tyres_told`: the tyres are
    written there, or known from the rally."""

    name: str
    player: str
    car: Car
    tyres_told: bool = False


NO_POINTS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class Setup:
    """The facts that stay the same during a stage. `surfaces` maps zones to what covers them, `timing` maps spaces to the names
    of timing points. Drivers are in starting order."""

    stage: Stage
    ruleset: Ruleset
    drivers: tuple[Driver, ...] = ()
    surfaces: Mapping[str, str] = field(default_factory=lambda: NO_POINTS)
    timing: Mapping[str, str] = field(default_factory=lambda: NO_POINTS)

    def reading(self, ruling: str) -> str:
        """The reading in force of a ruling; its use is noted."""
        return self.ruleset.readings[ruling]

    def option(self, name: str) -> bool:
        """Whether an optional rule is in force."""
        return name in self.ruleset.options

    def parameter(self, name: str) -> int:
        """The value in force of a parameter: the one set, else the printed one. KeyError for an unknown name."""
        return int(self.ruleset.parameters.get(name, printed_parameters()[name]))

    def card_seconds(self, gear: int) -> int:
        """The seconds on the face of a gear card."""
        return self.parameter(f"gear_{gear}_card_seconds")

    def stand_in(self, name: str, value: int) -> int:
        """The value of an unset parameter whose usual value a reading replaces; its use is noted."""
        return stand_in(self.ruleset, name, value)

    def is_set(self, name: str) -> bool:
        """Whether the record or its ruleset sets a parameter; use of the value is not noted."""
        return any(name == known for known in self.ruleset.parameters)

    def surface(self, space: str) -> str:
        """What covers a space."""
        zone = self.stage.index[space].zone
        return self.surfaces.get(zone) or self.stage.zone(zone).surface

    @property
    def starting_order(self) -> tuple[str, ...]:
        """The drivers in starting order."""
        return tuple(driver.name for driver in self.drivers)

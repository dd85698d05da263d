"""The bookkeeper's knowledge of the cars: their places, the leader, the lapped cars, the places left."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from model.thunder_alley.position import Position, Setup

FULL = 6
PLAIN_LAPPING = {
    "lapped-trigger": "position-based",
    "lapped-new-leader": "re-evaluated",
    "lapped-same-lap": "fewer-crossings",
    "lapped-on-apron": "can-be-lapped",
}
"""The readings under which the formula of TA-4.2 decides which cars are lapped."""


class WrongError(AssertionError):
    """The position differs from what the bookkeeper worked out."""


@dataclass
class Sheet:
    """The bookkeeper's entry for one car."""

    number: int
    team: str
    space: str = ""
    crossed: int = 0
    stack: int = 0
    wear: tuple[str, ...] = ()
    led: int = 0
    flipped: bool = False
    lap_down: bool = False
    status: str = "racing"
    place: int | None = None

    @property
    def apron(self) -> bool:
        return self.space.endswith("p")

    @property
    def sector(self) -> int:
        return int(self.space[:-1])


class Standing:
    """The cars of a race and the markers next to the track."""

    def __init__(self, setup: Setup) -> None:
        assert setup.track is not None and setup.laps is not None
        self.setup, self.track, self.laps = setup, setup.track, setup.laps
        self.length = len(setup.track.sectors)
        self.readings: Mapping[str, str] = setup.ruleset.readings
        self.options = setup.ruleset.options
        self.cars = {number: Sheet(number, team.colour) for team in setup.teams for number in team.cars}
        self.left = list(range(1, len(self.cars) + 1))
        self.turn, self.lap, self.rain, self.flag = 1, 1, False, ""
        self.won_before = False

    def reading(self, ruling: str, value: str) -> bool:
        return self.readings[ruling] == value

    def wrong(self, what: str) -> None:
        raise WrongError(f"turn {self.turn}: {what}")

    def follow(self, position: Position) -> None:
        """Takes over the places of the cars only."""
        for car in position.cars:
            sheet = self.cars[car.number]
            if car.space is not None:
                sheet.space, sheet.stack = car.space, car.stack
            sheet.crossed = car.crossed

    def racing(self) -> list[Sheet]:
        return [car for car in self.cars.values() if car.status == "racing"]

    def won(self) -> bool:
        return any(car.status == "finished" for car in self.cars.values())

    def progress(self, car: Sheet) -> int:
        assert self.track.line is not None
        return car.crossed * self.length + (car.sector - self.track.line - 1) % self.length

    def order(self, cars: Iterable[Sheet] | None = None) -> list[Sheet]:
        """Running order (TA-4.1)."""
        inside = 1 if self.reading("running-order-lane", "inside-first") else -1

        def key(car: Sheet) -> tuple[int, bool, int]:
            return -self.progress(car), car.apron, car.stack if car.apron else inside * ord(car.space[-1])

        return sorted(self.racing() if cars is None else cars, key=key)

    def nearest(self) -> list[Sheet]:
        """The cars by their distance to the line, with any laps (TA-12.4)."""
        assert self.track.line is not None
        line = self.track.line

        def key(car: Sheet) -> tuple[int, bool, int]:
            return (
                -((car.sector - line - 1) % self.length),
                car.apron,
                car.stack if car.apron else ord(car.space[-1]),
            )

        return sorted(self.racing(), key=key)

    def front_row(self) -> list[Sheet]:
        """The cars of the first row of a restart, the inside car first (TA-9.6-7): those that have the longest free way ahead."""
        cars = [car for car in self.racing() if not car.apron]

        def free(car: Sheet) -> int:
            return min((other.sector - car.sector - 1) % self.length for other in cars)

        return sorted(cars, key=lambda car: (-free(car), car.space[-1]))[:2]

    def leader(self) -> Sheet | None:
        """The car with the Leader marker; after the first finish the first one still on the track."""
        cars = self.order()
        if self.won():
            if not self.reading("leader-after-finishers", "moves-to-first-on-track"):
                return None
            cars = [car for car in cars if not car.apron]
        return cars[0] if cars else None

    def in_the_lead(self) -> list[Sheet]:
        """The leader, and the cars in its sector on the same lap (TA-3.5.1)."""
        first = self.leader()
        if first is None:
            return []
        if self.reading("turn-leader-lapped-in-sector", "all-in-sector"):
            return [car for car in self.racing() if car.sector == first.sector]
        return [car for car in self.racing() if self.progress(car) == self.progress(first)]

    def watch(self) -> None:
        """The lap marker (TA-4.6) and Lap-down markers (TA-4.2), where the formula decides which cars are lapped."""
        first = self.leader()
        if first is None:
            return
        self.lap = max(self.lap, min(first.crossed, self.laps))
        for car in self.racing():
            car.lap_down = self.progress(first) - self.progress(car) >= self.length

    def plain(self, readings: Mapping[str, str]) -> bool:
        """Whether all these readings are in force."""
        return all(self.readings[ruling] == reading for ruling, reading in readings.items())

    def out(self, car: Sheet) -> None:
        """The car is lost and takes the lowest place left (TA-4.3)."""
        car.status, car.place, car.lap_down = "out", self.left.pop(), False
        car.flipped = True
        for other in self.racing():
            if car.apron and other.space == car.space and other.stack > car.stack:
                other.stack -= 1

    def finish(self, car: Sheet) -> None:
        car.status, car.place, car.lap_down = "finished", self.left.pop(0), False

    def full_cars_out(self, before: Mapping[int, tuple[str, ...]]) -> None:
        """Cars that have just got a sixth marker, where it counts at once (six-markers-timing)."""
        if self.reading("six-markers-timing", "at-once"):
            for car in reversed(self.order()):
                if len(car.wear) >= FULL and len(car.wear) > len(before[car.number]):
                    self.out(car)

    def counted(self, table: Position) -> None:
        """Cars are conserved, one per space; apron stacks have no gaps; each place is given once or left."""
        spaces = Counter(car.space for car in table.cars if car.on_track)
        stacks: dict[str, list[int]] = {}
        for car in table.cars:
            if car.on_apron:
                stacks.setdefault(car.space or "", []).append(car.stack)
        places = sorted([*table.places_left, *(car.place for car in table.cars if car.place is not None)])
        if {car.number for car in table.cars} != set(self.cars) or len(table.cars) != len(self.cars):
            self.wrong("cars came or went")
        if any(count > 1 for count in spaces.values()):
            self.wrong(f"two cars in a space: {spaces.most_common(1)}")
        if any(sorted(stack) != list(range(len(stack))) for stack in stacks.values()):
            self.wrong(f"stacks {stacks}")
        if places != list(range(1, len(self.cars) + 1)):
            self.wrong(f"places {places}")

    def counts(self) -> Counter[str]:
        """How many cars drive, are out, have finished."""
        return Counter(car.status for car in self.cars.values())

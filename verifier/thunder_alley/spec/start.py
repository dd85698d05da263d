"""From a position to the beginning of an activation: movement, MPs, state (TA-3.4-5, TA-5, TA-7.4, TA-9.4)."""

from dataclasses import dataclass

from model.thunder_alley.cards import Card
from model.thunder_alley.position import FINISHED, RACING, Car, Position, Setup
from model.thunder_alley.track import Track
from verifier.solving.circuit import TRUE, Circuit, constant
from verifier.thunder_alley.spec.left_out import driven
from verifier.thunder_alley.spec.play import APRON, DRAFT, LEVELS, SOLO, Play
from verifier.thunder_alley.spec.tracking import Tracking

SECOND_MPS = 3
"""MPs of the second car of Teamwork (TA-RC-teamwork)."""


def penalty(markers: int) -> int:
    """MPs lost to wear (TA-7.4): none for up to 2 markers, otherwise one for each marker."""
    return markers if markers >= 3 else 0


def speed(setup: Setup, car: Car, card: Card) -> int:
    """MPs of an activation. From the apron: the pit-exit speed without penalty (TA-9.4, TA-7.4-pit-exempt). Otherwise: the
    on-track speed minus the penalty (TA-6.1-mp-total)."""
    gone = setup.ruleset.left_out
    slowed = "TA-7.4-pit-exempt" in gone if car.on_apron else True
    less = penalty(len(car.wear)) if slowed and "TA-7.4" not in gone else 0
    return max(0, (card.pit_speed if car.on_apron else card.speed) - less)


@dataclass(frozen=True, slots=True)
class Table:
    """A position with what one activation needs of it."""

    setup: Setup
    position: Position
    track: Track
    circuit: Circuit

    def cars(self) -> tuple[Car, ...]:
        """The cars on the track itself."""
        return tuple(car for car in self.position.cars if car.status == RACING and car.on_track)

    def won(self) -> bool:
        """Whether a car has finished before this activation."""
        return any(car.status == FINISHED for car in self.position.cars)

    def tracking(self, active: Car) -> Tracking:
        """Where the cars on the track stand, plus the active car wherever it is."""
        index = self.track.index
        cars = {car.number: {(index[car.space], car.crossed): TRUE} for car in self.cars() if car.space}
        if active.on_apron and active.space:
            cars[active.number] = {(APRON, active.crossed): TRUE}
        return Tracking(cars)

    def beside(self, active: Car) -> int | None:
        """The track space next to a car on the apron, from which it leaves; None for a car on the track."""
        return self.track.index[f"{active.space[:-1]}a"] if active.on_apron and active.space else None

    def play(self, active: Car, card: Card, total: int, *, second: bool = False) -> Play:
        """The movement of a car with a card and this many MPs. `second` is for the other car of Teamwork."""
        pit = active.on_apron
        others = sum(car.number != active.number for car in self.cars())
        movement, text = driven(self.setup.ruleset, DRAFT if second else card.movement, card.text)
        return Play(
            self.circuit,
            self.track,
            self.setup.ruleset,
            SOLO if pit else movement,
            None if pit else text,
            total,
            pit,
            self._may_finish(total),
            others,
        )

    def _may_finish(self, total: int) -> bool:
        """Whether some car may finish within this many MPs."""
        laps, track = self.setup.laps, self.track
        if laps is None or track.line is None:
            return False
        readings = self.setup.ruleset.readings
        reach = total // len(track.sectors) + (total if readings["backward-over-line"] == "laps-kept" else 0)
        levels = [laps - car.crossed for car in self.position.cars if car.status == RACING and car.space]
        first = any(0 <= level <= min(reach, LEVELS - 1) for level in levels)
        return first or (self.won() and readings["finish-lapped-car"] == "finishes")

    def won_bit(self) -> int:
        """`won` as a bit."""
        return constant(self.won())

"""Cars as track drawings show them."""

from collections.abc import Iterable
from dataclasses import dataclass

from model.errors import ModelError, Problem
from model.thunder_alley.position import Car, Position
from model.thunder_alley.track import Track


@dataclass(frozen=True, slots=True)
class CarMark:
    """A car on a drawing: its space (`14b`, on the apron `8p`), its label, its team's colour, its states (`flipped`)."""

    space: str
    label: str
    team: str = ""
    states: tuple[str, ...] = ()


def marks(position: Position, leader: int | None = None) -> tuple[CarMark, ...]:
    """The cars on the track or its apron; those on one apron space bottom first (TA-1.3-apron). The car
    `leader` leads."""
    standing = sorted((car for car in position.cars if car.space), key=lambda car: (car.stack, car.number))
    return tuple(
        CarMark(car.space or "", str(car.number), car.team, _states(car, car.number == leader))
        for car in standing
    )


def _states(car: Car, leads: bool) -> tuple[str, ...]:
    shown = (leads, "leader"), (car.flipped, "flipped"), (car.lap_down, "lap down")
    return tuple(name for there, name in shown if there)


def by_space(track: Track, cars: Iterable[CarMark]) -> dict[str, list[CarMark]]:
    """The cars of each space, in the given order. Raises `ModelError` for a space that the track does not have."""
    found: dict[str, list[CarMark]] = {}
    for car in cars:
        if not track.has(car.space):
            what = f"car {car.label} is at `{car.space}`, which is not on this track"
            raise ModelError(Problem(what, help=track.extent()))
        found.setdefault(car.space, []).append(car)
    return found

"""How a legal move went: the route of each car, step by step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position, Setup
from model.thunder_alley.track import Track
from verifier.thunder_alley.spec.decode import Reading, Values
from verifier.thunder_alley.spec.judging import way_to
from verifier.thunder_alley.spec.play import APRON, Play
from verifier.thunder_alley.spec.segment import Movement


@dataclass(frozen=True, slots=True)
class Went:
    """One car moves from one space to another in a step (counted from 1 in its movement), with the rule that moves it."""

    step: int
    start: int
    end: int
    why: str


@dataclass(frozen=True, slots=True)
class Story:
    """How a move went: its movements, the route of each car, the values of all decisions, and where the cars started. Not
    `complete`: it stops in the middle."""

    movements: Sequence[Movement]
    routes: Mapping[int, Sequence[tuple[Movement, Went]]]
    values: Values
    starts: Mapping[int, int]
    complete: bool

    def play(self) -> Play:
        """The play of the active car's movement."""
        return self.movements[0].play


def tell(setup: Setup, before: Position, move: Activation, after: Position) -> Story:
    """The route of each car in a legal move. If it can be played in several ways, use one that leads to `after`."""
    walk, true = way_to(setup, before, move, after)
    movements = walk.movements
    circuit = movements[0].play.circuit
    causes = [shift.bit for one in movements for taken in one.steps for shift in taken.made.causes]
    lanes = [lane[-1] for one in movements for taken in one.steps for lane in taken.made.lanes]
    reading = Reading(circuit, [*causes, *lanes])
    values = reading.values(true)
    track = movements[0].play.track
    routes: dict[int, list[tuple[Movement, Went]]] = {car.number: [] for car in before.cars}
    at = {
        car.number: track.index[car.space] if car.on_track else APRON
        for car in before.cars
        if car.space is not None
    }
    starts = dict(at)
    for movement in movements:
        for step, taken in enumerate(movement.steps, 1):
            moved = {
                (shift.start, shift.active): shift for shift in taken.made.causes if values.holds(shift.bit)
            }
            for number, space in list(at.items()):
                shift = moved.get((space, number == movement.car))
                if shift is not None:
                    routes[number].append((movement, Went(step, space, shift.end, shift.why)))
                    at[number] = shift.end
    complete = move.path is None or not move.path.open_end
    return Story(movements, routes, values, starts, complete)


def further_back(track: Track, space: int, other: int) -> bool:
    """Whether a space lies in a sector further back than another; on a ring, by less than half a lap."""
    apart = track.place[track.sector[space]] - track.place[track.sector[other]]
    return apart % len(track.sectors) > len(track.sectors) // 2 if track.ring else apart < 0

"""The position after a step, left open as far as the step may change it: where each car stands, its markers, and whether it is
out."""

from collections.abc import Iterable, Mapping, Sequence

from model.thunder_alley.position import OUT, Car, Position, Setup
from verifier.solving.circuit import Bit
from verifier.solving.questions import Answer, Choice, Question
from verifier.thunder_alley.spec.lapped import lapped
from verifier.thunder_alley.spec.leader import lap_marker
from verifier.thunder_alley.spec.place import racing, standing, with_closed_stacks
from verifier.thunder_alley.spec.said import Change, Said, changed, difference

UNCHANGED: Change = ()


class CarAfter:
    """The possible outcomes for one car: its space, place in a stack, crossings and markers, and its place if it leaves the
    race."""

    def __init__(
        self,
        question: Question,
        car: Car,
        said: Said | None,
        spaces: Iterable[str],
        crossings: Iterable[int],
        height: int,
        changes: Iterable[Change],
        places: Iterable[int],
    ) -> None:
        self.car, self._circuit = car, question.circuit
        name, heights, told_changes = f"car {car.number}", range(height + 1), []
        told = said or Said(car.number)
        if told.wear is not None:
            told_changes.append(difference(car.wear, told.wear))
        self.space: Choice[str | None] = question.choice(
            f"{name} space", [car.space, *spaces, told.space or car.space]
        )
        crossed = car.crossed if told.crossed is None else told.crossed
        self.crossed = question.choice(f"{name} crossed", [car.crossed, *crossings, crossed])
        self.stack = question.choice(f"{name} stack", [car.stack, *heights, told.stack or 0])
        self.change = question.choice(f"{name} wear", [UNCHANGED, *changes, *told_changes])
        self.place: Choice[int | None] = question.choice(f"{name} place", [None, *places])

    @property
    def stays(self) -> Bit:
        """The car does not move."""
        return self._circuit.both(self.stays_in_space, self.stack.is_(self.car.stack))

    @property
    def stays_in_space(self) -> Bit:
        """The car keeps its space, at any height in the stack."""
        return self._circuit.both(self.space.is_(self.car.space), self.crossed.is_(self.car.crossed))

    @property
    def out(self) -> Bit:
        """The car leaves the race."""
        return -self.place.is_(None)

    def at(self, space: str, crossed: int) -> Bit:
        """The car stands in this space and has crossed the line this many times."""
        return self._circuit.both(self.space.is_(space), self.crossed.is_(crossed))

    def markers(self, least: int) -> Bit:
        """The car carries at least this many wear markers."""
        return self.change.where(lambda change: len(changed(self.car.wear, change)) >= least)

    def claims(self, said: Said) -> Bit:
        """The car matches the claim."""
        demands = []
        if said.space is not None:
            demands.append(self.space.is_(said.space))
        if said.stack is not None:
            demands.append(self.stack.is_(said.stack))
        if said.crossed is not None:
            demands.append(self.crossed.is_(said.crossed))
        if said.wear is not None:
            demands.append(self.change.is_(difference(self.car.wear, said.wear)))
        return self._circuit.all(demands)

    def decode(self, answer: Answer) -> Car:
        """Read the car from an answer."""
        car, place = self.car, answer[self.place]
        space, stack = (None, 0) if place else (answer[self.space], answer[self.stack])
        status = OUT if place else car.status
        wear = changed(car.wear, answer[self.change])
        lap_down = car.lap_down and not place
        return Car(
            car.number,
            car.team,
            space,
            answer[self.crossed],
            wear,
            car.led,
            car.flipped,
            lap_down,
            status,
            place,
            stack,
        )


def table_after(
    question: Question,
    position: Position,
    said: Iterable[Said] = (),
    *,
    spaces: Mapping[int, Sequence[str]] | None = None,
    back: int = 0,
    changes: Mapping[int, Sequence[Change]] | None = None,
    places: Iterable[int] = (),
) -> dict[int, CarAfter]:
    """Return the cars still in the race by number.

    `spaces` and `changes` list what the step could bring, `back` is the most crossings it could undo, and `places` are the places
    a car could take. The values in `said` are always possible.
    """
    told = {one.number: one for one in said}
    cars, taken = racing(position), tuple(places)
    found = {}
    for car in cars:
        there = (spaces or {}).get(car.number, ())
        found[car.number] = CarAfter(
            question,
            car,
            told.get(car.number),
            there,
            [car.crossed - one for one in range(1, back + 1)] if there else (),
            len(cars) if any(space.endswith("p") for space in there) else 0,
            (changes or {}).get(car.number, ()),
            taken,
        )
    return found


def decode(position: Position, after: Mapping[int, CarAfter], answer: Answer) -> Position:
    """Read the position from an answer. Places that were taken are removed from those left (TA-4.3)."""
    cars = [car.decode(answer) for car in after.values()]
    taken = {car.place for car in cars}
    left = tuple(place for place in position.places_left if place not in taken)
    return with_closed_stacks(position.with_cars(*cars, places_left=left))


def settled(setup: Setup, before: Position, position: Position) -> Position:
    """The position with its Lap-down markers and lap marker updated after cars moved from `before` (TA-4.2, TA-4.6)."""
    if setup.track is None or not standing(position):
        return position
    marked = lapped(setup, position, before).outcome
    cars = [
        Car(
            car.number, car.team, car.space, car.crossed, car.wear, car.led, car.flipped,
            car.number in marked, car.status, car.place, car.stack,
        )
        for car in standing(position)
    ]  # fmt: skip
    return position.with_cars(*cars, lap=lap_marker(setup, position))

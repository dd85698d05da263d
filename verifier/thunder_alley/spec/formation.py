"""TA-9.6: a restart formation, free: where its front row stands, who stands where, how often each car has crossed the line."""

from collections.abc import Iterable, Mapping, Sequence

from model.thunder_alley.position import Car, Position, Setup
from model.thunder_alley.track import Track
from verifier.solving.circuit import FALSE, Bit
from verifier.solving.questions import Answer, Question
from verifier.thunder_alley.spec.place import lane_of, lines_passed, sector_of, space_at, standing, track_of
from verifier.thunder_alley.spec.said import Said

Slot = tuple[int, str]
"""A row of the formation, counted back from the front row, and a lane."""


def restart_lanes(track: Track) -> tuple[str, str]:
    """The two restart lanes, inner one first (TA-1.3-restart-lanes); the two inner ones where the track names none."""
    return track.restart or ("a", "b")


def front_sector(setup: Setup, position: Position) -> int:
    """The sector, by its place in driving order, of the front row of cars that are lined up: no car stands in the next one.

    Raises ValueError for a formation that is as long as the track (note `restart-line-longer-than-lap`).
    """
    track = track_of(setup)
    sectors = {sector_of(track, car.space) for car in standing(position) if car.space is not None}
    size = len(track.sectors)
    for sector in sorted(sectors, reverse=True):
        following = (sector + 1) % size if track.ring else sector + 1
        if following not in sectors:
            return sector
    raise ValueError("the restart line is as long as the track")


def rows_back(track: Track, front: int, space: str) -> int:
    """Rows from the front sector back to a space."""
    return (front - sector_of(track, space)) % len(track.sectors)


class Formation:
    """Cars in rows of two. `front` is the sector of its front row; a car's slot and its crossings are free."""

    def __init__(
        self, question: Question, setup: Setup, name: str, cars: Sequence[Car], said: Iterable[Said]
    ) -> None:
        self.question, self.circuit, self.track = question, question.circuit, track_of(setup)
        told = {one.number: one for one in said}
        self.cars, self.lanes = tuple(cars), restart_lanes(self.track)
        size = len(self.track.sectors)
        spaces = [one.space for one in told.values() if one.space is not None and not one.space.endswith("p")]
        claimed = sorted({lane_of(space) for space in spaces} - set(self.lanes))
        rows = min(size, len(cars) + (size if told else 0))
        slots = [(row, lane) for row in range(rows) for lane in (*self.lanes, *claimed)]
        self.front = question.choice(f"{name} front", range(size))
        self.slot = {car.number: question.choice(f"{name} slot {car.number}", slots) for car in cars}
        self._ladders: dict[int, list[Bit]] = {}
        self.crossed = {}
        for car in cars:
            one = told.get(car.number)
            crossings = [car.crossed + step for step in range(-2, 3)]
            if one is not None and one.crossed is not None:
                crossings.append(one.crossed)
            self.crossed[car.number] = question.choice(f"{name} crossed {car.number}", crossings)
        question.given(
            self.circuit.any(slot.where(lambda value: value[0] == 0) for slot in self.slot.values())
        )

    def index(self, slot: Slot) -> int | None:
        """The place of a slot in the line, from 0: front row first, inside before outside. None beside the restart lanes."""
        return 2 * slot[0] + self.lanes.index(slot[1]) if slot[1] in self.lanes else None

    def at(self, number: int, index: int) -> Bit:
        """The car stands in the slot with this index."""
        return self.slot[number].is_((index // 2, self.lanes[index % 2]))

    def before(self, one: int, other: int) -> Bit:
        """Both stand in restart lanes, the first one further ahead in the line."""
        indices = range(2 * len(self.track.sectors))
        return self.circuit.all(
            self.circuit.implies(self.at(other, index), self.among_first(one, index)) for index in indices
        )

    def among_first(self, number: int, count: int) -> Bit:
        """The car stands in one of the first so many slots."""
        ladder = self._ladders.setdefault(number, [FALSE])
        while len(ladder) <= count:
            ladder.append(self.circuit.either(ladder[-1], self.at(number, len(ladder) - 1)))
        return ladder[count]

    def stands(self, number: int, space: str, front: int | None = None) -> Bit:
        """The car stands in this space; `front` where the front row is known to stand."""
        if number not in self.slot:
            return FALSE
        slot, sector, lane = self.slot[number], sector_of(self.track, space), lane_of(space)
        size = len(self.track.sectors)
        if front is not None:
            return slot.is_(((front - sector) % size, lane))
        return self.circuit.any(
            self.circuit.both(self.front.is_(ahead), slot.is_(((ahead - sector) % size, lane)))
            for ahead in self.front.values
        )

    def crossings(self, number: int, by_row: Mapping[int, int]) -> Bit:
        """The car has crossed the line as often as its row says."""
        slot, crossed = self.slot[number], self.crossed[number]
        return self.circuit.all(
            self.circuit.implies(slot.is_(value), crossed.is_(by_row[value[0]])) for value in slot.values
        )

    def claim(self, said: Iterable[Said], stage: int = 0) -> None:
        """Claims that cars stand as somebody says."""
        for one in said:
            if one.space is not None:
                self.question.claim(self.stands(one.number, one.space), stage)
            if one.crossed is not None and one.number in self.crossed:
                self.question.claim(self.crossed[one.number].is_(one.crossed), stage)

    def decode(self, answer: Answer, front: int | None = None) -> list[Car]:
        """The cars as they stand in an answer, without Lap-down markers."""
        lead = answer[self.front] if front is None else front
        found = []
        for car in self.cars:
            row, lane = answer[self.slot[car.number]]
            space = space_at(self.track, lead - row, lane)
            crossed = answer[self.crossed[car.number]]
            found.append(Car(car.number, car.team, space, crossed, car.wear, car.led, car.flipped))
        return found


def crossings_by_row(track: Track, front: int, lead_crossed: int, rows: int) -> dict[int, int]:
    """How often a car on the lead lap has crossed the line in each row behind a front row in this sector, where the leader has
    crossed it `lead_crossed` times."""
    space = space_at(track, front, restart_lanes(track)[0])
    return {row: lead_crossed - lines_passed(track, space, row) for row in range(rows)}

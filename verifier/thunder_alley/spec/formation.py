"""TA-9.6: an open restart formation: where the front row stands, which car stands where, and how often each has crossed the
line."""

from collections.abc import Iterable, Mapping, Sequence

from model.thunder_alley.position import Car, Position, Setup
from model.thunder_alley.track import APRON, Track
from verifier.solving.circuit import FALSE, Bit
from verifier.solving.questions import Answer, Question
from verifier.solving.session import NoAnswerError
from verifier.thunder_alley.spec.pits import rule_of_markers
from verifier.thunder_alley.spec.place import lane_of, lines_passed, sector_of, space_at, standing, track_of
from verifier.thunder_alley.spec.said import Said

Slot = tuple[int, str]
"""A row of the formation, counted back from the front row, and a lane."""


def restart_lanes(track: Track) -> tuple[str, str]:
    """The two restart lanes, inner one first (TA-1.3-restart-lanes). If the track names none, they are the two innermost
    lanes."""
    return track.restart or ("a", "b")


def front_sector(setup: Setup, position: Position) -> int:
    """The sector of the front row of a line-up, by its index in driving order: no car stands in the next sector.

    Raises `NoAnswerError` for a formation as long as the track (note `restart-line-longer-than-lap`).
    """
    track = track_of(setup)
    sectors = {sector_of(track, car.space) for car in standing(position) if car.space is not None}
    size = len(track.sectors)
    for sector in sorted(sectors, reverse=True):
        following = (sector + 1) % size if track.ring else sector + 1
        if following not in sectors:
            return sector
    raise NoAnswerError("the restart line is as long as the track")


def rows_back(track: Track, front: int, space: str) -> int:
    """The number of rows from the front sector back to a space."""
    return (front - sector_of(track, space)) % len(track.sectors)


class Formation:
    """Cars in rows of two. The position of the front row, the slots of the cars and their crossings are free."""

    def __init__(
        self, question: Question, setup: Setup, name: str, cars: Sequence[Car], said: Iterable[Said]
    ) -> None:
        self.question, self.circuit, self.setup = question, question.circuit, setup
        self.track = track_of(setup)
        told = list(said)
        self.cars, self.lanes = tuple(cars), restart_lanes(self.track)
        size = len(self.track.sectors)
        spaces = [one.space for one in told if one.space is not None and not one.space.endswith("p")]
        claimed = sorted({lane_of(space) for space in spaces} - set(self.lanes))
        # Cars stand two by two, unless lanes close up separately and leave holes, or the record claims otherwise.
        holes = setup.ruleset.readings["restart-fill-holes"].startswith("lane-only")
        rows = size if told else min(size, len(cars) if holes else (len(cars) + 1) // 2)
        slots = [(row, lane) for row in range(rows) for lane in (*self.lanes, *claimed)]
        self.rows = rows
        self.front = question.choice(f"{name} front", range(size))
        self.slot = {car.number: question.choice(f"{name} slot {car.number}", slots) for car in cars}
        self._ladders: dict[int, list[Bit]] = {}
        self.crossed = {}
        most = max((car.crossed for car in cars), default=0)  # a saved car rejoins the lead lap
        for car in cars:
            crossings = list(range(car.crossed - 2, most + 3))
            for one in told:
                if one.number == car.number and one.crossed is not None:
                    crossings += [one.crossed - 1, one.crossed]
            self.crossed[car.number] = question.choice(f"{name} crossed {car.number}", crossings)
        question.given(
            self.circuit.any(slot.where(lambda value: value[0] == 0) for slot in self.slot.values())
        )

    def index(self, slot: Slot) -> int | None:
        """The index of a slot in the line, from 0: front row first, inside before outside. None outside the restart lanes."""
        return 2 * slot[0] + self.lanes.index(slot[1]) if slot[1] in self.lanes else None

    def at(self, number: int, index: int) -> Bit:
        """The car stands in the slot with this index."""
        return self.slot[number].is_((index // 2, self.lanes[index % 2]))

    def before(self, one: int, other: int) -> Bit:
        """Both cars stand in restart lanes, the first further ahead in the line."""
        indices = range(2 * self.rows)
        return self.circuit.all(
            self.circuit.implies(self.at(other, index), self.among_first(one, index)) for index in indices
        )

    def among_first(self, number: int, count: int) -> Bit:
        """The car stands in one of the first `count` slots."""
        ladder = self._ladders.setdefault(number, [FALSE])
        while len(ladder) <= count:
            ladder.append(self.circuit.either(ladder[-1], self.at(number, len(ladder) - 1)))
        return ladder[count]

    def stands(self, number: int, space: str, front: int | None = None) -> Bit:
        """The car stands in this space; `front` is the sector of the front row, if known."""
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
        """The car has crossed the line as often as its row requires."""
        slot, crossed = self.slot[number], self.crossed[number]
        return self.circuit.all(
            self.circuit.implies(slot.is_(value), crossed.is_(by_row[value[0]])) for value in slot.values
        )

    def claim(
        self,
        said: Iterable[Said],
        rule: str,
        front: int | None = None,
        undone: Mapping[int, int] | None = None,
        stage: int = 0,
    ) -> None:
        """Claim that cars stand as reported, with the markers they have.

        `rule` is the rule that settles where they stand. `front` is the sector of the front row, if known. `undone` gives, by
        row, the crossings a car has here but later loses.
        """
        for one in said:
            if one.number not in self.slot:
                self._never(f"{one.number} in {rule}", rule, stage)
                continue
            slot, crossed = self.slot[one.number], self.crossed[one.number]
            if one.space is not None and one.space.endswith(APRON):
                self._never(f"{one.number} on the apron in {rule}", rule, stage)
            elif one.space is not None:
                self.question.claim(self.stands(one.number, one.space, front), stage)
            if one.crossed is not None:
                for value in slot.values:
                    count = one.crossed - (undone or {}).get(value[0], 0)
                    self.question.claim(self.circuit.implies(slot.is_(value), crossed.is_(count)), stage)
            wear = next(car.wear for car in self.cars if car.number == one.number)
            if one.wear is not None and sorted(one.wear) != sorted(wear):
                decides = rule_of_markers(self.setup, one.wear, wear, restarted=True)
                self._never(f"{one.number} with these markers in {rule}", decides, stage)

    def _never(self, name: str, rule: str, stage: int) -> None:
        """Claim something the rule never allows."""
        claimed = self.question.flag(name, hidden=True)
        self.question.rule(rule, -claimed)
        self.question.claim(claimed, stage)

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
    """How often a lead-lap car in each row has crossed the line, if the front row is in sector `front` and the leader has crossed
    it `lead_crossed` times."""
    space = space_at(track, front, restart_lanes(track)[0])
    return {row: lead_crossed - lines_passed(track, space, row) for row in range(rows)}

"""The decisions that a record writes: constants for what is written, variables for what it leaves open."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from model.thunder_alley.moves import UNKNOWN, Step
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.thunder_alley.spec.decisions import (
    ASLANT,
    BACK,
    LINE,
    LINK,
    OWN,
    FreeChoices,
    Lanes,
    Ways,
)
from verifier.thunder_alley.spec.play import Edges, Play
from verifier.thunder_alley.spec.tracking import Tracking


class WrittenChoices:
    """The decisions of one written step, of which `own` is what it says itself. `split`: a bump that another one follows spends a
    single MP; `taken`: the ways that a line took at forks before."""

    def __init__(
        self, play: Play, lanes: Lanes, number: int, step: Step, own: Step, tracking: Tracking, taken: Edges
    ) -> None:
        self._play, self._lanes, self._number, self._step, self._own = play, lanes, number, step, own
        self._tracking, self._taken = tracking, taken
        self.kinds: Mapping[str, Bit] = {step.kind + ("!" if step.bump else ""): TRUE}
        self.split: Bit = FALSE

    def ways(self, role: str, space: int, options: tuple[int, ...]) -> Ways:
        """The written lane, if it is one of the options; else an open choice. A line goes where it went before (note
        `fork-choice-later-cars`), whatever is written for the fork that its front meets."""
        ways = self._written(role, space, options)
        if role != LINE or len(options) < 2:
            return ways
        circuit = self._play.circuit
        before = {option: self._taken.get((space, option), FALSE) for option in options}
        passed = circuit.any(before.values())
        return tuple((option, circuit.ite(passed, before[option], bit)) for option, bit in ways)

    def _written(self, role: str, space: int, options: tuple[int, ...]) -> Ways:
        if len(options) > 1:
            lane = self._lane(role, space)
            for option in options:
                if lane is not None and self._named(role, option) == lane:
                    return tuple((other, TRUE if other == option else FALSE) for other in options)
        return self._lanes.ways(self._number, role, space, options)

    def _named(self, role: str, option: int) -> str:
        return self._play.track.spaces[option] if role == ASLANT else self._play.track.lane[option]

    def _lane(self, role: str, space: int) -> str | None:
        """The lane, or for a diagonal step the space, that the record gives to whoever leaves a space in this role."""
        step = self._step
        if role == ASLANT:
            return step.to
        way = "<" if role in (BACK, LINK) else ">"
        name = self._play.track.spaces[space]
        for place, direction, lane in step.forks:
            if (place, direction) == (name, way):
                return lane
        # What was written for a car before holds as long as the step itself says nothing else.
        named = None if role == LINK else self._of_car(self._own, space)
        if named is None and role in (OWN, LINE):
            named = step.lane
        return self._of_car(step, space) if named is None and role != LINK else named

    def _of_car(self, step: Step, space: int) -> str | None:
        """The lane written for the car that stands there."""
        return next((lane for car, lane in step.lanes if self._stands(car, space)), None)

    def _stands(self, car: int, space: int) -> bool:
        """The car is known to stand there."""
        spots = self._tracking.cars.get(car, {})
        return any(spot[0] == space and bit == TRUE for spot, bit in spots.items())


def with_lasting_choices(steps: Sequence[Step]) -> list[Step]:
    """The steps, each with the choices by place and by car that were written before and still hold."""
    forks: dict[tuple[str, str], str] = {}
    lanes: dict[int, str] = {}
    found = []
    for step in steps:
        forks |= {(place, way): lane for place, way, lane in step.forks}
        lanes |= dict(step.lanes)
        found.append(
            replace(
                step,
                forks=tuple((place, way, lane) for (place, way), lane in forks.items()),
                lanes=tuple(lanes.items()),
            )
        )
    return found


def choices_for(
    play: Play,
    lanes: Lanes,
    number: int,
    step: Step,
    own: Step,
    tracking: Tracking,
    taken: Edges,
    kinds: tuple[str, ...],
    name: str,
) -> WrittenChoices | FreeChoices:
    """The decisions of a step, all of them open where the step itself is lost."""
    circuit: Circuit = play.circuit
    if step.kind == UNKNOWN:
        return FreeChoices(circuit, lanes, number, kinds, name)
    return WrittenChoices(play, lanes, number, step, own, tracking, taken)

"""What the engine answers."""

from collections.abc import Mapping
from typing import Protocol

from model.thunder_alley.moves import Activation, Move
from model.thunder_alley.position import Position
from model.values import value
from verifier.findings import Breach
from verifier.thunder_alley.engine.outcome import key_of, moved, spaces_of, watch
from verifier.thunder_alley.engine.run import Run, State

MOVES, PASSES, RETIRES = "moves", "pass", "retired"


@value
class Shift:
    """One car carried from one space to another, and the rule that did it. `end` is None when the car left the track. `step`
    counts from 1 within the path; the second path of Teamwork goes on counting."""

    car: int
    start: str
    end: str | None
    rule: str
    step: int


@value
class After:
    """The position after one step: MPs spent by the moving car, and where every car on the track stands."""

    spent: int
    _run: Run
    _state: State

    @property
    def spaces(self) -> Mapping[int, str]:
        """Car number -> space."""
        return spaces_of(self._run, self._state)

    @property
    def mover(self) -> int:
        """Number of the car that spent the MPs."""
        return self._run.numbers[self._run.mover]

    @property
    def left(self) -> int:
        """MPs that this car has left."""
        return self._run.total - self.spent

    @property
    def position(self) -> Position:
        """The position, as if the move stopped here."""
        run = self._run
        return watch(run.setup, run.position, moved(run, key_of(self._state)))


class Story(Protocol):
    """What happened in a move, in names."""

    @property
    def shifts(self) -> tuple[Shift, ...]:
        """The cars carried from one space to another, in order."""

    @property
    def steps(self) -> tuple[After, ...]:
        """The positions after each step."""


class Untold:
    """The story of a move that moves no car."""

    shifts: tuple[Shift, ...] = ()
    steps: tuple[After, ...] = ()


UNTOLD = Untold()


@value
class Outcome:
    """What a legal move leads to.

    `move` is the move with every necessary choice written. `total` = `speed` - `penalty` MPs (TA-6.1-mp-total), `spent` and
    `left` are those of the active car. `wear` is the marker gained, or None; while `complete` is False (a
    move that stops in the middle) it is still to come. `finished` pairs cars with places, in order; `turn_leaders` are the
    cars that got a Turn Leader marker. `consulted` names the rulings that were read.
    """

    position: Position
    effect: str
    move: Move
    complete: bool = True
    movement: str = ""
    pit_exit: bool = False
    speed: int = 0
    penalty: int = 0
    total: int = 0
    spent: int = 0
    left: int = 0
    wear: str | None = None
    story: Story = UNTOLD
    finished: tuple[tuple[int, int], ...] = ()
    turn_leaders: tuple[int, ...] = ()

    @property
    def shifts(self) -> tuple[Shift, ...]:
        """The cars that were moved, in order."""
        return self.story.shifts

    @property
    def steps(self) -> tuple[After, ...]:
        """The position after each step."""
        return self.story.steps


@value
class Judgement:
    """The engine's answer to a claimed move.

    No breach and one outcome: legal. No breach and several: the record leaves a choice open (`open_at` is the step where
    the ways part). Breaches: illegal, all rules broken at the first step that breaks one, the deciding rule first. `limit`
    explains why there is no answer.
    """

    breaches: tuple[Breach, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    open_at: int = 0
    limit: str = ""


@value
class LegalMove:
    """One distinct outcome with its shortest notation, and how many paths lead to it."""

    move: Activation
    position: Position
    spent: int
    paths: int


def where(position: Position, number: int) -> str:
    """Where a car is after a move: `29 at 14b`."""
    car = position.car(number)
    if car is None or car.space is None:
        place = "off the track" if car is None or car.place is None else f"in place {car.place}"
        return f"{number} {place}"
    return f"{number} at {car.space}"

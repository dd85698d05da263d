"""Decisions of Rallyman: everything that a line of play can express."""

from collections.abc import Mapping
from dataclasses import field

from model.rallyman.facts import GEARS
from model.rallyman.position import Car, Position
from model.values import value

CLEAR, SYMBOL, SAFE, UNKNOWN = "clear", "symbol", "safe", "?"
"""The result on a die; a safe die was bought and not rolled (RM-6.3)."""

BASIC, ATTACK, BLOCKED = "basic", "attack", "blocked"
"""Ways to play a turn (RM-4, RM-5, RM-12.8)."""

AT_LINE, ELIMINATED = "line", "out"
"""Ends of a turn other than spin, left and right: control lost on the finish (RM-13.5), elimination (RM-9.13, RM-9.10)."""


GEAR_OF = {str(gear): gear for gear in GEARS}


@value
class Die:
    """One die (`1` to `5`, `g`, or `?`) and its result."""

    name: str
    shown: str = CLEAR

    @property
    def gear(self) -> int:
        """The number of a gear die, 0 for a gas die."""
        return GEAR_OF.get(self.name, 0)


@value
class Step:
    """One die in use. `line` is the line of a corner on which the step ends (`inside`, `drift`, `shortcut`), None if not
    written, `?` if unknown. `cut` is the cut card drawn on a shortcut. `sisu`: the Sisu card is discarded after this die."""

    die: Die
    line: str | None = None
    cut: str | None = None
    sisu: bool = False


@value
class Turn:
    """A turn.

    `wheel`: the spare-wheel card is played first. In a time attack `unused` are dice rolled and not used, `handed` is the gas die
    handed in after a flat, `sisu` the Sisu card. `loss` is how control was lost: the event on the turned card (`spin`, `left`,
    `right`), `line`, `out` or `?`; None if control is kept. `loss_cut` is the cut card of a push into a shortcut. `card` is the
    gear card as asserted (`4`, `4b`, `-`, `?`). `open`: the rest of the turn was not written. `lost`: none of it was written.
    `ends` are the spaces on which the steps are asserted to end, None for steps without such an assertion; `round` is the
    asserted round.
    """

    driver: str
    mode: str = BASIC
    steps: tuple[Step, ...] = ()
    wheel: bool = False
    unused: tuple[Die, ...] = ()
    handed: Die | None = None
    sisu: bool = False
    loss: str | None = None
    loss_cut: str | None = None
    card: str | None = None
    open: bool = False
    lost: bool = False
    ends: tuple[str | None, ...] = ()
    round: int | None = None

    @property
    def unwritten(self) -> bool:
        """Whether something of the turn was not written down."""
        if self.open or self.lost or UNKNOWN in (self.loss, self.loss_cut):
            return True
        handed = (self.handed,) if self.handed is not None else ()
        dice = (*(step.die for step in self.steps), *self.unused, *handed)
        return any(UNKNOWN in (die.name, die.shown) for die in dice) or any(
            UNKNOWN in (step.line, step.cut) for step in self.steps
        )


@value
class Start:
    """A stage begins. `dirt` are the markers left on it by an earlier stage of the rally."""

    dirt: tuple[tuple[str, int], ...] = ()


@value
class Lay:
    """The cars are laid out. `position` has the written values and the unchanged ones. Its `turn` is 0, its `order` empty and its
    `next` None if that is not known. `given` has the written facts: drivers and fields of `Car`, with
    their values, None for `?`."""

    position: Position
    given: Mapping[tuple[str, str], str | int | bool | None] = field(default_factory=dict)


StageDecision = Turn | Start | Lay


@value
class StageDriven:
    """A stage of a rally is over: its id, its starting order, and the position at its end."""

    stage: str
    starting: tuple[str, ...]
    position: Position


@value
class Assistance:
    """There is assistance between two stages (RM-14)."""


@value
class Tyres:
    """A driver takes these tyres between two stages."""

    driver: str
    tyres: str


@value
class SpareWheel:
    """A driver uses the spare-wheel card between two stages."""

    driver: str


@value
class Enter:
    """A driver takes part in a rally, or in a single stage, with this car."""

    car: Car


RallyDecision = StageDriven | Assistance | Tyres | SpareWheel | Enter

"""The dice of a turn in sequence, and their result under one answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from model.rallyman.facts import FINISH
from verifier.rallyman.spec.bumps import ANY_LOSS, Way
from verifier.rallyman.spec.play import Choice, Play, Rule, State
from verifier.rallyman.spec.steps import Step, step
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit


@dataclass(frozen=True, slots=True)
class Driven:
    """The dice of a turn. `ways` are the steps in order, `bought` the number of safe dice up to and including each step. `space`
    and `gear` are those at the end of the turn, before an event moves the car. `cause` is the rule that ended the turn; `lost`
    and `out` give the kind of end."""

    space: str
    gear: int
    ways: tuple[Way, ...] = ()
    bought: tuple[int, ...] = ()
    symbols: int = 0
    flats: int = 0
    dirt: Mapping[str, int] = field(default_factory=dict)
    sisu: bool = True
    lost: bool = False
    out: bool = False
    cause: str = ""

    @property
    def home(self) -> bool:
        """Whether the car has crossed the finish."""
        return self.space == FINISH


class Values:
    """The values of bits under an answer."""

    def __init__(self, circuit: Circuit, bits: Sequence[Bit], true: Sequence[Bit]) -> None:
        wanted = [bit for bit in dict.fromkeys(bits) if bit not in (TRUE, FALSE)]
        self._known = dict(zip(wanted, circuit.evaluate(wanted, true), strict=True)) if wanted else {}

    def holds(self, bit: Bit) -> bool:
        """Whether a bit holds."""
        return bit == TRUE if bit in (TRUE, FALSE) else self._known[bit]

    def number(self, value: Sequence[Bit]) -> int:
        """The value of one-hot bits."""
        return next(place for place, bit in enumerate(value) if self.holds(bit))


def driven(state: State, steps: Sequence[Step], values: Values) -> Driven:
    """The result of an answer; `state` is the state after all steps."""
    made = [(one, way) for one in steps for way, _, bit in one.taken if values.holds(bit)]
    named = [rule for one in steps for rule, bit in one.named.items() if values.holds(bit)]
    return Driven(
        next(space for space, bit in state.at.items() if values.holds(bit)),
        values.number(state.gear) if any(map(values.holds, state.gear)) else 0,
        tuple(way for _, way in made),
        tuple(values.number(one.state.bought) for one, _ in made),
        values.number(state.symbols),
        values.number(state.flats),
        {corner: values.number(value) for corner, value in state.dirt.items()},
        values.holds(state.sisu),
        values.holds(state.lost),
        values.holds(state.out),
        next(iter(named), ""),
    )


@dataclass(frozen=True, slots=True)
class Drive:
    """The dice of a turn as bits: the states before each step and after the last, and the steps."""

    play: Play
    states: tuple[State, ...]
    steps: tuple[Step, ...]
    choices: tuple[Choice, ...] = ()

    @property
    def end(self) -> State:
        """The state after the last die."""
        return self.states[-1]

    @property
    def rules(self) -> list[Rule]:
        """The rules of all steps, in order."""
        return [rule for one in self.steps for rule in one.rules]

    @property
    def causes(self) -> dict[str, Bit]:
        """What ended the turn: for each cause, whether it is the one named."""
        found: dict[str, Bit] = {}
        for one in self.steps:
            for rule, bit in one.named.items():
                found[rule] = self.play.circuit.either(found.get(rule, FALSE), bit)
        return found


def drive(play: Play, state: State, choices: Sequence[Choice]) -> Drive:
    """Drives the dice in sequence. Without RM-7.14 the Sisu card of a time attack answers its first loss of control."""
    steered = play
    if play.cancelled and play.lacks(ANY_LOSS):
        plain = drive(replace(play, cancelled=False), state, choices).states
        circuit = play.circuit
        lost = tuple(circuit.both(after.lost, -before.lost) for before, after in pairwise(plain))
        steered = replace(play, answered=lost)
    states, steps = [state], []
    for number, choice in enumerate(choices, 1):
        made = step(steered, states[-1], choice, number)
        steps.append(made)
        states.append(made.state)
    return Drive(play, tuple(states), tuple(steps), tuple(choices))

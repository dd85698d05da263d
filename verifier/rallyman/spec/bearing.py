"""How many symbols a plan of dice bears before it costs control, whichever dice show them.

This needs no solver: there are at most seven dice, and all ways in which they can show symbols are tried at once. Bit k of a
column is the value under the k-th way. Under way 0 no die shows a symbol.
"""

from dataclasses import replace

from model.rallyman.moves import SAFE, Step, Turn
from model.rallyman.position import Position, Setup
from verifier.rallyman.spec.decisions import MOST_DICE, claimed
from verifier.rallyman.spec.play import State
from verifier.rallyman.spec.steps import step
from verifier.rallyman.spec.turn import begun
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, evaluate

WAYS = 1 << MOST_DICE
EVERY = (1 << WAYS) - 1


def _column(die: int) -> int:
    """The ways in which the die at this place shows a symbol."""
    return sum(1 << way for way in range(WAYS) if way >> die & 1)


COLUMNS = tuple(map(_column, range(MOST_DICE)))
UP_TO = tuple(
    sum(1 << way for way in range(WAYS) if way.bit_count() <= count) for count in range(MOST_DICE + 1)
)
"""The ways that show this many symbols or fewer."""


class Bearing:
    """The dice of a turn with their symbols left open. Plans with the same first steps share those steps."""

    def __init__(self, setup: Setup, position: Position, turn: Turn) -> None:
        self._circuit = Circuit()
        self._play, start = begun(self._circuit, setup, position, turn)
        self._states: dict[tuple[Step, ...], State] = {(): start}
        self._symbols = [self._circuit.variable(f"{place + 1} symbol") for place in range(MOST_DICE)]
        self._known = {TRUE: EVERY, FALSE: 0}
        for symbol, column in zip(self._symbols, COLUMNS, strict=True):
            self._known |= {symbol: column, -symbol: EVERY ^ column}
        self._valued = len(self._circuit.nodes)

    def bears(self, steps: tuple[Step, ...]) -> int | None:
        """The most symbols that these steps bear; None if control is lost even without a symbol."""
        state = self._after(steps)
        lost = self._value(self._circuit.either(state.lost, state.out))
        rolled = sum(one.die.shown != SAFE for one in steps)
        return next(
            (count - 1 if count else None for count in range(rolled + 1) if lost & UP_TO[count]), rolled
        )

    def _after(self, steps: tuple[Step, ...]) -> State:
        """The state after these steps. A die that is rolled may show a symbol."""
        if steps not in self._states:
            before, number = self._after(steps[:-1]), len(steps)
            (choice,) = claimed(self._circuit, steps[-1:], (), [])
            if steps[-1].die.shown != SAFE:
                choice = replace(choice, symbol=self._symbols[number - 1])
            self._states[steps] = step(self._play, before, choice, number).state
        return self._states[steps]

    def _value(self, bit: Bit) -> int:
        nodes = self._circuit.nodes
        evaluate(self._circuit, range(self._valued, len(nodes)), self._known)
        self._valued = len(nodes)
        return self._known[bit]


def bears(setup: Setup, position: Position, turn: Turn) -> int | None:
    """The most symbols that the rolled dice of a turn may show, on any of them, without a loss of control. None for a turn
    without dice, and for one that costs control without any symbol."""
    return Bearing(setup, position, turn).bears(turn.steps) if turn.steps else None

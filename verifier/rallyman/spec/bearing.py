"""How many symbols a plan of dice bears before it costs control, wherever they fall."""

from dataclasses import replace

from model.rallyman.moves import SAFE, Turn
from model.rallyman.position import Position, Setup
from verifier.rallyman.spec.decisions import claimed
from verifier.rallyman.spec.play import Choice
from verifier.rallyman.spec.turn import begun, drive
from verifier.solving.circuit import Bit, Circuit
from verifier.solving.numbers import count_one_hot
from verifier.solving.session import Session


def bears(setup: Setup, position: Position, turn: Turn) -> int | None:
    """The most symbols that the rolled dice of a turn may show, on whichever of them, without a loss of control; None for a turn
    without dice, and for one that costs control without any symbol.

    Satisfiable, for a number of symbols: so many can cost control.
    """
    if not turn.steps or turn.loss is not None:
        return None
    circuit = Circuit()
    play, state = begun(circuit, setup, position, turn)
    choices = claimed(circuit, turn.steps, (), [])
    rolled = [_rolled(circuit, choice, turn, place) for place, choice in enumerate(choices)]
    symbols = [choice.symbol for choice in rolled if choice.symbol > 1]
    end = drive(play, state, rolled).end
    counts = count_one_hot(circuit, symbols, len(symbols))
    session = Session(circuit, [circuit.either(end.lost, end.out)], more=[*counts, *symbols])
    for number, exactly in enumerate(counts):
        if _fits(session, exactly):
            return number - 1
    return len(symbols)


def _rolled(circuit: Circuit, choice: Choice, turn: Turn, place: int) -> Choice:
    """A step whose die may show a symbol, if it was rolled."""
    if turn.steps[place].die.shown == SAFE:
        return choice
    return replace(choice, symbol=circuit.variable(f"{place + 1} symbol"))


def _fits(session: Session, exactly: Bit) -> bool:
    if exactly == -1:
        return False
    return session.fits(assuming=[] if exactly == 1 else [exactly])

"""First turns of a stage that can be played as written: samples for writing a record."""

from model.rallyman.moves import ATTACK, BASIC, SYMBOL, Step
from model.rallyman.position import Position, Setup
from model.values import replace
from verifier.rallyman.engine import Outcome, first_position, play
from verifier.rallyman.engine.offers import legal_turns
from verifier.rallyman.lines.fields import car_text
from verifier.rallyman.lines.write import line_text

MODES = (BASIC, ATTACK, BASIC)
"""The mode of each sample, if it is legal there."""
DICE = 3
"""The number of dice in a sample: enough to show the notation, few enough to read at a glance."""


def sample_turns(setup: Setup) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Legal lines of the first turns, in the order of play, and the state of the last car after them in the notation of `check`.
    A die of the first turn shows a symbol if that does no harm."""
    position = first_position(setup)
    lines: list[str] = []
    stands: tuple[str, ...] = ()
    for number, mode in enumerate(MODES):
        outcome = _sample(setup, position, mode)
        if outcome is None:
            break
        outcome = outcome if number else _with_symbol(setup, position, outcome)
        lines.append(line_text(outcome.turn, position.turn, outcome.card))
        stands = (car_text(outcome.car, setup.drivers[0].car),)
        position = outcome.position
    return tuple(lines), stands


def _sample(setup: Setup, position: Position, mode: str) -> Outcome | None:
    """The most instructive legal turn: control kept, in this mode, with gas among its dice; None if no driver has a turn."""
    return min(legal_turns(setup, position, safe=False), key=lambda one: _distance(one, mode), default=None)


def _distance(outcome: Outcome, mode: str) -> tuple[object, ...]:
    """How far a turn is from an ideal sample, worst fault first; the text breaks ties."""
    turn = outcome.turn
    dice = [step.die for step in turn.steps]
    plain = all(die.gear for die in dice)
    cards = any(step.cut for step in turn.steps)
    text = line_text(turn, card=outcome.card)
    return turn.loss is not None, turn.mode != mode, cards, abs(len(dice) - DICE), plain, len(text), text


def _with_symbol(setup: Setup, position: Position, outcome: Outcome) -> Outcome:
    """The same turn with a symbol on its second die, if that is legal and ends the same; otherwise unchanged."""
    turn = outcome.turn
    if turn.mode != BASIC or len(turn.steps) < 2:
        return outcome
    steps = tuple(_shows(step, number == 1) for number, step in enumerate(turn.steps))
    played = play(setup, position, replace(turn, steps=steps))
    return played if isinstance(played, Outcome) and played.car == outcome.car else outcome


def _shows(step: Step, symbol: bool) -> Step:
    return replace(step, die=replace(step.die, shown=SYMBOL)) if symbol else step

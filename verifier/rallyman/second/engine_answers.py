"""The engine's answers in the terms of the second judge. Only this file calls the engine."""

from itertools import islice

from model.rallyman.moves import Turn
from model.rallyman.position import Position, Setup
from verifier.rallyman.engine import Outcome, play
from verifier.rallyman.engine.offers import legal_turns

MOST = 10_000
"""The most turns of the engine's list that are examined."""


def engine_turns(setup: Setup, position: Position) -> list[tuple[Turn, Position]]:
    """The legal turns of the driver who plays next, with no die showing a symbol, each with the position after it."""
    return [(outcome.turn, outcome.position) for outcome in islice(legal_turns(setup, position), MOST)]


def engine_result(setup: Setup, position: Position, turn: Turn) -> Position | tuple[str, ...]:
    """The position after a turn, or the rules that it breaks."""
    done = play(setup, position, turn)
    if isinstance(done, Outcome):
        return done.position
    return tuple(dict.fromkeys(breach.rule for breach in done))

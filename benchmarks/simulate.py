"""Random legal races against random legal games of python-chess (extra `bench`)."""

import gc
import random

import chess

from benchmarks.parts import by_part
from benchmarks.records import ROUNDS, per_second
from verifier.cli import YOUNG_OBJECTS
from verifier.game import SimulateRequest
from verifier.thunder_alley.simulate import simulate

RACES = 30
GAMES = 30
MOST_PLIES = 200


def races() -> int:
    """Simulates races; how many activations they have."""
    texts = [simulate(SimulateRequest(seed=3, number=number)) for number in range(1, RACES + 1)]
    return sum(line[:1].isdigit() for text in texts for line in text.splitlines())


def playouts() -> int:
    """Plays games at random until they are over; how many plies they have."""
    rng = random.Random(3)
    plies = 0
    for _ in range(GAMES):
        board = chess.Board()
        while not board.is_game_over() and len(board.move_stack) < MOST_PLIES:
            board.push(rng.choice(list(board.legal_moves)))
        plies += len(board.move_stack)
    return plies


def main() -> None:
    """Prints both figures, and where the time goes. Python looks for cycles as seldom as in the command, on both sides."""
    gc.set_threshold(YOUNG_OBJECTS)
    rounds = [(per_second(races), per_second(playouts)) for _ in range(ROUNDS)]
    ours, theirs = (max(figures) for figures in zip(*rounds, strict=True))
    print(
        f"simulate {RACES} races: {ours:.0f} activations/s"
        f" / python-chess random playouts {theirs:.0f} plies/s = {ours / theirs:.2f}x (goal 1.0x)"
    )
    print(f"  by part, in plain Python while a profiler runs: {by_part('simulate')}\n")

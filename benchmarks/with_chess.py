"""The python-chess process for comparisons (extra `bench`): `check FILE` reads games, `play N` plays some.

Each ply is checked as it is read or made. Prints the number of plies.
"""

import random
import sys

import chess
import chess.pgn

MOST_PLIES = 200


class Legality(chess.pgn.BaseVisitor[int]):
    """Counts plies; python-chess refuses an illegal one while reading."""

    def __init__(self) -> None:
        self.plies = 0

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        self.plies += 1

    def result(self) -> int:
        return self.plies


def check(file: str) -> int:
    """Reads the games of a file and returns the number of plies."""
    plies = 0
    with open(file, encoding="utf-8") as handle:  # noqa: PTH123 - the shortest script that does this
        while (count := chess.pgn.read_game(handle, Visitor=Legality)) is not None:
            plies += count
    return plies


def game(rng: random.Random, plies: int) -> str:
    """A random legal game as PGN, of this many plies unless it ends earlier."""
    board = chess.Board()
    node: chess.pgn.GameNode = chess.pgn.Game()
    while len(board.move_stack) < plies and not board.is_game_over():
        move = rng.choice(list(board.legal_moves))
        board.push(move)
        node = node.add_variation(move)
    return f"{node.root()}\n\n"


def play(games: int) -> int:
    """Plays random games to the end or to `MOST_PLIES` and returns the number of plies."""
    rng = random.Random(3)
    plies = 0
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over() and len(board.move_stack) < MOST_PLIES:
            board.push(rng.choice(list(board.legal_moves)))
        plies += len(board.move_stack)
    return plies


if __name__ == "__main__":
    print(check(sys.argv[2]) if sys.argv[1] == "check" else play(int(sys.argv[2])))

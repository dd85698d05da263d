"""Moves as lines of a record: `read` turns a line into a move, `text` writes one, `names` resolves cards, cars and spaces."""

from verifier.thunder_alley.notation.read import MOVES, Word, Written, read_move
from verifier.thunder_alley.notation.text import move_text, path_text

__all__ = ["MOVES", "Word", "Written", "move_text", "path_text", "read_move"]

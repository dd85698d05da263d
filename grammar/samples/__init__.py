"""Mistakes that players make in writing, with lines that make them. `grammar/mistakes.py` says how they are used.

A file for each game, named like its grammar, holds its `MISTAKES`.
"""

from importlib import import_module

from grammar.games import GAMES
from grammar.samples.common import COMMON
from grammar.samples.known import KnownMistake

__all__ = ["COMMON", "KnownMistake", "samples_of"]


def samples_of(game: str) -> tuple[KnownMistake, ...]:
    """The mistakes that players make in the lines of a game beside those of every game."""
    found: tuple[KnownMistake, ...] = import_module(f"grammar.samples.{GAMES[game].file}").MISTAKES
    return found

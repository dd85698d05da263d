"""Mistakes that players make in writing, with sample lines. `grammar/mistakes.py` explains their use.

A file for each game, named like its grammar, holds its `MISTAKES`.
"""

from importlib import import_module

from grammar.games import GAMES
from grammar.samples.common import COMMON
from grammar.samples.known import KnownMistake

__all__ = ["COMMON", "KnownMistake", "samples_of"]


def samples_of(game: str) -> tuple[KnownMistake, ...]:
    """The known mistakes in the lines of one game, without those in `COMMON`."""
    found: tuple[KnownMistake, ...] = import_module(f"grammar.samples.{GAMES[game].file}").MISTAKES
    return found

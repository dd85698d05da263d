"""The one list of games. A game is imported when it is asked for."""

from functools import cache
from importlib import import_module
from typing import Any

from verifier.game import Game

GAMES = {"thunder-alley": "verifier.thunder_alley.game"}
"""Name in records -> module that defines `GAME`."""


@cache
def find_game(name: str) -> Game[Any]:
    """The game of that name. Raises KeyError for a name that is not in GAMES."""
    game = import_module(GAMES[name]).GAME
    assert isinstance(game, Game)
    return game

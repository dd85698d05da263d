"""The one list of games. A game is loaded on first use, so that the others are not imported."""

from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any

from verifier.game import Game

GAMES = MappingProxyType(
    {"thunder-alley": "verifier.thunder_alley.game", "rallyman": "verifier.rallyman.game"}
)
"""Name of a game in records -> the module that holds it as `GAME`."""


@cache
def find_game(name: str) -> Game[Any]:
    """The game that a `game` line names. Raises KeyError for a name that is not in `GAMES`."""
    game = import_module(GAMES[name.casefold()]).GAME
    assert isinstance(game, Game)
    return game

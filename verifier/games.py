"""The one list of games. A game is loaded on first use, so that the others are not imported."""

from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any

from verifier.game import Game, Parameter

GAMES = MappingProxyType(
    {
        "thunder-alley": "verifier.thunder_alley",
        "rallyman": "verifier.rallyman",
        "great-race": "verifier.great_race",
    }
)
"""Name of a game in records -> the package whose module `game` holds it as `GAME`, and `parameters` its `PARAMETERS`."""


@cache
def find_game(name: str) -> Game[Any]:
    """The game that a `game` line names. Raises KeyError for a name that is not in `GAMES`."""
    game = import_module(f"{GAMES[name.casefold()]}.game").GAME
    assert isinstance(game, Game)
    return game


def parameters(name: str, verb: str) -> tuple[Parameter, ...]:
    """The parameters of a game that a command takes. This does not load the game."""
    known: tuple[Parameter, ...] = import_module(f"{GAMES[name]}.parameters").PARAMETERS
    return tuple(one for one in known if verb in one.verbs)

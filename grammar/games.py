"""The games that can be read, and the specifics of the language of each."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Game:
    """A game's language. `file` names its grammar; `blocks` maps each kind of block to the start rule for its lines.

    A statement opens its block if nothing follows its keyword: `track` does, `track short-oval` does not.
    """

    name: str
    file: str
    blocks: Mapping[str, str]


GAMES: Mapping[str, Game] = MappingProxyType(
    {
        game.name: game
        for game in [
            Game(
                "thunder-alley", "thunder_alley", MappingProxyType({"position": "place", "track": "stretch"})
            ),
            Game("rallyman", "rallyman", MappingProxyType({"position": "place", "stage": "change"})),
            Game("great-race", "great_race", MappingProxyType({"position": "place"})),
        ]
    }
)

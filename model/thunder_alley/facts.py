"""Plain facts of Thunder Alley that need no file, and the folder of its data. Source: English rulebook 2014."""

from pathlib import Path
from types import MappingProxyType

from model.datafiles import GameData

DATA = GameData("thunder-alley", "TA", Path(__file__).parent / "data")

TRACK_FILES = DATA.folder / "tracks"

MOVEMENTS = ("solo", "draft", "pursuit", "lead")
"""Movement types printed on race cards (TA-5)."""

TEMPORARY_WEAR = MappingProxyType({"black": "tire", "blue": "suspension", "gray": "body", "green": "fuel"})
"""Markers that a pit stop removes (TA-7.1, TA-7.3; p. 8): colour -> kind of damage."""

PERMANENT_WEAR = MappingProxyType(
    {"yellow": "suspension", "lavender": "transmission", "red": "serious body", "orange": "engine"}
)
"""Markers that stay for the whole race (TA-7.1, TA-7.3; p. 8)."""

WEAR = MappingProxyType({**TEMPORARY_WEAR, **PERMANENT_WEAR})

TEAMS = ("red", "yellow", "green", "black", "purple", "pink", "blue")
"""Colours of the Team Bar (TA-1.1), in the order of card 15."""

CARS_PER_TEAM = MappingProxyType({2: 6, 3: 5, 4: 4, 5: 3, 6: 3, 7: 3})
"""Number of players -> cars that each of them races (TA-2.3; p. 3)."""

MOST_LAPS = 999
"""The most laps that the tool accepts. The rulebook leaves the distance to the players."""

PLACE_POINTS = (46, *range(42, 22, -1))
"""Points for the 1st to the 21st place (TA-10.2). The rulebook prints 46, 42 and 41 (pp. 10, 11, 3); the other values
come from a league's table that agrees with these (ruling `place-points`)."""

FLAGS = ("green", "yellow", "red")

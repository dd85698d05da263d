"""Plain facts of The Great Race, and the folder of its data."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from model.datafiles import GameData
from model.rules import load_house_rules

DATA = GameData("great-race", "GR", Path(__file__).parent / "data")

BOARD_FILES = DATA.folder / "boards"

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
"""Players of a game (GR-1.1)."""

FUEL, ENGINE, CHASSIS = "fuel", "engine", "chassis"
GAUGES = (FUEL, ENGINE, CHASSIS)
"""Gauges of a dashboard (GR-11.1)."""

BEFORE, COMPLEMENT, ANY_TIME = "A", "B", "C"
CLASSES = (BEFORE, COMPLEMENT, ANY_TIME)
"""When a card is played: before an assistant, with an action, at any time (GR-20.2 to GR-20.4)."""


@cache
def printed_parameters() -> Mapping[str, int]:
    """Parameter -> its value unless a ruleset or a record sets another one."""
    return MappingProxyType({name: one.value for name, one in load_house_rules(DATA).parameters.items()})

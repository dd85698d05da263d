"""Plain facts of Rallyman, and the folder of its data."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from model.datafiles import GameData, read_data
from model.rules import load_house_rules

DATA = GameData("rallyman", "RM", Path(__file__).parent / "data")

STAGE_FILES = DATA.folder / "stages"

START, FINISH = "START", "FINISH"
"""The nodes before the first space and after the last one."""

GEARS = (1, 2, 3, 4, 5)
GAS = "g"
"""A gear die is named by its number, a gas die by this letter (RM-4.4)."""
DICE = (*map(str, GEARS), GAS)
"""The names of the dice."""

ASPHALT, SNOW = "asphalt", "snow"
"""Surfaces of zones, and tyres (RM-15)."""
SURFACES = (ASPHALT, SNOW)

GOOD, DIRTY, FLAT = "good", "dirty", "flat"
"""Cut cards (RM-9.7 to RM-9.9)."""
CUTS = (GOOD, DIRTY, FLAT)

SPIN, LEFT, RIGHT = "spin", "left", "right"
"""Events on the backs of gear cards (RM-7.5)."""
EVENTS = (SPIN, LEFT, RIGHT)

MOST_DRIVERS = 4
"""Cars in the box."""


@cache
def symbol_faces() -> tuple[int, int]:
    """How many of the six faces show a symbol: on a gear die and on a gas die. For random play only."""
    file = read_data(DATA, "dice.toml")
    return tuple(file.table(f"{die}_die_hazard_faces").number("value") for die in ("gear", "gas"))  # type: ignore[return-value]


@cache
def cut_deck() -> tuple[str, ...]:
    """The cut cards, one item per card. For random play only."""
    value = read_data(DATA, "cards.toml").table("cut_deck").table("value")
    return tuple(cut for cut in CUTS for _ in range(value.number(cut)))


@cache
def printed_parameters() -> Mapping[str, int]:
    """Parameter -> its value unless a ruleset or a record sets another one."""
    return MappingProxyType({name: int(one.value) for name, one in load_house_rules(DATA).parameters.items()})


@cache
def inside_exits() -> tuple[int, ...]:
    """The numbers of the drift spaces with a way to the inside (RM-9.5)."""
    return read_data(DATA, "road.toml").table("drift_spaces_with_inside_exit").numbers("value")

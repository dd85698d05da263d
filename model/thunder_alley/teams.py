"""The teams of the box and the numbers of their cars, read from TOML at first use (TA-1.1)."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from model.datafiles import read_data
from model.thunder_alley.facts import DATA, TEAMS
from model.values import value

CARS_IN_BOX = 6
"""Cars of each team (TA-1.1: 42 cars, 7 teams)."""


@value
class TeamInBox:
    """A team as it comes with the game: its colour, its name if known, and as many of its six car numbers as are known."""

    colour: str
    name: str | None
    cars: tuple[int, ...]
    pictured: tuple[int, ...]


@lru_cache(maxsize=1)
def teams_in_box() -> Mapping[str, TeamInBox]:
    """Colour -> team, the best known first. Raises `ModelError` if the file contradicts itself."""
    file = read_data(DATA, "teams.toml")
    found: dict[str, TeamInBox] = {}
    owners: dict[int, str] = {}
    for colour, table in file.each():
        team = TeamInBox(
            colour,
            table.text("name") if table.has("name") else None,
            table.numbers("cars"),
            table.numbers("pictured"),
        )
        table.text("source")
        table.asked.add("name")
        table.finish()
        if len(team.cars) > CARS_IN_BOX:
            table.wrong(f"a team has {CARS_IN_BOX} cars, not {len(team.cars)}", "cars")
        if not set(team.pictured) <= set(team.cars):
            table.wrong("a pictured car is not among the cars", "pictured")
        for number in team.cars:
            owner = owners.setdefault(number, colour)
            if owner != colour:
                table.wrong(f"car {number} belongs to {owner} already", "cars")
        found[colour] = team
    if sorted(found) != sorted(TEAMS):
        file.wrong(f"the teams are {', '.join(TEAMS)}")
    file.check()
    return MappingProxyType(found)

"""The teams of the box and the numbers of their cars."""

from model.thunder_alley.facts import TEAMS
from model.thunder_alley.teams import CARS_IN_BOX, teams_in_box


def test_every_colour_has_its_cars() -> None:
    teams = teams_in_box()
    assert sorted(teams) == sorted(TEAMS)
    assert teams["red"].cars == (25, 29, 41, 42, 69, 77)
    assert [colour for colour, team in teams.items() if len(team.cars) == CARS_IN_BOX] == [
        "red",
        "blue",
        "green",
        "yellow",
    ]


def test_no_number_occurs_twice() -> None:
    numbers = [number for team in teams_in_box().values() for number in team.cars]
    assert len(numbers) == len(set(numbers)) == 30


def test_the_cars_of_the_pictures() -> None:
    pictured = {colour: team.pictured for colour, team in teams_in_box().items() if len(team.pictured) == 1}
    assert pictured == {
        "blue": (15,),
        "green": (22,),
        "yellow": (43,),
        "black": (28,),
        "purple": (21,),
        "pink": (23,),
    }

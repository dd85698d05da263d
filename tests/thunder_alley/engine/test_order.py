"""The running order of cars that are given in any order (TA-4.1, TA-12.4)."""

from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Setup, make_position
from model.thunder_alley.tracks import load
from verifier.thunder_alley.engine.order import by_distance_to_the_line, running_order

SETUP = Setup(load("short-oval"), default_ruleset(DATA))

CARS = make_position(
    [
        Car(4, "Red", "13p", crossed=2, stack=1),
        Car(6, "Red", "13p", crossed=2),
        Car(8, "Red", "13b", crossed=2),
        Car(9, "Red", "13a", crossed=2),
        Car(15, "Red", "14c", crossed=1),
    ]
)
"""A stack on the apron next to two cars, listed from its top; and a car ahead of them with one crossing fewer."""


def test_cars_of_one_sector_from_the_inside_and_a_stack_from_below() -> None:
    assert running_order(SETUP, CARS) == (9, 8, 6, 4, 15)


def test_the_way_to_the_line_counts_whatever_the_laps_are() -> None:
    assert by_distance_to_the_line(SETUP, CARS) == (15, 9, 8, 6, 4)


def test_nobody_is_ahead_where_no_track_is_known() -> None:
    nowhere = Setup(None, SETUP.ruleset)
    assert running_order(nowhere, CARS) == by_distance_to_the_line(nowhere, CARS) == ()

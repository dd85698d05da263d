"""Readings that no test record distinguishes after an event or a pit stop, in positions that do."""

import pytest

from model.ruleset import default_ruleset, with_changes
from model.thunder_alley import tracks
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import FINISHED, Car, Position, Setup, Team, make_position
from verifier.thunder_alley.spec.end_of_turn import first_player
from verifier.thunder_alley.spec.events import event_outcomes
from verifier.thunder_alley.spec.lapped import settled
from verifier.thunder_alley.spec.order import leader
from verifier.thunder_alley.spec.pits import green_pit_stops

COLOURS = ("red", "green", "blue", "yellow")


def table(*cars: Car, **readings: str) -> tuple[Setup, Position]:
    """These cars on a closed track of 28 sectors, under these readings."""
    chosen = {name.replace("_", "-"): reading for name, reading in readings.items()}
    rules = with_changes(DATA, default_ruleset(DATA), chosen)
    setup = Setup(tracks.load("short-oval"), rules, tuple(Team(colour, None, ()) for colour in COLOURS), 4)
    return setup, make_position(cars, first="red")


def marked(position: Position) -> list[int]:
    return [car.number for car in position.cars if car.lap_down]


@pytest.mark.parametrize(("reading", "expected"), [("position-based", [22]), ("on-entry", [])])
def test_lapped_trigger(reading: str, expected: list[int]) -> None:
    leading, spinning = Car(29, "red", "15a", 3), Car(22, "green", "16b", 2, ("black",))
    setup, position = table(leading, spinning, lapped_trigger=reading)
    assert marked(settled(setup, position, position)) == []
    assert marked(event_outcomes(setup, position, "spinout").outcome.position) == expected


@pytest.mark.parametrize(("reading", "expected"), [("re-evaluated", []), ("kept", [22])])
def test_lapped_new_leader(reading: str, expected: list[int]) -> None:
    cars = (
        Car(43, "yellow", "15a", 3),
        Car(22, "green", "15b", 2, lap_down=True),
        Car(15, "blue", "14a", 3),
    )
    setup, position = table(*cars, lapped_new_leader=reading)
    after = green_pit_stops(setup, position, [(43, ())])
    assert leader(setup, after) == 15 and marked(after) == expected


@pytest.mark.parametrize(("reading", "expected"), [("can-be-lapped", [22]), ("cannot", [])])
def test_lapped_on_apron(reading: str, expected: list[int]) -> None:
    cars = (Car(43, "yellow", "15a", 3), Car(22, "green", "17b", 2))
    setup, position = table(*cars, lapped_on_apron=reading)
    assert marked(green_pit_stops(setup, position, [(22, ())])) == expected


@pytest.mark.parametrize(("reading", "expected"), [("fewer-crossings", []), ("literal", [22])])
def test_lapped_same_lap(reading: str, expected: list[int]) -> None:
    cars = (Car(43, "yellow", "15a", 3), Car(22, "green", "15b", 3, lap_down=True))
    setup, position = table(*cars, lapped_same_lap=reading)
    assert marked(settled(setup, position, position)) == expected


@pytest.mark.parametrize(("reading", "expected"), [("moves-to-first-on-track", 22), ("unspecified", None)])
def test_leader_after_finishers(reading: str, expected: int | None) -> None:
    cars = (Car(43, "yellow", None, 5, status=FINISHED, place=1), Car(22, "green", "15b", 4))
    setup, position = table(*cars, leader_after_finishers=reading)
    assert leader(setup, position) == expected
    assert first_player(setup, position) == ("green" if expected else None)


def test_a_tie_that_nobody_decided_stays_open() -> None:
    cars = (Car(43, "yellow", "15a", 1, ("green",)), Car(22, "green", "12b", 1, ("green",)))
    found = event_outcomes(*table(*cars), "fuel-miscalculation")
    assert {outcome.hit for outcome in found.outcomes} == {(22,), (43,)} and found.complete


def test_a_kept_marker_stays_while_nothing_changes_against_the_new_leader() -> None:
    cars = (
        Car(43, "yellow", "25a", 2),
        Car(15, "blue", "23a", 1, lap_down=True),
        Car(22, "green", "21b", 2),
        Car(29, "red", "4a", 2),
    )
    setup, position = table(*cars, lapped_new_leader="kept")
    after = green_pit_stops(setup, position, [(43, ())])
    assert leader(setup, after) == 22 and marked(after) == [15]
    assert marked(green_pit_stops(setup, after, [(29, ())])) == [15]

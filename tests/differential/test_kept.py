"""Positions on which the judges once differed and that no record can hold: one question each, with the answer of both."""

from model.ruleset import with_changes
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Draw
from model.thunder_alley.position import ACTION, EVENT, Car, Position, Setup, Team, make_position
from model.thunder_alley.tracks import load
from model.values import replace
from tests.differential.agreement import moves
from tests.differential.events import EventSituation, event, event_results
from tests.differential.situations import Situation, ruleset
from tests.differential.turns import TurnSituation, end_of_turn
from verifier.thunder_alley.engine import legal_moves


def _setup(track: str, **readings: str) -> Setup:
    rules = ruleset(tuple((ruling.replace("_", "-"), reading) for ruling, reading in readings.items()))
    return Setup(load(track), rules, (Team("Blue", None, (15,)), Team("Red", None, (29,))), 3)


def _spaces(tables: frozenset[Position] | set[Position]) -> set[tuple[str | None, ...]]:
    return {tuple(car.space for car in table.cars) for table in tables}


def test_a_spinning_car_behind_which_two_other_lanes_lie() -> None:
    cars = Car(15, "Blue", "22b", 1, ("black",), flipped=True), Car(29, "Red", "15c", 1, flipped=True)
    position = replace(make_position(cars), step=EVENT)
    setup = _setup("d-oval", spinout_geometry="mp-paying")
    asked = EventSituation(0, setup, position, Draw("spinout", ("Blue", "Red")))
    assert _spaces(event_results(asked) or set()) == {("12a", "15c"), ("15a", "14c")}
    assert event(asked) == ""


def test_free_steps_out_and_back_through_the_start() -> None:
    wear = ("blue", "green", "lavender", "orange")
    position = make_position([Car(15, "Blue", "13b", 1, wear), Car(29, "Red", "13c", 1)])
    setup = _setup("short-oval", reenter_start_space="start-may-be-reentered-once")
    asked = Situation(0, setup, position, 15, "rubbin-is-racin")
    found = {legal.position for legal in legal_moves(setup, position, 15, asked.card)}
    assert ("13a", "12c") in _spaces(found)  # out to the space that 29 vacates, then in twice
    assert moves(asked) == ""


def test_a_car_of_which_nothing_is_said_keeps_no_marker() -> None:
    setup = _setup("short-oval", variable_pit_markers="removed-only")
    rules = with_changes(DATA, setup.ruleset, options={"variable-pit-stops": True})
    cars = Car(15, "Blue", "12a", 1, flipped=True), Car(29, "Red", "12b", 1, ("blue", "gray"), flipped=True)
    position = replace(make_position(cars, first="Blue"), step=ACTION)
    for flag in ("yellow", "green"):
        pits = ((), ((29, None),), ((29, ("gray",)),), ((29, ()),))
        asked = TurnSituation(0, replace(setup, ruleset=rules), position, flag, pits)
        assert end_of_turn(asked) == ""

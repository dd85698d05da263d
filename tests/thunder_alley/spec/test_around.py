"""Cars all around a small track, and lines that a finishing car leaves: cases for which every board of the game is too large."""

from dataclasses import replace

from model.ruleset import default_ruleset, with_changes
from model.thunder_alley import tracks
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation, Path, Step
from model.thunder_alley.position import Car, Position, Setup, make_position
from verifier.thunder_alley.spec import judge, outcomes
from verifier.thunder_alley.spec.lapped import mark_lapped

RULES = default_ruleset(DATA)


def _table(
    lanes: str, cars: dict[str, int], sectors: int = 5, laps: int | None = None
) -> tuple[Setup, Position]:
    """A ring with these lanes; cars 1, 2, 3 ... by their spaces, with their crossings."""
    last = str(sectors)
    track = tracks.from_lines([("sectors", [f"1-{last}", *lanes]), ("ring", []), ("line", [last])])
    teams = [Car(number, "red", space, crossed) for number, (space, crossed) in enumerate(cars.items(), 1)]
    return Setup(track, RULES, (), laps), make_position(teams)


def test_a_line_around_the_track_cannot_move_and_its_mps_lapse() -> None:
    setup, position = _table("a", {"1a": 1, "2a": 1, "3a": 1, "4a": 1, "5a": 0})
    found = outcomes(setup, position, 1, "watch-the-gauge").outcomes
    assert [move.path for move in found.values()] == [Path()]
    refused = judge(setup, position, Activation(1, "watch-the-gauge", Path((Step("f"),))))
    assert refused.rules == ("TA-6.4",)


def test_with_a_gap_anywhere_the_line_has_to_move() -> None:
    setup, position = _table("a", {"1a": 1, "2a": 1, "3a": 1, "5a": 0})
    assert judge(setup, position, Activation(1, "watch-the-gauge", Path())).rules == ("TA-6.1-spend-all",)


def test_a_row_falls_back_into_the_space_that_the_active_car_left() -> None:
    setup, position = _table("ab", {"1b": 1, "1a": 1, "5a": 0, "4a": 0, "3a": 0})
    move = Activation(1, "charge", Path((Step("i"),), open_end=True))
    (table,) = judge(setup, position, move).positions
    assert {car.number: car.space for car in table.cars} == {1: "1a", 2: "5a", 3: "4a", 4: "3a", 5: "2a"}


def test_a_gap_in_the_led_line_is_the_lines_while_a_car_follows_behind_it() -> None:
    """Two followers finish; the displaced car would fall back onto the third's space, so it goes forward
    (`finish-removed-space`)."""
    setup, position = _table("ab", {"1b": 2, "8b": 2, "7b": 2, "6b": 1, "3b": 2}, sectors=8, laps=2)
    move = Activation(1, "out-in-front", Path((Step("f"), Step("i"), Step("f"), Step("o")), open_end=True))
    (table,) = judge(setup, position, move).positions
    assert {car.number: car.space for car in table.cars} == {1: "3b", 2: None, 3: None, 4: "2b", 5: "4b"}


def test_a_gap_with_no_car_of_the_line_behind_is_free() -> None:
    setup, position = _table("ab", {"1b": 2, "8b": 2, "7b": 2, "3b": 2}, sectors=8, laps=2)
    move = Activation(1, "out-in-front", Path((Step("f"), Step("i"), Step("f"), Step("o")), open_end=True))
    (table,) = judge(setup, position, move).positions
    assert {car.number: car.space for car in table.cars} == {1: "3b", 2: None, 3: None, 4: "2b"}


def test_cars_that_fall_back_all_around_take_the_way_that_remains() -> None:
    """Not into the space that the active car enters, only into the one that it has left."""
    sectors = [("sectors", ["1-1", "a", "b", "c"]), ("sectors", ["2-5", "a", "b"])]
    ways = (["1b", "2a", "2b"], ["1c", "2b"], ["5a", "1a", "1b"], ["5b", "1b", "1c"])
    track = tracks.from_lines([*sectors, *(("ahead", way) for way in ways), ("ring", []), ("line", ["5"])])
    spaces = ("1b", "1a", "5a", "4a", "3a", "2a")
    position = make_position([Car(number, "red", space, 1) for number, space in enumerate(spaces, 1)])
    move = Activation(1, "charge", Path((Step("i"),), open_end=True))
    (table,) = judge(Setup(track, RULES, ()), position, move).positions
    assert [car.space for car in table.cars] == ["1a", "5a", "4a", "3a", "2a", "1b"]


def test_two_laps_down_is_not_ahead_of_the_leader() -> None:
    setup, before = _table("ab", {"2a": 3, "4b": 1, "5a": 1})
    rules = with_changes(DATA, RULES, {"lapped-trigger": "on-entry"})
    cars = [replace(car, lap_down=car.number > 1) for car in before.cars]
    setup, before = replace(setup, ruleset=rules), before.with_cars(*cars)
    after = mark_lapped(setup, before, before, ())
    assert [car.lap_down for car in after.cars] == [False, True, True]

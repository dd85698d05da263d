"""A `position` block after missing lines or an illegal line: what it leaves out is open, and cannot be an error."""

import pytest

from tests.thunder_alley.lines.test_lost import HEADER, TURN, verdict
from verifier.findings import ILLEGAL, LEGAL, UNDETERMINED

START = "position\n turn 3\n first Red\n 29 13b\n 25 12a\n 15 14b\n 9 3b\nend\n"


def test_a_block_without_a_turn_says_nothing_of_it() -> None:
    block = "position\n 29 23b\n 25 17a\n 15 21b\n 9 6b\nend\n"
    assert verdict(f"{START}...\n{block}turn 5\n15 Charge: o f6\n") == (UNDETERMINED, [])
    assert verdict(f"{START}29 Charge: f9\n{block}turn 5\n") == (ILLEGAL, ["TA-6.1-mp-total"])


def test_the_turn_after_a_block_without_one_is_no_earlier_one() -> None:
    block = "position\n 29 23b\n 25 17a\n 15 21b\n 9 6b\nend\n"
    assert verdict(f"{START}...\n{block}turn 3\n") == (UNDETERMINED, [])
    assert verdict(f"{START}...\n{block}turn 2\n") == (ILLEGAL, ["TA-3.1"])


def test_a_car_that_a_new_start_leaves_out_need_not_be_activated() -> None:
    text = f"{START}...\nposition\n turn 4\n first Red\n 29 23b\n 25 17a\nend\n29 Charge: f7\n25 Charge: f7\n"
    assert verdict(f"{text}event Debris Caution\n") == (UNDETERMINED, [])


def test_a_car_that_a_new_start_leaves_out_is_lost_in_whatever_place() -> None:
    text = f"{START}...\nposition\n turn 4\n 29 23b\n 25 ?\nend\n"
    assert verdict(f"{text}check 15 out\ncheck 15 place 3\ncheck 9 place 3\n") == (UNDETERMINED, [])
    assert verdict(f"{text}check 15 at 17a\n") == (ILLEGAL, ["TA-4.3"])
    assert verdict(f"{text}check 15 place 2\n") == (ILLEGAL, ["TA-4.3"])
    assert verdict(f"{text}check 25 at 17a\n") == (UNDETERMINED, [])


def test_a_first_player_that_is_refuted_is_not_taken_over() -> None:
    wrong = "position\n turn 3\n first Blue\n 29 13b\n 25 12a\n 15 14b\n 9 3b\nend\n"
    assert verdict(f"{START}{wrong}29 Riding the Draft: f4\n") == (ILLEGAL, ["TA-3.5.4"])


def test_a_car_a_lap_down_is_so_before_the_next_move() -> None:
    block = "position\n 29 13b crossed 2\n 15 13a crossed 1\nend\n"
    assert verdict(f"{block}check 15 down\n") == (LEGAL, [])
    assert verdict(f"{block}check 29 down\n")[0] == ILLEGAL


def test_a_turn_that_is_misnumbered_is_one_finding() -> None:
    turn = TURN.replace("position\n", "position\n turn 3\n", 1)
    assert verdict(f"{turn}event Overcast\nturn 5\n15 Charge: f4\n") == (ILLEGAL, ["TA-3.1"])


@pytest.mark.parametrize("line", ["15 pass", "Blue pass"])
def test_a_pass_may_be_written_after_the_last_car_of_the_race(line: str) -> None:
    end = (
        "laps 2\nposition\n next Red\n 29 20b crossed 2\n 25 out flipped\n 15 place 1\n 9 out flipped\nend\n"
    )
    assert verdict(f"{end}29 retire\n{line}\n") == (LEGAL, [])


def test_the_same_card_twice_in_a_turn() -> None:
    cars = HEADER and "option cars-per-team = 2\nposition\n first Red\n 29 13b\n 25 12a\n 15 4b\n 9 3b\nend\n"
    assert verdict(f"{cars}29 65: f7\n15 66: f7\n25 65: f7\n") == (ILLEGAL, ["TA-3.3"])


def test_a_marker_whose_colour_is_open_is_one_of_its_colours() -> None:
    turn = TURN.replace("15 14b wear black black black", "15 14b wear blue").replace(
        "wear black flipped", "flipped"
    )
    es = f"ruling its-getting-worse-marker = any-suspension\n{turn}event It's Getting Worse\n"
    assert verdict(f"{es}check 15 wear blue yellow\n") == (LEGAL, [])
    assert verdict(f"{es}check 15 wear blue blue\n") == (LEGAL, [])
    assert verdict(f"{es}check 15 wear blue orange\n")[0] == ILLEGAL
    worse = f"{es}pit none\nturn 2\n15 Charge: f2 o f4\n29 Riding the Draft: f4\n9 Charge: f7\n25 Riding the Draft: f4\n"
    assert verdict(f"{worse}event Blown Engine\n") == (LEGAL, [])
    assert verdict(f"{worse}event Blown Engine: 15\n")[0] == ILLEGAL

"""What a refused move is told with: the word that is marked, the numbers, and where a place is not known."""

import pytest

from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Chosen
from model.thunder_alley.position import Car, Setup, make_position
from model.thunder_alley.tracks import load
from tests.thunder_alley.table.play import marked, places, play
from verifier.thunder_alley.engine.judge import judge
from verifier.thunder_alley.engine.terms import MOVES

OVAL = "game thunder-alley\ntrack short-oval\nlaps 3\nteam Red 29 25 41\nteam Blue 15 4 9\n"

WORN = "29 3b wear black blue red, 15 7b"
PAIR = "29 3b, 15 9b, 25 10c"


def block(cars: str) -> str:
    lines = "".join(f"  {car}\n" for car in cars.split(", "))
    return f"position\n{lines}end\n"


@pytest.mark.parametrize(
    ("cars", "line", "rule", "text", "fact"),
    [
        (PAIR, "29 Teamwork: f4 = 7b + 25 f3 = 2c", "TA-6.1-directions", "= 2c",
         "the move ends at `1c`, not at `2c`"),
        (PAIR, "29 Teamwork: f4 + 25 f3 = 2c", "TA-6.1-directions", "= 2c",
         "the move ends at `1c`, not at `2c`"),
        (PAIR, "29 Teamwork: f4 + 25 f2 = 2c f", "TA-6.1-directions", "= 2c",
         "`f` leads from `11c` to `12c`, not to `2c`"),
        (PAIR, "29 Teamwork: f4 + 25 f2 left 2", "TA-6.1-cost", "left 2", "1 MP is left, not 2"),
        (PAIR, "29 Teamwork: f4 + 25 f3 @2c", "TA-6.1-directions", "@2c",
         "25 is put down at `2c`, and the card is Teamwork"),
        (PAIR, "29 Teamwork: f4 + 25 f2", "TA-6.1-spend-all", "f2", "25 stops at `12c` with 1 of 3 MPs left"),
        ("29 3b, 15 9a, 25 10c", "29 Charge: f7 + 25 f3", "TA-6.2", "25",
         "25 moves as well, and the card is Charge"),
        ("29 3p, 15 9b, 25 10c", "29 Charge: o f2 + 25 f3", "TA-6.2", "25",
         "25 moves as well, and the card is Charge"),
        ("29 3p, 15 9b, 25 10c", "29 Teamwork: o f + 25 f3", "TA-9.4", "25",
         "25 moves as well, and 29 comes from the pits"),
        ("29 3b, 15 8b, 9 1b, 25 2a", "29 Watch the Gauge: [] f o f [9] f4", "TA-6.2", "[9]",
         "no car stands nose to tail behind 29, and [9] is written"),
        ("29 6a, 15 9b", "29 Charge: f7 = 1b", "TA-6.1-directions", "= 1b",
         "the move ends at `1a`, not at `1b`"),
    ],
)  # fmt: skip
def test_the_word_that_is_wrong_is_marked(cars: str, line: str, rule: str, text: str, fact: str) -> None:
    [finding], _ = play(f"{block(cars)}{line}\n")
    assert (finding.kind, finding.rules[0], marked(finding)) == (
        "claim" if text.startswith("=") else "illegal",
        rule,
        text,
    )
    assert finding.fact == fact


@pytest.mark.parametrize(
    ("cars", "line", "fact", "numbers"),
    [
        (WORN, "29 Charge: f9",
         "`f` pushes 15 at `7b` and costs 3 MPs, but 1 of 4 MPs is left; 3 wear markers: 7 - 3 = 4 MPs (step 4 of 9)",
         {"mp_left": 1, "cost": 3, "speed": 7, "penalty": 3, "mp_total": 4, "step": 4}),
        (WORN, "29 Charge left 3: f9",
         "`f` pushes 15 at `7b` and costs 3 MPs, but all 3 MPs are spent (step 4 of 9)",
         {"mp_left": 0, "cost": 3, "step": 4}),
        ("29 3b, 15 7b", "29 Charge: f9",
         "`f` pushes 15 at `8b` and costs 3 MPs, but 1 of 7 MPs is left (step 5 of 9)",
         {"mp_left": 1, "cost": 3, "step": 5}),
        (WORN, "29 Charge: f", "29 stops at `4b` with 3 of 4 MPs left; 3 wear markers: 7 - 3 = 4 MPs",
         {"mp_left": 3, "speed": 7, "penalty": 3, "mp_total": 4}),
        (WORN, "29 Charge left 3: f", "29 stops at `4b` with 2 of 3 MPs left", {"mp_left": 2, "mp_total": 3}),
        (WORN, "29 Charge: o o", "`o` from `3c` leads into the wall", {"step": 2}),
    ],
)  # fmt: skip
def test_where_the_mps_come_from(cars: str, line: str, fact: str, numbers: dict[str, int]) -> None:
    [finding], _ = play(f"{block(cars)}{line}\n")
    assert (finding.fact, dict(finding.numbers)) == (fact, numbers)


@pytest.mark.parametrize(
    "line",
    ["29 Charge: f7", "29 Charge: -", "29 Charge: f2 left 5", "29 Charge: ...", "29 Charge: f2 ...", "29 ?: f",
     "29 Charge -> 4b", "29 ? -> 4b", "29 Teamwork: f ... + 25 f3"],
)  # fmt: skip
def test_no_move_can_be_judged_from_a_place_that_nobody_noted(line: str) -> None:
    [finding], _ = play(f"{block('29 ?, 15 ?, 25 3b')}{line}\n")
    assert (finding.kind, finding.fact, marked(finding)) == (
        "ambiguous",
        "where 29 stands is not written",
        "29",
    )


@pytest.mark.rule("TA-6.1-cost")
def test_the_mps_before_the_first_step_are_known_without_a_place() -> None:
    start = block("29 ?, 15 ?")
    findings, table = play(f"{start}29 Charge left 4: left 4\n")
    assert not findings
    assert table.past[-1].outcome is not None and not table.past[-1].outcome.complete
    [finding], _ = play(f"{start}29 Charge left 4: left 0\n")
    assert (finding.fact, marked(finding)) == ("4 MPs are left, not 0", "left 0")
    assert dict(finding.numbers) == {"mp_left": 4, "written": 0}


@pytest.mark.rule("TA-RC-teamwork")
def test_a_move_that_stops_in_the_middle_needs_no_second_car_yet() -> None:
    findings, table = play(f"{block('29 3b, 15 9b, 25 10c')}29 Teamwork: f4 left 0\n")
    assert not findings
    assert places(table) == "15 9b, 25 10c, 29 7b"


@pytest.mark.rule("TA-6.1-mp-total")
def test_no_step_is_left_for_one_that_nobody_noted() -> None:
    [finding], _ = play(f"{block('29 3b, 15 9c')}29 Charge: ?9\n")
    assert finding.rules == ("TA-6.1-mp-total",)
    assert finding.fact == "29 cannot take another step (step 8 of 9), whatever was not written down"


@pytest.mark.rule("TA-6.6-link-at-start")
def test_a_lane_behind_says_which_line_is_led() -> None:
    """On the short oval two lanes meet before 11b: 10a and 10b."""
    start = block("29 11b, 15 10a, 4 10b")
    for lane, line in (("a", "4 10b, 15 16b, 29 17b"), ("b", "4 16b, 15 10a, 29 17b")):
        findings, table = play(f"{start}29 Making a Move: f(11b<{lane}) f5\n", OVAL)
        assert not findings
        assert places(table) == line
    [finding], _ = play(f"{start}29 Making a Move: f(11b<c) f5\n", OVAL)
    assert (finding.rules, marked(finding)) == (("TA-4.5",), "f")
    findings, table = play(f"{start}29 Making a Move: left\n", OVAL)
    assert not findings and places(table) == "4 10b, 15 10a, 29 11b"
    [finding], _ = play(f"{start}29 Making a Move: f6\n", OVAL)
    assert finding.kind == "ambiguous"


def test_a_car_that_is_only_chosen_has_still_to_move() -> None:
    position = make_position([Car(29, "Red", "3b", 1), Car(15, "Blue", "9b", 1)])
    [outcome] = judge(Setup(load("short-oval"), default_ruleset(DATA)), position, Chosen(29)).outcomes
    assert (outcome.effect, outcome.complete, outcome.position) == (MOVES, False, position)


@pytest.mark.rule("TA-RC-slingshot")
@pytest.mark.parametrize(
    ("cars", "step", "rule", "fact"),
    [
        ("29 12a", "di", "TA-1.3-apron", "`di` from `12a` leads onto the apron"),
        ("29 12c", "do", "TA-6.1-directions", "`do` from `12c` leads into the wall"),
        ("29 12b", "di>c", "TA-RC-slingshot", "from `12b` no diagonal step inward leads there"),
        ("29 11b", "do>a", "TA-RC-slingshot", "from `11b` no diagonal step outward leads there"),
    ],
)
def test_where_a_diagonal_step_leads_that_has_no_space(cars: str, step: str, rule: str, fact: str) -> None:
    [finding], _ = play(f"{block(cars)}29 Slingshot: {step} f6\n")
    assert (finding.rules, finding.fact, marked(finding)) == ((rule,), fact, step)


@pytest.mark.rule("TA-6.1-once-per-space")
@pytest.mark.parametrize(
    ("cars", "path", "at", "again", "literal"),
    [
        ("29 12a", "f b", "1a", True, False),
        ("29 12a", "f2 b", "2a", True, True),
        ("29 12a", "o f o b", "1c", False, False),
        ("29 12a", "o f b", "1b", True, True),
        ("29 11b", "f o f b", "1c", True, True),
        ("29 12a", "b", "12a", False, False),
        ("29 2a", "b", "2a", False, False),
    ],
)
def test_a_step_back_into_a_space_that_was_entered(
    cars: str, path: str, at: str, again: bool, literal: bool
) -> None:
    """`literal`: the same where the start may be entered once more."""
    for reading, twice in (("start-counts-as-entered", again), ("start-may-be-reentered-once", literal)):
        [finding], _ = play(f"{block(cars)}29 Charge: {path}\n", reenter_start_space=reading)
        assert finding.rules == ("TA-6.1-no-backward", *["TA-6.1-once-per-space"] * twice)
        assert (finding.fact, marked(finding)) == (f"`b` goes back from `{at}`", "b")


@pytest.mark.rule("TA-3.4-2")
@pytest.mark.parametrize(
    ("cars", "passing"),
    [
        ("29 8a, 4 5b, 9 out, 15 3b", 9),
        ("29 8a, 4 out flipped, 9 3a, 15 out", 15),
        ("29 8a, 4 5b flipped, 9 out flipped, 15 out", 15),
        ("29 8a, 4 5b, 9 out, 15 out", 9),
    ],
)
def test_a_team_passes_with_its_first_lost_car_that_is_not_flipped(cars: str, passing: int) -> None:
    found, table = play(f"{block(cars)}Blue pass\n")
    assert found == [] and table.position is not None
    flipped = {car.number for car in table.position.cars if car.flipped}
    assert flipped == {passing, *(int(car.split()[0]) for car in cars.split(", ") if "flipped" in car)}

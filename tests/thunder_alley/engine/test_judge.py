"""The report on a refused move: the marked word, the numbers, and unknown places."""

import pytest

from tests.thunder_alley.lines.play import marked, play

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
         "25 moves as well, but the card is Charge"),
        ("29 3p, 15 9b, 25 10c", "29 Charge: o f2 + 25 f3", "TA-6.2", "25",
         "25 moves as well, but the card is Charge"),
        ("29 3p, 15 9b, 25 10c", "29 Teamwork: o f + 25 f3", "TA-9.4", "25",
         "25 moves as well, and 29 comes from the pits"),
        ("29 3b, 15 8b, 9 1b, 25 2a", "29 Watch the Gauge: [] f o f [9] f4", "TA-6.2", "[9]",
         "no car stands nose to tail behind 29, but [9] is written"),
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


def test_no_step_is_left_for_one_that_nobody_noted() -> None:
    [finding], _ = play(f"{block('29 3b, 15 9c')}29 Charge: ?9\n")
    assert finding.rules == ("TA-6.1-mp-total",)
    assert finding.fact == "29 cannot take another step (step 8 of 9), in every possible position"

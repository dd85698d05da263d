"""False assertions of a record within a move: marks, lanes, places, the last space; and the sentence about each."""

import pytest

from tests.thunder_alley.lines.test_told_rules import findings, told


@pytest.mark.parametrize(
    ("cars", "line", "rule", "fact"),
    [
        ("29 12b", "29 Dirty Air: fx f5", "TA-6.8", "`fx` displaces no car: `13b` is empty"),
        ("29 12b", "29 Dirty Air: f2 ox f3", "TA-6.7", "`ox` displaces no car: `14c` is empty"),
        ("29 12b, 15 13b, 25 11b", "29 Making a Move: ix f5", "TA-6.7",
         "`ix` displaces no car: `12a` is empty"),
        ("29 10b, 15 11b", "29 Working the Pack: s>c f3", "TA-RC-working-the-pack",
         "no car stands directly ahead of `10b` in lane c: `11c` is empty, and 15 stands at `11b`"),
        ("29 9b, 15 11b", "29 Working the Pack: f s>c f2", "TA-RC-working-the-pack",
         "no car stands directly ahead of `10b` in lane c: `11c` is empty, and 15 stands at `11b`"),
        ("29 10b, 15 11b", "29 Working the Pack: f s>c", "TA-4.5",
         "`>c` is written, but from `11b` to `12b` no fork is met; the next one in this lane is at `19b`"),
        ("29 12b", "29 Dirty Air: f>c f5", "TA-4.5",
         "`>c` is written, but from `12b` to `13b` no fork is met; the next one in this lane is at `19b`"),
        ("29 18b", "29 Dirty Air: o>b f5", "TA-4.5",
         "`>b` is written, but from `18b` to `18c` no fork is met; the next one in this lane is at `24b`"),
        ("29 9b", "29 Dirty Air: f3>a f3", "TA-4.5",
         "from `10b` a step ahead leads to `11b` or `11c`, not to lane a (step 2 of 3)"),
        ("29 8b, 15 9b", "29 Watch the Gauge: f3>c f3>a", "TA-4.5",
         "`>a` is written, but from `11c` to `14c` no fork is met (step 3 of 3)"),
        ("29 8b, 15 9b", "29 Dirty Air: f(15>c) f", "TA-4.5",
         "`15>c` is written, but 15 goes to lane b"),
        ("29 10b, 15 11b", "29 Dirty Air left 3: f>b(15>c)", "TA-4.5",
         "`15>c` is written, but 15 goes to lane b"),
        ("29 12b, 15 14a", "29 Dirty Air: f(15>b) f5", "TA-4.5",
         "`15>b` is written, but 15 does not move ahead or back after this"),
        ("29 12b", "29 Dirty Air: f6 = 17b", "TA-6.1-directions", "the move ends at `18b`, not at `17b`"),
        ("29 12b", "29 Dirty Air: f6 @19b", "TA-6.1-directions",
         "29 is put down at `19b`, and the card is Dirty Air"),
        ("29 12b", "29 Oversteer: f5 = 17b", "TA-RC-oversteer", "the move ends at `17a`, not at `17b`"),
        ("29 12b, 15 17a", "29 Oversteer: f5 = 17a", "TA-RC-oversteer",
         "the move ends at `17b`, not at `17a`"),
        ("29 12b", "29 Understeer: f5 = 17b", "TA-RC-understeer", "the move ends at `17c`, not at `17b`"),
        ("29 12p", "29 Oversteer: o f = 13b", "TA-9.4", "the move ends at `13a`, not at `13b`"),
    ],
)  # fmt: skip
def test_what_is_asserted_of_a_move(cars: str, line: str, rule: str, fact: str) -> None:
    finding = told(f"{cars}, 9 3a" if "9 3a" not in cars else cars, line)
    assert (finding.rules, finding.fact) == ((rule,), fact)


@pytest.mark.parametrize(
    ("line", "cars", "reason"),
    [
        ("29 Oversteer: f5 = 17b", "29 12b", "after its steps the car goes one lane in, and `17a` is free"),
        ("29 Understeer: f5 = 17b", "29 12b", "after its steps the car goes one lane out, and `17c` is free"),
        ("29 Oversteer: f5 = 17a", "29 12b, 15 17a", "the shift is skipped: `17a` is taken by 15"),
        ("29 Oversteer: f5 = 17c", "29 12b",
         "after its movement the car goes one lane in if that space is free"),
        ("29 Dirty Air: f6 = 17b", "29 12b", "the steps written lead from `12b` there"),
    ],
)  # fmt: skip
def test_why_the_last_space_is_another(line: str, cars: str, reason: str) -> None:
    finding = told(f"{cars}, 9 3a", line)
    assert (finding.reason, finding.numbers["step"]) == (reason, 6)


@pytest.mark.parametrize(
    ("cars", "line", "ruling", "fact"),
    [
        ("29 12b, 9 3a", "29 Clean Air: f4 @18b", (),
         "29 is put at `18b`, but it may not be put anywhere: it leads"),
        ("29 12b, 15 18b", "29 Clean Air: f4 @19b", (),
         "29 is put at `19b`, but it may be put at `17a` or `17b` or `17c` only"),
        ("29 12b, 15 20b", "29 Clean Air: f4 @22b", (),
         "29 is put at `22b`, but it may be put in sectors 17 to 19 only (15 at `20b` stands ahead)"),
        ("29 12b, 15 20b, 25 20a", "29 Clean Air: f4 @22b", (),
         "29 is put at `22b`, but it may be put in sectors 17 to 19 only (25 at `20a` and 15 at `20b` stand ahead)"),
        ("29 24b crossed 1, 15 3b crossed 2", "29 Clean Air: f2>b f2 @4b", (),
         "29 is put at `4b`, but it may be put in sectors 1 to 2 only (15 at `3b` stands ahead)"),
        ("29 12b, 15 16c", "29 Clean Air: f4 @17b", (),
         "29 is put at `17b`, but it may not be put anywhere: 15 at `16c` stands beside it"),
        ("29 12b, 15 17c", "29 Clean Air: f4 @17b", (),
         "29 is put at `17b`, but it may not be put anywhere: 15 at `17c` stands in the next sector"),
        ("29 12b wear black black black, 15 20b", "29 Clean Air: f @17b",
         ("clean-air-after-penalty = only-after-4",),
         "29 is put at `17b`, but it may not be put anywhere: its speed is reduced"),
        ("29 12b, 15 20b", "29 Clean Air: f4", ("clean-air-text = rulebook-text",),
         "29 stays at `16b`; it may be put at `19b` or `19c` only"),
    ],
)  # fmt: skip
def test_where_clean_air_puts_no_car(cars: str, line: str, ruling: tuple[str, ...], fact: str) -> None:
    finding = told(cars, line, *ruling)
    assert (finding.rules, finding.fact) == (("TA-RC-clean-air",), fact)
    assert finding.numbers["step"] == (2 if "reduced" in fact else 5)


def test_a_car_from_the_pits_is_not_put_anywhere() -> None:
    finding = told("29 12p, 15 20b", "29 Clean Air: o f @17b")
    assert finding.rules == ("TA-9.4",)
    assert finding.fact == "the car is put down at `17b`, and 29 comes from the pits"
    assert finding.numbers["step"] == 3
    shifted = told("29 12p, 15 20b", "29 Oversteer: o f = 13b")
    assert (shifted.rules, shifted.numbers["step"]) == (("TA-9.4",), 3)


@pytest.mark.parametrize(
    ("cars", "line", "rule", "fact"),
    [
        ("29 12p, 25 3b", "29 Teamwork: o f + 25 f3", "TA-9.4", "25 moves as well, and 29 comes from the pits"),
        ("29 12p, 25 3b", "29 Dirty Air: o f + 25 f3", "TA-6.2",
         "25 moves as well, but the card is Dirty Air"),
        ("29 12b, 25 3b", "29 Dirty Air: f6 + 25 f3", "TA-6.2", "25 moves as well, but the card is Dirty Air"),
        ("29 12b, 25 3b", "29 Teamwork: f4 + 29 f3", "TA-RC-teamwork",
         "29 is the car that has just moved; 25 can move"),
        ("29 12b, 25 3b, 15 7b", "29 Teamwork: f4 + 15 f3", "TA-RC-teamwork",
         "15 is a car of Blue, not of Red; 25 can move"),
        ("29 12b, 25 3p, 15 7b", "29 Teamwork: f4 + 25 f3", "TA-RC-teamwork", "25 is not on the track"),
        ("29 12b, 25 3b", "29 Teamwork: f4", "TA-RC-teamwork", "no second car is written, and 25 can move"),
        ("29 12b wear black black black, 15 3b", "29 Charge: f2", "TA-6.1-spend-all",
         "29 stops at `14b` with 2 of 4 MPs left; 3 wear markers: 7 - 3 = 4 MPs"),
        ("29 28a, 15 3b", "29 Dirty Air: f", "TA-6.1-spend-all", "29 stops at `1a` with 5 of 6 MPs left"),
        ("29 12b, 15 3b", "29 Charge: f2", "TA-6.1-spend-all", "29 stops at `14b` with 5 of 7 MPs left"),
        ("29 12b wear black black black, 15 3b", "29 Charge: f5", "TA-6.1-mp-total",
         "`f` to `17b` costs 1 MP, but all 4 MPs are spent; 3 wear markers: 7 - 3 = 4 MPs (step 5 of 5)"),
        ("29 26a, 15 3b", "29 Making a Move left 3: f3 = 2a", "TA-6.1-directions",
         "the move ends at `1a`, not at `2a`"),
    ],
)  # fmt: skip
def test_second_cars_and_points(cars: str, line: str, rule: str, fact: str) -> None:
    finding = told(cars, line)
    assert (finding.rules, finding.fact) == ((rule,), fact)


def test_the_second_car_may_have_to_be_one_that_is_not_flipped() -> None:
    cars, line = "29 12b, 25 2b flipped, 15 7b", "29 Teamwork: f4 + 25 f3"
    finding = told(cars, line, "teamwork-second-car = unactivated-only")
    assert (finding.rules, finding.fact) == (("TA-RC-teamwork",), "25 was activated earlier in this turn")


@pytest.mark.parametrize(
    ("cars", "line", "rule", "fact"),
    [
        ("29 12b, 15 3b", "29 Dirty Air: f = 13p f5", "TA-1.3-apron", "`f` leads from `12b` to `13b`, not to `13p`"),
        ("29 12b, 15 3b", "29 Dirty Air: f = 11b f5", "TA-6.1-no-backward",
         "`f` leads from `12b` to `13b`, not to `11b`"),
        ("29 12b, 15 3b", "29 Dirty Air: f = 13c f5", "TA-6.1-no-diagonal",
         "`f` leads from `12b` to `13b`, not to `13c`"),
        ("29 12b, 15 3b", "29 Dirty Air: o = 13c f5", "TA-6.1-no-diagonal",
         "`o` leads from `12b` to `12c`, not to `13c`"),
        ("29 12b, 15 3b", "29 Dirty Air: f = 14b f5", "TA-6.1-directions",
         "`f` leads from `12b` to `13b`, not to `14b`"),
        ("29 1a, 15 3b", "29 Dirty Air: f = 28a f5", "TA-6.1-no-backward",
         "`f` leads from `1a` to `2a`, not to `28a`"),
        ("29 28a, 15 3b", "29 Dirty Air: f = 1b f5", "TA-6.1-no-diagonal",
         "`f` leads from `28a` to `1a`, not to `1b`"),
        ("29 12p, 15 3b", "29 Dirty Air: o = 13a f", "TA-6.1-directions", "`o` leads to `12a`, not to `13a`"),
        ("29 9b, 15 10b", "29 Watch the Gauge: f>c f = 11b f4", "TA-6.9.2",
         "the line went from `10b` to lane c; 29 is sent to lane b"),
        ("29 12b, 15 13b", "29 Dirty Air left 2: f!/1", "TA-BUMP",
         "the bump spends all that is left: 2 MPs, not 1"),
        ("29 12b, 15 13b", "29 Working the Pack: s/2 f3", "TA-RC-working-the-pack",
         "the step costs 1 MP, not 2"),
        ("29 12b, 15 3b", "29 Rubbin' is Racin': o/1 f4", "TA-RC-rubbin-is-racin",
         "the step costs 0 MPs, not 1: `12c` is empty"),
        ("29 12b, 15 13b", "29 Dirty Air: f/1 f3", "TA-6.1-cost",
         "the step costs 3 MPs, not 1: it pushes 15 from `13b` to `14b`"),
        ("29 12b, 15 12c", "29 Dirty Air: o/1 f4", "TA-6.1-cost",
         "the step costs 2 MPs, not 1: it displaces 15 from `12c` to `11c`"),
        ("29 1b, 15 3b", "29 Dirty Air: i/2 f4", "TA-6.1-cost",
         "the step costs 1 MP, not 2: `1a` is empty"),
        ("29 12a, 15 12b", "29 Dirty Air: o>c f4", "TA-4.5",
         "`>c` is written, but from `12a` to `12b` no fork is met; the next one in this lane is at `19b`"),
        ("29 9b, 15 8b", "29 Watch the Gauge: f2>c f3>b f", "TA-4.5",
         "`>b` is written, but from `11c` to `14c` no fork is met (step 3 of 3)"),
        ("29 11b, 15 10b", "29 Watch the Gauge: f6>c", "TA-4.5",
         "`>c` is written, but from `11b` to `17b` no fork is met; the next one in this lane is at `19b`"
         " (step 6 of 6)"),
        ("29 12b, 15 3b", "29 Dirty Air: f2 left 3", "TA-6.1-cost", "4 MPs are left, not 3"),
    ],
)  # fmt: skip
def test_spaces_and_prices_of_steps(cars: str, line: str, rule: str, fact: str) -> None:
    finding = told(cars, line)
    assert (finding.rules, finding.fact) == ((rule,), fact)


@pytest.mark.parametrize(
    ("cars", "line"),
    [
        ("29 27a, 15 3b", "29 Dirty Air: f2>a f4"),
        ("29 28a, 15 1a", "29 Dirty Air left 3: f(15>a)"),
        ("29 1b, 15 3b", "29 Dirty Air: i/1 f5"),
        ("29 8a, 15 10a", "29 Dirty Air: f(15>b) f f>a f = 12a"),  # holds until 15 is pushed, a step later
        ("29 8b, 15 10b", "29 Dirty Air: f(15>b) f(15>c) left"),
        ("29 8a, 15 13c", "29 Dirty Air: f(15>b) left"),  # the move goes on
    ],
)
def test_what_is_asserted_and_so(cars: str, line: str) -> None:
    assert not findings(cars, line)


def test_the_shift_into_the_first_space_of_the_track_is_skipped() -> None:
    finding = told("29 24b, 15 1a", "29 Oversteer: f>b f4 = 1a")
    assert (finding.rules, finding.reason) == (
        ("TA-RC-oversteer",),
        "the shift is skipped: `1a` is taken by 15",
    )


def test_the_shift_into_a_space_entered_before() -> None:
    lines = "29 Understeer: f4 i"
    assert not findings("29 12c, 15 3b", f"{lines} = 16c")
    finding = told("29 12c, 15 3b", f"{lines} = 16c", "forced-shift-reenter = skipped")
    assert finding.rules == ("TA-6.1-once-per-space",)
    assert (finding.fact, finding.numbers["step"]) == ("the move ends at `16b`, not at `16c`", 6)

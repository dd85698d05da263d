"""False assertions about a move: each with its rule, the marked words, and the reason."""

import re

import pytest

from tests.thunder_alley.lines.play import marked, places, play

OVAL = "game thunder-alley\ntrack short-oval\nlaps 3\nteam Red 29 25 41\nteam Blue 15 4 9\n"

APART = "29 3b, 15 9c"
PITTED = "29 3p, 15 9c"
HEMMED = "29 3b, 15 8c, 4 8a"


def refused(
    cars: str, line: str, start: str | None = None, **rulings: str
) -> tuple[str, str, str, tuple[str, ...], dict[str, int]]:
    """The rule, the marked text, the reason, the rulings and the numbers of the finding."""
    block = "".join(f"  {car}\n" for car in cars.split(", "))
    begun = () if start is None else (start,)
    [finding], _ = play(f"position\n{block}end\n{line}\n", *begun, **rulings)
    # An assertion about a legal move is a claim.
    bare = re.sub(r" = \w+|/\d+", "", line)
    without, _ = play(f"position\n{block}end\n{bare}\n", *begun, **rulings)
    legal = not any(one.kind == "illegal" for one in without)
    assert finding.kind == ("claim" if legal else "illegal")
    return (
        finding.rules[0],
        marked(finding),
        finding.reason,
        tuple(finding.rulings),
        dict(finding.numbers),
    )


@pytest.mark.parametrize(
    ("cars", "line", "rulings"),
    [
        ("29 3b, 15 7b", "29 Charge: f3 f!", ()),
        ("29 3b, 15 8c", "29 Charge: f5 o!", ("bump-lateral-wording",)),
    ],
)
def test_a_bump_that_must_be_carried_out(cars: str, line: str, rulings: tuple[str, ...]) -> None:
    """Only the price of a sideways displacement depends on a ruling."""
    rule, text, _, named, _ = refused(cars, line)
    assert (rule, text, named) == ("TA-BUMP", line.split()[-1], rulings)


@pytest.mark.parametrize(
    ("cars", "line", "rule", "text", "numbers", "rulings"),
    [
        (APART, "29 Charge: f/2 f6", "TA-6.1-cost", "f/2", {"cost": 1, "written": 2, "step": 1}, ()),
        (APART, "29 Charge: o/2 f6", "TA-6.1-cost", "o/2", {"cost": 1, "written": 2, "step": 1}, ()),
        ("29 3b, 15 9b", "29 Charge: f5 f!/1", "TA-BUMP", "f!/1", {"cost": 2, "written": 1, "step": 6},
         ("bump-split",)),
        ("29 3b, 15 4b", "29 Working the Pack: s/3 f3", "TA-RC-working-the-pack", "s/3",
         {"cost": 1, "written": 3, "step": 1}, ()),
        ("29 3b, 15 3c", "29 Rubbin is Racin: o/2 f3", "TA-RC-rubbin-is-racin", "o/2",
         {"cost": 0, "written": 2, "step": 1}, ()),
        ("29 3b, 15 3c", "29 Rubbin is Racin: f/2 f3", "TA-6.1-cost", "f/2",
         {"cost": 1, "written": 2, "step": 1}, ()),
        (APART, "29 Charge: f2 left 4", "TA-6.1-cost", "left 4", {"mp_left": 5, "written": 4}, ()),
    ],
)  # fmt: skip
def test_the_price_of_a_step(
    cars: str, line: str, rule: str, text: str, numbers: dict[str, int], rulings: tuple[str, ...]
) -> None:
    found = refused(cars, line)
    assert (found[0], found[1], found[4], found[3]) == (rule, text, numbers, rulings)


@pytest.mark.parametrize(
    ("cars", "line", "rule", "text"),
    [
        (APART, "29 Charge: fx f6", "TA-6.8", "fx"),
        (APART, "29 Charge: ox f6", "TA-6.7", "ox"),
        ("29 3b, 15 2b", "29 Watch the Gauge: fx f5", "TA-6.8", "fx"),
        ("29 3b, 15 2b", "29 Watch the Gauge: f fx f4", "TA-6.8", "fx"),
    ],
)
def test_no_car_is_displaced(cars: str, line: str, rule: str, text: str) -> None:
    """Cars that are linked behind come along; they are not displaced."""
    assert refused(cars, line)[:2] == (rule, text)


def test_a_car_that_is_displaced_may_be_marked() -> None:
    block = "position\n  29 3b\n  15 2b\n  4 4b\nend\n"
    findings, _ = play(f"{block}29 Watch the Gauge: fx f2 left\n")
    assert not findings


WHICHEVER = "a step goes one space forward or sideways"
NEVER_BOTH = "a step goes forward or sideways, never both"


@pytest.mark.parametrize(
    ("cars", "line", "rule", "text", "reason"),
    [
        ("29 7a, 15 9c", "29 Charge: f6 = 1b f", "TA-6.1-no-diagonal", "= 1b", NEVER_BOTH),
        (APART, "29 Charge: f2 = 5c f5", "TA-6.1-no-diagonal", "= 5c", NEVER_BOTH),
        (APART, "29 Charge: f2 = 3b f5", "TA-6.1-no-backward", "= 3b",
         "the car that moves goes forward or sideways"),
        (APART, "29 Charge: f2 = 7c f5", "TA-6.1-directions", "= 7c", WHICHEVER),
        (APART, "29 Charge: f2 = 4c f5", "TA-6.1-directions", "= 4c", WHICHEVER),
        ("29 1a, 15 9c", "29 Charge: f = 12a f6", "TA-6.1-no-backward", "= 12a",
         "the car that moves goes forward or sideways"),
        (APART, "29 Charge: o f = 4b f5", "TA-6.1-no-diagonal", "= 4b", NEVER_BOTH),
        (APART, "29 Charge: o = 4b f6", "TA-6.1-directions", "= 4b", WHICHEVER),
        (APART, "29 Charge: f2 = 5p f5", "TA-1.3-apron", "= 5p", "no ordinary move leads onto the apron"),
        (PITTED, "29 Charge: o = 4b f2", "TA-6.1-directions", "= 4b", WHICHEVER),
        (PITTED, "29 Charge: o = 1b f2", "TA-6.1-directions", "= 1b", WHICHEVER),
        (PITTED, "29 Charge: o = 11b f2", "TA-6.1-directions", "= 11b", WHICHEVER),
        (PITTED, "29 Charge: o = 3p f2", "TA-1.3-apron", "= 3p", "no ordinary move leads onto the apron"),
    ],
)  # fmt: skip
def test_a_step_leads_elsewhere(cars: str, line: str, rule: str, text: str, reason: str) -> None:
    assert refused(cars, line)[:3] == (rule, text, reason)


@pytest.mark.parametrize(
    ("cars", "line", "rule", "text", "reason"),
    [
        ("29 8a, 15 13c", "29 Outside Line: f3 = 11a f4", "TA-RC-outside-line", "= 11a",
         "this card demands the outer lane at a fork"),
        ("29 8a, 15 13c", "29 Inside Line: f3 = 11b f4", "TA-RC-inside-line", "= 11b",
         "this card demands the inner lane at a fork"),
        ("29 10a, 15 9a", "29 Watch the Gauge: f>b = 11a f5", "TA-6.1-directions", "= 11a", WHICHEVER),
        ("29 9a, 15 10a", "29 Watch the Gauge: f>b f = 11a f3", "TA-6.9.2", "= 11a",
         "the whole line takes the same lane at a fork"),
    ],
)  # fmt: skip
def test_a_fork_leads_elsewhere(cars: str, line: str, rule: str, text: str, reason: str) -> None:
    assert refused(cars, line, OVAL)[:3] == (rule, text, reason)


GOES_IN = "after its movement the car goes one lane in if that space is free"
PIT_EXIT = "a car that leaves the pits moves as with Solo; the card's text does not count"


@pytest.mark.parametrize(
    ("cars", "line", "rule", "reason", "step"),
    [
        (APART, "29 Oversteer: f5 = 8b", "TA-RC-oversteer",
         "after its steps the car goes one lane in, and `8a` is free", 6),
        (APART, "29 Understeer: f5 = 8b", "TA-RC-understeer",
         "after its steps the car goes one lane out, and `8c` is free", 6),
        (APART, "29 Oversteer: f5 = 8c", "TA-RC-oversteer", GOES_IN, 6),
        (HEMMED, "29 Oversteer: f5 = 8c", "TA-RC-oversteer", GOES_IN, 6),
        (HEMMED, "29 Oversteer: f5 = 8a", "TA-RC-oversteer", "the shift is skipped: `8a` is taken by 4", 6),
        ("29 8b, 15 1a", "29 Oversteer: f5 = 1a", "TA-RC-oversteer",
         "the shift is skipped: `1a` is taken by 15", 6),
        ("29 3a, 15 9c", "29 Oversteer: f5 = 8b", "TA-RC-oversteer", GOES_IN, 6),
        (APART, "29 Charge: f7 = 9c", "TA-6.1-directions", "the steps written lead from `3b` there", 7),
        (PITTED, "29 Charge: o f2 = 5b", "TA-6.1-directions", "the steps written lead there", 3),
        (PITTED, "29 Oversteer: o f = 4b", "TA-9.4", PIT_EXIT, 3),
        (PITTED, "29 Understeer: o f = 4b", "TA-9.4", PIT_EXIT, 3),
        (PITTED, "29 Clean Air: o f = 4b", "TA-6.1-directions", "the steps written lead there", 2),
    ],
)  # fmt: skip
def test_a_move_ends_elsewhere(cars: str, line: str, rule: str, reason: str, step: int) -> None:
    found = refused(cars, line)
    assert (found[0], found[1], found[2]) == (rule, line[line.index("= ") :], reason)
    assert found[4] == {"step": step}


def test_a_shift_that_a_reading_skips() -> None:
    found = refused("29 2c, 15 12a", "29 Understeer: f4 i = 6c", forced_shift_reenter="skipped")
    assert found[:2] == ("TA-6.1-once-per-space", "= 6c")
    assert found[3:] == (("forced-shift-reenter",), {"step": 6})


@pytest.mark.parametrize(
    ("cars", "line", "rule", "step"),
    [
        (APART, "29 Charge: f7 @1b", "TA-6.1-directions", 8),
        (APART, "29 Clean Air: f4 @1b", "TA-RC-clean-air", 5),
        (PITTED, "29 Clean Air: o f @7b", "TA-9.4", 3),
        (PITTED, "29 Charge: o f2 @7b", "TA-6.1-directions", 4),
    ],
)
def test_a_car_is_put_down_where_it_may_not_be(cars: str, line: str, rule: str, step: int) -> None:
    found = refused(cars, line)
    assert (found[0], found[1], found[4]) == (rule, line[line.index("@") :], {"step": step})


@pytest.mark.parametrize(
    ("cars", "line", "text", "step"),
    [
        ("29 9a, 15 10a", "29 Charge: f>b f4", "f>b", 1),
        ("29 9a, 15 18c", "29 Charge: f f6>c", "f6>c", 2),
        ("29 17a, 15 3c", "29 Charge: f2 f5>c", "f5>c", 7),
    ],
)
def test_no_fork_has_the_lane(cars: str, line: str, text: str, step: int) -> None:
    found = refused(cars, line, OVAL)
    assert (found[0], found[1], found[4]["step"]) == ("TA-4.5", text, step)


def test_a_swap_leads_to_the_car_ahead_only() -> None:
    for cars, line, step in (
        ("29 10a, 15 11a", "29 Working the Pack: s>b f2", 1),
        ("29 9a, 15 11a", "29 Working the Pack: f s>b f2", 2),
    ):
        found = refused(cars, line, OVAL)
        assert (found[0], found[1], found[4]) == ("TA-RC-working-the-pack", "s>b", {"step": step})


@pytest.mark.parametrize(
    ("cars", "line", "end"),
    [
        ("29 9a, 15 18c", "29 Charge: f7>a", "29 16a"),
        ("29 17a, 15 3c", "29 Charge: f7>a", "29 24a"),
    ],
)
def test_a_lane_is_taken_at_the_forks_or_come_to_without_any(cars: str, line: str, end: str) -> None:
    block = "".join(f"  {car}\n" for car in cars.split(", "))
    findings, table = play(f"position\n{block}end\n{line}\n", OVAL)
    assert not findings
    assert end in places(table)


def test_a_car_that_finishes_has_come_to_the_lane_behind_the_line() -> None:
    for lane, other in (("a", "b"), ("b", "a")):
        cars = f"29 11{lane} crossed 3, 15 9c crossed 3"
        block = "".join(f"  {car}\n" for car in cars.split(", "))
        for end in (f">{lane}", f" = 1{lane}"):
            findings, _ = play(f"position\n{block}end\n29 Charge: f2{end}\n")
            assert not findings
        assert refused(cars, f"29 Charge: f2>{other}")[:2] == ("TA-4.5", f"f2>{other}")
        assert refused(cars, f"29 Charge: f2 = 1{lane} f5")[:2] == ("TA-10.1", "f5")


def test_a_lane_of_the_first_space() -> None:
    findings, table = play("position\n  29 6a\n  15 9c\nend\n29 Charge: f7>a\n")
    assert not findings
    assert places(table) == "15 9c, 29 1a"


def test_a_lane_that_was_only_passed_is_not_taken() -> None:
    """On the short oval 5c leads to 6b only."""
    found = refused("29 4c, 15 12b", "29 Charge: f3>c f4", OVAL)
    assert (found[0], found[1]) == ("TA-4.5", "f3>c")


BULGE = """game thunder-alley
track
  sectors 1-1 a
  sectors 2-2 a b
  sectors 3-12 a
  ahead 1a 2a 2b
  ahead 2a 3a
  ahead 2b 3a
end
team Red 29
team Blue 15
"""


def test_a_fork_at_the_first_space_of_a_track() -> None:
    findings, table = play("position\n  29 1a\n  15 12a\nend\n29 Charge: f7>b\n", BULGE)
    assert not findings
    assert places(table) == "15 12a, 29 8a"


def test_a_lane_of_another_car() -> None:
    pushed = "29 3b, 15 4b, 4 9c"
    findings, _ = play("position\n  29 12a\n  15 1a\nend\n29 Charge: f(15>a) left\n")
    assert not findings
    for line in ("29 Charge: f(15>c) left", "29 Charge: f(4>b) i f3", "29 Charge: f(4>c) i f3"):
        found = refused(pushed, line)
        assert (found[0], found[4]) == ("TA-4.5", {"step": 1})


def test_the_lane_of_a_word_is_not_that_of_a_follower() -> None:
    """A car that is linked by this very step passes the fork, and makes no choice there."""
    for cars, word, step in (("29 2b, 15 1a", "f>b", 1), ("29 2a, 15 1a", "o f>b", 2)):
        found = refused(cars, f"29 Watch the Gauge: {word} left", BULGE)
        assert (found[0], found[1], found[4]) == ("TA-4.5", "f>b", {"step": step})
        block = "".join(f"  {car}\n" for car in cars.split(", "))
        findings, table = play(
            f"position\n{block}end\n29 Watch the Gauge: {word.replace('>b', '>a')} left\n", BULGE
        )
        assert not findings
        assert places(table) == "15 2b, 29 3a"


TWO_BULGES = """game thunder-alley
track
  sectors 1-1 a
  sectors 2-2 a b
  sectors 3-3 a
  sectors 4-4 a b
  sectors 5-12 a
  ahead 1a 2a 2b
  ahead 2a 3a
  ahead 2b 3a
  ahead 3a 4a 4b
  ahead 4a 5a
  ahead 4b 5a
end
team Red 29
team Blue 15
"""


def test_of_two_forks_the_last_is_told() -> None:
    """The lane after a word is the car's lane at that point."""
    cars = "29 1a, 15 12a"
    for word, step in (("f2>a", 1), ("f3>a", 3)):
        found = refused(cars, f"29 Outside Line: {word} left", TWO_BULGES)
        assert (found[0], found[1], found[4]) == ("TA-RC-outside-line", word, {"step": step})


@pytest.mark.parametrize(
    ("line", "rule", "text", "step"),
    [
        ("29 Making a Move: f>b f2(15>a) left", "TA-6.6-follow", "f2", 2),
        ("29 Making a Move: f>b f2(4>a) left", "TA-6.6-follow", "f2", 3),
        ("29 Making a Move: f>b f2(15>c) left", "TA-4.5", "f2", 3),
        ("29 Making a Move: f>b f2(10a>a) left", "TA-6.6-follow", "f2", 2),
        ("29 Watch the Gauge: f>b f2(15>a) left", "TA-6.9.2", "f2", 2),
        ("29 Watch the Gauge: f>b f2(4>a) left", "TA-6.9.2", "f2", 3),
    ],
)
def test_the_step_in_which_a_car_that_comes_along_takes_another_lane(
    line: str, rule: str, text: str, step: int
) -> None:
    found = refused("29 10a, 15 9a, 4 8a", line, OVAL)
    assert (found[0], found[1], found[4]) == (rule, text, {"step": step})

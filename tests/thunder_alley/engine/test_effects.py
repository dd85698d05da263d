"""The rules that are reported for a segment."""

import pytest

from grammar.parser import parse
from tests.thunder_alley.lines.play import last
from verifier.records.replay import judge_records
from verifier.thunder_alley.engine import applied

HEAD = "game thunder-alley\ntrack short-oval\nteam Red 29 25\nteam Blue 15 9\n"
SIX = "wear black black blue green red yellow"


def told(cars: str, line: str) -> tuple[str, ...]:
    """The rules applied in a legal line."""
    block = "".join(f"  {car}\n" for car in cars.split(", "))
    [report] = judge_records(parse(f"{HEAD}position\n{block}end\n{line}\n", "a.race"))
    assert report.verdict == "legal", report.findings
    past = report.table.past[-1]
    return applied(report.table.setup, past.before, last(report.table))


@pytest.mark.parametrize(
    ("cars", "line", "rules"),
    [
        ("29 12b, 15 9b", "29 retire", ("TA-3.4-1", "TA-3.4-4", "TA-4.3")),
        (f"29 12b wear black, 15 9b {SIX}", "29 retire", ("TA-3.4-1", "TA-3.4-4", "TA-4.3")),
        (f"29 12b {SIX}, 15 9b", "29 retire", ("TA-3.4-1", "TA-3.4-3", "TA-7.2", "TA-4.3")),
        ("29 out place 2, 25 12b, 15 9b", "29 pass", ("TA-3.4-1", "TA-3.4-2")),
    ],
)
def test_a_segment_without_a_card(cars: str, line: str, rules: tuple[str, ...]) -> None:
    assert told(cars, line) == rules


@pytest.mark.parametrize(("wear", "exempt"), [("wear black blue", False), ("wear black blue green", True)])
def test_a_car_that_leaves_the_pits_with_markers(wear: str, exempt: bool) -> None:
    rules = told(f"29 12p {wear}, 15 3a", "29 Dirty Air: o f")
    assert "TA-9.4" in rules
    assert ("TA-7.4-pit-exempt" in rules) == exempt


@pytest.mark.parametrize(
    ("cars", "line", "present", "absent"),
    [
        ("29 9a, 15 3a", "29 Dirty Air: f f>b f4", ("TA-6.3", "TA-4.5.3"), ("TA-6.9.2", "TA-6.2")),
        ("29 9a, 15 8a", "29 Watch the Gauge: f f>b f4",
         ("TA-4.5.3", "TA-6.9.2", "TA-6.9.3-case-2", "TA-6.4.2-link-on-forward", "TA-6.2", "TA-GL-linking"),
         ("TA-6.9.3-case-1", "TA-6.4.1-line-joins", "TA-6.4.2-lateral-before-forward")),
        ("29 10a, 15 9a", "29 Watch the Gauge: f>b f5", ("TA-6.9.2", "TA-6.9.3-case-1"), ()),
        ("29 2b, 15 20a", "29 Fast Pace: f3 f>a f4", ("TA-4.5.2", "TA-6.9.1"), ("TA-4.5.3", "TA-6.5-like-solo")),
        ("29 11b, 15 13b, 9 16c", "29 Fast Pace: o f7", ("TA-6.5-like-solo", "TA-6.5-line-joins"), ()),
        ("29 11b, 15 13b", "29 Staying with the Pack: f6", ("TA-6.2",), ("TA-6.5-like-solo",)),
        ("29 12b, 15 20a", "29 Watch the Gauge: o f5", ("TA-6.4.2-lateral-before-forward",),
         ("TA-6.4.2-moves-like-solo", "TA-6.2", "TA-6.4.2-link-on-forward")),
        ("29 12b, 15 20a", "29 Watch the Gauge: f o f4", ("TA-6.4.2-moves-like-solo",),
         ("TA-6.4.2-lateral-before-forward",)),
        ("29 12b, 15 11b", "29 Making a Move: f6",
         ("TA-6.6-link-at-start", "TA-6.6-must-follow", "TA-6.6-follow"), ()),
        ("29 12b, 15 20b", "29 Making a Move: f6", ("TA-6.1-spend-all",),
         ("TA-6.6-link-at-start", "TA-6.2", "TA-GL-linking")),
        ("29 12b, 15 13b", "29 Charge: f f f!", ("TA-BUMP", "TA-6.8", "TA-1.3-one-car", "TA-6.2"), ()),
    ],
)  # fmt: skip
def test_the_rules_of_a_move(cars: str, line: str, present: tuple[str, ...], absent: tuple[str, ...]) -> None:
    rules = told(cars, line)
    assert [rule for rule in present if rule not in rules] == []
    assert [rule for rule in absent if rule in rules] == []


def test_the_line_is_crossed() -> None:
    first = told("29 27b crossed 0, 15 3a", "29 Dirty Air: f6")
    assert {"TA-1.3-line", "TA-1.3-first-crossing"} <= set(first) and "TA-4.6" not in first
    later = told("29 27b crossed 1, 15 3a", "29 Dirty Air: f6")
    assert {"TA-1.3-line", "TA-4.6"} <= set(later) and "TA-1.3-first-crossing" not in later


def test_the_marker_of_the_winner_is_told_of_the_winner() -> None:
    block = "position\n  29 27b crossed 3 led 1\n  15 3a crossed 3 led 2\nend\n29 Dirty Air: f2\n"
    head = HEAD.replace("track short-oval\n", "track short-oval\nlaps 3\n")
    [report] = judge_records(parse(f"{head}{block}", "a.race"))
    outcome = last(report.table)
    assert (outcome.finished, outcome.turn_leaders) == (((29, 1),), (29,))


def test_the_points_after_each_step() -> None:
    block = "position\n  29 12b\n  15 3a\nend\n29 Oversteer: f5\n"
    [report] = judge_records(parse(f"{HEAD}{block}", "a.race"))
    steps = last(report.table).steps
    assert [(after.spent, after.left) for after in steps] == [(1, 4), (2, 3), (3, 2), (4, 1), (5, 0), (5, 0)]
    assert [after.spaces[29] for after in steps] == ["13b", "14b", "15b", "16b", "17b", "17a"]


def test_the_grid_puts_each_car_in_its_space() -> None:
    grid = "option cars-per-team = 1\nteam Red 29\nteam Blue 15\nbar Red Blue\ngrid 29 15\n"
    [report] = judge_records(parse(f"game thunder-alley\ntrack short-oval\n{grid}", "a.race"))
    effects = report.table.past[-1].effects
    put = {effect.who: effect.now for effect in effects() if effect.what == "space"}
    assert put == {"29": "28a", "15": "28b"}

"""All rules that a finding names, where it could name a neighbouring one in addition or instead."""

import pytest

from grammar.parser import parse
from verifier.findings import Finding
from verifier.records.replay import judge_records

HEAD = "track short-oval\nlaps 2\nteam Red 29 25\nteam Blue 15\nteam Green 22\nposition\n"
LINE_GOES_ON = "ruling rubbin-when-linked = allowed\nruling finish-mid-draft = line-goes-on\n"
IN_LINE = ("29 28b crossed 2", "22 27b crossed 1")


def findings(cars: tuple[str, ...], line: str, header: str = "") -> tuple[Finding, ...]:
    """The findings about a move of 29."""
    block = "".join(f"  {car}\n" for car in cars)
    text = f"game thunder-alley\n{header}{HEAD}{block}end\n29 {line}\n"
    [report] = judge_records(parse(text, "a.race"))
    return report.findings


def rules(cars: tuple[str, ...], line: str, header: str = "") -> tuple[str, ...]:
    """The rules of the one finding about it."""
    [finding] = findings(cars, line, header)
    return finding.rules


@pytest.mark.parametrize("step", ["o", "o!", "f!"])
def test_a_line_without_its_first_car_goes_ahead_and_nothing_else(step: str) -> None:
    assert rules(IN_LINE, f"Rubbin' is Racin' left 3: f {step}", LINE_GOES_ON) == ("TA-10.1",)


def test_that_it_is_linked_is_not_told_beside_that() -> None:
    header = "ruling finish-mid-draft = line-goes-on\n"
    assert rules(IN_LINE, "Watch the Gauge left 3: f o", header) == ("TA-10.1",)


@pytest.mark.parametrize(
    ("car", "line", "rule"),
    [
        ("15 12a", "Outside Line left 1: i!", "TA-RC-outside-line"),
        ("15 12c", "Inside Line left 1: o!", "TA-RC-inside-line"),
        ("15 12a", "Riding the Draft left 1: i!", "TA-RC-riding-the-draft"),
    ],
)
def test_a_bump_where_the_card_forbids_to_go(car: str, line: str, rule: str) -> None:
    assert rules(("29 12b", car), line) == ("TA-BUMP", rule)


@pytest.mark.parametrize(("left", "rule"), [(5, "TA-7.4"), (4, "TA-6.1-cost"), (2, "TA-6.1-cost")])
def test_mps_left_that_are_wrong_by_the_penalty_or_otherwise(left: int, rule: str) -> None:
    assert rules(("29 12b wear 4",), f"Charge: f2 left {left}") == (rule,)


def test_a_bump_at_nobody() -> None:
    [finding] = findings(("29 12b",), "Charge left 2: o!")
    assert finding.rules == ("TA-BUMP",) and finding.fact.startswith("no car stands outside of `12b`")


@pytest.mark.parametrize(("left", "lapse"), [(2, True), (3, False)])
def test_how_many_mps_may_lapse_without_a_neighbour(left: int, lapse: bool) -> None:
    ruling = "ruling bump-needs-neighbour = mp-may-lapse\n"
    assert (findings(("29 12b",), f"Charge left {left + 1}: f", ruling) == ()) == lapse


def test_the_price_of_a_diagonal_step_that_cannot_be_paid() -> None:
    [finding] = findings(("29 12b", "15 2a"), "Slingshot left 1: f di")
    assert finding.fact == "`di` to `14a` costs 1 MP, but the only MP is spent"

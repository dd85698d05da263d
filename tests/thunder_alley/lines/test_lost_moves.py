"""Moves with a lost part: the car, the card, steps, the end; the positions to which they can and cannot have led."""

import pytest

from grammar.parser import parse
from model.thunder_alley.cards_seen import Played, RaceCard
from verifier.findings import ILLEGAL
from verifier.records.replay import judge_records

TABLE = """game thunder-alley
track
  sectors 1-24 a b c
  ring
  line 24
end
team Red 29 25
team Blue 15 9
position
  first Red
  29 10b
  25 3a
  15 20b
  9 3c
end
"""


def verdict(lines: str) -> str:
    [report] = judge_records(parse(f"{TABLE}{lines}\n", "test.race"))
    return report.verdict


@pytest.mark.parametrize(
    ("line", "can_be", "cannot_be"),
    [
        ("? Charge: f7", "29 at 17b", "15 at 3b"),
        ("? Charge: f7", "25 at 10a", "9 at 10c"),
        ("29 ?: f7", "29 at 17b", "29 at 18b"),
        ("29 ? -> 14b", "29 at 14b", "29 at 15b"),
        ("29 Charge -> 15b", "29 at 15b wear black", "29 wear green"),
        ("29 Charge: f2 ...", "29 at 16a", "29 at 18b"),
        ("29 Charge: f2 ...", "29 at 17b", "29 at 12a"),
        ("29 Charge: f2 ... = 16c", "29 at 16c", "29 at 16a"),
        ("29 Charge: f2 ?3 f2", "29 at 16a", "29 at 18b"),
        ("29 Teamwork: f4 + 25 f ...", "25 at 5b", "25 at 7a"),
        ("29 Teamwork: f4 + 25 f ... = 6a", "29 at 14b", "29 at 13a"),
        ("29 Teamwork: f4 + 25 o ...", "25 at 5b", "25 at 6a"),
        ("29 Teamwork: f4 + 25 o ... = 5b", "25 at 5b", "25 at 4b"),
        ("29 Teamwork: f2 ... + 25 f3", "29 at 13a", "25 at 3a"),
        ("29 Teamwork: f2 ... + 25 f3", "25 at 6a", "25 at 5b"),
        ("29 Teamwork: f2 ... = 13a + 25 f3", "29 at 13a", "29 at 14b"),
        ("29 Teamwork: ? + 25 f3", "29 at 14b", "29 at 15b"),
        ("29 Teamwork: f4 + ? f3", "25 at 6a", "25 at 3a"),
        ("29 Teamwork: f4 + ? f ...", "25 at 5b", "25 at 7a"),
        ("? Teamwork: f4 + ? f3", "29 at 13b", "29 at 15b"),
    ],
)
def test_what_a_lost_part_can_have_been(line: str, can_be: str, cannot_be: str) -> None:
    assert verdict(f"{line}\ncheck {can_be}") != ILLEGAL
    assert verdict(f"{line}\ncheck {cannot_be}") == ILLEGAL


@pytest.mark.parametrize(
    "line",
    [
        "29 ? -> 20c",
        "29 Charge -> 18b",
        "29 Charge: f8 ...",
        "29 Charge: f2 ... = 18b",
        "29 Teamwork: f5 + 25 f ...",
        "29 Teamwork: f4 + 25 f ... = 7a",
        "29 Teamwork: f4 + 15 f ...",
        "29 Teamwork: f2 + 25 f ...",
        "29 Teamwork: f4 + ? f4",
        "25 retire\n15 retire\n29 Teamwork: f4 + ? f3",
        "? Charge: f8",
    ],
)
def test_what_no_lost_part_explains(line: str) -> None:
    assert verdict(line) == ILLEGAL


def test_a_flipped_car_was_not_meant() -> None:
    flipped = TABLE.replace("29 10b", "29 10b flipped").replace("first Red", "first Red\n  next Red")
    [report] = judge_records(parse(f"{flipped}? Charge: f7\ncheck 25 at 3a\n", "test.race"))
    assert report.verdict == ILLEGAL


@pytest.mark.parametrize(
    ("line", "rule", "told"),
    [
        ("? Charge -> 20c", "TA-6.1", "no legal move takes 25 from `3a` to `20c`"),
        ("29 Riding the Draft: o ...", "TA-RC-riding-the-draft", "`o` goes outward from `10b`"),
        ("9 Charge: f2 ...", "TA-3.4", "9 is a car of Blue"),
        ("9 ? -> 10c", "TA-3.4", "9 is a car of Blue"),
        ("29 Teamwork: f4 + ? o i", "TA-6.1-once-per-space", "25 started this move at `3a`"),
        ("29 Teamwork: f4 + ? f2", "TA-6.1-spend-all", "25 stops at `5a` with 1 of 3 MPs left"),
        (
            "25 retire\n15 retire\n29 Teamwork: f4 + ? f3",
            "TA-RC-teamwork",
            "29 is the car that has just moved",
        ),
    ],
)
def test_the_reason_that_is_told(line: str, rule: str, told: str) -> None:
    """If the car was not recorded, the reason is that of the first possible car."""
    flipped = TABLE.replace("9 3c", "9 3c flipped").replace("first Red", "first Red\n  next Red")
    [report] = judge_records(parse(f"{flipped}{line}\n", "test.race"))
    assert (report.findings[0].rules[0], report.findings[0].fact.partition(",")[0]) == (rule, told)


@pytest.mark.parametrize(
    ("line", "rule"),
    [("? Fast Pace: f2", "TA-6.1-spend-all"), ("29 Teamwork: f4 + ? f3", "TA-RC-teamwork")],
)
def test_the_end_of_the_drawing_excuses_only_lost_steps(line: str, rule: str) -> None:
    start = "track\n  sectors 1-9 a b\nend\nposition\n  29 Red 3a\n  22 Blue 6a\nend"
    [report] = judge_records(parse(f"game thunder-alley\n{start}\n{line}\n", "test.race"))
    assert report.verdict == ILLEGAL and report.findings[0].rules == (rule,)


def test_a_lost_card_can_have_been_any() -> None:
    text = TABLE.replace("position", "option cars-per-team = 2\nposition")
    [report] = judge_records(parse(f"{text}29 ?: f7\n", "test.race"))
    assert [seen for seen, _ in report.table.standing.cards.seen if isinstance(seen, Played)] == [
        Played("Red", RaceCard())
    ]

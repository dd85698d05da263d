"""Records with lost parts of whole turns: unknown events and pit stops, missing lines, alternatives."""

import pytest

from grammar.parser import parse
from verifier.findings import ILLEGAL, UNDETERMINED
from verifier.records.replay import judge_records

HEADER = """game thunder-alley
track
  sectors 1-24 a b c
  ring
  line 24
  restart a b
end
team Red 29 25
team Blue 15 9
"""

TURN = """position
  first Red
  step event
  29 13b flipped led 1
  25 12a flipped wear black
  15 14b wear black black black flipped
  9 3b flipped
end
"""


def verdict(text: str) -> tuple[str, list[str]]:
    """The verdict, and the rules of the findings against the record."""
    [report] = judge_records(parse(HEADER + text, "test.race"))
    return report.verdict, [one.rules[0] for one in report.findings if one.kind in ("illegal", "claim")]


@pytest.mark.parametrize("spaces", ["14b", "4a", "4p"])
def test_an_unknown_event_can_have_been_any(spaces: str) -> None:
    """15 stayed, spun out, or blew a tire."""
    assert verdict(f"{TURN}event ?\ncheck 15 at {spaces}\n") == (UNDETERMINED, [])


def test_an_unknown_event_cannot_have_done_everything() -> None:
    assert verdict(f"{TURN}event ?\ncheck 15 at 5a\n")[0] == ILLEGAL
    assert verdict(f"{TURN}event ?\ncheck 15 at 4a\ncheck 25 at 2p\n")[0] == ILLEGAL
    [report] = judge_records(parse(f"{HEADER}{TURN}event ?\ncheck 15 at 5a\n", "test.race"))
    [*_, seen] = report.findings[-1].related
    assert (seen.line, seen.what) == (18, "however the gap is filled, this line is wrong")


def test_unknown_pit_stops() -> None:
    """Either of the two blue cars may have pitted; no car reaches a space to which no pit stop leads."""
    green = f"{TURN}event Overcast\n"
    assert verdict(f"{green}pit ?\ncheck 15 at 9p wear none\ncheck 9 at 3b\n") == (UNDETERMINED, [])
    assert verdict(f"{green}pit 25 ?\ncheck 25 at 7p\ncheck 15 at 14b\n") == (UNDETERMINED, [])
    assert verdict(f"{green}pit 25 ?\ncheck 25 at 12a\n")[0] == ILLEGAL
    assert verdict(f"{green}pit ?\ncheck 15 at 10p\n")[0] == ILLEGAL


def test_no_more_than_five_cars_can_be_open() -> None:
    cars = "29 13b\n 25 12a\n 15 11b\n 9 10b\n 22 9b\n 3 8a\n 7 7a\n"
    seven = f"team Green 22 3 7\nposition\n first Red\n step pits\n flag green\n {cars}end\n"
    assert verdict(f"{seven}pit 29 25 ?\ncheck 29 at 8p\ncheck 7 at 7a\n") == (UNDETERMINED, [])
    assert verdict(f"{seven}pit 29 25 ?\ncheck 29 at 9p\n")[0] == ILLEGAL
    assert verdict(f"{seven}pit 29 ?\ncheck 29 at 9p\n") == (UNDETERMINED, [])


@pytest.mark.parametrize(
    ("block", "rule"),
    [
        ("turn 1\n 25 12a", "TA-3.1"),
        ("turn 4\n 29 12a led 0", "TA-3.5.1"),
        ("turn 4\n 25 12a wear black", "TA-7.3"),
        ("turn 4\n 9 12a", "TA-4.3"),
        ("turn 4\n 9 out place 3", "TA-4.3"),
    ],
)
def test_what_missing_lines_cannot_have_done(block: str, rule: str) -> None:
    before = "position\n turn 3\n 29 13b led 1\n 25 12a wear red\n 15 14b\n 9 out place 4\nend\n"
    assert verdict(f"{before}...\nposition\n {block}\nend\n") == (ILLEGAL, [rule])


def test_standings_after_turns_only() -> None:
    before = "position\n turn 3\n 29 13b led 1\n 25 12a wear red\n 15 14b\n 9 out place 4\nend\n"
    after = "position\n turn 4\n 29 22b\n 25 17a wear red black\nend\n"
    text = f"{before}...\n{after}turn 4\n...\nposition\n turn 5\n 29 5b crossed 2\nend\n"
    assert verdict(text) == (UNDETERMINED, [])
    assert verdict(f"{before}...\n{after}check 9 out place 4\ncheck 29 led 1\ncheck 15 out\n") == (
        UNDETERMINED,
        [],
    )
    assert verdict(f"{before}...\n{after}check 9 out place 3\n")[0] == ILLEGAL


def test_alternatives() -> None:
    either = "position\n 29 3b\n 15 9a\nend\neither\n29 Charge: f7\nor\n29 Floor It: f8\nend\n"
    assert verdict(f"{either}check 29 at 10b\n") == (UNDETERMINED, [])
    assert verdict(f"{either}check 29 at 12b\n")[0] == ILLEGAL
    assert verdict(f"{either}15 Riding the Draft: f4\ncheck 29 at 10b\ncheck 15 at 14a\n")[0] == ILLEGAL

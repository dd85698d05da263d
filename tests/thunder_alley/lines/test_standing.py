"""The lines about a finished race apart from the sums, by both judges: places, bonuses, Most Laps Led, the winner."""

import pytest

from grammar.parser import parse
from tests.thunder_alley.lines.play import judged_by_both
from verifier.findings import ILLEGAL, LEGAL, UNDETERMINED
from verifier.records.replay import verify

OVER = """game thunder-alley
team Red 29 25
team Blue 15 9
position
  29 place 1 led 1
  15 place 2 led 3
  25 place 3
  9 place 4
end
"""


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("check points 46 42 41 40", LEGAL),
        ("check points 46 42", LEGAL),
        ("check points 46 43", ILLEGAL),
        ("check points 46 42 41 40 39", ILLEGAL),
        ("check bonus 29 15", LEGAL),
        ("check bonus 29", ILLEGAL),
        ("check bonus none", ILLEGAL),
        ("check most led 15", LEGAL),
        ("check most led 29", ILLEGAL),
        ("check most led Blue", ILLEGAL),
        ("check most led none", ILLEGAL),
        ("check winner red", LEGAL),
        ("check winner Blue", ILLEGAL),
        ("check winner Red Blue", ILLEGAL),
    ],
)
def test_a_race_that_is_over(line: str, verdict: str) -> None:
    assert judged_by_both(f"{OVER}{line}\n") == (verdict, "TA-10.2" if verdict == ILLEGAL else "")


def test_the_cars_with_a_bonus() -> None:
    [report] = verify(f"{OVER}check bonus 29\n")
    assert [one.fact for one in report.findings] == ["29 15 led a turn and have a bonus, not 29"]


def test_while_cars_are_driving() -> None:
    text = OVER.replace("9 place 4", "9 ?")
    assert judged_by_both(f"{text}check winner Red\n") == (ILLEGAL, "TA-10.1")


def test_where_nobody_noted_the_places() -> None:
    text = "game thunder-alley\nteam Red 29 25\nteam Blue 15 9\ncheck winner Red\n"
    [report] = verify(text)
    assert report.verdict == UNDETERMINED


@pytest.mark.parametrize(
    "line", ["check winner Rad", "check bonus 28", "check bonus Red", "check most led Rad"]
)
def test_unknown_names(line: str) -> None:
    [report] = verify(f"{OVER}{line}\n")
    assert [finding.kind for finding in report.findings] == ["unknown-name"]
    assert not parse(f"{OVER}{line}\n", "x.race").errors

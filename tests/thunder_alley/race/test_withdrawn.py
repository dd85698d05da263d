"""A car that is withdrawn between two turns, by editions that allow it at any time, changes nothing about who begins."""

import pytest

from verifier.replay import verify

RECORD = """game thunder-alley
ruleset el
track short-oval
team Red 29 25
team Blue 15 4
position
  turn 2
  step discard
  first Red
  29 12b
  25 10b
  15 9a
  4 9b
end
25 retire
turn 3
"""


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        ("29 Dirty Air: f6\n15 Dirty Air: f2>a f4", "legal"),
        ("25 pass\n15 Dirty Air: f2>a f4\n29 Dirty Air: f6", "legal"),
        ("15 Dirty Air: f2>a f4", "illegal"),
        ("4 Dirty Air: f2>c f4", "illegal"),
    ],
)
def test_the_first_player_begins(lines: str, verdict: str) -> None:
    [report] = verify(RECORD + lines)
    assert report.verdict == verdict
    assert verdict == "legal" or report.findings[0].rules[0].startswith("TA-3.4")

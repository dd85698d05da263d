"""The alternatives of an `either` block: each is judged on its own, and they are compared."""

from pathlib import Path

import pytest

from verifier.records.alternatives import Alternatives
from verifier.records.replay import verify

ROOT = Path(__file__).parents[2]
HEAD = """game thunder-alley
track
  sectors 1-24 a b c
  ring
  line 24
  restart a b
end
team Red 29 25
team Blue 15 9
position
  29 3b
  15 8a
end
"""
BOTH = "either\n  29 Charge: f7\nor\n  29 Floor It: f8\nend\n"
ONE = "either\n  29 Charge: f7\nor\n  29 Charge: f8\nend\n"
NONE = "either\n  29 Charge: f9\nor\n  29 Charge: f8\nend\n"
LATER = "either\n  29 Charge: f7\n  15 Floor It: f8\nor\n  29 Charge: f7\n  15 Charge: f7\nend\n"
ALIKE = "either\n  29 Charge: f7\nor\n  29 Charge: f6 f\nend\n"
LOST = "either\n  29 Charge: f7\nor\n  ...\nend\n"
DRIVER = "game rallyman\nstage mill-lane\ndriver A\n"
TURNS = "either\n  A: 1 2\nor\n  A: 1 3\nend\n"


def compared(text: str) -> Alternatives:
    [report] = verify(text)
    [block] = report.alternatives
    return block


@pytest.mark.parametrize(
    ("block", "verdicts", "parts", "said"),
    [
        (
            BOTH,
            ["legal", "legal"],
            [15, 17],
            "both alternatives are legal; they part in lines 15 and 17; they lead to different positions",
        ),
        (
            ONE,
            ["legal", "illegal"],
            [15, 17],
            "of 2 alternatives 1 legal and 1 illegal; they part in lines 15 and 17",
        ),
        (
            NONE,
            ["illegal", "illegal"],
            [15, 17],
            "both alternatives are illegal; they part in lines 15 and 17",
        ),
        (
            LATER,
            ["legal", "legal"],
            [16, 19],
            "both alternatives are legal; they part in lines 16 and 19; they lead to different positions",
        ),
        (
            ALIKE,
            ["legal", "legal"],
            [15, 17],
            "both alternatives are legal; they part in lines 15 and 17; they lead to the same position",
        ),
        (
            LOST,
            ["legal", "undetermined"],
            [15, 17],
            "of 2 alternatives 1 legal and 1 undetermined; they part in lines 15 and 17; not all of them can be followed",
        ),
    ],
)
def test_each_alternative_on_its_own(block: str, verdicts: list[str], parts: list[int], said: str) -> None:
    found = compared(HEAD + block)
    assert [one.verdict for one in found.each] == verdicts
    assert [one.parts for one in found.each] == parts
    assert str(found) == said


def test_what_differs_on_the_table() -> None:
    one, two = compared(HEAD + BOTH).each
    assert one.only == ("29 10b wear black flipped",)
    assert two.only == ("29 11b wear orange flipped",)


def test_why_an_alternative_is_impossible() -> None:
    _, other = compared(HEAD + ONE).each
    assert other.finding is not None and other.finding.rules[0] == "TA-6.1-mp-total"
    assert other.positions == ()


def test_another_game() -> None:
    found = compared(DRIVER + TURNS)
    assert [one.verdict for one in found.each] == ["legal", "illegal"]


def test_a_block_with_many_possible_positions_before_it() -> None:
    """15 stands on one of several spaces, so an alternative is possible if it is from one of them."""
    found = compared(HEAD + "15 ?: f4\n" + "either\n  29 Charge: f7\nor\n  29 Charge: f8\nend\n")
    assert [one.verdict for one in found.each] == ["legal", "illegal"]


def test_the_great_race() -> None:
    path = ROOT / "replays/great_race/illegal/past-the-stop.race"
    before = path.read_text(encoding="utf-8").partition("Orange: drive c2 c3/e1")[0]
    block = "either\nOrange: drive c2 c3/e1\nor\nOrange: drive c2 c3/e1 Corso(?2)\nend\n"
    found = compared(f"{before}{block}")
    assert [one.verdict for one in found.each] == ["legal", "illegal"]
    assert found.each[1].finding is not None and found.each[1].finding.rules == ("GR-12.9",)

"""Records by the spec alone, line by line."""

from pathlib import Path

import pytest

from grammar.parser import parse
from tests.by_solver import verdict_and_rule
from verifier.findings import ILLEGAL, LEGAL, UNDETERMINED, UNREADABLE
from verifier.game import Where

RECORD = """\
game rallyman
stage hollow-pine
driver A
driver B
position
  turn 3
  next A
  A s7 g2
  B s5 g4
end
A: 1 =1 > s8
B: 4 5 g =5 > s9
"""
"""A stage of two cars after one turn of each."""


def by_spec(text: str, folder: Path) -> tuple[str, str]:
    """The verdict on the first record of a text, and the rule that decides, by the spec."""
    path = folder / "asked.race"
    if folder != Path():
        path.write_text(text, encoding="utf-8")
    return verdict_and_rule(parse(text, str(path)).records[0], Where(str(path), folder))


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("check next B", ""),
        ("check next A", "RM-3.7"),
        ("check order B A", ""),
        ("check A s8 g1 t=0:50 m=0", ""),
        ("check A t=0:40", "RM-4.12"),
        ("check B g4", "RM-4.6"),
        ("check B spare=used", "RM-10.2"),
        ("check dirt K1=0", ""),
        ("check dirt K1=1", "RM-9.8"),
        ("turn 4", ""),
        ("turn 3", "RM-3.6"),
        ("R5 B: g =5", "RM-3.6"),
        ("result A 1:00", "RM-13.1"),
        ("position\nturn 4\norder B A\nnext B\nA s8 g1\nend", ""),
        ("position\nA s8 arr=1\nB s9 arr=2\nend", ""),
        ("position\nA s8 arr=2\nB s9 arr=1\nend", "RM-3.8"),
        ("position\nnext A\nend", "RM-3.7"),
    ],
)
def test_lines_behind_two_turns(line: str, rule: str) -> None:
    found = by_spec(f"{RECORD}{line}\n", Path())
    assert found == (ILLEGAL if rule else LEGAL, rule)


@pytest.mark.parametrize("line", ["R4 B: ? =5", "..."])
def test_a_record_with_gaps_is_undetermined(line: str) -> None:
    assert by_spec(f"{RECORD}{line}\n", Path()) == (UNDETERMINED, "")


def test_the_spec_judges_each_alternative() -> None:
    found = by_spec(f"{RECORD}either\nB: g =5\nor\nB: 5 =5\nend\n", Path())
    assert found == (ILLEGAL, "RM-9.12")


RALLY = """\
game rallyman
rally "Pine weekend"
driver A
driver B
race "#2"
assistance
check start A B
race "#3"
check total A 4:40 B 5:10

game rallyman
stage hollow-pine
driver A
driver B
position
  turn 9
  A s17 g5 t=130 dmg=4
  B FINISH t=150
end
A: 5! g! *line =5

game rallyman
stage hollow-pine
driver A
driver B
position
  turn 9
  A s18 g5 t=130
  B s18 g5 t=150
end
A: 5 =5
B: 5 =5
"""


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("check start A B", "check start B A", "RM-3.3"),
        ("check start A B", "check A dmg=1", "RM-14.1"),
        ("check start A B", "check A dmg=0 spare=held", ""),
        ("check start A B", "check stage A 2:20 B 2:30", ""),
        ("check start A B", "check stage A 2:21", "RM-13.2"),
        ("check start A B", "check winner A", ""),
        ("check start A B", "check winner B", "RM-13.6"),
        ("check start A B", "check places B A", "RM-13.4"),
        ("check start A B", "spare A", "RM-10.4"),
        ("check start A B", "tyres A snow", ""),
        ("assistance", "tyres A snow", "RM-15.4"),
        ("check total A 4:40 B 5:10", "check total A 4:40 B 5:11", "RM-13.4"),
        ("check total A 4:40 B 5:10", "result A out B 5:10", "RM-13.6"),
        ("check total A 4:40 B 5:10", "result A 4:40 B 5:10", "RM-13.6"),
        ("check total A 4:40 B 5:10", "result A ? B ?", ""),
        ("check total A 4:40 B 5:10", "check start B A", "RM-3.4"),
    ],
)
def test_lines_of_a_rally(old: str, new: str, rule: str, tmp_path: Path) -> None:
    text = RALLY.replace(f"{old}\n", f"{new}\n")
    assert text != RALLY
    if new == "tyres A snow" and not rule:
        rally, *stages = text.split("\n\n")
        text = "\n\n".join([rally[: rally.index(new) + len(new)], *stages])
    found = by_spec(text, tmp_path)
    assert found == (ILLEGAL if rule else LEGAL, rule)


def test_a_stage_that_cannot_be_read(tmp_path: Path) -> None:
    assert by_spec(RALLY.replace("B: 5 =5", "B: 9"), tmp_path) == (UNREADABLE, "")

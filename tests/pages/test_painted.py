"""A picture in colour: the same characters as without, with the mover, its way, the fault and the alternatives."""

import re

import pytest

from tests.pages.records import ILLEGAL, LONG, replayed
from verifier.drawings.scene import Row
from verifier.painted import FAULT, GHOST, MOVER, told_of
from verifier.render.replay_text import table_lines
from verifier.render.text import coloured

STYLE = re.compile(r"\x1b\[([\d;]*)m")


def styled(lines: list[str], style: str) -> list[str]:
    """The parts of the lines with this style."""
    return re.findall(rf"\x1b\[{style}m(.*?)\x1b", "\n".join(lines))


@pytest.mark.parametrize("case", [*ILLEGAL, LONG[1], LONG[2]])
def test_colours_change_no_character(case: str) -> None:
    for frame in replayed(case)[:60]:
        lines = [STYLE.sub("", line).rstrip() for line in table_lines(frame, 90, coloured)]
        assert lines == [line.rstrip() for line in table_lines(frame, 90)]


@pytest.mark.parametrize(
    ("case", "mover", "fault", "ghosts"),
    [(ILLEGAL[0], "29", "", 1), (ILLEGAL[1], "A", "s4", 0), (ILLEGAL[2], "Orange", "Corso", 4)],
)
def test_what_an_illegal_line_tried_is_marked(case: str, mover: str, fault: str, ghosts: int) -> None:
    [frame] = (frame for frame in replayed(case) if frame.findings)
    lines = table_lines(frame, 100, coloured)
    assert {word.strip() for word in styled(lines, MOVER)} == {mover}
    assert {word.strip(" .") for word in styled(lines, FAULT)} == {fault}
    assert len(styled(lines, GHOST)) == ghosts


def test_each_car_has_the_colour_of_its_team() -> None:
    frame = next(frame for frame in replayed(LONG[1]) if frame.line == 60)
    lines = table_lines(frame, 100, coloured)
    red = styled(lines, "1;97;48;2;211;32;47")
    assert {word.strip() for word in red} == {"25", "29", "41"}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "3  29 Red    12b    wear black                6   9 Green  8b   wear green",
            "3  29 Red    12b    wear black",
        ),
        ("2  15 Blue   14b    flipped, wear black       3  29 Red    12b", "3  29 Red    12b"),
        ("4   3 Red    12b", ""),
    ],
)
def test_the_row_of_the_mover(line: str, told: str) -> None:
    begin, end = told_of(line, Row("29", ("3", "29", "Red", "12b")))
    assert line[begin:end].strip() == told

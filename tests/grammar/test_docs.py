"""Every example of the page about the log language reads as its box states, and whole records get the expected verdict."""

import re
from pathlib import Path

import pytest

from grammar import parse
from grammar.lines import MAX_FILE, MAX_LINE
from grammar.stream import (
    MAX_BLOCK_CHARACTERS,
    MAX_BLOCK_LINES,
    MAX_DEPTH,
    MAX_ERRORS,
    MAX_ERRORS_SHOWN,
)
from model.rules import load_house_rules
from model.thunder_alley.facts import DATA
from verifier.records.gathered import MOST_FINDINGS
from verifier.records.replay import verify
from verifier.records.stepping import MOST_TABLES
from verifier.records.streaming import MOST_WHOLE
from verifier.thunder_alley.lines.header import MOST_NAMES, MOST_TOLD
from verifier.thunder_alley.lines.season import MOST_RACES
from verifier.thunder_alley.lines.sheet import CHEAT_SHEET

PAGE = Path(__file__).resolve().parents[2] / "docs" / "log-language.md"
GAME = "game thunder-alley\n"
WRAP = {
    "race": "{}",
    "lines": GAME + "{}",
    "position": GAME + "position\n{}end\n",
    "track": GAME + "track\n{}end\n",
    "paths": GAME + "29 Charge: {}\n",
}

TEXT = PAGE.read_text(encoding="utf-8")
BOXES = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
TABLES = re.findall(r"^<!-- (\w+) -->\n\|.*\n\|[-|]+\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
CELLS = [
    (kind, example)
    for kind, rows in TABLES
    for row in rows.splitlines()
    for example in re.findall(r"`([^`]+)`", row.split("|")[1])
]


def test_every_box_and_table_is_marked() -> None:
    assert {kind for kind, _ in BOXES} == {"race", "lines", "position", "track", "unreadable"}
    assert len(TABLES) == TEXT.count("<!--")
    assert len(CELLS) > 60


@pytest.mark.parametrize(("kind", "text"), [box for box in BOXES if box[0] != "unreadable"] + CELLS)
def test_an_example_reads(kind: str, text: str) -> None:
    assert parse(WRAP[kind].format(text)).errors == ()


@pytest.mark.parametrize("text", [text for kind, text in BOXES if kind == "race"])
def test_a_record_comes_out_as_it_should(text: str) -> None:
    """The verdict matches its `expect` line; without one the record is legal and judged to its end."""
    (report,) = verify(text, str(PAGE))
    assert report.came_out is not False, report.findings
    assert report.came_out or (report.verdict == "legal" and report.followed), report.findings


@pytest.mark.parametrize(
    "line", [line for kind, text in BOXES if kind == "unreadable" for line in text.splitlines()]
)
def test_an_unreadable_example_is_one_with_a_hint(line: str) -> None:
    (problem,) = parse(GAME + line).errors
    assert problem.hint


def test_every_option_and_parameter_is_documented() -> None:
    known = load_house_rules(DATA)
    named = re.findall(r"`(?:(?:option|set) )?([a-z-]+)(?: = \d+)?`", TEXT)
    assert {*known.parameters, *known.options} <= set(named)


def test_bounds_are_those_of_the_code() -> None:
    rows = TEXT.partition("## Bounds")[2]
    bounds = {
        "a line |": [MAX_LINE],
        "a block, ": [MAX_BLOCK_LINES, MAX_BLOCK_CHARACTERS],
        "`either` in": [MAX_DEPTH],
        "a file |": [MAX_FILE // 2**20],
        "a record that is judged while it is read |": [MOST_WHOLE],
        "lines that cannot": [MAX_ERRORS_SHOWN, MAX_ERRORS],
        "findings |": [MOST_FINDINGS],
        "positions followed": [MOST_TABLES],
        "names of cars |": [MOST_NAMES],
        "mistakes reported in a drawn": [MOST_TOLD],
        "a season |": [MOST_RACES],
    }
    for name, numbers in bounds.items():
        (row,) = [row for row in rows.splitlines() if row.startswith(f"| {name}")]
        assert [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", row)] == numbers
    assert len(bounds) == rows.count("\n| ") - 1


def test_the_cheat_sheet_reads() -> None:
    """Its left column is a record, and a path in each line of its part about paths."""
    parts = re.split(r"^(\S.*)\n\n", CHEAT_SHEET, flags=re.MULTILINE)[1:]
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    left = {
        title: [re.split(r" {3,}", line.strip())[0] for line in body.splitlines() if line.strip()]
        for title, body in sections.items()
    }
    paths = left.pop("Paths")
    assert len(paths) > 10
    record = [line for lines in left.values() for line in lines] + [f"29 Charge: {path}" for path in paths]
    assert parse("\n".join(record)).errors == ()
    assert max(map(len, CHEAT_SHEET.splitlines())) < 100

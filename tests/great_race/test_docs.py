"""Every example of the page about The Great Race reads as its box states, and so does the page of its notation."""

import re
from pathlib import Path

import pytest

from grammar import parse
from model.great_race import boards
from model.great_race.facts import DATA
from model.rules import load_rules
from model.rulings import load_rulings
from tests.test_readme import CONSOLE, output
from verifier.cli import rules
from verifier.great_race.lines.sheet import CHEAT_SHEET
from verifier.records.replay import verify

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "great-race.md").read_text(encoding="utf-8")
GAME = "game great-race\n"
WRAP = {
    "race": "{}",
    "lines": GAME + "{}\n",
    "position": GAME + "position\n{}end\n",
    "acts": GAME + "Blue: {}\n",
    "steps": GAME + "Blue: drive {}\n",
}
BOXES = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
TABLES = re.findall(r"^<!-- (\w+) -->\n\|.*\n\|[-|]+\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
CELLS = [
    ("position" if row.startswith("| `discards") else kind, re.match(r"\| `([^`]+)` \|", row)[1] + "\n")  # type: ignore[index]
    for kind, rows in TABLES
    for row in rows.splitlines()
]


@pytest.mark.parametrize(("kind", "text"), [box for box in BOXES if box[0] in WRAP] + CELLS)
def test_an_example_reads(kind: str, text: str) -> None:
    assert parse(WRAP[kind].format(text)).errors == ()


@pytest.mark.parametrize("text", [text for kind, text in BOXES if kind == "race"])
def test_a_record_comes_out_as_it_should(text: str) -> None:
    (report,) = verify(text)
    assert (report.verdict, report.findings) == ("legal", ())


def test_a_command_prints_what_is_shown() -> None:
    shown = CONSOLE.findall(TEXT)
    assert shown and len(TABLES) == TEXT.count("<!--")
    for command, text in shown:
        assert output(command) == text


def test_every_board_is_named() -> None:
    assert all(f"`{name}`" in TEXT for name in boards.shipped())


def test_the_rule_book_is_fresh() -> None:
    """Made by `steward rules great-race --markdown > docs/rules/great-race.md`."""
    made = rules.markdown(load_rules(DATA), load_rulings(DATA))
    assert (ROOT / "docs" / "rules" / "great-race.md").read_text(encoding="utf-8") == made


def test_the_cheat_sheet_reads() -> None:
    """Its left column is a record: acts are those of a player, and steps those of a drive."""
    before = {"Assistants": "Blue: ", "Steps": "Blue: drive ", "Cards": "Blue: "}
    lines, prefix = [], ""
    for line in CHEAT_SHEET.splitlines():
        if line and not line.startswith(" "):
            prefix = before.get(line.split()[0].strip(","), "")
        elif line.strip() and not line.startswith("  ? ?3"):
            lines.append(prefix + re.split(r" {2,}", line.strip())[0])
    assert parse("\n".join(lines)).errors == ()
    assert max(map(len, CHEAT_SHEET.splitlines())) < 130

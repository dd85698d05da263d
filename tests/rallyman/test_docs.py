"""Every example of the pages about Rallyman reads as its box states; records get the expected verdict; the stage is valid."""

import re
from pathlib import Path

import pytest

from grammar import parse
from model.rallyman.facts import DATA
from model.rallyman.stage_graph import compiled
from model.rallyman.stage_read import graph_from_text
from model.rallyman.stages import load, shipped
from model.rules import load_rules
from model.ruleset import load_ruleset
from model.rulings import load_rulings
from tests.test_readme import CONSOLE, output
from verifier.cli import rules
from verifier.rallyman.course import courses
from verifier.rallyman.pictures.text import text_picture
from verifier.rallyman.pictures.view import View
from verifier.records.replay import verify

DOCS = Path(__file__).resolve().parents[2] / "docs"
TEXT = (DOCS / "rallyman.md").read_text(encoding="utf-8")
STAGES = (DOCS / "stages.md").read_text(encoding="utf-8")
WRAP = {
    "race": "{}",
    "lines": "game rallyman\n{}\n",
    "position": "game rallyman\nposition\n{}end\n",
    "stage": "game rallyman\nstage\n{}end\ndriver A\ncheck A START\n",
    "turns": "game rallyman\nR3 A: {}\n",
}
BOXES = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
TABLES = re.findall(r"^<!-- (\w+) -->\n\|.*\n\|[-|]+\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
CELLS = [
    (kind, re.match(r"\| `((?:\\\||[^`])+)` \|", row)[1].replace("\\|", "|"))  # type: ignore[index]
    for kind, rows in TABLES
    for row in rows.splitlines()
]


@pytest.mark.parametrize(("kind", "text"), [box for box in BOXES if box[0] in WRAP] + CELLS)
def test_an_example_reads(kind: str, text: str) -> None:
    assert parse(WRAP[kind].format(text)).errors == ()


@pytest.mark.parametrize("text", [text for kind, text in BOXES if kind == "stage"])
def test_cars_can_drive_on_a_changed_stage(text: str) -> None:
    (report,) = verify(WRAP["stage"].format(text))
    assert not report.findings


@pytest.mark.parametrize("text", [text for kind, text in BOXES if kind == "race"])
def test_a_record_comes_out_as_it_should(text: str) -> None:
    (report,) = verify(text)
    assert report.came_out or (not report.expected and report.verdict == "legal")


def test_a_command_prints_what_is_shown() -> None:
    shown = CONSOLE.findall(TEXT)
    assert shown and {kind for kind, _ in BOXES} <= {*WRAP, "console", "toml"}
    for command, text in shown:
        assert output(command) == text


def test_the_ruleset_of_the_page_is_one(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text(next(text for kind, text in BOXES if kind == "toml"), encoding="utf-8")
    ruleset = load_ruleset(DATA, str(file))
    assert ruleset.parameters["spare_wheel_seconds"] == 40 and "splits" in ruleset.options


def test_the_stage_of_the_page_is_good() -> None:
    example = re.findall(r"^```toml\n(.*?)^```$", STAGES, re.MULTILINE | re.DOTALL)[0]
    assert len(compiled(graph_from_text(example, "tiny.toml")).spaces) == 5
    assert all(f"`{name}`" in STAGES for name in shipped())


def test_the_page_tells_of_each_stage_what_its_file_says() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (.*?) \| .* \| (.*?) \|$", STAGES, re.MULTILINE)
    shapes = {name: words.partition(": ")[2] for name, words in courses()}
    assert rows == [(name, shapes[name], load(name).source) for name in shipped()]


def test_the_drawing_of_the_page_is_the_one_of_the_stage() -> None:
    (box,) = re.findall(r"^```\n(zone .*?)^```$", STAGES, re.MULTILINE | re.DOTALL)
    assert box in text_picture(View(load("hollow-pine")))


def test_the_rule_book_is_fresh() -> None:
    """Made by `steward rules rallyman --markdown > docs/rules/rallyman.md`."""
    made = rules.markdown(load_rules(DATA), load_rulings(DATA))
    assert (DOCS / "rules" / "rallyman.md").read_text(encoding="utf-8") == made

"""The language of Rallyman: patterns read as Lark does; lines and turns are written as they were read."""

import random
import re
from pathlib import Path

import pytest

from grammar import parse
from grammar.patterns import line_patterns
from grammar.printer import format_line
from grammar.samples import samples_of
from grammar.syntax import Node
from grammar.tables import UnexpectedInput, line_parser
from verifier.rallyman.lines.read import read_turn
from verifier.rallyman.lines.write import driver_text, line_text

GAME = "rallyman"
ROOT = Path(__file__).parents[2]
LINES = sorted(
    {
        line.split("  #")[0].strip()
        for path in (ROOT / "replays" / GAME).rglob("*.race")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    }
)
TURNS = [line for line in LINES if re.match(r"R\d+ [A-D]: ", line)]


def read(text: str, start: str) -> Node | None:
    try:
        return line_parser(GAME).parse(text, start)
    except UnexpectedInput:
        return None


def test_there_are_lines() -> None:
    assert len(LINES) > 150 and len(TURNS) > 50


def test_mutated_lines_are_read_as_lark_reads_them() -> None:
    rng = random.Random(10)
    lines = [*LINES, *(text for known in samples_of(GAME) for _, text in known.samples)]
    words = sorted({word for text in lines for word in re.findall(r"\w+|\S", text)})
    words += sorted(line_parser(GAME).keywords.values())
    matched = 0
    for _ in range(8_500):
        text = rng.choice(lines)
        for _ in range(rng.choice((1, 1, 2, 3))):
            spot = rng.randrange(len(text) + 1)
            match rng.randrange(4):
                case 0:
                    text = text[:spot] + text[spot + 1 :]
                case 1:
                    text = text[:spot] + rng.choice(" \"#:>]=[)/!<@+-,.?'$*|xg19") + text[spot:]
                case 2:
                    text = f"{text[:spot]} {rng.choice(words)} {text[spot:]}"
                case 3:
                    text = text[:spot] + rng.choice(lines)[spot:]
        if not text.strip() or "#" in text:
            continue
        for start in ("line", "place"):
            found = line_patterns(GAME).read(text, start, 1)
            if found is not None:
                assert found == read(text, start), (start, text)
                matched += 1
    assert matched > 1_000


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_printed_as_it_was_read(line: str) -> None:
    node = read(line, "line") or read(line, "place")
    assert node is not None
    printed = format_line(node, GAME)
    again = read(printed, "line") or read(printed, "place")
    assert again is not None
    assert [(leaf.kind, leaf.text) for leaf in again.leaves()] == [
        (leaf.kind, leaf.text) for leaf in node.leaves()
    ]
    assert format_line(again, GAME) == printed


@pytest.mark.parametrize("line", TURNS)
def test_turns_are_written_as_they_are_read(line: str) -> None:
    node = read(line, "line")
    assert node is not None
    driver = line.split()[1].rstrip(":")
    written = read_turn(node, driver)
    assert written.turn.round is not None
    text = line_text(written.turn, written.turn.round)
    again = read(text, "line")
    assert again is not None
    assert read_turn(again, driver).turn == written.turn


@pytest.mark.parametrize(
    "text",
    [
        "A: ?",
        "A: ?1",
        "A: 4?",
        "A: 4/?",
        "A: 4/k?",
        "A: 4 ...",
        "A: ...",
        "A: 4! *?",
        "A: 4! *left/k?",
        "A: [4 5?]",
        "A: [4 | ?]",
        "A: [4 g]-?",
    ],
)
def test_lost_parts_are_open(text: str) -> None:
    node = read(text, "line")
    assert node is not None
    written = read_turn(node, "A")
    assert written.turn.unwritten
    again = read(line_text(written.turn), "line")
    assert again is not None and read_turn(again, "A").turn == written.turn


@pytest.mark.parametrize(
    "name", ["A", "Ana", "R2", "driver", "left", "out", "two words", "under", "Zoë", "g3", "x1"]
)
def test_any_name_can_be_written(name: str) -> None:
    text = f"game rallyman\nstage hollow-pine\ndriver {driver_text(name)} tyres=snow\n{driver_text(name)}: 1 =1\n"
    result = parse(text)
    assert result.errors == ()
    assert result.records[0].statements[-1].kind == "drives"

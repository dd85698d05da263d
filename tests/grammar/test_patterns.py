"""Lines that match a pattern have the same tree as from Lark, however the line was changed."""

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grammar import GAMES, Node, parse
from grammar.derive import pattern_source
from grammar.games import Game
from grammar.lines import BLANKS
from grammar.patterns import REWRITTEN, line_patterns
from grammar.printer import format_line
from grammar.samples import COMMON, samples_of
from grammar.tables import HERE, UnexpectedInput, line_parser
from tests.grammar.generate import line
from tests.thorough import THOROUGH

ROOT = Path(__file__).resolve().parents[2]
MUTATED = 500_000 if THOROUGH else 100_000
GAME = "thunder-alley"
STARTS = ["line", *dict.fromkeys(GAMES[GAME].blocks.values())]
CHARACTERS = " \t\"#:>(]=[)/!<@+-,.?'\u2019\u0384\u2026\u00a0\u00e9xfo9a1\u0663"


def read_by_lark(text: str, start: str) -> Node | None:
    try:
        return line_parser(GAME).parse(text, start)
    except UnexpectedInput:
        return None


def disagrees(text: str, start: str) -> bool | None:
    """None if no pattern matches the line."""
    found = line_patterns(GAME).read(text, start, 1)
    return None if found is None else found != read_by_lark(text, start)


def written_lines() -> list[str]:
    files = [*sorted(ROOT.glob("replays/**/*.race")), Path(__file__).parent / "data" / "worked.race"]
    found = {text.split("#")[0].rstrip() for file in files for text in file.read_text("utf-8").split("\n")}
    return sorted(text for text in found if text)


def mutated(number: int, seed: int) -> list[str]:
    """Lines changed from written ones and from known mistakes: characters and words lost, doubled, inserted and exchanged, halves
    of two lines joined."""
    rng = random.Random(seed)
    lines = [*written_lines(), *(text for known in (*COMMON, *samples_of(GAME)) for _, text in known.samples)]
    words = sorted({word for text in lines for word in re.findall(r"\w+|\S", text)})
    words += sorted(line_parser(GAME).keywords.values())
    made: dict[str, None] = {}
    while len(made) < number:
        text = rng.choice(lines)
        for _ in range(rng.choice((1, 1, 2, 3))):
            place = rng.randrange(len(text) + 1)
            what = rng.randrange(5)
            if what == 0:
                text = text[:place] + rng.choice(CHARACTERS) + text[place + rng.randrange(2) :]
            elif what == 1:
                text = text[:place] + text[place + rng.randint(1, 3) :]
            elif what == 2:
                text = text[:place] + rng.choice(lines)[-rng.randint(1, 12) :]
            else:
                parts = re.findall(r"\w+|\S|\s+", text) or [""]
                parts[rng.randrange(len(parts))] = rng.choice(words) + rng.choice(("", " "))
                text = "".join(parts)
        if text.strip(BLANKS):
            made[text] = None
    return list(made)


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_built_patterns_are_fresh(game) -> None:  # type: ignore[no-untyped-def]
    built = HERE / "built" / f"{game.file}_patterns.py"
    assert built.read_text(encoding="utf-8") == pattern_source(game), "run `make data`"


def test_mutated_lines_are_read_as_lark_reads_them() -> None:
    outcomes = {
        (text, start): disagrees(text, start) for text in mutated(MUTATED, seed=10) for start in STARTS
    }
    assert [case for case, outcome in outcomes.items() if outcome] == []
    assert sum(outcome is False for outcome in outcomes.values()) > MUTATED // 10


@settings(max_examples=2_000 if THOROUGH else 300, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(STARTS), st.data())
def test_any_readable_line(start: str, data: st.DataObject) -> None:
    text = data.draw(line(start))
    assert not disagrees(text, start)


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(STARTS), st.data())
def test_a_canonical_line_needs_no_lark(start: str, data: st.DataObject) -> None:
    node = read_by_lark(data.draw(line(start)), start)
    assert node
    text = format_line(node, GAME)
    if not set(text) & set(REWRITTEN):
        assert line_patterns(GAME).read(text, start, 1) is not None, text


def test_every_line_of_the_shipped_records_needs_no_lark() -> None:
    lines = [text for text in written_lines() if any(read_by_lark(text, start) for start in STARTS)]
    assert len(lines) > 300
    by_lark = {text.strip() for text in lines if all(disagrees(text, start) is None for start in STARTS)}
    assert by_lark <= {"step event"}  # a keyword in the place of a name


def test_lark_is_not_loaded_for_canonical_lines() -> None:
    file = ROOT / "replays" / "thunder_alley" / "club-evening-turn-5.race"
    code = (
        "import sys, grammar; from pathlib import Path; "
        f"result = grammar.parse(Path({str(file)!r}).read_bytes()); "
        "print(result.errors, len(result.records), 'lark' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "() 1 False"


def test_nodes_know_what_was_written() -> None:
    canonical = "  29 Top Gear: f3>b [] o = 14b # end"
    text = "\n".join(["game thunder-alley", canonical, canonical.replace(" ", "\t")])
    by_pattern, by_lark = parse(text).records[0].statements[1:]
    assert [(part.kind, part.text) for part in by_pattern.node.parts] == [
        ("car", "29"),
        ("card", "Top Gear"),
        ("path", "f3>b [] o = 14b"),
    ]
    assert [part.text for part in by_lark.node.parts] == ["29", "Top\tGear", "f3>b\t[]\to\t=\t14b"]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_no_group_is_repeated_possessively(game: Game) -> None:
    """Python 3.11.2, which Debian 12 has, loses its place after one."""
    assert not re.search(r"(?<!\\)\)[*+?}]\+", pattern_source(game))

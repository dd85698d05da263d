"""100,000 lines of garbage of any sort give a short report after little work."""

import io
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grammar.parser import parse
from grammar.syntax import Statement
from verifier.cli import main
from verifier.findings import VERDICTS
from verifier.game import Where
from verifier.records.heading import read_heading
from verifier.records.replay import Options, judge_records, verify
from verifier.thunder_alley.game import GAME
from verifier.verdicts.rests_on import judge_asking

LINES = 100_000
HEADER = (
    "game thunder-alley\ntrack short-oval\nlaps 2\noption cars-per-team = 2\n"
    "team Red 29 25\nteam Blue 15 4\ngrid 29 15 4 25\n"
)
VOCABULARY = (
    "29 15 Charge: f3 f>b o2 [29 15] event Collision: pit none check leader turn position end either or game ? ... -> "
    'thunder-alley "x" 14b retire pass team wear black bar Red Blue = # left + ! @8a (29>b) keeps discard'
)
WORDS = VOCABULARY.split(" ")
PLAY = (
    "29 Charge: f3 o f2", "15 Top Gear: f8", "event Collision: 4", "pit 29", "turn 3", "25 pass", "4 retire",
    "4 Fast Pace -> 9b", "check lap 1", "discard Red Charge", "result Red 3 Blue 4",
)  # fmt: skip
UNNOTED = ("29 ?: ?", "event ?", "check leader ?", "...")


def text(kind: str) -> bytes:
    rng = Random(f"garbage {kind}")
    if kind == "bytes":
        return b"\n".join(rng.randbytes(20).replace(b"\n", b" ") for _ in range(LINES))
    if kind == "letters":
        return "\n".join(
            "".join(map(chr, rng.choices(range(33, 0x2FF), k=12))) for _ in range(LINES)
        ).encode()
    if kind in ("words", "a header and words"):
        lines = (" ".join(rng.choices(WORDS, k=rng.randint(1, 8))) for _ in range(LINES))
        return ((HEADER if kind != "words" else "") + "\n".join(lines)).encode()
    lines = (rng.choice(PLAY if kind == "lines of play" else UNNOTED) for _ in range(LINES))
    return (HEADER + "\n".join(lines)).encode()


KINDS = ("bytes", "letters", "words", "a header and words", "lines of play", "lines that say nothing")


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """How often the game is called for a line, by kind of line."""
    asked: Counter[str] = Counter()

    def line(table: Any, statement: Statement, where: Where) -> Any:
        asked[statement.kind] += 1
        return GAME.line(table, statement, where)

    monkeypatch.setattr("verifier.records.replay.find_game", lambda _name: replace(GAME, line=line))
    yield asked


@pytest.mark.parametrize("kind", KINDS)
def test_little_is_said_and_little_done(
    kind: str, work: Counter[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text(kind))))
    code = main(["verify", "-"])
    out, err = capsys.readouterr()
    assert code in (1, 2, 3) and err == ""
    assert len(out) < 200_000
    assert max(map(len, out.splitlines())) < 300
    assert work.total() < 2_000, work


@pytest.mark.parametrize("kind", ("words", "a header and words", "lines of play"))
def test_every_rule_and_reading_is_bounded_too(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    result = parse(text(kind))
    reports = judge_records(result, Options(rests_on=VERDICTS, all_rulings=True))
    assert sum(len(report.findings) for report in reports) < 2_000


def test_what_was_left_open_before_an_alternative() -> None:
    lines = ["position", "29 12b", "25 10b", "15 9a", "4 9b", "end"]
    lines += ["check leader ?", "either", "check leader ?", "check leader ?", "or", "check order ?", "end"]
    [report] = verify(
        HEADER.replace("grid 29 15 4 25\n", "") + "\n".join(lines), "a.race", Options(rests_on=VERDICTS)
    )
    assert report.verdict == "undetermined"
    assert [finding.line for finding in report.findings] == [13, 14]


def test_copies_of_a_stepper_do_not_hold_the_lines_before_them() -> None:
    count = 300
    [record] = parse(HEADER + "check leader 29\n" * count, "a.race").records
    where = Where("a.race", Path())
    judged = judge_asking(record, GAME, read_heading(record, GAME.data, Path()), where)
    held = sum(len(stepper.made) for stepper in judged.steppers)
    assert held == len(judged.steps) >= count

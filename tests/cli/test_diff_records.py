"""`steward diff --records` names the records that a change decides differently, and no others."""

import json
import re
from pathlib import Path

import pytest

from verifier.cli import main

PLANTED = Path(__file__).parents[1] / "planted"
"""A file for each rule that is left out. A comment marks the line from which a record changes."""

BASE = {"RM": "2009", "TA": "en-2014"}
MARK = re.compile(r"# (verdict|reason|result) changes, (running|complete)$")

HEADER = "game thunder-alley\ntrack\n  sectors 1-8 a b c\nend\nposition\n  29 Red 3b\n  43 Yellow 4b\nend\n"
BUMP = f'{HEADER}title "It rests on a bump."\n29 Dirty Air left 2: f!/2\n'
OTHER = f'{HEADER}title "It needs no bump."\n29 Dirty Air left 1: i\n'
NO_BUMP = ("diff", "en-2014", "--with", "without TA-BUMP", "--records")


@pytest.mark.parametrize("file", sorted(PLANTED.glob("*.race")), ids=lambda file: file.stem)
def test_exactly_the_marked_records_change(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = BASE[file.stem[:2]]
    without = f"without {file.stem}"
    assert main(["diff", base, "--with", without, "--records", str(file), "--format", "json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    found = [
        (one["parts"], one["what"], "complete" if one["complete"] else "running")
        for one in answer["records_changed"]
    ]
    lines = file.read_text(encoding="utf-8").splitlines()
    marks = {number: mark.groups() for number, line in enumerate(lines, 1) if (mark := MARK.search(line))}
    assert found == [(number, *mark) for number, mark in marks.items()]
    assert answer["records_compared"] == sum(line.startswith("game ") for line in lines)
    assert {what for _, what, _ in found} >= {"verdict", "reason"}
    assert {race for _, _, race in found} == {"running", "complete"}


def test_a_changed_record_is_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("bump", BUMP), ("other", OTHER)):
        (tmp_path / f"{name}.race").write_text(text, encoding="utf-8")
    assert main([*NO_BUMP, str(tmp_path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{tmp_path / 'bump.race'}:1  It rests on a bump.",
        "    verdict changes from line 10 on: legal, then illegal in line 10; now broken: TA-BUMP; still running",
        "2 records: 1 changed (1 by verdict)",
    ]
    (tmp_path / "bump.race").unlink()
    assert main([*NO_BUMP, str(tmp_path)]) == 0


TIE = """game thunder-alley
track
  sectors 1-8 a b c
  ring
  line 8
end
laps 2
team Red 1 2
team Blue 3 4
position
  step over
  1 place 1 crossed 3
  3 place 2 crossed 3 led 1
  4 place 3 crossed 3 led 1
  2 place 4 crossed 3
end
check winner Red Blue
check winner Red
"""
"""If teams share a tie, the second claim about the winner is wrong, else the first, by the same rule."""


def test_both_lines_that_decide_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "tie.race"
    record.write_text(TIE, encoding="utf-8")
    shared = ["diff", "en-2014", "--with", "ruling team-score-tie = shared", "--records", str(record)]
    assert main(shared) == 1
    assert "from line 17 on: illegal in line 17, then illegal in line 18; complete" in capsys.readouterr().out
    assert main([*shared, "--format", "markdown"]) == 1
    assert "| reason | 17 | illegal in line 17 | illegal in line 18 |" in capsys.readouterr().out


LATER = (
    f"{HEADER}29 Dirty Air left 1: b\nposition\n  29 Red 3b\n  43 Yellow 4b\nend\n29 Dirty Air left 2: f!/2\n"
)
"""Illegal under any ruleset, and then once more only without bumps."""


def test_a_later_line_that_is_decided_differently_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "later.race"
    record.write_text(LATER, encoding="utf-8")
    assert main([*NO_BUMP, str(record)]) == 1
    assert "reason changes from line 14 on: illegal in line 9; now broken: TA-BUMP" in capsys.readouterr().out


OPEN = HEADER.replace("3b", "? wear 4") + "29 Dirty Air: f!\n"

UNSAID = [
    ("", 2, "not compared", "0 records: 0 changed"),
    ("garbage\n", 2, "not compared", "0 records: 0 changed"),
    ("game ludo\n", 2, "not compared", "0 records: 0 changed"),
    ("game rallyman\nstage hollow-pine\ndriver A\n", 3, "a record of Rallyman", "0 records: 0 changed"),
    (f"{OTHER}\ngame rallyman\nstage hollow-pine\n", 3, "a record of Rallyman", "1 record: 0 changed"),
    (OPEN, 3, "where 29 stands is not written", "1 record: 0 changed, 1 undetermined under both"),
    (f"{OPEN}\n{BUMP}", 1, "undetermined under both", "2 records: 1 changed (1 by verdict), 1 undetermined"),
]


@pytest.mark.parametrize(("text", "code", "said", "counts"), UNSAID)
def test_nothing_is_left_unsaid(
    text: str, code: int, said: str, counts: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "one.race"
    record.write_text(text, encoding="utf-8")
    assert main([*NO_BUMP, str(record)]) == code
    out = capsys.readouterr().out
    assert said in out and counts in out


def test_a_title_cannot_break_the_markdown_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "odd.race"
    record.write_text(BUMP.replace("It rests on", "<b> | `x`"), encoding="utf-8")
    assert main([*NO_BUMP, str(record), "--format", "markdown"]) == 1
    row = capsys.readouterr().out.splitlines()[2]
    assert r"\<b\> \| \`x\` a bump." in row
    assert row.replace(r"\|", "").count("|") == 9


def test_markdown_without_records_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*NO_BUMP[:-1], "--format", "markdown"]) == 2
    assert "`--records PATH`" in capsys.readouterr().err

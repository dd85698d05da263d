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

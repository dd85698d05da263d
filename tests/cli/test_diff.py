"""`steward diff`: each change has a record that the two rulesets decide differently, or says why there is none."""

import json
from pathlib import Path

import pytest

from verifier.cli import main

HEADER = "game thunder-alley\ntrack\n  sectors 1-8 a b c\nend\nposition\n  29 Red 3b\n  43 Yellow 4b\nend\n"
BUMP = f'{HEADER}title "It rests on a bump."\n29 Dirty Air left 2: f!/2\n'
NEVER = f'{HEADER}title "It never was legal."\n29 Dirty Air left 2: b\n'
OTHER = f'{HEADER}title "It needs no bump."\n29 Dirty Air left 1: i\n'


@pytest.fixture
def house(tmp_path: Path) -> str:
    """A ruleset file without bumping, in which a car may retire at any time."""
    path = tmp_path / "house.toml"
    path.write_text('extends = "en-2014"\nwithout = ["TA-BUMP"]\n', encoding="utf-8")
    return str(path)


def test_a_changed_reading_has_a_record_that_is_decided_differently(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = tmp_path / "house.toml"
    reading = '[rulings]\nvoluntary-retirement-timing = "any-time"\n'
    house.write_text(f'extends = "en-2014"\n{reading}', encoding="utf-8")
    assert main(["diff", "en-2014", str(house), "--format", "json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    [change] = answer["changes"]
    assert (change["outcome"], change["way"]) == ("witness", "wider")
    assert change["causes"] == ["voluntary-retirement-timing = any-time"]
    record = tmp_path / "witness.race"
    record.write_text("\n".join((*change["record"], "")), encoding="utf-8")
    assert main(["verify", str(record), "--ruleset", "en-2014"]) == 1
    assert main(["verify", str(record), "--ruleset", str(house)]) == 0


def test_equal_rulesets_are_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "en-2014", "en-2014"]) == 0
    assert capsys.readouterr().out == "the two rulesets are the same\n"


def test_the_records_that_change_are_named_and_no_others(
    tmp_path: Path, house: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    for name, text in (("bump", BUMP), ("never", NEVER), ("other", OTHER)):
        (folder / f"{name}.race").write_text(text, encoding="utf-8")
    assert main(["diff", "en-2014", house, "--records", str(folder)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"{folder / 'bump.race'}:1  It rests on a bump.",
        "    verdict changes from line 10 on: legal, then illegal in line 10; now broken: TA-BUMP; still running",
        "3 records: 1 changed (1 by verdict)",
    ]
    (folder / "bump.race").unlink()
    assert main(["diff", "en-2014", house, "--records", str(folder)]) == 0


def test_a_title_cannot_break_the_markdown_table(
    tmp_path: Path, house: str, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "odd.race"
    record.write_text(BUMP.replace("It rests on", "<b> | `x`"), encoding="utf-8")
    assert main(["diff", "en-2014", house, "--records", str(record), "--format", "markdown"]) == 1
    row = capsys.readouterr().out.splitlines()[2]
    assert r"\<b\> \| \`x\` a bump." in row
    assert row.replace(r"\|", "").count("|") == 9


def test_markdown_without_records_is_refused(house: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "en-2014", house, "--format", "markdown"]) == 2
    assert "`--records PATH`" in capsys.readouterr().err

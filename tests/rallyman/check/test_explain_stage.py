"""`explain` of `race` lines: whole stages of a rally by both judges."""

import shutil
from pathlib import Path

import pytest

from tests.rallyman.check.test_explain_claims import REPLAYS
from verifier.cli import main
from verifier.errors import BROKEN, NO_VERDICT, OK


def explained(
    folder: Path, capsys: pytest.CaptureFixture[str], stage: int, old: str = "", new: str = "", file: str = ""
) -> tuple[int, str]:
    """The explanation of a `race` line of the Pine weekend, with one change in a file of it."""
    for path in REPLAYS.glob("pine-*.race"):
        shutil.copy(path, folder)
    changed = folder / (file or f"pine-{stage}.race")
    text = changed.read_text(encoding="utf-8")
    assert old in text
    changed.write_text(text.replace(old, new, 1), encoding="utf-8")
    rally = folder / "pine-weekend.race"
    lines = rally.read_text(encoding="utf-8").splitlines()
    number = next(place for place, line in enumerate(lines, 1) if line == f'race "pine-{stage}.race"')
    code = main(["explain", f"{rally}@{number}"])
    return code, " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_a_stage_is_legal_by_both(stage: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert explained(tmp_path, capsys, stage) == (OK, f'`race "pine-{stage}.race"` is legal')


@pytest.mark.parametrize(
    ("stage", "old", "new", "rule"),
    [
        (1, "R2 A: [4 g! 5] =5", "R2 A: [3 g! 5] =5", "RM-5.3"),
        (1, "R1 A: 1 2!", "R1 A: 2 2!", "RM-4.2"),
        (1, "result A 1:40", "result A 1:41", "RM-13.2"),
        (2, 'driver A "Ana" tyres=snow', 'driver A "Ana" tyres=snow dmg=1', "RM-14.1"),
        (2, "start A B", "start B A", "RM-3.3"),
    ],
)
def test_the_first_wrong_line_of_a_stage_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], stage: int, old: str, new: str, rule: str
) -> None:
    code, text = explained(tmp_path, capsys, stage, old, new)
    assert code == BROKEN, text
    assert f" {rule} " in text and f"race `pine-{stage}.race` is illegal in line" in text


def test_tyres_that_the_rally_does_not_bring_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = explained(tmp_path, capsys, 2, "tyres B snow\n", "", "pine-weekend.race")
    assert code == BROKEN and "RM-14.3" in text


def test_of_a_stage_with_lost_dice_nobody_says_that_it_is_legal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = explained(tmp_path, capsys, 1, "R1 A: 1 2!", "R1 A: 1 2?")
    assert code == NO_VERDICT and text.startswith("undetermined")


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = explained(tmp_path, capsys, 1, "stage hollow-pine", "stage hollow-pin")
    assert code not in (OK, BROKEN) and "hollow-pin" in text


def test_a_stage_in_the_file_of_its_rally(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rally = 'game rallyman\nrally "Pine weekend"\ndriver A\nrace "#home"\n'
    home = "position\n  A FINISH t=1:00\nend\ncheck A t={}\n"
    path = tmp_path / "both.race"
    for time, code in (("1:00", OK), ("1:01", BROKEN)):
        stage = f'game rallyman\ntitle "home"\nstage mill-lane\ndriver A\n{home.format(time)}'
        path.write_text(f"{rally}\n{stage}", encoding="utf-8")
        assert main(["explain", f"{path}@4"]) == code, capsys.readouterr()

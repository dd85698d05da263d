"""How `steward moves` answers a question that makes no sense."""

from pathlib import Path

import pytest

from verifier.cli import main

RECORD = "game rallyman\nstage hollow-pine\ndriver A\nR1 A: 1 2 =2\n"


@pytest.fixture(name="place")
def a_place(tmp_path: Path) -> str:
    path = tmp_path / "a.race"
    path.write_text(RECORD, encoding="utf-8")
    return f"{path}@4"


@pytest.mark.parametrize("judge", [(), ("--solver",), ("--both",), ("--best",), ("--why-not", "1 =1")])
@pytest.mark.parametrize("word", ["foo", "7", "2 6", "G", "[2 x]"])
def test_dice_that_there_are_not(
    place: str, judge: tuple[str, ...], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["moves", place, "--card", word, *judge]) == 2
    wrong = word.strip("[]").split()[-1]
    assert f"`{wrong}` is not a die" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "fewer"), [("attack", True), ("Attack", True), ("[1", True), ("1", False), ("w", True)]
)
def test_dice_that_there_are(place: str, words: str, fewer: bool, capsys: pytest.CaptureFixture[str]) -> None:
    def lines(*more: str) -> set[str]:
        assert main(["moves", place, "--quiet", *more]) == 0
        return set(capsys.readouterr().out.splitlines())

    asked, every = lines("--dice", words), lines()
    assert asked == lines("--card", words)
    assert (len(asked) < len(every)) is fewer


@pytest.mark.parametrize("judge", [(), ("--solver",), ("--both",), ("--best",)])
def test_nobody_holds_a_hand(place: str, judge: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", place, "--hand", "1, 2", *judge]) == 2
    assert "`--hand` has no meaning in Rallyman" in capsys.readouterr().err

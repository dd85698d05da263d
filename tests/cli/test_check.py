"""`check` prints each answer as soon as it has one, and lists the rulesets."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from model.ruleset import Ruleset
from verifier.cli import check, main
from verifier.games import GAMES, find_game
from verifier.rulesets.checking import FOUND, PROVED, Checked

FIRST = Checked("a part", "first", PROVED, "1 car", "")
SECOND = Checked("a part", "second", FOUND, "2 cars", "it is so", witness=("a line",))
KNOWN = Checked("controls", "a control", PROVED, "1 car", "", PROVED, control=True)


def test_an_answer_is_printed_before_the_next_one_is_looked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[str] = []

    def questions(ruleset: Ruleset) -> Iterator[Checked]:
        for one in (FIRST, KNOWN, SECOND):
            yield one
            printed.append(capsys.readouterr().out)

    game = find_game(next(iter(GAMES)))
    assert game.checks is not None
    checks = replace(game.checks(), parts={"part": questions})
    changed = replace(game, checks=lambda: checks)
    monkeypatch.setattr(check, "find_game_of", lambda *_: changed)
    monkeypatch.setattr(check, "find_game", lambda _: changed)
    assert main(["check", "en-2014", "--only", "part", "--jobs", "1"]) == 0
    assert printed == [
        "a part (1 car)\n  first: proved\n",
        "",
        "  second: witness (2 cars), it is so\n      a line\n",
    ]
    rest = "controls (1 car)\n  a control: proved\n3 questions: 2 proved, 1 witness\n"
    assert capsys.readouterr().out == rest


def test_a_ruleset_that_nobody_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "nobody"]) == 2
    said = capsys.readouterr().err
    assert "en-2014, el, es (thunder-alley); 2009 (rallyman)" in said
    assert "`--game` takes the name of a game" in said
    assert main(["check", "rallyman"]) == 2
    assert "`rallyman` is a game (for `--game`); its rulesets: 2009" in capsys.readouterr().err
    assert main(["check", "2008"]) == 2
    assert "did you mean `2009`?" in capsys.readouterr().err


def test_what_is_wrong_with_a_ruleset_file_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("rulesets") / "club.toml"
    file.write_text('[rulings]\nclean-air-txt = "card"\n', encoding="utf-8")
    assert main(["check", str(file)]) == 2
    assert "club.toml:2:1: rulings.clean-air-txt: there is no ruling" in capsys.readouterr().err


@pytest.mark.parametrize("place", ["", "@2"])
def test_a_record_is_no_ruleset(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "club.race"
    file.write_text("game thunder-alley\n29 Charge: f3\n", encoding="utf-8")
    for words in (
        ("check", f"{file}{place}"),
        ("diff", "2009", f"{file}{place}"),
        ("diff", f"{file}{place}", "2009"),
    ):
        assert main([*words]) == 2
        said = capsys.readouterr().err
        assert f"{file}{place}: this is a record, not a ruleset" in said
        assert "`steward verify` judges a record" in said


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('extends = "2009"\nspare_wheel_seconds = 40\n', "spare_wheel_seconds: this key has no meaning here"),
        (
            'extends = "2009"\n[parameters]\nspare_wheel_secs = 40\n',
            "there is no parameter `spare_wheel_secs` (did you mean `spare_wheel_seconds`?)",
        ),
        ('extends = "2009"\n[rulings]\ngas-then-same-gear = "Z"\n', "has no reading `Z`"),
        ("extends = \n", "is not valid TOML"),
        (None, "there is no ruleset"),
    ],
)
def test_what_is_wrong_with_either_ruleset_is_told(
    text: str | None, fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "club.toml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    for words in (("diff", "2009", str(file)), ("check", str(file), "--only", "completion")):
        assert main([*words]) == 2
        assert fault in capsys.readouterr().err
    assert main(["diff", "2009", "en-2014"]) == 2
    assert "it is one of thunder-alley" in capsys.readouterr().err


def test_a_control_that_fails_is_a_fault_of_the_tool(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game(next(iter(GAMES)))
    assert game.checks is not None
    failed = replace(KNOWN, outcome=FOUND)
    checks = replace(game.checks(), parts={"part": lambda _: [FIRST, failed]})
    changed = replace(game, checks=lambda: checks)
    monkeypatch.setattr(check, "find_game_of", lambda *_: changed)
    monkeypatch.setattr(check, "find_game", lambda _: changed)
    assert main(["check", "en-2014", "--only", "part", "--jobs", "1"]) == 4
    assert "a control: witness" in capsys.readouterr().out

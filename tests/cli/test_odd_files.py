"""A record, a ruleset or a command can name anything: a device, an impossible file name, TOML made to break the reader."""

import os
import sys
from pathlib import Path

import pytest

from grammar.lines import MAX_FILE
from tests.cli.records import GOOD
from verifier.cli import main

LONG = "x" * 5000
STAGE = 'game rallyman\nstage "odd.toml"\ndriver A\nA: 1\n'

DEEP = "its values are nested too deeply"
TOO_MANY_DIGITS = "is not valid TOML: a number has too many digits"
ODD = {
    "lists": ("x = " + "[" * 5000, "nested too deeply"),
    "tables": ("x = " + "{a = " * 3000, "nested too deeply"),
    "dots": ("title" + ".a" * 6000 + " = 1\n", "nested too deeply"),
    "many short dots": ("title" + ".a" * 100 + " = 1\n", "nested too deeply"),
    "digits": ("version = " + "9" * 6000 + "\n", "a number has too many digits"),
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A separate working folder."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    Path("good.race").write_text(GOOD, encoding="utf-8")


def steward(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str]:
    code = main(argv)
    out, err = capsys.readouterr()
    assert "internal error" not in err
    return code, out + err


def race(text: str) -> str:
    Path("a.race").write_text(text, encoding="utf-8")
    return "a.race"


@pytest.mark.parametrize("name", ODD)
def test_toml_that_is_too_much(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every reader of user files refuses it and names the file."""
    text, said = ODD[name]
    Path("odd.toml").write_text(text, encoding="utf-8")
    asked = [
        ["verify", "--ruleset", "odd.toml", "good.race"],
        ["verify", race(GOOD.replace("track short-oval", 'track short-oval\nruleset "odd.toml"'))],
        ["track", "odd.toml"],
        ["check", "odd.toml"],
    ]
    for argv in asked:
        code, told = steward(capsys, *argv)
        assert (code, said in told, "odd.toml" in told) == (2, True, True), (argv, told)
    for record in (GOOD.replace("short-oval", '"odd.toml"'), STAGE):
        code, told = steward(capsys, "verify", race(record))
        assert (code, said in told) == (2, True), told
    Path("odd.toml").rename("steward.toml")
    code, told = steward(capsys, "verify", "good.race")
    assert (code, told.startswith("steward verify: steward.toml: "), said in told) == (2, True, True)


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("track short-oval", f'track short-oval\nruleset "{LONG}"'),
        GOOD.replace("track short-oval", f"track short-oval\nruleset {LONG[:300]}"),
        GOOD.replace("short-oval", f'"{LONG}"'),
        GOOD.replace("short-oval", f'"{LONG}.toml"'),
        f'game thunder-alley\nseason "Cup"\nrace "{LONG}"\n',
        STAGE.replace("odd.toml", LONG),
    ],
    ids=["ruleset", "bare ruleset", "track", "track file", "race", "stage"],
)
def test_names_that_no_file_can_have(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Such a record does not keep the others from being judged, and its message fits on one screen."""
    code, told = steward(capsys, "verify", race(text), "good.race")
    assert code == 2
    assert "good.race:1 legal" in told and "a.race:" in told
    assert max(map(len, told.splitlines())) < 1200


@pytest.mark.parametrize(
    "argv",
    [
        ["verify", "--ruleset", LONG, "good.race"],
        ["verify", LONG],
        ["track", LONG],
        ["track", f"{LONG}.race"],
        ["new", "thunder-alley", "--ruleset", LONG],
        ["simulate", "thunder-alley", "--track", LONG],
    ],
    ids=lambda argv: argv[0],
)
def test_names_that_no_file_can_have_at_the_command_line(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert steward(capsys, *argv)[0] == 2


def test_long_names_in_settings_and_rulesets(capsys: pytest.CaptureFixture[str]) -> None:
    Path("club.toml").write_text(f'extends = "{LONG}"\n', encoding="utf-8")
    code, told = steward(capsys, "verify", "--ruleset", "club.toml", "good.race")
    assert (code, "club.toml:1:1: extends: there is no ruleset" in told) == (2, True)
    Path("steward.toml").write_text(f'[ruleset]\nthunder-alley = "{LONG}"\n', encoding="utf-8")
    code, told = steward(capsys, "verify", "good.race")
    assert (code, "steward.toml: ruleset.thunder-alley: there is no ruleset" in told) == (2, True)


NO_FILE = "this is a pipe or a device, not a file"


@pytest.fixture(params=["pipe.toml", "/dev/zero"])
def endless(request: pytest.FixtureRequest) -> str:
    """Inputs without an end: a pipe without a writer, and a device. A test that reads one of them hangs."""
    name: str = request.param
    if name == "pipe.toml":
        if not hasattr(os, "mkfifo"):
            pytest.skip("no pipes with a name here")
        os.mkfifo(name)
    elif not Path(name).exists():
        pytest.skip(f"no {name} here")
    return name


def test_what_never_ends_is_not_read(endless: str, capsys: pytest.CaptureFixture[str]) -> None:
    """For every command and every kind of file."""
    for argv in (
        ["verify", endless],
        ["verify", "--ruleset", endless, "good.race"],
        ["fmt", endless],
        ["show", endless],
        ["moves", f"{endless}@3"],
        ["moves", "--both", endless],
        ["explain", endless],
        ["replay", endless],
        ["test", endless],
        ["track", endless],
        ["check", endless],
        ["rules", "--coverage", endless],
        ["new", "thunder-alley", "--track", endless],
        ["new", "thunder-alley", "--ruleset", endless],
        ["simulate", "thunder-alley", "--track", endless],
    ):
        code, told = steward(capsys, *argv)
        assert (code, NO_FILE in told) == (2, True), (argv, told)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (GOOD.replace("track short-oval", 'track "X"'), "a.race:3:7"),
        (GOOD.replace("track short-oval", 'ruleset "X"'), "a.race:3:9"),
        ('game thunder-alley\nseason "Cup"\nrace "X"\n', "a.race:3:6"),
        ('game rallyman\nrally "Cup"\ndriver A\nrace "X"\n', "a.race:4:6"),
        (STAGE.replace("odd.toml", "X"), "a.race:2:7"),
    ],
    ids=["track", "ruleset", "season", "rally", "stage"],
)
def test_a_record_cannot_have_it_read(
    text: str, place: str, endless: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = steward(capsys, "verify", race(text.replace("X", endless)), "good.race")
    assert (code, told.startswith(f"{place} "), NO_FILE in told) == (2, True, True), told
    assert "good.race:1 legal" in told


def test_a_record_cannot_name_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    for text in ('thunder-alley\nseason "Cup"\nlaps 3', 'rallyman\nrally "Cup"\ndriver A'):
        code, told = steward(capsys, "verify", race(f'game {text}\nrace "-"\n'))
        assert (code, "a.race:4:6 " in told, "race `-`: there is no such file" in told) == (2, True, True), (
            told
        )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_pipe_in_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    for verb, name in (("verify", "pipe.race"), ("fmt", "pipe.race"), ("test", "pipe.race")):
        os.mkfifo(name)
        code, told = steward(capsys, verb, ".")
        assert (code, name in told, NO_FILE in told) == (2, True, True), told
        Path(name).unlink()
    os.mkfifo("pyproject.toml")
    assert steward(capsys, "verify", "good.race")[0] == 0
    os.mkfifo("steward.toml")
    code, told = steward(capsys, "verify", "good.race")
    assert (code, told.startswith(f"steward verify: steward.toml: {NO_FILE}")) == (2, True), told


def test_nothing_is_written_into_it(endless: str, capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (["track", "short-oval"], ["show", "good.race"]):
        code, told = steward(capsys, *argv, "--svg", endless)
        assert (code, f"`{endless}` cannot be written: {NO_FILE}" in told) == (2, True), told
    Path("out").mkdir()
    Path("out/thunder-alley-1-1.race").symlink_to(Path(endless).resolve())
    for folder in ("out", endless):
        assert steward(capsys, "simulate", "thunder-alley", "--out", folder)[0] == 2


@pytest.mark.parametrize("path", ["../../../../../../../../etc/passwd", "/etc/passwd"])
def test_files_that_are_nothing_of_the_kind(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The message shows none of their content to the author of the record."""
    for text in (
        GOOD.replace("short-oval", f'"{path}"'),
        GOOD.replace("track short-oval", f'ruleset "{path}"'),
        f'game thunder-alley\nseason "Cup"\nrace "{path}"\n',
        f'game rallyman\nrally "Cup"\nrace "{path}"\n',
        STAGE.replace("odd.toml", path),
    ):
        code, told = steward(capsys, "verify", race(text))
        assert (code, told.startswith("a.race:"), "root" in told) == (2, True, False), told


def test_a_record_that_is_too_long_is_not_judged(capsys: pytest.CaptureFixture[str]) -> None:
    with Path("long.race").open("w", encoding="utf-8") as file:
        file.write(GOOD)
        file.truncate(MAX_FILE + 1)
    code, told = steward(capsys, "verify", "long.race")
    assert (code, told) == (
        2,
        "long.race unreadable  this file is longer than 64 MiB\n"
        "   help: shorten it, or split it into several files\n\n"
        "1 record: 1 unreadable\n",
    )


def test_a_link_that_leads_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    Path("link.race").symlink_to("gone")
    code, told = steward(capsys, "verify", "link.race")
    assert (code, "help: it is a link, and its target does not exist" in told) == (2, True)


@pytest.mark.parametrize("verb", ["verify", "fmt", "test"])
def test_an_empty_name(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = steward(capsys, verb, "")
    assert (code, "the name of a file is missing" in told) == (2, True)

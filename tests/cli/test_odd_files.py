"""What a record, a ruleset or a command names may be anything: a device, a name that no file can have, TOML made to break us."""

import os
from pathlib import Path

import pytest

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
    """A working folder of its own."""
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
    """Wherever a file of a user is read, with the file named."""
    text, said = ODD[name]
    Path("odd.toml").write_text(text, encoding="utf-8")
    asked = [
        ["verify", "--ruleset", "odd.toml", "good.race"],
        ["verify", race(GOOD.replace("track short-oval", 'track short-oval\nruleset "odd.toml"'))],
        ["track", "odd.toml"],
        ["check", "odd.toml"],
        ["test", "odd.toml"],
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
    """One such record does not keep the others from being judged, and what is told of it is no longer than a screen."""
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
    assert (code, "club.toml: extends: there is no ruleset" in told) == (2, True)
    Path("steward.toml").write_text(f'[ruleset]\nthunder-alley = "{LONG}"\n', encoding="utf-8")
    code, told = steward(capsys, "verify", "good.race")
    assert (code, "steward.toml: ruleset.thunder-alley: there is no ruleset" in told) == (2, True)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_pipe_is_waited_for_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("pipe.toml")
    said = "pipe.toml: is no file that can be read to its end"
    track, stage = GOOD.replace("short-oval", '"pipe.toml"'), STAGE.replace("odd", "pipe")
    for argv in (["verify", race(track)], ["track", "pipe.toml"], ["verify", race(stage)]):
        code, told = steward(capsys, *argv)
        assert (code, said in told) == (2, True), told
    ruleset = GOOD.replace("track short-oval", 'track short-oval\nruleset "pipe.toml"')
    assert steward(capsys, "verify", race(ruleset))[0] == 2
    os.mkfifo("steward.toml")
    code, told = steward(capsys, "verify", "good.race")
    assert (code, told) == (2, "steward verify: steward.toml: is no file that can be read to its end\n")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero here")
def test_a_device_is_not_read(capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (["track", "/dev/zero"], ["verify", race(GOOD.replace("short-oval", '"/dev/zero"'))]):
        code, told = steward(capsys, *argv)
        assert (code, "/dev/zero: is no file that can be read to its end" in told) == (2, True)


def test_a_link_that_leads_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    Path("link.race").symlink_to("gone")
    code, told = steward(capsys, "verify", "link.race")
    assert (code, "help: it is a link, and what it leads to is not there" in told) == (2, True)


@pytest.mark.parametrize("verb", ["verify", "fmt", "test"])
def test_an_empty_name(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = steward(capsys, verb, "")
    assert (code, "the name of a file is missing" in told) == (2, True)

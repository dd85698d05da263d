"""No record can send control characters to a user, and answers are complete in any locale."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.records import GOOD
from verifier.cli import main
from verifier.records.replay import verify

ROOT = Path(__file__).parents[2]
EVIL = "\x1b[31mRed\x1b]0;x\x07\u202eabc\u2066\x9b31m\u2028\u200f<b>&amp;"
"""Colours and titles of a terminal, marks that turn the direction of writing, markup."""

COMMAND = "::error::x " + "::error::y " * 20
"""What GitHub interprets at the start of a line."""


def records(name: str) -> dict[str, str]:
    """Records that use this name for everything that can be named freely."""
    car = GOOD.replace("position\n", f'car 29 "{name}"\nposition\n').replace("Club evening", name)
    car += f"# {name}\n"
    stage = 'game rallyman\ntitle "{0}"\nstage mill-lane\ndriver "{0}"\ndriver "Ben K"\n"{0}": 1 2! =2\n'
    return {
        "car": car,
        "illegal": f'{car}"{name}" Charge: f9  # {name}\n',
        "unreadable": f"{car}{name}\n29 {name}: f3\n",
        "stage": stage.format(name),
        "season": f'game thunder-alley\nseason "{name}"\nrace "{name}.race"\n',
        "track": GOOD.replace("short-oval", f'"{name}.toml"'),
        "ruleset": GOOD.replace("position\n", f'ruleset "{name}"\nposition\n'),
    }


RECORDS = records(EVIL)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A separate working folder."""
    monkeypatch.chdir(tmp_path)


def steward(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str]:
    code = main(argv)
    out, err = capsys.readouterr()
    assert "internal error" not in err
    return code, out + err


VERBS = pytest.mark.parametrize(
    "argv",
    [
        ["verify"],
        ["verify", "--trace"],
        ["verify", "--format=json"],
        ["verify", "--format=sarif"],
        ["verify", "--format=github"],
        ["show"],
        ["show", "--as=record"],
        ["show", "--format=json"],
        ["moves"],
        ["moves", "--format=json"],
        ["explain"],
        ["replay"],
        ["replay", "--format=json"],
        ["fmt", "--check"],
    ],
    ids=" ".join,
)


@pytest.mark.parametrize("name", RECORDS)
@VERBS
def test_nothing_that_does_not_print(name: str, argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.race").write_text(RECORDS[name], encoding="utf-8")
    code, told = steward(capsys, argv[0], "a.race", *argv[1:])
    assert code in (0, 1, 2, 3)
    assert all(char.isprintable() or char == "\n" for char in told)


@pytest.mark.parametrize("name", RECORDS)
@VERBS
def test_no_line_is_a_command_for_github(
    name: str, argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    file = "::error::a.race"
    Path(file).write_text(records(COMMAND)[name], encoding="utf-8")
    _, told = steward(capsys, *argv, file)
    ours = ["::error file=%3A%3Aerror%3A%3Aa.race,"] if "--format=github" in argv else []
    obeyed = [line for line in told.splitlines() if line.lstrip().startswith("::")]
    assert [line for line in obeyed if not line.startswith(tuple(ours))] == []


def test_names_of_files_and_words_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.race").write_text(GOOD, encoding="utf-8")
    for argv in (
        ["fmt", f"{EVIL}.race"],
        ["moves", "a.race", "--why-not", EVIL],
        ["moves", "a.race", "--car", EVIL],
        ["explain", "a.race", "--claim", EVIL],
        ["rules", EVIL],
        ["rulings", EVIL],
        ["track", EVIL],
    ):
        code, told = steward(capsys, *argv)
        assert code == 2
        assert all(char.isprintable() or char == "\n" for char in told), (argv, told)


def test_an_answer_in_json_keeps_what_it_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.race").write_text(RECORDS["car"], encoding="utf-8")
    _, told = steward(capsys, "verify", "a.race", "--format", "json")
    assert json.loads(told)["records"][0]["title"] == EVIL


def test_a_test_record_of_a_driver_with_such_a_name_is_legal(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.race").write_text(RECORDS["stage"], encoding="utf-8")
    _, told = steward(capsys, "show", "a.race", "--as", "record")
    assert [report.verdict for report in verify(told)] == ["legal"]


def test_a_drawing_is_xml(capsys: pytest.CaptureFixture[str]) -> None:
    from xml.dom.minidom import parseString

    for text in (RECORDS["car"], RECORDS["stage"]):
        Path("a.race").write_text(text, encoding="utf-8")
        _, told = steward(capsys, "show", "a.race", "--svg", "-")
        assert "<b>" not in told
        parseString(told)


def test_a_diff_goes_by_lines_as_records_have_them(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.race").write_text(GOOD.replace('evening"', 'evening"   # a\u2028b\x0cc'), encoding="utf-8")
    code, told = steward(capsys, "fmt", "--diff", "a.race")
    assert code == 1
    assert "no newline" not in told
    assert [line[:6] for line in told.split("\n")[3:] if line[:1] in ("-", "+")] == ["-title", "+title"]


def locale_of(encoding: str, *argv: str, text: str = "") -> bytes:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding}
    code = "from verifier.cli import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", code, *argv], input=text.encode(), capture_output=True, env=env, check=False
    )
    assert done.stderr == b""
    return done.stdout


def test_answers_for_programs_are_utf_8_in_any_locale() -> None:
    """In a locale without these letters `fmt` would change the record, and the JSON would be broken."""
    title = "Zoë, 日本, 🏁"
    text = GOOD.replace("Club evening", title)
    Path("a.race").write_text(text, encoding="utf-8")
    assert locale_of("ascii", "fmt", "-", text=text).decode() == text
    for form in ("json", "sarif"):
        json.loads(locale_of("ascii", "verify", "a.race", "--format", form))
    answer = json.loads(locale_of("ascii", "verify", "a.race", "--format", "json"))
    assert answer["records"][0]["title"] == title
    assert title in locale_of("cp1252", "new", "thunder-alley", "--title", title).decode()


def test_a_summary_has_a_line_for_each_folder_and_all_that_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    legal = "game thunder-alley\ntrack short-oval\nposition\n  29 Red 6a\nend\n"
    for name, text in (("a/one", legal), ("a/two", legal), ("b/bad", f"{legal}check leader 15\n")):
        file = tmp_path / f"{name}.race"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    assert main(["verify", "a", "--summary"]) == 0
    assert capsys.readouterr().out == "a: 2 records: 2 legal\n\n2 records: 2 legal\n"
    assert main(["verify", "a", "b", "--summary"]) == 2
    out = capsys.readouterr().out
    assert "b/bad.race:6:14 unreadable" in out
    assert out.endswith(
        "\na: 2 records: 2 legal\nb: 1 record: 1 unreadable\n\n3 records: 2 legal, 1 unreadable\n"
    )

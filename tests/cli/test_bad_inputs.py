"""Any bad argument to `steward` gives a clear sentence and the right exit code, and no traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.records import GOOD
from verifier import cli
from verifier.cli import main

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a good record in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.race").write_text(GOOD, encoding="utf-8")
    return tmp_path


def steward(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = main(argv)
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    return code, captured.out, captured.err


def write(text: str | bytes, name: str = "a.race") -> str:
    Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return name


def process(*argv: str, **options: object) -> "subprocess.CompletedProcess[str]":
    code = "from verifier.cli import run; run()"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [sys.executable, "-c", code, *argv],
        **{"env": env, "capture_output": True, "text": True, "check": False, **options},
    )


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", 2, "a.race:1:1 unreadable  there is no record in this file"),
        ("# nothing\n\n", 2, "a.race:1:1 unreadable  there is no record in this file"),
        (b"\x7fELF\0\0\0", 2, "a.race:1:5 unreadable  this is not a text file: it has a zero byte here"),
        (b"game \xff", 2, "a.race:1:6 unreadable  byte 0xff here is not UTF-8"),
        ("game chess\n", 2, "a.race:1:6 unreadable (unknown name)  there is no game `chess`"),
        ("gaem thunder-alley\n", 2, "a.race:1:1 unreadable  "),
        (GOOD.replace("short-oval", "shrot-oval"), 2, "there is no track `shrot-oval`"),
        (GOOD + "29 Chrge: f3\n", 2, "a.race:13:4 unreadable (unknown name)  there is no race card `Chrge`"),
        (GOOD + "29 Nitro: f3\n", 2, "a.race:13:4 unreadable (unknown name)  there is no race card `Nitro`"),
        (GOOD.replace("  25 8a", "  25 12b"), 2, "unreadable (impossible)  "),
        (GOOD.replace("  25 8a", "  25 99a"), 2, "a.race:8:6 unreadable "),
        (GOOD + "ruleset en-2014\nruleset es\n", 2, "a.race:14:9 unreadable (impossible)  `ruleset` is"),
        (GOOD + "format 2\n", 2, "a.race:13:8 unreadable (unknown name)  there is no format 2"),
        (GOOD + "check leader 15\n", 1, "a.race:13:14 illegal (claim)  TA-4.1"),
        (GOOD + "...\n", 3, "a.race:13:1 undetermined  lines are missing here"),
        (GOOD.replace("position\n", "position\n  step event\n") + "event ?\n", 3, "a.race:14:"),
        (
            GOOD.replace("position\n", "position\n  step event\n") + "event Colision: 15\n",
            2,
            "unreadable (unknown name)  there is no event `Colision`",
        ),
        (GOOD + "check leeder 29\n", 2, "a.race:13:7 unreadable (unknown name)  `leeder` is neither"),
        ("game thunder-alley " + "x" * 50_000_000, 2, "this line has 50,000,019 characters"),
        ("either\n" * 100_000, 2, "unreadable  a record begins with a `game` line"),
        ("game thunder-alley\n" + "either\n" * 5_000, 2, "unreadable  "),
        ("game thunder-alley\n" + "(\n" * 20_000, 2, "and more than"),
    ],
    ids=lambda value: None if isinstance(value, int) else repr(value[:25]),
)
def test_bad_records(text: str | bytes, code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    exit, out, err = steward(capsys, "verify", write(text))
    assert (exit, err) == (code, "")
    assert said in out
    assert max(map(len, out.splitlines())) < 300


def test_unknown_names_come_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    for text, help in [
        ("game thunder-ally\n", "did you mean `thunder-alley`?"),
        (GOOD.replace("short-oval", "shrot-oval"), "did you mean `short-oval`?"),
        (GOOD + "29 Chrge: f3\n", "did you mean `Charge`"),
    ]:
        assert help in steward(capsys, "verify", write(text))[1]


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("verify", "gone.race"), "gone.race unreadable  there is no such file"),
        (("verify", "empty"), "empty unreadable  there are no `*.race` files in this folder"),
        (("verify", "good.race@3"), "no line can be named here; `good.race` is the file"),
    ],
)
def test_files_that_cannot_be_read(
    argv: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("empty").mkdir()
    code, out, _ = steward(capsys, *argv)
    assert (code, said in out) == (2, True), out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ((), "steward: which verb?"),
        (("verfy",), "steward: there is no verb `verfy` (did you mean `verify`?)"),
        (("sail",), "steward: there is no verb `sail`"),
        (("verfy", "moves"), "steward: there is no verb `verfy`"),
        (("--format", "text", "verify"), "steward verify: the following arguments are required: PATH"),
        (("verify",), "steward verify: the following arguments are required: PATH"),
        (("verify", "--all-readings", "good.race"), "unrecognized arguments: --all-readings"),
        (("verify", "--format", "xml", "good.race"), "invalid choice: 'xml'"),
        (("--fast", "verify"), "steward verify: there is no option `--fast` before the verb"),
        (
            ("verify", "--ruleset", "en-2013", "good.race"),
            "`--ruleset`: there is no ruleset `en-2013` (did you mean `en-2014`?)",
        ),
        (
            ("verify", "--ruleset", "2008", "good.race"),
            "`--ruleset`: there is no ruleset `2008` (did you mean `2009`?)",
        ),
        (
            ("verify", "--ruleset", "ours", "good.race"),
            "`--ruleset`: there is no ruleset `ours` (shipped: en-2014, el, es, 2009, base, leader; or the path of a "
            "ruleset file)",
        ),
        (("verify", "--ruling", "clean-air-text", "good.race"), "names no reading"),
        (
            ("verify", "--ruling", "clean-air-txt=a", "good.race"),
            "there is no ruling `clean-air-txt` (did you mean `clean-air-text`?)",
        ),
        (
            ("verify", "--ruling", "clean-air-text=a", "good.race"),
            "`--ruling`: ruling `clean-air-text` has no reading `a`",
        ),
        (
            (
                "verify",
                "--ruling=clean-air-text=card-text",
                "--ruling=clean-air-text=rulebook-text",
                "good.race",
            ),
            "`--ruling` gives `clean-air-text` two readings",
        ),
        (("notation", "chess"), "steward notation: there is no game `chess`"),
    ],
)
def test_wrong_usage(argv: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = steward(capsys, *argv)
    assert (code, out) == (2, "")
    assert said in err and err.count("\n") == 1

    code, out, err = steward(capsys, "--format=json", *argv)
    if "--format" not in argv:
        answer = json.loads(out)
        assert (code, err, answer["exit"]) == (2, "", 2)
        assert said.split(": ", 1)[-1].split(" (")[0] in answer["errors"][0]["what"]


def test_several_inputs_have_the_gravest_code(capsys: pytest.CaptureFixture[str]) -> None:
    write(GOOD + "check leader 15\n", "illegal.race")
    write(GOOD + "...\n", "open.race")
    write("nonsense\n", "unreadable.race")
    for names, code in [
        (("good", "open"), 3),
        (("open", "illegal", "good"), 1),
        (("illegal", "unreadable", "open"), 2),
    ]:
        assert steward(capsys, "verify", *(f"{name}.race" for name in names))[0] == code
    assert steward(capsys, "verify", ".")[1].endswith(
        "4 records: 1 legal, 1 illegal, 1 undetermined, 1 unreadable\n"
    )
    assert steward(capsys, "verify", "--exit-zero", ".")[0] == 0
    assert steward(capsys, "verify", "--exit-zero", ".", "gone.race")[0] == 2
    assert steward(capsys, "verify", "--allow-undetermined", "open.race")[0] == 0


def test_a_record_counts_by_what_it_is_expected_to_show(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = steward(capsys, "verify", write(GOOD + "check leader 15\nexpect illegal TA-4.1\n"))
    assert (code, "as expected: illegal TA-4.1" in out) == (0, True)
    code, out, _ = steward(capsys, "verify", write(GOOD + "expect illegal TA-4.1\n"))
    assert (code, "expected illegal TA-4.1, found legal" in out) == (1, True)
    code, out, _ = steward(capsys, "verify", write(GOOD + "check leader 15\nexpect illegal TA-6.1\n"))
    assert (code, "expected illegal TA-6.1, found illegal TA-4.1" in out) == (1, True)
    assert steward(capsys, "verify", write(GOOD + "...\nexpect legal\n"))[0] == 3


def test_quiet_prints_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert steward(capsys, "verify", "--quiet", "good.race") == (0, "", "")
    write(GOOD + "check leader 15\n", "illegal.race")
    code, out, _ = steward(capsys, "verify", ".", "--quiet")
    assert (code, "good" in out, "illegal.race:13:14" in out) == (1, False, True)
    assert steward(capsys, "--quiet", "verify", "good.race")[1] == ""


def test_a_legal_record_prints_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = steward(capsys, "verify", "good.race")
    assert code == 0
    assert out.split("   ")[0] == "good.race:1 legal  Club evening"
    assert out.endswith("(running, en-2014, track short-oval@1)\n") and out.count("\n") == 1


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (["--help"], ["-h"], ["help"], ["verify", "--help"], ["help", "verify"]):
        code, out, _ = steward(capsys, *argv)
        assert (code, out.startswith("usage: steward ")) == (0, True)
    out = steward(capsys, "--help")[1]
    assert all(f"\n  {verb} " in out for verb in cli.VERBS)
    from verifier.version import TOOL

    assert steward(capsys, "--version")[1] == f"steward {TOOL}\n"
    assert f'version = "{TOOL}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("verb", cli.VERBS)
def test_every_verb_listed_exists(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = steward(capsys, verb, "--help")
    assert (code, err) == (0, "")
    assert "--format" in out and "--quiet" in out


class OddError(Exception):
    """An error that no code expects."""


@pytest.mark.parametrize("error", [OddError("a\nb\x1b"), RecursionError(), MemoryError(), KeyError("x")])
def test_a_fault_of_the_tool_is_one_line(
    error: Exception, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(args: object) -> int:
        raise error

    monkeypatch.delenv("STEWARD_TRACEBACK", raising=False)
    monkeypatch.setattr("verifier.cli.notation.run", fails)
    code, out, err = steward(capsys, "notation")
    assert (code, out) == (4, "")
    assert err.startswith(f"steward notation: internal error: {type(error).__name__}")
    assert err.count("\n") == 1 and "report" in err and "\x1b" not in err
    code, out, err = steward(capsys, "notation", "--format", "json")
    assert (code, json.loads(out)["exit"], err) == (4, 4, "")

    monkeypatch.setenv("STEWARD_TRACEBACK", "1")
    assert main(["notation"]) == 4
    assert "Traceback" in capsys.readouterr().err


def test_an_interrupt_is_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("verifier.cli.notation.run", interrupted)
    assert steward(capsys, "notation") == (130, "", "")


def test_a_closed_pipe_is_silent(here: Path) -> None:
    for number in range(40):
        write(GOOD * 40, f"many-{number}.race")
    script = f"{sys.executable} -c 'from verifier.cli import run; run()' verify . | head -1; echo ${{PIPESTATUS[0]}}"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = ["bash", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    line, code = done.stdout.splitlines()
    assert (done.stderr, code) == ("", "141")
    assert line.startswith("good.race:1 legal")


def test_a_file_name_that_is_no_text(here: Path) -> None:
    name = os.fsdecode(b"\xff\x1b.race")
    try:
        write(GOOD, name)
    except OSError:
        pytest.skip("this file system has no such names")
    done = process("verify", name)
    assert (done.returncode, done.stdout[:15]) == (0, "\ufffd\ufffd.race:1 legal")
    assert json.loads(process("verify", name, "--format", "json").stdout)["records"][0]["file"] == name


def test_standard_output_closed_from_the_start(here: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    for shut in (">&-", "2>&-", ">&- 2>&-"):
        command = f"{sys.executable} -c 'from verifier.cli import run; run()' verify good.race {shut}"
        done = subprocess.run(command, shell=True, capture_output=True, text=True, env=env, check=False)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk(here: Path) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = process("verify", "good.race", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (2, "steward verify: cannot write: no space left on device\n")


def test_what_the_output_cannot_encode_is_escaped(here: Path) -> None:
    write(GOOD.replace("Club evening", "日本"))
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    done = process("verify", "a.race", env=env)
    assert (done.returncode, done.stderr) == (0, "")
    assert r"\u65e5\u672c" in done.stdout


def test_standard_input(here: Path) -> None:
    done = process("verify", "-", input=GOOD + "check leader 15\n")
    assert done.returncode == 1
    assert done.stdout.startswith("-:13:14 illegal (claim)  TA-4.1")
    assert "check: steward" not in done.stdout


def test_the_answer_is_the_same_every_time(here: Path) -> None:
    write(GOOD + "check leader 15\n")
    answers = {
        process(
            "verify",
            ".",
            "--format",
            "json",
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(answers) == 1 and str(here) not in answers.pop()


def test_a_ruleset_file_of_another_game_than_the_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The message is about the Rallyman ruleset itself, not about a base that Thunder Alley does not know."""
    monkeypatch.chdir(tmp_path)
    Path("club.toml").write_text('extends = "2009"\n[parameters]\nspare_wheel_secs = 40\n')
    Path("good.race").write_text("game rallyman\n")
    code, _, err = steward(capsys, "verify", "--ruleset", "club.toml", "good.race")
    assert code == 2
    assert "club.toml:3:1: parameters.spare_wheel_secs: there is no parameter `spare_wheel_secs`" in err


RALLY = 'title = "Rally"\ngame = "rallyman"\nextends = "2009"\n[parameters]\nspare_wheel_secons = 40\n'
CLUB = (
    'extends = "en-2014"\nwithout = ["TA-BUMP", "TA-BMP"]\n[ruling]\n[parameters]\ngreen-pit-spaces = "six"\n'
)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("explain", "good.race:11:15"), "there is no such file (a line is named as in `good.race@11`)"),
        (("find", "empty.race"), "empty.race: there is no record in this file"),
        (
            ("verify", "--ruleset", "empty.toml", "good.race"),
            "empty.toml: is empty, so it is no ruleset (begin",
        ),
        (("edge-cases", "en-2014", "--out", "good.race"), "good.race is a file, not a folder"),
        (
            ("verify", "--ruleset", "rally.toml", "good.race"),
            "rally.toml:5:1: parameters.spare_wheel_secons: there is no parameter",
        ),
        (("check", "rally.toml"), "rally.toml:5:1: parameters.spare_wheel_secons: there is no parameter"),
        (
            ("check", "club.toml"),
            "club.toml:2:1: without: there is no rule `TA-BMP` (did you mean `TA-BUMP`?)\n",
        ),
        (
            ("check", "club.toml"),
            "club.toml:3:1: ruling: this key has no meaning here (did you mean `rulings`?)\n",
        ),
        (
            ("rules", "thunder-alley", "--ruleset", "club.toml"),
            "club.toml:5:1: parameters.green-pit-spaces: parameter `green-pit-spaces` cannot be `six` (a whole",
        ),
    ],
)
def test_each_mistake_has_its_place_and_its_help(
    argv: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write("", "empty.race")
    write("", "empty.toml")
    write(RALLY, "rally.toml")
    write(CLUB, "club.toml")
    code, _, told = steward(capsys, *argv)
    assert code == 2
    assert said in told

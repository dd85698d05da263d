"""Several processes share the work: same bytes as with one, a bad file loses nothing, Ctrl-C ends all of them."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.cli.records import HEAD
from verifier.cli import jobs, main, verify
from verifier.cli.jobs import ENDED, in_order

ROOT = Path(__file__).parents[2]


@pytest.fixture
def races(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STEWARD_TRACEBACK", raising=False)
    for name, line in [("a", "29 Charge: f"), ("b", "check leader 29"), ("c", "(")]:
        Path(f"{name}.race").write_text(f"{HEAD}{line}\n", encoding="utf-8")
    yield tmp_path


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
@pytest.mark.parametrize("options", [(), ("--quiet",), ("--trace", "--rests-on", "--all-rulings")])
def test_the_same_bytes_as_with_one(
    form: str, options: tuple[str, ...], races: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    command = ["verify", ".", "gone.race", "--format", form, *options]
    answers = [(main([*command, "--jobs", number]), capsysbinary.readouterr()) for number in ("1", "3")]
    assert answers[0] == answers[1]


def test_the_same_cases_and_races(races: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    for command in (
        ["test", *map(str, sorted((ROOT / "tests/cases/rallyman").glob("04*.race"))[:4]), "--engine-only"],
        ["simulate", "thunder-alley", "--count", "4", "--laps", "1", "--players", "2"],
    ):
        answers = [(main([*command, "-j", number]), capsysbinary.readouterr()) for number in ("1", "2")]
        assert answers[0] == answers[1]


@pytest.mark.parametrize("number", ["1", "2"])
def test_a_fault_in_one_file_loses_no_other(
    number: str, races: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = verify.judge_input

    def fails(found: verify.Input, options: verify.Options) -> object:
        if found.file == "b.race":
            raise KeyError("x")
        return real(found, options)

    monkeypatch.setattr(verify, "judge_input", fails)
    assert main(["verify", "a.race", "b.race", "c.race", "-j", number]) == 4
    out, err = capsys.readouterr()
    assert "a.race:12:12 illegal" in out and "c.race:12:1 unreadable" in out and err == ""
    assert "b.race unreadable  internal error: KeyError" in out
    assert "3 records: 1 illegal, 2 unreadable" in out


def _work(task: int) -> int:
    if task == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return 10 * task


def test_a_process_that_ends_loses_its_task_only() -> None:
    found = in_order(_work, range(7), 3, many=False, lost=lambda task: -task, silent=False)
    assert list(found) == [0, 10, 20, -3, 40, 50, 60]


def test_a_file_that_ends_its_process(
    races: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def ends(found: verify.Input, options: verify.Options) -> object:
        os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(verify, "judge_input", ends)
    assert main(["verify", "a.race", "b.race", "-j", "2"]) == 4
    assert capsys.readouterr().out.count(ENDED) == 2


def test_how_many_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "cores", lambda: 2)
    run = partial(in_order, _process, range(4), None, lost=int, silent=False)
    assert set(run(many=False)) == {os.getpid()}
    assert os.getpid() not in set(run(many=True))


def _process(_task: int) -> int:
    return os.getpid()


def test_wrong_numbers_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for number in ("0", "-1", "x", "1001"):
        assert main(["verify", "a.race", "--jobs", number]) == 2
        assert "--jobs" in capsys.readouterr().err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_shows_on_a_terminal_once_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    for patience, silent in ((60.0, True), (0.0, True)):
        monkeypatch.setattr(jobs, "PATIENCE", patience)
        monkeypatch.setattr(sys, "stderr", Terminal())
        assert list(in_order(abs, [1, 2], 1, many=False, lost=abs, silent=silent)) == [1, 2]
        shown.append(sys.stderr.getvalue())  # type: ignore[attr-defined]
    assert shown[0] == "" and "100%" in shown[1]


@pytest.mark.parametrize("to_all", [True, False])
def test_an_interrupt_ends_all_processes(to_all: bool, tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from verifier.cli import run; run()", "simulate", "rallyman"]
    process = subprocess.Popen(
        [*command, "--count", "5000", "-j", "2", "--out", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        start_new_session=True,
    )
    while not list(tmp_path.iterdir()):
        time.sleep(0.05)
    (os.killpg if to_all else os.kill)(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, b"", b"")
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)

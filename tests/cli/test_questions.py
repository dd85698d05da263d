"""Questions shared by processes: answers in order, a limit of time, and the open questions on a terminal."""

import io
import os
import sys
import time
from collections.abc import Iterator

import pytest

from verifier.cli import main
from verifier.cli.jobs import ENDED
from verifier.cli.questions import Asking
from verifier.errors import StewardError


def work(task: str) -> Iterator[str]:
    """Two answers to a question; some questions never end, end the process, or fail."""
    yield f"{task} 1"
    if task == "endless":
        time.sleep(60)
    if task == "fatal":
        os._exit(1)
    if task == "wrong":
        raise StewardError("it cannot be asked")
    if task == "slow":
        time.sleep(0.3)
    yield f"{task} 2"


def asked(*tasks: str, jobs: int, timeout: float | None = None) -> list[str]:
    return list(Asking(jobs, timeout).answers(work, tasks, str, "{}: {}".format))


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_answers_come_in_the_order_of_the_questions(jobs: int) -> None:
    found = asked("slow", "b", "c", jobs=jobs)
    assert found == ["slow 1", "slow 2", "b 1", "b 2", "c 1", "c 2"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_not_finished_in_time_has_no_answer(jobs: int) -> None:
    began = time.monotonic()
    found = asked("a", "endless", "c", jobs=jobs, timeout=1.5)
    assert time.monotonic() - began < 10
    late = "limit: 1.5 seconds"
    others = ["c 1", "c 2"] if jobs == 2 else [f"c: {late}"]
    assert found == ["a 1", "a 2", "endless 1", f"endless: {late}", *others]


def test_a_process_that_ends_loses_only_its_question() -> None:
    assert asked("fatal", "b", jobs=2) == ["fatal 1", f"fatal: {ENDED}", "b 1", "b 2"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_question_that_cannot_be_asked_ends_the_command(jobs: int) -> None:
    with pytest.raises(StewardError, match="it cannot be asked"):
        asked("a", "wrong", jobs=jobs)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_terminal_says_at_once_what_is_asked(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    answers = Asking(jobs).answers(work, ("first [one]", "second"), str, str.format)
    assert next(answers) == "first [one] 1"
    assert "first [one]" in terminal.getvalue() and "0/2" in terminal.getvalue()
    assert list(answers)[-1] == "second 2"


def test_the_verbs_keep_to_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "en-2014", "--only", "rulings", "--timeout", "0.5"]) == 3
    assert ": gave up, limit: 0.5 seconds" in capsys.readouterr().out
    assert main(["diff", "en-2014", "es", "--timeout", "0.01"]) == 3
    assert "limit: 0.01 seconds" in capsys.readouterr().err
    for timeout in ("0", "-1", "soon", "inf"):
        assert main(["check", "en-2014", "--timeout", timeout]) == 2

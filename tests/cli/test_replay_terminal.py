"""`steward replay` in a pseudo-terminal: what it takes and gives back, signals, and where keys come from."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import pytest

ROOT = Path(__file__).parents[2]
ENTER_SCREEN, LEAVE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"

RECORD = """game thunder-alley
title "At the table"
track tiny-ring
team Red 29 25

position
  29 3a
  25 1b
end
check leader 29
check leader 25
29 Charge: f
"""


STEWARD = "from verifier.cli import run; run()"
JOB_CONTROL = f"""
import os, signal, subprocess, sys
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", {STEWARD!r}, *sys.argv[1:]], process_group=0)
os.tcsetpgrp(0, child.pid)
_, status = os.waitpid(child.pid, os.WUNTRACED)
os.tcsetpgrp(0, os.getpgrp())
print("stopped" if os.WIFSTOPPED(status) else status, flush=True)
sys.stdin.readline()
os.tcsetpgrp(0, child.pid)
os.kill(child.pid, signal.SIGCONT)
sys.exit(child.wait())
"""
"""The part of a shell that stops a command and lets it go on."""


PIPED = f"""
import subprocess, sys
with open("a.race") as record:
    sys.exit(subprocess.call([sys.executable, "-c", {STEWARD!r}, *sys.argv[1:]], stdin=record))
"""
"""A command whose standard input is the record."""


class Terminal:
    """A pseudo-terminal with a command in it."""

    def __init__(
        self, folder: Path, *argv: str, code: str = STEWARD, columns: int = 100, **environment: str
    ) -> None:
        import fcntl
        import pty
        import termios

        self.leader, self.follower = pty.openpty()
        self.resize(columns)
        self.before = termios.tcgetattr(self.follower)
        self.seen = ""
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *argv],
            stdin=self.follower,
            stdout=self.follower,
            stderr=self.follower,
            cwd=folder,
            env={"PYTHONPATH": str(ROOT), "PATH": "", "TERM": "xterm", "PYTHONUTF8": "1"} | environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.follower)
        os.close(self.leader)

    def resize(self, columns: int, rows: int = 40) -> None:
        import termios

        termios.tcsetwinsize(self.follower, (rows, columns))

    def wait_for(self, text: str) -> str:
        """The output up to and including this text."""
        import select

        end = time.monotonic() + 20
        while text not in self.seen:
            assert time.monotonic() < end, f"{text!r} did not come: {self.seen!r}"
            if select.select([self.leader], [], [], 0.1)[0]:
                self.seen += os.read(self.leader, 65536).decode()
        upto = self.seen.index(text) + len(text)
        found, self.seen = self.seen[:upto], self.seen[upto:]
        return found

    def press(self, sent: str, then: str) -> str:
        """The output after some keys, up to and including a text."""
        os.write(self.leader, sent.encode())
        return self.wait_for(then)

    def left_as_found(self) -> bool:
        """Whether the terminal is in the same state as before the command."""
        import termios

        return termios.tcgetattr(self.follower) == self.before

    def code(self) -> int:
        return self.process.wait(20)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    pytest.importorskip("termios")
    (tmp_path / "a.race").write_text(RECORD, encoding="utf-8")
    yield tmp_path


def words(text: str) -> str:
    """What is on the screen without control sequences."""
    return re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", text).replace("\r", "")


def test_a_whole_session(folder: Path) -> None:
    with Terminal(folder, "replay", "a.race") as terminal:
        first = terminal.wait_for("q quit")
        assert ENTER_SCREEN in first and "1 of 5" in words(first)
        assert not terminal.left_as_found()
        terminal.press("n", "2 of 5")
        terminal.press("\x1b[C", "3 of 5")
        terminal.press("\x1b[D", "2 of 5")
        terminal.press("g11\r", "4 of 5")
        terminal.press("/25 1b\r", "2 of 5")
        terminal.press("q", LEAVE_SCREEN)
        assert terminal.code() == 0 and terminal.left_as_found()


def test_no_colour_where_none_is_wanted(folder: Path) -> None:
    colour = re.compile(r"\x1b\[(\d+;)*(3[1-7]|9[1-7])(;\d+)*m")
    with Terminal(folder, "replay", "a.race@12", NO_COLOR="1") as terminal:
        assert not colour.search(terminal.wait_for("q quit"))
        terminal.press("q", LEAVE_SCREEN)
    with Terminal(folder, "replay", "a.race@12") as terminal:
        assert colour.search(terminal.wait_for("q quit"))
        terminal.press("q", LEAVE_SCREEN)


def test_ctrl_c(folder: Path) -> None:
    with Terminal(folder, "replay", "a.race") as terminal:
        terminal.wait_for("q quit")
        terminal.press("\x03", LEAVE_SCREEN)
        assert terminal.code() == 130 and terminal.left_as_found()


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_signals_that_end_it(name: str, folder: Path) -> None:
    number = getattr(signal, name)
    with Terminal(folder, "replay", "a.race") as terminal:
        terminal.wait_for("q quit")
        os.kill(terminal.process.pid, number)
        terminal.wait_for(LEAVE_SCREEN)
        assert terminal.code() == 128 + number and terminal.left_as_found()


def test_ctrl_z_and_back(folder: Path) -> None:
    with Terminal(folder, "replay", "a.race", code=JOB_CONTROL) as terminal:
        terminal.wait_for("q quit")
        terminal.press("\x1a", "stopped")
        assert terminal.left_as_found()
        assert "a.race:1  1 of 5" in words(terminal.press("\n", "q quit"))
        assert not terminal.left_as_found()
        terminal.press("q", LEAVE_SCREEN)
        assert terminal.code() == 0 and terminal.left_as_found()


def test_ctrl_z_where_nobody_could_wake_us(folder: Path) -> None:
    with Terminal(folder, "replay", "a.race") as terminal:
        terminal.wait_for("q quit")
        terminal.press("\x1an", "2 of 5")
        terminal.press("q", LEAVE_SCREEN)
        assert terminal.code() == 0 and terminal.left_as_found()


def test_an_error_of_ours_leaves_the_terminal_in_order(folder: Path) -> None:
    with Terminal(folder, "replay", "gone.race") as terminal:
        assert "there is no such file" in terminal.wait_for("file")
        assert terminal.code() == 2 and terminal.left_as_found()


def test_a_terminal_without_control_codes_asks_for_commands(folder: Path) -> None:
    with Terminal(folder, "replay", "a.race", TERM="dumb", columns=70) as terminal:
        first = terminal.wait_for("q quit: ")
        assert "a.race:1  1 of 5" in first
        page = terminal.press("g 10\n", "q quit: ")
        assert "a.race:10  3 of 5" in page and "\x1b" not in first + page
        assert max(map(len, words(page).split("\n"))) <= 70
        os.write(terminal.leader, b"q\n")
        assert terminal.code() == 0 and terminal.left_as_found()


def test_a_piped_record_leaves_the_keys_to_the_terminal(folder: Path) -> None:
    with Terminal(folder, "replay", "-", code=PIPED) as terminal:
        assert "-:1  1 of 5" in words(terminal.wait_for("q quit"))
        assert "-:6  2 of 5" in words(terminal.press("n", "q quit"))
        terminal.press("q", LEAVE_SCREEN)
        assert terminal.code() == 0 and terminal.left_as_found()


@pytest.mark.parametrize("kind", ["xterm", "dumb"])
def test_where_nobody_can_answer_every_step_is_printed(kind: str, folder: Path) -> None:
    with Terminal(folder, "replay", "a.race", code=PIPED, TERM=kind) as terminal:
        text = terminal.wait_for("5 of 5")
        assert text.count(" of 5") == 5 and "q quit" not in text
        assert terminal.code() == 0 and terminal.left_as_found()


def test_plain_is_plain_in_a_terminal_too(folder: Path) -> None:
    with Terminal(folder, "replay", "--plain", "a.race") as terminal:
        text = terminal.wait_for("5 of 5")
        assert "\x1b" not in text and text.count(" of 5") == 5
        assert terminal.code() == 0

"""The terminal of `steward replay`: bytes to keys, lines to a screen, and once all of it through a pseudo-terminal."""

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

from verifier.render.replay_terminal import (
    END,
    ENTER_SCREEN,
    LEAVE_SCREEN,
    AnsiScreen,
    TextKeys,
    clip,
)

ROOT = Path(__file__).parents[2]

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


def keys(*chunks: bytes | None) -> list[str | None]:
    """The keys in what a terminal sends, chunk by chunk, up to its end."""
    waiting = list(chunks)
    reader = TextKeys(lambda _seconds: waiting.pop(0) if waiting else b"", lambda: None)
    found: list[str | None] = []
    while END not in found:
        found.append(reader.read(0.1))
    return found[:-1]


@pytest.mark.parametrize(
    ("sent", "names"),
    [
        (b"nq", ["n", "q"]),
        (b"\x1b[C\x1b[D\x1b[A\x1b[B", ["right", "left", "up", "down"]),
        (b"\x1bOC\x1bOD", ["right", "left"]),
        (b"\x1b[5~\x1b[6~\x1b[H\x1b[4~", ["page-up", "page-down", "home", "last"]),
        (b"g12\r\x7f\n", ["g", "1", "2", "enter", "backspace", "enter"]),
        (b"\x1b[1;5Cn", ["", "n"]),
        ("é\U0001f3c1".encode(), ["é", "\U0001f3c1"]),
        (b"\xff", ["\ufffd"]),
    ],
)
def test_keys(sent: bytes, names: list[str]) -> None:
    assert keys(sent) == names


def test_keys_in_pieces() -> None:
    assert keys(b"\x1b", b"[C") == ["right"]
    assert keys(b"\x1b", None, b"n") == ["escape", "n"]
    assert keys(b"\xc3", b"\xa9") == [None, "é"]
    assert keys(None, b"n") == [None, "n"]


def test_the_end_of_input_is_a_key() -> None:
    assert TextKeys(lambda _seconds: b"", lambda: None).read(1) == END
    assert TextKeys(lambda _seconds: b"\x04", lambda: None).read(1) == END


def test_ctrl_z_is_obeyed_at_once_and_the_screen_drawn_again() -> None:
    stopped: list[str] = []
    reader = TextKeys(lambda _seconds: b"\x1an", lambda: stopped.append("here"))
    assert (reader.read(1), stopped, reader.read(1)) == ("redraw", ["here"], "n")


def test_lines_are_cut_and_styles_kept() -> None:
    assert clip("\x1b[1mabc\x1b[0mdef", 4) == "\x1b[1mabc\x1b[0md"
    assert clip("abc", 3) == "abc"
    assert clip("\u5b57\u5b57", 3) == "\u5b57"


def test_a_screen_is_drawn_from_its_top_and_cleared_below() -> None:
    written: list[str] = []
    AnsiScreen(written.append, lambda: (4, 2)).show(["abcdef", "gh", "ij"])
    assert written == ["\x1b[Habcd\x1b[K\r\ngh\x1b[K\x1b[J"]


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
        assert first.startswith(ENTER_SCREEN) and "a.race:1  1 of 5" in words(first)
        assert not terminal.left_as_found()
        assert "a.race:6  2 of 5" in words(terminal.press("n", "q quit"))
        assert "a.race:10  3 of 5" in words(terminal.press("\x1b[C", "q quit"))
        assert "        holds\n" in words(terminal.press("\x0c", "q quit"))
        assert "a.race:6  2 of 5" in words(terminal.press("\x1b[D", "q quit"))
        assert "a.race:11  4 of 5" in words(terminal.press("g11\r", "4 of 5"))
        assert "a.race:6  2 of 5" in words(terminal.press("/25 1b\r", "2 of 5"))
        assert "\x1b[1m" in terminal.press("n", "3 of 5")
        terminal.press("q", LEAVE_SCREEN)
        assert terminal.code() == 0 and terminal.left_as_found()


def test_a_narrow_terminal_and_a_wider_one(folder: Path) -> None:
    with Terminal(folder, "replay", "a.race@6", columns=60, NO_COLOR="1") as terminal:
        narrow = words(terminal.wait_for("q quit"))
        assert max(map(len, narrow.split("\n"))) <= 60
        terminal.resize(120)
        assert max(map(len, words(terminal.wait_for("q quit")).split("\n"))) > 60
        terminal.press("q", LEAVE_SCREEN)
        assert terminal.code() == 0


def test_no_colour_where_none_is_wanted(folder: Path) -> None:
    with Terminal(folder, "replay", "a.race@12", NO_COLOR="1") as terminal:
        page = terminal.wait_for("q quit").removeprefix(ENTER_SCREEN)
        assert "illegal" in page or "undetermined" in page or "not judged" in page
        assert not re.search(r"\x1b\[[\d;]*m", page)
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
        terminal.press("\x1a", LEAVE_SCREEN)
        assert "a.race:1  1 of 5" in words(terminal.wait_for("q quit"))
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

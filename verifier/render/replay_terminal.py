"""A terminal that is read key by key and drawn as a whole, and always restored at the end.

Works with termios (POSIX) and msvcrt (Windows). `open_terminal` gives None if neither works; the caller can then read
whole lines.
"""

import codecs
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Protocol

from grammar.errors import width

ENTER_SCREEN = "\x1b[?1049h\x1b[?25l"
LEAVE_SCREEN = "\x1b[0m\x1b[?25h\x1b[?1049l"
"""Switches to the terminal's other screen without a cursor, and back."""

END = "end-of-input"
"""The result of `Keys.read` at the end of the input."""

SEQUENCES = {
    "[A": "up", "[B": "down", "[C": "right", "[D": "left", "[H": "home", "[F": "last",
    "OA": "up", "OB": "down", "OC": "right", "OD": "left", "OH": "home", "OF": "last",
    "[1~": "home", "[4~": "last", "[5~": "page-up", "[6~": "page-down", "[7~": "home", "[8~": "last",
}  # fmt: skip
"""What terminals send after Escape -> names of the keys."""

WINDOWS = {
    "H": "up",
    "P": "down",
    "M": "right",
    "K": "left",
    "G": "home",
    "O": "last",
    "I": "page-up",
    "Q": "page-down",
}
SUSPEND = "\x1a"
PLAIN = {
    "\r": "enter",
    "\n": "enter",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x04": END,
    "\x0c": "redraw",
}
ESCAPE = re.compile(r"(\[[0-9;]*[A-Za-z~]|O[A-Za-z])")
STYLE = re.compile(r"(\x1b\[[\d;]*m)")
PAUSE = 0.05
"""Seconds within which the rest of a key's sequence follows its Escape."""


class Keys(Protocol):
    """A source of keys."""

    def read(self, seconds: float) -> str | None:
        """The next key: a character or a name (`enter`, `escape`, `left`, `page-down` ...); None after this many seconds."""


class Screen(Protocol):
    """A screen to draw on."""

    def size(self) -> tuple[int, int]:
        """Columns and rows."""

    def show(self, lines: Sequence[str]) -> None:
        """Fills the screen with these lines, from the top; cuts what does not fit."""


class AnsiScreen:
    """A terminal that understands the usual control sequences."""

    def __init__(self, write: Callable[[str], object], size: Callable[[], tuple[int, int]]) -> None:
        self.write, self.size_now = write, size

    def size(self) -> tuple[int, int]:
        return self.size_now()

    def show(self, lines: Sequence[str]) -> None:
        columns, rows = self.size_now()
        shown = "\x1b[K\r\n".join(clip(line, columns) for line in lines[:rows])
        self.write(f"\x1b[H{shown}\x1b[K\x1b[J")


def clip(line: str, columns: int) -> str:
    """A line cut to this many columns; styles take no room and are kept."""
    left, cut = columns, []
    for part in STYLE.split(line):
        if STYLE.fullmatch(part):
            cut.append(part)
            continue
        for char in part:
            left -= width(char)
            if left >= 0:
                cut.append(char)
    return "".join(cut)


class TextKeys:
    """Keys from the bytes of a terminal. `receive(seconds)` gives the available bytes, b"" at the end of input, None at a
    timeout. `suspend` is called for Ctrl-Z and returns when the program continues."""

    def __init__(self, receive: Callable[[float], bytes | None], suspend: Callable[[], None]) -> None:
        self.receive, self.suspend = receive, suspend
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.waiting = ""

    def read(self, seconds: float) -> str | None:
        if not self.waiting:
            more = self.receive(seconds)
            if more is None:
                return None
            if not more:
                return END
            self.waiting = self.decoder.decode(more)
            if not self.waiting:
                return None
        key, self.waiting = self.waiting[0], self.waiting[1:]
        if key == SUSPEND:
            self.suspend()
            return "redraw"
        return self._escaped() if key == "\x1b" else PLAIN.get(key, key)

    def _escaped(self) -> str:
        if not self.waiting:
            self.waiting = self.decoder.decode(self.receive(PAUSE) or b"")
        match = ESCAPE.match(self.waiting)
        if match is None:
            return "escape"
        self.waiting = self.waiting[match.end() :]
        return SEQUENCES.get(match[0], "")


@contextmanager
def open_terminal(*, also_without_input: bool = False) -> Iterator[tuple[Keys, Screen] | None]:
    """The terminal at standard input and output, ready for single keys, or None. With `also_without_input`
    standard input may be something else that was already read: keys then come from the terminal itself."""
    if sys.platform == "win32":
        with _windows() as found:
            yield found
        return
    opened = _posix_input(also_without_input)
    if opened is None:
        yield None
        return
    handle, ours = opened
    try:
        with _posix(handle) as found:
            yield found
    finally:
        if ours:
            os.close(handle)


def _posix_input(also_without_input: bool) -> tuple[int, bool] | None:
    """A readable file number of the terminal, and whether it was opened here."""
    try:
        import termios
    except ImportError:
        return None
    handle, ours = -1, False
    try:
        if sys.stdin is not None and sys.stdin.isatty():
            handle = sys.stdin.fileno()
        elif also_without_input:
            handle, ours = os.open("/dev/tty", os.O_RDONLY), True
        else:
            return None
        termios.tcgetattr(handle)
    except (OSError, ValueError, termios.error):
        if ours:
            os.close(handle)
        return None
    return handle, ours


@contextmanager
def _posix(handle: int) -> Iterator[tuple[Keys, Screen]]:
    import select
    import termios
    import tty

    before = termios.tcgetattr(handle)

    def enter() -> None:
        tty.setcbreak(handle, termios.TCSADRAIN)
        mode = termios.tcgetattr(handle)
        mode[6][termios.VSUSP] = (
            b"\0"  # Ctrl-Z arrives as a key, so that nothing is being written when we stop
        )
        termios.tcsetattr(handle, termios.TCSADRAIN, mode)
        _write(ENTER_SCREEN)

    def leave() -> None:
        _write(LEAVE_SCREEN)
        termios.tcsetattr(handle, termios.TCSADRAIN, before)

    def suspend() -> None:
        leave()
        os.kill(0, signal.SIGTSTP)
        enter()

    def receive(seconds: float) -> bytes | None:
        try:
            if not select.select([handle], [], [], seconds)[0]:
                return None
            return os.read(handle, 256)
        except OSError:
            return b""

    def size() -> tuple[int, int]:
        try:
            found = os.get_terminal_size(sys.stdout.fileno())
        except (OSError, ValueError):
            return 80, 24
        return (found.columns or 80, found.lines or 24)

    with _signals():
        try:
            enter()
            yield TextKeys(receive, suspend), AnsiScreen(_write, size)
        finally:
            leave()


@contextmanager
def _signals() -> Iterator[None]:
    """Makes a signal that ends the program restore the terminal first."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _windows() -> Iterator[tuple[Keys, Screen] | None]:
    if sys.platform != "win32" or not sys.stdin.isatty():
        yield None
        return
    import msvcrt

    class WindowsKeys:
        def read(self, seconds: float) -> str | None:
            end = time.monotonic() + seconds
            while not msvcrt.kbhit():
                if time.monotonic() >= end:
                    return None
                time.sleep(0.01)
            key = msvcrt.getwch()
            if key in ("\0", "\xe0"):
                return WINDOWS.get(msvcrt.getwch(), "")
            if key == "\x03":
                raise KeyboardInterrupt
            return "escape" if key == "\x1b" else PLAIN.get(key, key)

    def size() -> tuple[int, int]:
        found = os.get_terminal_size()
        return (found.columns, found.lines)

    os.system("")  # makes older consoles understand control sequences
    try:
        _write(ENTER_SCREEN)
        yield WindowsKeys(), AnsiScreen(_write, size)
    finally:
        _write(LEAVE_SCREEN)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()

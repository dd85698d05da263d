"""Bytes to lines, and lines to code and comment. Every size is bounded, as the text may come from anywhere."""

import re
from collections.abc import Iterator
from typing import BinaryIO

MAX_LINE = 10_000
"""The most characters of a line."""
MAX_FILE = 64 * 2**20
"""The most bytes (or characters, for decoded text) of a file."""
TOO_LONG = (f"this file is longer than {MAX_FILE // 2**20} MiB", "shorten it, or split it into several files")

BLANKS = " \t\r\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u202f\u205f\u3000\ufeff"
"""The blanks, as in BLANK of the common grammar; text pasted from web pages is full of them."""

APOSTROPHES = "'\u2018\u2019\u02bc\u00b4\u0384\u203a"
"""The apostrophes in names, the straight one first; printed editions and keyboards use all of them."""

WORD = re.compile(rf"[^\W\d_](?:[\w{APOSTROPHES}\u0300-\u036f]|[.-](?=\w))*")
"""A name that needs no quotes, like WORD of the common grammar."""


_STRAIGHT = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))


def straight(name: str) -> str:
    """The name with straight apostrophes."""
    return name.translate(_STRAIGHT)


class Unreadable(Exception):  # noqa: N818 - about the text, not the program
    """The whole text cannot be read; gives the first bad place."""

    def __init__(self, line: int, column: int, message: str, hint: str = "", source: str = "") -> None:
        super().__init__(message)
        self.line, self.column, self.message, self.hint, self.source = line, column, message, hint, source


def decode(text: str | bytes) -> str:
    """The text without its byte order mark. Raises `Unreadable` if it is too long, binary, or not UTF-8."""
    if len(text) > MAX_FILE:
        raise Unreadable(1, 1, *TOO_LONG)
    if isinstance(text, str):
        text = text.encode("utf-8", "surrogatepass")
    return _decoded(text)


def text_lines(text: str) -> Iterator[str]:
    """The lines of a text, without line ends."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return iter(lines)


def file_lines(file: BinaryIO) -> Iterator[str]:
    """The lines of a file, read one by one, without line ends. Raises `Unreadable` if it becomes too long or is not text."""
    size = number = 0
    while line := file.readline(MAX_FILE + 1 - size):
        number += 1
        size += len(line)
        if size > MAX_FILE:
            raise Unreadable(number, 1, *TOO_LONG)
        yield _decoded(line, number).removesuffix("\n")


def _decoded(text: bytes, line: int = 1) -> str:
    """The decoded part of a file that begins in line `line`."""
    if line == 1 and text.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Unreadable(1, 1, "this file is written in UTF-16", "save it as UTF-8")
    zero = text.find(b"\0")
    if zero >= 0:
        message = "this is not a text file: it has a zero byte here"
        raise _at(text, zero, line, message, "a record is plain text in UTF-8")
    mark = b"\xef\xbb\xbf" if line == 1 else b""
    try:
        return text.removeprefix(mark).decode("utf-8")
    except UnicodeDecodeError as error:
        start = error.start + (len(mark) if text.startswith(mark) else 0)
        message = f"byte {text[start]:#04x} here is not UTF-8"
        raise _at(text, start, line, message, "save the file as UTF-8") from None


def _at(text: bytes, place: int, first_line: int, message: str, hint: str) -> Unreadable:
    start = text.rfind(b"\n", 0, place) + 1
    line = text.count(b"\n", 0, place) + first_line
    before = text[start:place].removeprefix(b"\xef\xbb\xbf" if line == 1 else b"").decode("utf-8", "replace")
    end = text.find(b"\n", place, place + MAX_LINE)
    after = text[place : end if end >= 0 else place + MAX_LINE].decode("utf-8", "replace")
    source = (before + after) if len(before) <= MAX_LINE else ""
    return Unreadable(line, len(before) + 1, message, hint, source.removesuffix("\r"))


def split_comment(line: str) -> tuple[str, str | None]:
    """The line before its comment, and the comment from `#` on without trailing blanks; `#` in quotes begins no comment."""
    at = line.find("#")
    while at >= 0:
        if line.count('"', 0, at) % 2 == 0:
            return line[:at], line[at:].rstrip(BLANKS)
        close = line.find('"', at)
        at = line.find("#", close) if close >= 0 else -1
    return line, None

"""Bytes to lines, and lines to code and comment. Everything here is bounded: the text may come from anywhere."""

import re

MAX_LINE = 10_000
"""Characters a line may have."""
MAX_FILE = 64 * 2**20
"""Bytes (or characters, for text already decoded) a file may have."""

BLANKS = " \t\r\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u202f\u205f\u3000\ufeff"
"""What counts as a blank, as in BLANK of the common grammar; text pasted from web pages is full of them."""

WORD = re.compile(r"[^\W\d_](?:[\w'\u2019\u0300-\u036f]|[.-](?=\w))*")
"""A name that needs no quotes, as WORD of the common grammar."""


class Unreadable(Exception):  # noqa: N818 - said of the text, not of the program
    """The text as a whole cannot be read; says where the first bad place is."""

    def __init__(self, line: int, column: int, message: str, hint: str = "", source: str = "") -> None:
        super().__init__(message)
        self.line, self.column, self.message, self.hint, self.source = line, column, message, hint, source


def decode(text: str | bytes) -> str:
    """The text without its byte order mark. Raises `Unreadable` if it is too long, binary, or not UTF-8."""
    if len(text) > MAX_FILE:
        raise Unreadable(
            1, 1, f"this file is longer than {MAX_FILE // 2**20} MiB", "split it into several files"
        )
    if isinstance(text, str):
        text = text.encode("utf-8", "surrogatepass")
    if text.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Unreadable(1, 1, "this file is written in UTF-16", "save it as UTF-8")
    zero = text.find(b"\0")
    if zero >= 0:
        raise _at(
            text, zero, "this is not a text file: it has a zero byte here", "a record is plain text in UTF-8"
        )
    try:
        return text.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        start = error.start + (3 if text.startswith(b"\xef\xbb\xbf") else 0)
        raise _at(
            text, start, f"byte {text[start]:#04x} here is not UTF-8", "save the file as UTF-8"
        ) from None


def _at(text: bytes, place: int, message: str, hint: str) -> Unreadable:
    start = text.rfind(b"\n", 0, place) + 1
    line = text.count(b"\n", 0, place) + 1
    before = text[start:place].removeprefix(b"\xef\xbb\xbf" if line == 1 else b"").decode("utf-8", "replace")
    end = text.find(b"\n", place, place + MAX_LINE)
    after = text[place : end if end >= 0 else place + MAX_LINE].decode("utf-8", "replace")
    source = (before + after) if len(before) <= MAX_LINE else ""
    return Unreadable(line, len(before) + 1, message, hint, source.removesuffix("\r"))


def split_comment(line: str) -> tuple[str, str | None]:
    """The line before its comment, and the comment from `#` on without trailing blanks; `#` in quotes begins none."""
    at = line.find("#")
    while at >= 0:
        if line.count('"', 0, at) % 2 == 0:
            return line[:at], line[at:].rstrip(BLANKS)
        close = line.find('"', at)
        at = line.find("#", close) if close >= 0 else -1
    return line, None

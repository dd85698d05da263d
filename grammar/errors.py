"""Syntax problems, and user text made fit to be shown."""

import unicodedata
from dataclasses import dataclass

from grammar.syntax import Span

QUOTED_CHARACTERS = 40
"""Longer words are cut when a message quotes them."""


@dataclass(frozen=True, slots=True)
class SyntaxProblem:
    """An unreadable place: what is wrong and what would help.

    `message` and `hint` are in lower case without a full stop, user text in backticks. `source` is the line as written (cut
    at the longest allowed length). `record` counts from 1; 0 means that no record had begun.
    """

    file: str
    span: Span
    message: str
    hint: str = ""
    source: str = ""
    record: int = 0


class RecordSyntaxError(ValueError):
    """A text that had to be readable is not; `errors` holds every problem, in order."""

    def __init__(self, errors: tuple[SyntaxProblem, ...]) -> None:
        super().__init__(errors[0].message)
        self.errors = errors


def visible(text: str) -> str:
    """The text with a blank for each tab and a substitute for every other unprintable character."""
    return "".join(char if char.isprintable() else " " if char in "\t\xa0" else "\ufffd" for char in text)


def excerpt(word: str) -> str:
    """The user's word for quoting in a message: printable and not too long."""
    return visible(word if len(word) <= QUOTED_CHARACTERS else word[: QUOTED_CHARACTERS - 1] + "…")


def width(text: str) -> int:
    """The number of terminal columns that the text takes."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )

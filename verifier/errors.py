"""Errors that end a command before there is an answer."""

import re
from collections.abc import Sequence

from model.errors import Problem

OK, BROKEN, UNUSABLE, NO_VERDICT, INTERNAL = 0, 1, 2, 3, 4
"""Exit codes: success; a broken rule or a wrong claim; unreadable input or wrong usage; no verdict; a fault of the tool, or its
judges disagree."""

INTERRUPTED, PIPE_CLOSED = 130, 141
"""Exit codes for an interrupted process, and for one whose reader has gone."""

WIDTH = 100
"""Columns of a line if the output is not a terminal; longer text continues on the next line."""

GRAVEST_FIRST = (INTERNAL, UNUSABLE, BROKEN, NO_VERDICT, OK)


def worst(codes: Sequence[int]) -> int:
    """The exit code for several inputs: the gravest one, or 0 without inputs."""
    return next((code for code in GRAVEST_FIRST if code in codes), OK)


def printable(text: str) -> str:
    """Text without control characters, safe for a terminal and for XML."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


class StewardError(Exception):
    """A command that cannot be answered: what is wrong and what helps, in lower case without a full stop. `more` are further
    things that are wrong, each with its help."""

    def __init__(
        self, what: str, help: str = "", code: int = UNUSABLE, more: Sequence[tuple[str, str]] = ()
    ) -> None:
        self.what, self.help, self.code, self.more = what, help, code, tuple(more)
        super().__init__(what, help, code, self.more)

    def __str__(self) -> str:
        return self.what

    @classmethod
    def about(cls, *problems: Problem) -> "StewardError":
        """The error for a command that stops because of problems in a data file, in the order of its lines."""
        (what, help), *more = [
            (f"{one.where}: {one.what}" if one.where else one.what, one.help)
            for one in sorted(problems, key=_place)
        ]
        return cls(what, help, more=more)


def _place(problem: Problem) -> tuple[int, int]:
    """Line and column of a problem; zeros if it has none."""
    found = re.search(r":(\d+):(\d+)(: |$)", problem.where)
    return (int(found[1]), int(found[2])) if found else (0, 0)

"""Errors that end a command before there is an answer."""

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
    """A command that cannot be answered: what is wrong and what helps, in lower case without a full stop."""

    def __init__(self, what: str, help: str = "", code: int = UNUSABLE) -> None:
        self.what, self.help, self.code = what, help, code
        super().__init__(what, help, code)

    def __str__(self) -> str:
        return self.what

    @classmethod
    def about(cls, problem: Problem) -> "StewardError":
        """The error for a command that stops because of a problem in a data file."""
        return cls(f"{problem.where}: {problem.what}" if problem.where else problem.what, problem.help)

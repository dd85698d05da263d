"""A program: prints a digest of everything that commands give to the solver, one line each. Standard input: a JSON list of their
arguments."""

import contextlib
import hashlib
import io
import json
import sys
from collections.abc import Iterable, Sequence

from verifier.cli import main
from verifier.solving import emit, session
from verifier.solving.circuit import Bit


def digest(words: list[str]) -> str:
    """A digest of the solver input and the output of a command, as one number."""
    found = hashlib.sha256()

    def noted(clauses: Sequence[emit.Clause], more: Iterable[Bit]) -> tuple[str, dict[Bit, int]]:
        text, numbers = emit.dimacs(clauses, more)
        found.update(text.encode())
        return text, numbers

    vars(session)["dimacs"] = noted
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        main(words)
    found.update(printed.getvalue().encode())
    return found.hexdigest()


if __name__ == "__main__":
    for command in json.load(sys.stdin):
        print(digest(command))

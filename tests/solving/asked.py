"""A program: prints a digest of everything that commands give to the solver, one line each. Standard input: a JSON list of their
arguments."""

import contextlib
import hashlib
import io
import json
import sys

from verifier.cli import main
from verifier.solving import emit, session


def digest(words: list[str]) -> str:
    """A digest of the solver input and the output of a command, as one number."""
    found = hashlib.sha256()

    def noted(nodes: int, lines: list[str]) -> str:
        text = emit.dimacs(nodes, lines)
        found.update(text.encode())
        return text

    vars(session)["dimacs"] = noted
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        main(words)
    found.update(printed.getvalue().encode())
    return found.hexdigest()


if __name__ == "__main__":
    for command in json.load(sys.stdin):
        print(digest(command))

"""Run as a program: a digest of all that the solver is given while commands run, one line each. Standard input: a JSON list of
their words."""

import contextlib
import hashlib
import io
import json
import sys

from verifier.cli import main
from verifier.solving import emit, optimum, session


def digest(words: list[str]) -> str:
    """What a command gives to the solver and prints, as one number."""
    found = hashlib.sha256()

    def noted(nodes: int, lines: list[str]) -> str:
        text = emit.dimacs(nodes, lines)
        found.update(text.encode())
        return text

    for module in (session, optimum):
        vars(module)["dimacs"] = noted
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        main(words)
    found.update(printed.getvalue().encode())
    return found.hexdigest()


if __name__ == "__main__":
    for command in json.load(sys.stdin):
        print(digest(command))

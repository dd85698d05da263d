"""Output of a command: text for people, and texts that are the answer itself."""

import re
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from grammar.errors import visible

WORKFLOW_COMMAND = re.compile(r"^([^\S\n]*)::", re.MULTILINE)


def add_format(parser: ArgumentParser, choices: Sequence[str], note: str = "") -> None:
    """Adds `--format`, with a note for its help."""
    help = f"how to print (default: text){note}"
    parser.add_argument("--format", choices=choices, default="text", help=help)


def no_command(text: str) -> str:
    """The text with a backslash before each `::` that begins a line: in a log GitHub would run such a line."""
    return WORKFLOW_COMMAND.sub(r"\1\::", text)


def say(text: str, stream: TextIO | None = None) -> None:
    """Prints text for people. Records may come from anyone, so control characters are replaced and no line can be a command
    for GitHub."""
    print(no_command(_visible(text)), file=stream)


def put(text: str) -> None:
    """Prints a text that is the answer itself, such as a record, a case or JSON: in UTF-8 in any locale, as in a file.
    On a terminal control characters are replaced."""
    if sys.stdout.isatty():
        sys.stdout.write(_visible(text))
        return
    sys.stdout.flush()
    bytes_too = getattr(sys.stdout, "buffer", None)
    if bytes_too is None:
        sys.stdout.write(text)
    else:
        bytes_too.write(text.encode("utf-8", "backslashreplace"))


def print_json(verb: str, code: int, parts: Mapping[str, Any]) -> None:
    """Prints one answer in the JSON envelope."""
    from verifier.render.json import dump, envelope

    put(dump(envelope(verb, code, **parts)) + "\n")


def _visible(text: str) -> str:
    return "\n".join(map(visible, text.split("\n")))

"""Numbers in sentences, and names in records."""

import re
import textwrap
from collections import Counter
from collections.abc import Iterable

from model.errors import ModelError, Problem
from verifier.errors import WIDTH

REFERENCE = re.compile(r"(?:\.{1,2}/)*[^\W_][\w./@+-]*")
"""Names and paths that need no quotes in a record."""


def counted(count: int, thing: str) -> str:
    """A number with its noun: `1 marker`, `2 markers`."""
    return f"{count} {thing if count == 1 else f'{thing}s'}"


def tally(words: Iterable[str]) -> str:
    """How often each word occurs, in the order of first occurrence: `2 witnesses, 1 proved`."""
    return ", ".join(
        f"{count} {word}{'es' if count > 1 and word == 'witness' else ''}"
        for word, count in Counter(words).items()
    )


def wrapped(text: str, first: str = "", then: str = "", room: int = WIDTH) -> list[str]:
    """The lines of a text, with what stands before the first one and before the others. Words, ids and paths are not broken."""
    return textwrap.wrap(
        text,
        room,
        initial_indent=first,
        subsequent_indent=then,
        break_on_hyphens=False,
        break_long_words=False,
    )


def reference(name: str) -> str:
    """A name or path as a record writes it. Raises `ModelError` if no record can hold it."""
    if REFERENCE.fullmatch(name):
        return name
    if '"' in name or not name.isprintable():
        raise ModelError(Problem(f"`{name}` cannot be written in a record", help="rename the file"))
    return f'"{name}"'

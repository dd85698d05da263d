"""The lines of an answer of the solver: a sentence, and a witness as a record and a picture."""

import textwrap
from collections.abc import Iterator, Sequence

from verifier.errors import WIDTH


def answer_lines(said: str, indent: str, record: Sequence[str], picture: str) -> Iterator[str]:
    """The printed lines of an answer; what continues or shows it is indented further."""
    deeper = f"{indent}    "
    yield from textwrap.wrap(
        said, WIDTH, initial_indent=indent, subsequent_indent=deeper, break_on_hyphens=False
    )
    yield from shown_lines(deeper, record, picture)


def shown_lines(indent: str, record: Sequence[str], picture: str) -> Iterator[str]:
    """The printed lines of a witness."""
    yield from (f"{indent}{line}" for line in record)
    yield from (f"{indent}{line}".rstrip() for line in picture.splitlines())

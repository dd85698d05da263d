"""The lines of an answer of the solver: a sentence, and a witness as a record and a picture."""

from collections.abc import Iterator, Sequence

from verifier.words import wrapped


def answer_lines(said: str, indent: str, record: Sequence[str], picture: str) -> Iterator[str]:
    """The printed lines of an answer; what continues or shows it is indented further."""
    deeper = f"{indent}    "
    yield from wrapped(said, indent, deeper)
    yield from shown_lines(deeper, record, picture)


def shown_lines(indent: str, record: Sequence[str], picture: str) -> Iterator[str]:
    """The printed lines of a witness."""
    yield from (f"{indent}{line}" for line in record)
    yield from (f"{indent}{line}".rstrip() for line in picture.splitlines())

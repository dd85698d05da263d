"""The form of a known mistake, and of the lines that make it."""

from dataclasses import dataclass

Sample = tuple[str, str]
"""The start rule, and a line that it cannot read."""


@dataclass(frozen=True, slots=True)
class KnownMistake:
    """A mistake with a name and sample lines; `{word}` in its texts is the word at which reading stopped, `{ruling}` and the like
    are examples of the game.

    A line makes this mistake if it stops like one of the samples, and `when` matches from that word on, and `line` is found
    in the whole line; a group `at` in `line` marks a better place to point at, and the hint may have the other groups,
    `{joined}` with hyphens between its words. With `any_word` the kind of the word does not
    matter (but there is one), with `anywhere` only `when` and `line` do. Of several mistakes the first in the table counts.
    """

    name: str
    message: str
    hint: str
    samples: tuple[Sample, ...]
    when: str = ""
    line: str = ""
    any_word: bool = False
    anywhere: bool = False


def lines(*texts: str) -> tuple[Sample, ...]:
    return tuple(("line", line) for line in texts)


def places(*texts: str) -> tuple[Sample, ...]:
    return tuple(("place", line) for line in texts)


def stretches(*texts: str) -> tuple[Sample, ...]:
    return tuple(("stretch", line) for line in texts)


def in_one_word(keyword: str, name: str) -> KnownMistake:
    """A name that is written in several words: that of a track, a stage."""
    return KnownMistake(
        f"{keyword}-in-one-word",
        f"a {keyword} is named in one word",
        f"`{keyword} {{joined}}`; a path with blanks in it stands in quotes",
        lines(f"{keyword} {name}"),
        line=rf"^\s*{keyword}\s+(?P<joined>\w+(?:\s+\w+)+)\s*$",
    )

"""Known mistakes and their sample lines."""

from dataclasses import dataclass

Sample = tuple[str, str]
"""The start rule, and a line that it cannot read."""


@dataclass(frozen=True, slots=True)
class KnownMistake:
    """A mistake with a name and sample lines. In its texts `{word}` is the word where parsing stopped, and `{ruling}` and the
    like are examples of the game.

    A line makes this mistake if three things hold: it stops like one of the samples, `when` matches from that word on, and
    `line` is found in the whole line. A group `at` in `line` marks a better place to point at. The hint may use the other
    groups; `{joined}` has hyphens between its words. With `any_word` the kind of the word does not matter (but there is one).
    With `anywhere` only `when` and `line` count. The first matching mistake in the table wins.
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
    """A name written in several words that should be one, such as that of a track or stage."""
    return KnownMistake(
        f"{keyword}-in-one-word",
        f"a {keyword} is named in one word",
        f"`{keyword} {{joined}}`; put a path with blanks in quotes",
        lines(f"{keyword} {name}"),
        line=rf"^\s*{keyword}\s+(?P<joined>\w+(?:\s+\w+)+)\s*$",
    )


def misspelt(keyword: str, before: str, *samples: str) -> KnownMistake:
    """A keyword with letters too many: the lexer reads it as the keyword and a name, and parsing stops only after that."""
    return KnownMistake(
        f"{keyword}-misspelt",
        "`{word}` is not allowed here",
        f"did you mean `{keyword}`?",
        lines(*samples),
        line=rf"{before}\s+(?P<at>{keyword}\w+)",
    )

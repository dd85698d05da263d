"""Names and times in a Rallyman record."""

from collections.abc import Iterable

from grammar.syntax import Leaf
from verifier.naming import one_of


def driver(leaf: Leaf, drivers: Iterable[str]) -> str:
    """The driver that a word means."""
    names = tuple(drivers)
    help = f"drivers are {', '.join(names)}" if names else "`driver` lines name the drivers"
    return one_of(leaf, "driver", names, help)


def seconds(leaf: Leaf) -> int | None:
    """A time, written as `1:10` or in seconds; None for `?`."""
    if leaf.kind == "UNKNOWN":
        return None
    minutes, colon, rest = leaf.text.partition(":")
    return int(minutes) * 60 + int(rest) if colon else int(minutes)

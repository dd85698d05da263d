"""Phrases that messages about tracks share."""

from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def lanes_phrase(lanes: Sequence[str]) -> str:
    return f"lane {lanes[0]}" if len(lanes) == 1 else f"lanes {lanes[0]} to {lanes[-1]}"


def sectors_missing(first: int, last: int) -> str:
    return f"sector {first} is" if first == last else f"sectors {first} to {last} are"

"""The tracks on which all positions are checked: small rings with every kind of border that a track has."""

from functools import cache

from model.thunder_alley.track import Track
from model.thunder_alley.tracks import from_lines

SECTORS = 20
"""Length of the ring used in proofs."""


@cache
def ring(sectors: int = SECTORS, *, green: bool = True) -> Track:
    """A three-lane ring with this many sectors, at least 8. A two-lane corner takes up a quarter of it: a fork and a merge where
    it begins, two forks where it ends. Without `green` it prints no green line."""
    first = sectors // 4 + 1
    last = first + sectors // 4 - 1
    lines = (
        f"sectors 1-{first - 1} a b c",
        f"sectors {first}-{last} a b",
        f"sectors {last + 1}-{sectors} a b c",
        f"ahead {first - 1}b {first}a {first}b",
        f"ahead {first - 1}c {first}b",
        f"ahead {last}a {last + 1}a {last + 1}b",
        f"ahead {last}b {last + 1}b {last + 1}c",
        "ring",
        f"line {sectors}",
        *([f"green {last + 2}"] if green else []),
        "restart a b",
    )
    words = [line.split() for line in lines]
    return from_lines(((keyword, rest) for keyword, *rest in words), f"ring-{sectors}")

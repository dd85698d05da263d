"""The tracks on which all positions are checked: small rings with every kind of border that a track has."""

from functools import cache
from typing import Any

from model.thunder_alley.track import Track
from model.thunder_alley.tracks import from_table

SECTORS = 20
"""Length of the ring used in proofs."""


def _ring(sectors: int, corner: tuple[int, int]) -> dict[str, Any]:
    """A three-lane ring with a two-lane corner: a fork and a merge where the corner begins, two forks where it ends."""
    first, last = corner
    return {
        "ring": sectors,
        "start_finish_after_sector": sectors,
        "green_line_after_sector": last + 2,
        "restart_lanes": ["a", "b"],
        "apron_inside_of": "a",
        "section": [
            {"sectors": [1, first - 1], "lanes": ["a", "b", "c"]},
            {"sectors": [first, last], "lanes": ["a", "b"]},
            {"sectors": [last + 1, sectors], "lanes": ["a", "b", "c"]},
        ],
        "edge": [
            {"from": f"{first - 1}b", "to": [f"{first}a", f"{first}b"]},
            {"from": f"{first - 1}c", "to": [f"{first}b"]},
            {"from": f"{last}a", "to": [f"{last + 1}a", f"{last + 1}b"]},
            {"from": f"{last}b", "to": [f"{last + 1}b", f"{last + 1}c"]},
        ],
    }


@cache
def ring(sectors: int = SECTORS) -> Track:
    """A ring with this many sectors, at least 8; the corner takes up a quarter of it."""
    first = sectors // 4 + 1
    return from_table(_ring(sectors, (first, first + sectors // 4 - 1)), f"ring-{sectors}")

"""Which of two places is further ahead."""

import pytest

from model.thunder_alley.tracks import from_lines, load
from verifier.thunder_alley.engine.tables import further_ahead

RING = load("short-oval")
STRETCH = from_lines([("sectors", ["1-6", "a", "b", "c"])])


@pytest.mark.parametrize(
    ("space", "other", "ahead"),
    [
        ("4a", "3b", True),
        ("3b", "4a", False),
        ("3a", "3b", False),
        ("1c", "28a", True),
        ("11a", "1a", True),
        ("14a", "1a", True),
        ("15a", "1a", False),
    ],
)
def test_on_a_ring_by_less_than_half_a_lap(space: str, other: str, ahead: bool) -> None:
    assert further_ahead(RING, space, other) is ahead


@pytest.mark.parametrize(
    ("space", "other", "ahead"), [("6a", "1b", True), ("3a", "3b", False), ("1a", "6a", False)]
)
def test_on_a_stretch_by_any_distance(space: str, other: str, ahead: bool) -> None:
    assert further_ahead(STRETCH, space, other) is ahead

"""A word of a legal record is lost: `infer` never answers that nothing fits. `blanks.py` asks about many more."""

import pytest

from tests.infer.blanks import tried
from tests.infer.losses import RACES


@pytest.mark.parametrize("game", RACES)
def test_what_was_written_is_found(game: str) -> None:
    for lines, lost, found in tried(game, 12, 7, 3):
        assert not found.wrong, (lines[1], [new for old, new in zip(lines, lost, strict=True) if old != new])

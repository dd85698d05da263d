"""Random clicks: no choice leads to a line that is not legal."""

import pytest

from tests.web.walks import walk
from verifier.games import GAMES


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_random_clicks_write_legal_lines(game: str, seed: int) -> None:
    assert walk(game, seed, 60, rules=seed > 0).count("\n") > 60

"""Random clicks: no choice leads to a line that is not legal."""

import pytest

from tests.web.walks import walk
from verifier.games import GAMES


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(1, 4))
def test_random_clicks_write_legal_lines(game: str, seed: int) -> None:
    assert walk(game, seed, 60).count("\n") > 60


def test_cards_that_no_hand_can_have_together_are_no_choice() -> None:
    assert walk("great-race", 110, 150).count("\n") > 150  # it comes to a hand with such cards

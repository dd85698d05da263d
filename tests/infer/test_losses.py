"""Parts of simulated races are lost at random: what was played is among the completions."""

import random

import pytest

from tests.infer.losses import LOSSES, race, with_lines_lost, with_words_lost
from tests.thorough import THOROUGH
from verifier.api import infer, verify
from verifier.games import find_game
from verifier.inferring import NONE, OPEN

RACES = 500 if THOROUGH else 2


@pytest.mark.parametrize("game", LOSSES)
@pytest.mark.parametrize("unknowns", [1, 2, 5])
def test_what_was_played_is_found(game: str, unknowns: int) -> None:
    for seed in range(1, RACES + 1):
        lines = race(game, seed)
        chance = random.Random(seed)
        found = infer("\n".join(with_words_lost(game, lines, unknowns, chance)))
        [report] = verify("\n".join(lines))
        end = tuple(find_game(game).position_lines(report.table))
        assert found.outcome == OPEN or (end in found.ends and found.verdict == "legal"), seed


@pytest.mark.parametrize("game", LOSSES)
@pytest.mark.parametrize("count", [1, 8])
def test_missing_lines_contradict_nothing(game: str, count: int) -> None:
    for seed in range(1, RACES + 1):
        lines = race(game, seed)
        first = random.Random(seed).randrange(len(lines) // 2, len(lines) - count)
        assert infer("\n".join(with_lines_lost(lines, first, count))).outcome != NONE

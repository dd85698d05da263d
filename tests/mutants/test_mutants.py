"""The tool finds planted mutants, leaves wording alone, and accepts survivors only in functions that exist."""

import ast
import subprocess
import sys

import pytest

from tests.mutants.engines import ROOT, USUAL, accepted, engine_of
from tests.mutants.mutations import Source, every_mutant, mutants
from verifier.games import GAMES

TEXT = '''
"""A module."""
from verifier.findings import Breach

LIMIT = 3


def count(left: int, seen: list[int], log: list[Breach]) -> int:
    """Text."""
    if left <= 0 and not seen:
        return -1
    words = "one of" if left == 1 else "many of"
    log.append(Breach("TA-6.1", f"{left + 1} {words}", "why" if left > 2 else "else", step=left))
    for place in seen:
        if place in (left, True):
            continue
        left += max(place, 4)
    return left - 1
'''

EXPECTED = {
    "3 -> 4",
    "left <= 0 and (not seen) -> left <= 0 or not seen",
    "left <= 0 -> left < 0",
    "0 -> 1",
    "not seen -> seen",
    "return -> pass",
    "-1 -> 1",
    "place in (left, True) -> place not in (left, True)",
    "True -> False",
    "continue -> pass",
    "left += max(place, 4) -> left -= max(place, 4)",
    "max(place, 4) -> min(place, 4)",
    "4 -> 5",
    "left - 1 -> left + 1",
    "1 -> 0",
}
"""The possible changes in that module: neither the words of the breach nor the choice between them."""


def test_what_is_changed() -> None:
    tree = ast.parse(TEXT)
    source = Source("package", "module", ROOT / "module.py", TEXT, tree)
    found = [mutant.mutation for mutant in mutants(source)]
    assert set(found) == EXPECTED
    assert found.count("1 -> 0") == 2


@pytest.mark.parametrize("game", GAMES)
def test_accepted_functions_exist_and_no_two_mutants_are_the_same(game: str) -> None:
    engine = engine_of(game)
    every = [mutant for found in every_mutant(engine).values() for _, mutant in found]
    keys = [mutant.key for mutant in every]
    assert len(keys) == len(set(keys))
    assert accepted(engine) <= {f"{mutant.module}.{mutant.function}" for mutant in every}


def test_an_engine_by_game_or_by_folder() -> None:
    assert engine_of("verifier/thunder_alley/engine") == engine_of(USUAL)
    for unknown in ("chess", "verifier/thunder_alley/lines", "verifier"):
        with pytest.raises(ValueError, match=f"there is no engine {unknown}"):
            engine_of(unknown)


def test_planted_mutants_are_noticed() -> None:
    """Runs in a separate process, because the engine must not be loaded before, and only with the checks about bumps."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.mutants.planted"], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stdout + run.stderr

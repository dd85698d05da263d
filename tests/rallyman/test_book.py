"""Simulated stages agree, turn by turn, with a book that is kept of them without the engine."""

import ast
import random
import re
from pathlib import Path

import pytest

from model.rallyman import stages
from tests.rallyman import book, keeping
from tests.rallyman.book import WrongError
from tests.rallyman.keeping import keep
from verifier.game import SimulateRequest
from verifier.rallyman.game import GAME


def simulated(seed: int) -> str:
    assert GAME.simulate is not None
    track = stages.shipped()[seed % len(stages.shipped())]
    return GAME.simulate(
        SimulateRequest(seed, policy="wild" if seed % 2 else "plausible", given={"stage": track})
    )


@pytest.mark.parametrize("seed", range(100, 120))
def test_a_stage_agrees_with_its_book(seed: int) -> None:
    assert keep(simulated(seed)).played > 3


def test_the_book_finds_what_is_wrong() -> None:
    """With one die, mark or number changed, the book nearly always notices."""
    rng = random.Random(2)
    found = total = 0
    for seed in range(100, 106):
        lines = simulated(seed).splitlines()
        turns = [number for number, line in enumerate(lines) if re.match(r"R\d+ ", line)]
        for number in rng.sample(turns, min(6, len(turns))):
            changed = list(lines)
            changed[number] = re.sub(
                r"(?<= )([1-4])(?=[ !$/])", lambda m: str(int(m[1]) + 1), lines[number], count=1
            )
            if changed[number] == lines[number]:
                continue
            total += 1
            try:
                keep("\n".join(changed))
            except WrongError:
                found += 1
    assert found >= 0.9 * total > 10


def test_the_book_imports_nothing_of_ours() -> None:
    modules = set()
    for module in (book, keeping):
        tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        modules |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not [name for name in modules if name and name.split(".")[0] in ("model", "grammar", "verifier")]

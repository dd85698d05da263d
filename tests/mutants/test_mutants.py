"""The tool finds what is planted, leaves words alone, and its reasons are about mutants that there are."""

import ast
import subprocess
import sys

from tests.mutants.mutations import ENGINE, ROOT, Source, mutants, sources, used_outside
from tests.mutants.reasons import reasons
from tests.mutants.wording import Wording

TEXT = '''
"""A module."""
from verifier.findings import Breach

LIMIT = 3


def count(left: int, seen: list[int], log: list[Breach]) -> int:
    """Text."""
    if left <= 0 and not seen:
        return -1
    words = "one" if left == 1 else "many"
    log.append(Breach("TA-6.1", f"{left + 1} of {words}", "why" if left > 2 else "else", step=left))
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
"""What can be changed in that module: not the words of the breach, and not what only chooses them."""


def test_what_is_changed() -> None:
    tree = ast.parse(TEXT)
    found = [
        mutant.mutation
        for mutant in mutants(Source("module", ENGINE / "module.py", TEXT, tree), Wording({"module": tree}))
    ]
    assert set(found) == EXPECTED
    assert found.count("1 -> 0") == 2


def test_every_reason_is_about_one_mutant() -> None:
    known = sources()
    wording = Wording({name: source.tree for name, source in known.items()}, used_outside())
    keys = [mutant.key for source in known.values() for mutant in mutants(source, wording)]
    assert len(keys) == len(set(keys))
    assert not [key for key in reasons() if key not in set(keys)]
    assert all(reason.endswith(".") for reason in reasons().values())


def test_planted_mutants_are_noticed() -> None:
    """In a process of its own, because the engine is not to be loaded before; with the checks about bumps only."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.mutants.planted"], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stdout + run.stderr

"""The legal paths and distinct outcomes of single activations keep their counts; see README.md."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import UNNOTED, Car, Position, Setup, make_position
from model.thunder_alley.tracks import load
from verifier.thunder_alley.engine import all_paths, judge, legal_moves
from verifier.thunder_alley.lines.text import path_text

COUNTS = tomllib.loads(Path(__file__).with_name("thunder_alley.toml").read_text(encoding="utf-8"))["count"]


def table(count: dict[str, Any]) -> tuple[Setup, Position]:
    """The position of a count, one car per line: `29 Red 12b wear 3`."""
    cars = []
    for line in count["cars"]:
        number, team, space, *rest = line.split()
        cars.append(Car(int(number), team, space, wear=(UNNOTED,) * (int(rest[1]) if rest else 0)))
    return Setup(load(count["track"]), default_ruleset(DATA), (), 3), make_position(cars)


def below_first_steps(setup: Setup, position: Position, car: int, card: str) -> str:
    """The number of paths below each first step, to find the branch that is off."""
    firsts: Counter[str] = Counter()
    for move in all_paths(setup, position, car, card, 100_000):
        steps = move.path.steps if move.path else ()
        firsts[f"{steps[0].kind}{'!' if steps[0].bump else ''}{steps[0].lane or ''}" if steps else "-"] += 1
    return ", ".join(f"{step}: {number}" for step, number in sorted(firsts.items()))


def counted(count: dict[str, Any]) -> tuple[int, int, int]:
    """Paths counted one by one, outcomes, and paths counted per outcome."""
    asked = (*table(count), count["car"], count["card"])
    listed = legal_moves(*asked)
    return len(all_paths(*asked, 10**6)), len(listed), sum(move.paths for move in listed)


def length(move: Activation) -> tuple[int, int]:
    """The words and steps of a move."""
    paths = [path for path in (move.path, move.second and move.second[1]) if path]
    return sum(len(path_text(path).split()) for path in paths), sum(len(path.steps) for path in paths)


def shortest(count: dict[str, Any]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """For each outcome the length of the listed notation, and of the shortest among all paths that lead to it."""
    setup, position = table(count)
    asked = setup, position, count["car"], count["card"]
    known: dict[Position, tuple[int, int]] = {}
    for move in all_paths(*asked, count["paths"]):
        [outcome] = judge(setup, position, move).outcomes
        known[outcome.position] = min(length(move), known.get(outcome.position, (100, 100)))
    listed = {move.position: length(move.move) for move in legal_moves(*asked)}
    return list(listed.values()), [known[position] for position in listed]


@pytest.mark.parametrize("count", COUNTS, ids=[count["id"] for count in COUNTS])
def test_count(count: dict[str, Any]) -> None:
    paths, outcomes = count["paths"], count["outcomes"]
    asked = (*table(count), count["car"], count["card"])
    assert counted(count) == (paths, outcomes, paths), below_first_steps(*asked)


@pytest.mark.parametrize("count", COUNTS, ids=[count["id"] for count in COUNTS])
def test_the_shortest_notation_is_listed(count: dict[str, Any]) -> None:
    listed, known = shortest(count)
    assert listed == known


def test_an_empty_straight_is_counted_without_the_engine() -> None:
    """Counts paths of a car alone on three lanes by a walk that knows only forward, sideways and no re-entry."""

    def walk(left: int, lane: int, seen: frozenset[int]) -> list[tuple[int, int]]:
        if not left:
            return [(0, lane)]
        found = [(sector + 1, end) for sector, end in walk(left - 1, lane, frozenset([lane]))]
        for beside in (lane - 1, lane + 1):
            if 0 <= beside < 3 and beside not in seen:
                found += walk(left - 1, beside, seen | {beside})
        return found

    for name, mps in (("alone-solo-four", 4), ("alone-draft-six", 6)):
        ends = walk(mps, 1, frozenset([1]))
        count = next(count for count in COUNTS if count["id"] == name)
        assert (len(ends), len(set(ends))) == (count["paths"], count["outcomes"])

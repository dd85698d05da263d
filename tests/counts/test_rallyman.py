"""The dice sequences of a turn of Rallyman and the positions they lead to keep their counts; see README.md."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from model.rallyman.position import Position, Setup
from verifier.rallyman.engine.listing import branches
from verifier.rallyman.engine.offers import legal_turns
from verifier.rallyman.engine.terms import Run
from verifier.rallyman.engine.turn import begin
from verifier.records.replay import verify

COUNTS = tomllib.loads(Path(__file__).with_name("rallyman.toml").read_text(encoding="utf-8"))["count"]
NAMES = [count["id"] for count in COUNTS]


def table(count: dict[str, Any]) -> tuple[Setup, Position]:
    """The position of a count, its cars as in a `position` block."""
    drivers = [f"driver {car.split()[0]}" for car in count["cars"]]
    block = [
        "position",
        "turn 9",
        f"next {drivers[0].split()[1]}",
        *count.get("lines", ()),
        *count["cars"],
        "end",
    ]
    text = "\n".join(["game rallyman", f"stage {count['stage']}", *drivers, *block])
    [report] = verify(text + "\n")
    assert not report.findings
    return report.table.setup, report.table.position


def ways(setup: Setup, run: Run) -> int:
    """Dice sequences of basic driving that may end a turn. Each line and each cut card counts; no bought dice and no symbols."""
    return sum(1 + ways(setup, done) for _, done in branches(setup, run, safe=False))


@pytest.mark.parametrize("count", COUNTS, ids=NAMES)
def test_count(count: dict[str, Any]) -> None:
    setup, position = table(count)
    assert position.next is not None
    run = begin(setup, position, position.next)
    assert run is not None
    basic = {one.position for one in legal_turns(setup, position, safe=False, attacks=False)}
    every = {one.position for one in legal_turns(setup, position)}
    assert (ways(setup, run), len(basic), len(every)) == (count["ways"], count["basic"], count["every"])


def test_a_straight_is_counted_without_the_engine() -> None:
    """Counts the dice of a car alone on a straight by a walk that knows only the gear chain and the number of dice."""

    def walk(
        gear: int, first: bool, used: tuple[int, ...], gas: int, most: int
    ) -> list[tuple[int, int, int]]:
        found = []
        for die in range(1, 6):
            near = abs(die - gear) <= 1 if first else abs(die - gear) == 1
            if near and die not in used and len(used) < most:
                found += [(die, 1, die), *walk(die, False, (*used, die), gas, most)]
        if gas:
            found += [(gear, 1, gear), *walk(gear, first, used, gas - 1, most)]
        return found

    for name, gear, gas, most in (("alone-two-and-two", 2, 2, 2), ("alone-one-and-one", 1, 1, 1)):
        count = next(count for count in COUNTS if count["id"] == name)
        assert len(walk(gear, True, (), gas, most)) == count["ways"]

"""Parts of simulated races are lost at random: what was played is among the completions. `long_run.py` asks about many more."""

import random
import re

import pytest

from tests.infer.long_run import COUNTS
from tests.infer.losses import LOSSES, RACES, asked, race
from verifier.api import simulate
from verifier.gaps.inferring import ONE, OPEN, SEVERAL

SECONDS = 2
SLOW = ("moves", "rests")
MADE = [(loss, count) for loss, counts in COUNTS.items() for count in counts]


@pytest.mark.parametrize("game", RACES)
@pytest.mark.parametrize(("loss", "count"), MADE)
def test_what_was_played_is_found(game: str, loss: str, count: int) -> None:
    for seed in (1,) if loss in SLOW else (1, 2):
        lines = race(game, seed)
        found = asked(lines, LOSSES[loss](game, lines, count, random.Random(seed)), SECONDS)
        assert not found.wrong, seed
        assert (found.outcome == OPEN) == (loss in ("lines", "turns") or bool(found.limit))


@pytest.mark.parametrize(("unknowns", "seconds"), [(1, 5), (5, 15)])
def test_a_race_of_21_cars(unknowns: int, seconds: int) -> None:
    """One unknown word takes a second, five take ten, or a limit is named; the times here leave room for a slow machine."""
    lines = simulate("thunder-alley", 1, 7, laps=1).splitlines()
    found = asked(lines, LOSSES["words"]("thunder-alley", lines, unknowns, random.Random(1)))
    assert not found.wrong and found.seconds < seconds


def test_a_hidden_card_is_no_lost_part() -> None:
    """A record has `?` for cards that were never seen; where nothing else is lost, it is its own completion."""
    lines = race("great-race", 3060)
    assert any(line.startswith("check ") and " hand ?" in line for line in lines)
    found = asked(lines, lines, SECONDS)
    assert (found.outcome, found.wrong) == (ONE, "")


def test_lanes_of_two_cars_are_found() -> None:
    """Lanes, links and ends of Teamwork are left out: every position that was meant is found."""
    for seed in (53, 57):
        lines = race("thunder-alley", seed)
        number = next(number for number, line in enumerate(lines) if " Teamwork: " in line and ">" in line)
        lost = re.sub(r">[a-h]|\(.*?\)|\[.*?\]|=\s*\w+", "", lines[number])
        found = asked(lines[: number + 1], [*lines[:number], lost], SECONDS)
        assert (found.outcome, found.wrong) == (SEVERAL, "")


@pytest.mark.parametrize(
    ("seed", "before", "step", "after"),
    [
        (9, "f(81>b) f(23>b) o ", "f", ""),
        (9, "f(29>c) di f>b ", "o", ""),
        (9, "f(88>b 77>b) ", "i", ""),
        (109, "f(7>a) f>b ", "i(7>b)", " do"),
    ],
)
def test_a_lost_step_after_lanes_of_displaced_cars(seed: int, before: str, step: str, after: str) -> None:
    """A lane that was written for a displaced car holds until another one is written, as it is for car 7 in a lost step."""
    lines = race("thunder-alley", seed)
    number = next(number for number, line in enumerate(lines) if f"{before}{step}{after}" in line)
    lost = lines[number].replace(f"{before}{step}", f"{before}?1")
    found = asked(lines[: number + 1], [*lines[:number], lost], SECONDS)
    assert found.outcome in (ONE, SEVERAL) and not found.wrong

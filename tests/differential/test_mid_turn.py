"""Positions in the middle of a turn, among them some that no race comes to, and each kind of line after them: both judges give
the same answer."""

from itertools import product

import pytest

from model.thunder_alley.position import STEPS
from tests.differential.records import answered_alike

FLAGS = ("", "flag yellow", "flag red")

TABLES = (
    "29 4b\n15 4a",
    "29 4b\n15 4a down",
    "29 4b down\n15 4a\n9 12b",
    "29 place 1\n15 4a",
    "29 place 1\n15 4a flipped\nfirst Red",
    "29 out\n15 4a\nfirst Red",
    "29 out\n15 out\nfirst Blue",
)

LINES = (
    "15 Charge: f7",
    "15 Charge: f7>a",
    "15 retire",
    "15 chosen",
    "Red pass",
    "event Rain",
    "event Tight: 15",
    "event Debris Caution",
    "pit none",
    "pit 15",
    "discard Blue ?0",
    "turn 2",
    "turn 3",
)


def records(step: str) -> list[str]:
    """A record for each flag, table and line."""
    setup = "game thunder-alley\ntrack short-oval\nlaps 3\nteam Red 29\nteam Blue 15 9"
    return [
        f"{setup}\nposition\nturn 2\nstep {step}\n{flag}\n{table}\nend\n{line}\n"
        for flag, table, line in product(FLAGS, TABLES, LINES)
    ]


@pytest.mark.parametrize("step", STEPS)
def test_a_line_is_judged_alike_wherever_a_turn_stands(step: str) -> None:
    differ = [(text, said) for text in records(step) if (said := answered_alike(text))]
    assert not differ, f"{len(differ)} of {len(records(step))} records, the first of them:\n{differ[0]}"

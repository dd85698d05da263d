"""RM-11: bumps. How far a jump carries a car."""

from model.rallyman.position import Setup

SURE = 2
"""Gears above the note of a bump from which on control is lost whatever the die shows (RM-11.4)."""


def jump(setup: Setup, gear: int, note: int) -> int:
    """The spaces that one die is worth where a car enters a bump with this note (RM-11.1 to RM-11.4)."""
    over = gear - note
    if over < 0:
        return 1  # RM-11.1
    if over > SURE and setup.reading("bump-beyond-two") == "C":
        return SURE + 3
    return min(over, SURE) + 2  # RM-11.2, RM-11.3, RM-11.4


def eliminates(setup: Setup, over: int) -> bool:
    """Whether a bump so many gears over ends the rally of a driver (a reading of RM-11.4)."""
    return over > SURE and setup.reading("bump-beyond-two") == "B"

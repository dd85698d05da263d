"""Counts hidden cards: whether what was seen fits the deck (GR-25.2)."""

from model.great_race.position import Setup
from model.great_race.seen import Log
from model.values import value


@value
class Clash:
    """Why the cards seen do not fit the deck."""

    fact: str
    numbers: dict[str, int]


def clash(setup: Setup, log: Log) -> Clash | None:
    """Why no distribution of the cards fits what was seen; None if one does."""
    return None

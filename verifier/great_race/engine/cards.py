"""Counts hidden cards: whether what was seen fits the deck (GR-25.2)."""

from collections import Counter

from model.great_race.moves import UNKNOWN
from model.great_race.position import Setup
from model.great_race.seen import Drew, Joined, Left, Log, Took
from model.values import value


@value
class Clash:
    """Why the cards seen do not fit the deck."""

    fact: str
    numbers: dict[str, int]


def clash(setup: Setup, log: Log) -> Clash | None:
    """Why no distribution of the cards fits what was seen; None if one does."""
    return None


def certain(log: Log, player: str) -> "Counter[str]":
    """The cards that are certainly in a hand."""
    held: Counter[str] = Counter()
    for one in log:
        if isinstance(one, Joined):
            held = Counter(dict(one.hands).get(player, ()))
        elif isinstance(one, Took | Drew) and one.player == player:
            held.update((one.card,) if isinstance(one, Took) else one.cards)
        elif isinstance(one, Left) and one.player == player:
            lost = one.cards.count(UNKNOWN)
            held.subtract(one.cards)
            held = Counter({kind: count - lost for kind, count in held.items()}) if lost else held
        held = +held
    del held[UNKNOWN]
    return held

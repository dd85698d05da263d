"""Everything that decides later lines: the position, the cards seen so far, and the end of the game."""

from model.great_race.position import OVER, Position
from model.great_race.seen import Log
from model.values import value


@value
class Ended:
    """What follows from a game that is over: the prestige of the finishers (None: not known), in order of arrival, and the
    winners (GR-19)."""

    points: tuple[tuple[str, int | None], ...]
    winners: tuple[str, ...] | None


@value
class Standing:
    """The position, the log of cards, the bonuses of the maintenance that has just taken place (GR-17.3), and the end of the game
    once it is over (GR-18.4)."""

    position: Position
    cards: Log = ()
    bonuses: tuple[tuple[str, int], ...] = ()
    ended: Ended | None = None


EMPTY = Standing(Position(0, OVER, (), None))
"""The state before the first turn."""

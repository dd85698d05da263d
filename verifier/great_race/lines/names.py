"""Names in a record of The Great Race: players, cards, tiles and places."""

import re
from collections.abc import Sequence

from grammar.syntax import Leaf
from model.great_race.board import Board
from model.great_race.cards import card_by_name, cards
from model.great_race.position import Setup
from model.values import value
from verifier.naming import one_of, unquoted


@value
class Names:
    """The names of a game: its players, and those on its board."""

    players: tuple[str, ...]
    board: Board

    def player(self, leaf: Leaf) -> str:
        """The player that a word means. Raises `NotationError`, as the others do."""
        return player(leaf, self.players)

    def card(self, leaf: Leaf) -> str:
        return card(leaf)

    def tile(self, leaf: Leaf) -> str:
        return one_of(leaf, "tile", list(self.board.terrain))

    def place(self, leaf: Leaf) -> str:
        parts = re.split(r"[-,>/]+", leaf.text)
        apart = len(parts) > 1 and all(part in self.board.index for part in parts)
        help = f"places are divided by blanks: `{' '.join(parts)}`" if apart else ""
        return one_of(leaf, "space or city", list(self.board.index), help)


def names_of(setup: Setup) -> Names:
    """The names of a game that is set up."""
    return Names(tuple(seat.name for seat in setup.seats), setup.board)


def player(leaf: Leaf, players: Sequence[str]) -> str:
    """The player that a word means."""
    help = f"players are {', '.join(players)}" if players else "`seat` lines name the players"
    return one_of(leaf, "player", players, help)


def card(leaf: Leaf) -> str:
    """The kind of card that a word means, in English or Spanish."""
    return card_by_name(unquoted(leaf.text)) or one_of(leaf, "card", list(cards()))

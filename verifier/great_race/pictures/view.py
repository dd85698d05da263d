"""The content of a drawing: a board, the position on it if there is one, and where each place goes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

from model.great_race.board import Board, Line, Place
from model.great_race.position import Player, Position, Setup
from model.great_race.standing import Standing

HALF = 0.5
"""Places stand on whole rows or between two of them."""

NAMED = re.compile(r"([a-z])\d+")
"""A space named by its row and its level."""


@dataclass(frozen=True, slots=True)
class View:
    """A board; for a game also its setup and position."""

    board: Board
    setup: Setup | None = None
    standing: Standing | None = None

    @property
    def position(self) -> Position | None:
        """The position; None on a bare board."""
        return self.standing.position if self.standing is not None else None

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in turn order."""
        return self.position.players if self.position is not None else ()

    @property
    def seats(self) -> tuple[str, ...]:
        """The players in the order of the header, which decides their colours."""
        return tuple(seat.name for seat in self.setup.seats) if self.setup is not None else ()

    def level(self, place: Place) -> int:
        """The level of a place in the direction of the race."""
        return self.setup.level(place.id) if self.setup is not None else place.column

    def here(self, place: str) -> tuple[Player, ...]:
        """The players whose vehicles are at a place: the convoy there, in turn order."""
        return tuple(player for player in self.players if player.place == place)

    def tile(self, place: str) -> str | None:
        """The kind of the tile on a space."""
        return self.position.tile(place) if self.position is not None else None

    def end(self, place: str) -> str:
        """`start` or `finish` for the two ends of the route."""
        if self.setup is None or place not in (self.setup.start, self.setup.finish):
            return ""
        return "start" if place == self.setup.start else "finish"

    @property
    def stacks(self) -> Mapping[int, tuple[str, ...]]:
        """The progress markers on each level, bottom to top."""
        return dict(self.position.track) if self.position is not None else {}


def rows_of(board: Board) -> dict[str, float]:
    """The row of each place, from 0 at the top. Spaces named like `b3` stand on the row of their letter; every other place stands
    as near as possible to its neighbours, with room for a row between two places of a level."""
    rows = {
        place.id: float(ord(letter[1]) - ord("a"))
        for place in board.places
        if (letter := NAMED.fullmatch(place.id))
    }
    taken = {(place.column, rows[place.id]) for place in board.places if place.id in rows}
    for place in sorted(board.places, key=lambda place: place.column):
        if place.id in rows:
            continue
        beside = [rows[other] for other in place.near if other in rows]
        wish = round(sum(beside) / len(beside) / HALF) * HALF if beside else 0.0
        slots = (wish + sign * step * HALF for step in count() for sign in (-1, 1))
        row = next(
            slot for slot in slots if not taken & {(place.column, slot + shift) for shift in (-HALF, 0, HALF)}
        )
        rows[place.id] = row
        taken.add((place.column, row))
    top = min(rows.values())
    return {id: row - top for id, row in rows.items()}


def borders_of(board: Board) -> tuple[tuple[Place, Place], ...]:
    """Every border once, the place with the lower level first."""
    order = {place.id: number for number, place in enumerate(board.places)}
    found = []
    for place in board.places:
        for other in (board.index[id] for id in place.near):
            if (place.column, order[place.id]) < (other.column, order[other.id]):
                found.append((place, other))
    return tuple(found)


def line_words(line: Line) -> str:
    """A transport line in words: `sea-1 Corso - PortVell 100 F`."""
    return f"{line.id} {' - '.join(line.ends)} {line.price} F"


def tile_words(view: View, id: str) -> str:
    """What a kind of tile costs and shows: `1 fuel, 2 points, STOP`."""
    tile = view.board.terrain[id]
    costs = [f"{tile.fuel} fuel"]
    for points, gauge in ((tile.mech, ""), (tile.engine, " engine"), (tile.chassis, " chassis")):
        if points:
            costs.append(f"{points}{gauge or (' point' if points == 1 else ' points')}")
    signs = [name for shown, name in ((tile.danger, "DANGER"), (tile.stop, "STOP")) if shown]
    return ", ".join([*costs, *signs])

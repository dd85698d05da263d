"""Checks of a board: each problem is a sentence with the key it is about."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import networkx as nx

from model.errors import Problem
from model.great_race.board import CITY
from model.great_race.board_graph import LAND

if TYPE_CHECKING:
    from model.great_race.board_graph import Graph

Found = tuple[str, Problem]
"""The key that a problem is about, and the problem."""

FARTHEST = 1
"""The most levels between two places that share a border."""


def check(board: "Graph") -> list[Found]:
    """The problems that make a board unusable; empty for a good one."""
    return [*_cities(board), *_land(board), *_tiles(board)]


def _cities(board: "Graph") -> Iterator[Found]:
    """Two purple cities at least (GR-2.2), and lines between cities (GR-15.1)."""
    if sum(facts.get("purple", False) for _, facts in board.nodes(data=True)) < 2:
        yield "city", Problem("a board has at least two purple cities (GR-2.2)", help="write `purple = true`")
    for one, other, key in board.edges(keys=True):
        if key != LAND and {board.nodes[one]["kind"], board.nodes[other]["kind"]} != {CITY}:
            yield "line", Problem(f"line `{key}` does not join two cities (GR-15.1)")
        elif key != LAND and one == other:
            yield "line", Problem(f"line `{key}` leads back to where it begins")


def _land(board: "Graph") -> Iterator[Found]:
    """By land one can get everywhere, and no border joins a place with itself or with a level far away."""
    land: nx.Graph[str] = nx.Graph()
    land.add_nodes_from(board)
    land.add_edges_from((one, other) for one, other, key in board.edges(keys=True) if key == LAND)
    parts = sorted(nx.connected_components(land), key=len)
    if len(parts) > 1:
        alone = ", ".join(f"`{id}`" for id in board if id in parts[0])
        yield "land.edges", Problem(f"no land leads from {alone} to the rest of the board")
    for one, other in land.edges:
        levels = [board.nodes[id]["column"] for id in (one, other)]
        if one == other:
            yield "land.edges", Problem(f"`{one}` cannot border on itself")
        elif abs(levels[0] - levels[1]) > FARTHEST:
            what = f"`{one}` on level {levels[0]} borders on `{other}` on level {levels[1]}"
            yield "land.edges", Problem(what, help="places that share a border are at most one level apart")


def _tiles(board: "Graph") -> Iterator[Found]:
    """There are tiles, and each kind has one name."""
    names = [tile.id for tile in board.graph["tiles"]]
    if not names:
        yield "tile", Problem("is missing", help="begin each kind of tile with `[[tile]]`")
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield "tile", Problem(f"there are two kinds of tile `{name}`", help="give one another name")

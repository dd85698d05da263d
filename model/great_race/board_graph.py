"""A board as a graph (GR-24.1, GR-24.2). A board file is read into one, and the checks use it. `compiled` makes the tables that
the judges read."""

from typing import TYPE_CHECKING

import networkx as nx

from model.great_race.board import Board, Line, Place

if TYPE_CHECKING:
    Graph = nx.MultiGraph[str]
    """Nodes are the spaces and cities, in the order of the file, with the facts of `Place` as attributes. Edges with the key
    `land` are borders; all others are lines, with their id as key and the facts of `Line` as attributes. The graph has the
    id, name and version of the board and its tiles as attributes."""

LAND = "land"


def borders(board: "Graph", place: str) -> tuple[str, ...]:
    """The places that share a border with this one, in the order of the file."""
    return tuple(other for other in board.nodes if board.has_edge(place, other, LAND))


def compiled(board: "Graph") -> Board:
    """The tables of a graph in which `board_check.check` finds no problem."""
    return Board(
        **board.graph,
        places=tuple(Place(id=id, near=borders(board, id), **facts) for id, facts in board.nodes(data=True)),
        lines=tuple(
            Line(id=key, ends=(one, other), **facts)
            for one, other, key, facts in board.edges(keys=True, data=True)
            if key != LAND
        ),
    )

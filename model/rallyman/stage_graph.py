"""A stage as a graph (RM-M.1): the start, its spaces and the finish as nodes, steps forward as edges."""

from typing import TYPE_CHECKING

import networkx as nx

from model.rallyman.facts import FINISH, START
from model.rallyman.stage import Stage

if TYPE_CHECKING:
    Graph = nx.DiGraph[str]


def graph(stage: Stage) -> "Graph":
    """The stage as a graph; each node has the facts of its space. Edges to unknown spaces are left out."""
    road: Graph = nx.DiGraph(id=stage.id, start=stage.start)
    road.add_node(START, kind="start")
    road.add_node(FINISH, kind="finish")
    for space in stage.spaces:
        road.add_node(
            space.id,
            kind=space.kind,
            zone=space.zone,
            surface=stage.zone(space.zone).surface,
            left=space.left,
            right=space.right,
            capacity=space.capacity,
            width="wide" if space.wide else "narrow",
            note=space.note,
            corner=space.corner,
            role=space.role,
            index=space.index,
            split=space.split,
        )
    road.add_edges_from((START, one) for one in stage.start if one in road)
    for space in stage.spaces:
        road.add_edges_from((space.id, one) for one in space.next if one in road)
    return road

"""A stage as a graph (RM-M.1). A stage file is read into one, a `stage` block changes one, and the checks use it. `compiled`
makes the tables that the judges read."""

from typing import TYPE_CHECKING, Any

import networkx as nx

from model.rallyman.facts import START
from model.rallyman.stage import CORNER, Space, Stage

if TYPE_CHECKING:
    Graph = nx.DiGraph[str]
    """Nodes are the start, the finish and the spaces, in the order of the file; a space has the facts of `Space` as attributes.
    Edges are single steps forward. The graph has the name, zones and corners of the stage as attributes."""

ROAD, WITHIN = "road", "within"
"""Kinds of steps: out of corners, and from a space to another one of its corner. The kind of a step into a corner is the
role of the space that it enters: inside, drift or shortcut (RM-M.2)."""


def spaces(road: "Graph") -> dict[str, dict[str, Any]]:
    """The spaces with their facts. The start, the finish and unknown names in `next` have none."""
    return {id: facts for id, facts in road.nodes(data=True) if facts}


def mark_steps(road: "Graph") -> None:
    """Gives each step its kind, once the facts of all spaces are known."""
    for start, end, step in road.edges(data=True):
        here, there = road.nodes[start], road.nodes[end]
        if here.get("kind") == CORNER and here["corner"] == there.get("corner"):
            step["kind"] = WITHIN
        else:
            step["kind"] = there["role"] if there.get("kind") == CORNER else ROAD


def onward(road: "Graph", start: str) -> dict[str, str]:
    """The steps from a space that leave its corner: where each leads, and its kind."""
    return {end: step["kind"] for end, step in road[start].items() if step["kind"] != WITHIN}


def compiled(road: "Graph") -> Stage:
    """The tables of a graph in which `stage_check.check` finds no problem."""
    return Stage(
        **road.graph,
        start=tuple(road[START]),
        spaces=tuple(Space(id=id, next=tuple(road[id]), **facts) for id, facts in spaces(road).items()),
    )

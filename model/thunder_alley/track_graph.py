"""A track plan as a graph: which space borders on which. `compiled` makes the tables that the judges read."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import networkx as nx

from model.thunder_alley.track import APRON, LANES, Section, Track
from model.thunder_alley.track_plan import GRID_CARS, TrackPlan

if TYPE_CHECKING:
    Graph = nx.DiGraph[str]

AHEAD, INSIDE, OUTSIDE, ALONG, EXIT = "ahead", "inside", "outside", "apron", "exit"
"""Kinds of edges: a step forward, a lane in, a lane out, along the apron, from the apron onto the track (TA-9.4)."""


def listed(names: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def lanes_phrase(lanes: Sequence[str]) -> str:
    return f"lane {lanes[0]}" if len(lanes) == 1 else f"lanes {lanes[0]} to {lanes[-1]}"


def sections_in_order(plan: TrackPlan) -> list[Section]:
    """The sections in driving order."""
    return sorted(plan.sections, key=lambda section: section.first)


def sectors_of(plan: TrackPlan) -> tuple[int, ...]:
    """The sector numbers in driving order."""
    return tuple(sector for section in sections_in_order(plan) for sector in section.sectors)


def lanes_of(plan: TrackPlan) -> dict[int, tuple[str, ...]]:
    """The lanes of every sector, innermost first."""
    return {sector: section.lanes for section in sections_in_order(plan) for sector in section.sectors}


def borders(plan: TrackPlan) -> list[tuple[int, int]]:
    """Pairs of a sector and the next one; in a ring the last sector leads to the first."""
    sectors = sectors_of(plan)
    pairs = list(pairwise(sectors))
    return [*pairs, (sectors[-1], sectors[0])] if plan.ring and sectors else pairs


def all_targets(plan: TrackPlan) -> dict[str, tuple[str, ...]]:
    """The spaces ahead of every space: those its edge lists, else the same lane of the next sector if there is one."""
    lanes, following = lanes_of(plan), dict(borders(plan))
    found = {}
    for sector, here in lanes.items():
        there = following.get(sector)
        for lane in here:
            name = f"{sector}{lane}"
            kept = (f"{there}{lane}",) if there is not None and lane in lanes[there] else ()
            found[name] = plan.edges.get(name, kept)
    return found


def grid_of(plan: TrackPlan) -> tuple[str, ...]:
    """The grid spaces in order: as listed, else rows of two backwards from Start/Finish (TA-1.3-grid)."""
    if plan.grid is not None:
        return plan.grid
    if plan.line is None or plan.restart is None:
        return ()
    sectors = sectors_of(plan)
    place = sectors.index(plan.line)
    backwards = [*reversed(sectors[: place + 1])]
    if plan.ring:
        backwards += reversed(sectors[place + 1 :])
    spaces = [f"{sector}{lane}" for sector in backwards for lane in plan.restart]
    return tuple(spaces[: min(plan.max_cars or GRID_CARS, GRID_CARS)])


def graph(plan: TrackPlan) -> "Graph":
    """The spaces of a plan as nodes; the `kind` of an edge is one of those above. Edges to unknown spaces are left out.

    Nodes have `sector` and `lane`; the graph has the plan's `ring`, `line`, `green`, `restart`, `grid` and `sectors`.
    The sections of the plan must not overlap (see `track_check`).
    """
    lanes = lanes_of(plan)
    track: Graph = nx.DiGraph(
        id=plan.id, ring=plan.ring, line=plan.line, green=plan.green, restart=plan.restart,
        grid=plan.grid, sectors=sectors_of(plan),
    )  # fmt: skip
    for sector, here in lanes.items():
        for lane in (*here, APRON):
            track.add_node(f"{sector}{lane}", sector=sector, lane=lane)
    for space, targets in all_targets(plan).items():
        for target in targets:
            if target in track:
                track.add_edge(space, target, kind=AHEAD)
    following = dict(borders(plan))
    for sector, here in lanes.items():
        for inner, outer in pairwise(here):
            track.add_edge(f"{sector}{outer}", f"{sector}{inner}", kind=INSIDE)
            track.add_edge(f"{sector}{inner}", f"{sector}{outer}", kind=OUTSIDE)
        if here:
            track.add_edge(f"{sector}{APRON}", f"{sector}{here[0]}", kind=EXIT)
        if sector in following:
            track.add_edge(f"{sector}{APRON}", f"{following[sector]}{APRON}", kind=ALONG)
    return track


def steps(track: "Graph") -> list[tuple[str, str]]:
    """The steps forward: pairs of a space and a space ahead of it."""
    return [(start, end) for start, end, facts in track.edges(data=True) if facts["kind"] == AHEAD]


def compiled(plan: TrackPlan) -> Track:
    """The tables of a plan in which `track_check.check` finds no problem."""
    track = graph(plan)
    spaces = tuple(f"{sector}{lane}" for sector, here in lanes_of(plan).items() for lane in here)
    index = {name: number for number, name in enumerate(spaces)}
    ahead: list[list[int]] = [[] for _ in spaces]
    behind: list[list[int]] = [[] for _ in spaces]
    inside, outside = [-1] * len(spaces), [-1] * len(spaces)
    for start, end, facts in track.edges(data=True):
        kind = facts["kind"]
        if kind == AHEAD:
            ahead[index[start]].append(index[end])
            behind[index[end]].append(index[start])
        elif kind == INSIDE:
            inside[index[start]] = index[end]
        elif kind == OUTSIDE:
            outside[index[start]] = index[end]
    lane = tuple(track.nodes[name]["lane"] for name in spaces)
    return Track(
        id=plan.id,
        version=plan.version,
        title=plan.title,
        spaces=spaces,
        sector=tuple(track.nodes[name]["sector"] for name in spaces),
        lane=lane,
        ahead=_by_lane(ahead, lane),
        behind=_by_lane(behind, lane),
        inside=tuple(inside),
        outside=tuple(outside),
        sectors=sectors_of(plan),
        ring=plan.ring,
        line=plan.line,
        green=plan.green,
        restart=plan.restart,
        grid=grid_of(plan),
        source=plan.source,
        sections=tuple(sections_in_order(plan)),
    )


def _by_lane(table: Sequence[Sequence[int]], lane: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Each row sorted by lane, inner lane first."""
    return tuple(tuple(sorted(row, key=lambda space: LANES.index(lane[space]))) for row in table)

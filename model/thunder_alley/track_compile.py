"""Checks a track plan and compiles it to the tuples that the engine reads."""

from collections.abc import Sequence

from model.errors import ModelError
from model.thunder_alley.track import LANES, Track
from model.thunder_alley.track_check import check
from model.thunder_alley.track_graph import (
    AHEAD,
    INSIDE,
    OUTSIDE,
    graph,
    grid_of,
    lanes_of,
    sections_in_order,
    sectors_of,
)
from model.thunder_alley.track_plan import TrackPlan


def compile_track(plan: TrackPlan) -> Track:
    """The compiled plan. Raises `ModelError` with every problem that `track_check.check` finds."""
    problems = check(plan)
    if problems:
        raise ModelError(*problems)
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

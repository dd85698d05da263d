"""Checks of the whole graph: every space can be left, entered and reached; all laps cross the line and are equally long."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import networkx as nx

from model.errors import Problem
from model.thunder_alley.track_graph import borders, graph, lanes_of, sectors_of, steps
from model.thunder_alley.track_plan import TrackPlan

if TYPE_CHECKING:
    from model.thunder_alley.track_graph import Graph


def check_ways(plan: TrackPlan) -> list[Problem]:
    """Every space can be left, entered and reached; every lap crosses Start/Finish and has the same length."""
    track = graph(plan)
    sectors = sectors_of(plan)
    first, last = (None, None) if plan.ring else (sectors[0], sectors[-1])
    unsaid = {sector: after for sector, after in borders(plan) if _unsaid(plan, sector, after)}
    pairs = steps(track)
    leaving, entered = {start for start, _ in pairs}, {end for _, end in pairs}
    found = []
    for sector, lanes in lanes_of(plan).items():
        for name in (f"{sector}{lane}" for lane in lanes):
            if name not in leaving and sector != last and sector not in unsaid and name not in plan.edges:
                what = f"`{name}` is a dead end: no space is ahead of it"
                found.append(Problem(what, f"ahead {name}", "name the spaces ahead"))
            if name not in entered and sector != first and sector not in unsaid.values():
                what = f"no way leads to `{name}`: no space is behind it"
                help = "some space of the sector before must lead there"
                found.append(Problem(what, f"ahead {name}", help))
    if not unsaid:
        found += _reached(plan, track)
    return [*found, *(_laps(plan, track) if plan.ring else ())]


def _unsaid(plan: TrackPlan, sector: int, after: int) -> bool:
    """Whether the number of lanes changes here and no edge shows how. That is one problem, not one for each space."""
    lanes = lanes_of(plan)
    return len(lanes[sector]) != len(lanes[after]) and not any(
        f"{sector}{lane}" in plan.edges for lane in lanes[sector]
    )


def _reached(plan: TrackPlan, track: "Graph") -> Iterator[Problem]:
    """Spaces that no car can reach, although other spaces follow them."""
    sectors = sectors_of(plan)
    begin = sectors[0]
    if plan.ring and plan.line in sectors:
        begin = sectors[(sectors.index(plan.line) + 1) % len(sectors)]
    seen = {f"{begin}a"} | nx.descendants(track, f"{begin}a")
    behind = {end: start for start, end in steps(track)}
    for name, start in behind.items():
        if name not in seen:
            yield Problem(f"no car ever reaches `{name}`", f"ahead {start}", f"driving on from `{begin}a`")


def _laps(plan: TrackPlan, track: "Graph") -> Iterator[Problem]:
    """Laps that miss Start/Finish, and laps of different length, found with the steps that do not cross the line."""
    sectors = sectors_of(plan)
    if plan.line not in sectors:
        return
    begin, count = sectors.index(plan.line) + 1, len(sectors)
    within: Graph = nx.DiGraph()
    crossing: list[tuple[str, str]] = []
    for start, end in steps(track):
        place = (sectors.index(track.nodes[start]["sector"]) - begin) % count
        way = (sectors.index(track.nodes[end]["sector"]) - begin) % count - place
        if 2 * way < -count:
            crossing.append((start, end))
        else:
            within.add_edge(start, end)
    try:
        loop = nx.find_cycle(within)
    except nx.NetworkXNoCycle:
        yield from _lap_lengths(within, crossing)
    else:
        names = " -> ".join(f"`{start}`" for start, _ in loop)
        yield Problem(f"the loop {names} -> `{loop[0][0]}` never crosses Start/Finish", f"ahead {loop[0][0]}")


def _lap_lengths(within: "Graph", crossing: Sequence[tuple[str, str]]) -> Iterator[Problem]:
    """The shortest and the longest way from line to line have the same length."""
    starts = {end for _, end in crossing}
    short: dict[str, list[str]] = {}
    long: dict[str, list[str]] = {}
    for name in nx.topological_sort(within):
        behind = list(within.predecessors(name))
        begin: list[list[str]] = [[]] if name in starts else []
        lows = begin + [short[other] for other in behind if other in short]
        highs = begin + [long[other] for other in behind if other in long]
        if lows:
            short[name] = [*min(lows, key=len), name]
            long[name] = [*max(highs, key=len), name]
    ends = [start for start, _ in crossing if start in short]
    if not ends:
        return
    low = min((short[end] for end in ends), key=len)
    high = max((long[end] for end in ends), key=len)
    if len(low) != len(high):
        ways = [
            next((name for name in one if name not in other), one[0])
            for one, other in ((high, low), (low, high))
        ]
        yield Problem(
            f"two laps differ in length: {len(high)} steps by way of `{ways[0]}`, {len(low)} by way of `{ways[1]}`",
            f"ahead {ways[1]}",
        )

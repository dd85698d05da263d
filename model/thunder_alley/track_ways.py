"""Checks of the ways of a track: edges that exist, forks that can be drawn (TA-4.5), spaces that can be left, entered and
reached, laps that cross the line and are equally long."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import networkx as nx

from model.errors import Problem
from model.thunder_alley.track_graph import (
    all_targets,
    borders,
    graph,
    lanes_of,
    lanes_phrase,
    listed,
    sectors_of,
    steps,
)
from model.thunder_alley.track_plan import TrackPlan

if TYPE_CHECKING:
    from model.thunder_alley.track_graph import Graph


def check_edges(plan: TrackPlan) -> Iterator[Problem]:
    """Every edge leads from an existing space to existing spaces of the next sector."""
    lanes = lanes_of(plan)
    names = {f"{sector}{lane}" for sector, here in lanes.items() for lane in here}
    following = dict(borders(plan))
    for start, ends in plan.edges.items():
        if start not in names:
            yield _unknown(start, start, lanes)
            continue
        if not ends:
            yield Problem(
                f"the edge from `{start}` leads nowhere", f"ahead {start}", "name one or two spaces"
            )
        if len(set(ends)) < len(ends):
            yield Problem(f"the edge from `{start}` names a space twice", f"ahead {start}")
        sector, wanted = int(start[:-1]), following.get(int(start[:-1]))
        for end in ends:
            if end not in names:
                yield _unknown(end, start, lanes)
            elif wanted is None:
                yield Problem(
                    f"`{start}` -> `{end}` leaves the open end of the stretch",
                    f"ahead {start}",
                    "add `ring` if the track is closed",
                )
            elif int(end[:-1]) != wanted:
                yield Problem(
                    f"`{start}` -> `{end}` {_leap(plan, sector, int(end[:-1]))}; a step forward leads to sector {wanted}",
                    f"ahead {start}",
                )


def _leap(plan: TrackPlan, start: int, end: int) -> str:
    """What is wrong with a step that does not lead to the next sector."""
    sectors = sectors_of(plan)
    way = sectors.index(end) - sectors.index(start)
    if plan.ring and abs(way) > len(sectors) / 2:
        way += len(sectors) if way < 0 else -len(sectors)
    if way == 0:
        return "stays in its sector"
    return "skips a sector" if way > 0 else "goes back"


def _unknown(space: str, start: str, lanes: Mapping[int, Sequence[str]]) -> Problem:
    """The problem of an edge with a space that the sections do not have."""
    sector = int(space[:-1])
    if sector in lanes:
        help = f"sector {sector} has {lanes_phrase(lanes[sector])}"
    else:
        help = f"sectors run from {min(lanes)} to {max(lanes)}"
    return Problem(f"there is no space `{space}`", f"ahead {start}", help)


def check_borders(plan: TrackPlan) -> Iterator[Problem]:
    """The steps over a border between sectors can be drawn as bordering spaces (TA-4.5)."""
    lanes, every = lanes_of(plan), all_targets(plan)
    for sector, following in borders(plan):
        here, there = lanes[sector], lanes[following]
        names = [f"{sector}{lane}" for lane in here]
        written = [name for name in names if name in plan.edges]
        if not written and len(here) == len(there):
            continue
        if len(here) > 2 * len(there) or len(there) > 2 * len(here):
            yield Problem(
                f"{lanes_phrase(here)} of sector {sector} cannot become {lanes_phrase(there)} in sector {following} in one step",
                f"sectors {sector}-{following}",
                "lanes at most double or halve; put a sector between",
            )
        elif not written:
            yield Problem(
                f"sector {sector} has {lanes_phrase(here)}, sector {following} has {lanes_phrase(there)}, "
                "and no line gives the connections between them",
                f"ahead {names[-1]}",
                f"for instance {usual_fork(sector, here, following, there)}",
            )
        else:
            ways = [[end for end in every[name] if end[:-1] == str(following)] for name in names]
            if all(end in {f"{following}{lane}" for lane in there} for row in ways for end in row):
                yield from _staircase(names, ways, [f"{following}{lane}" for lane in there])


def _staircase(
    names: Sequence[str], ways: Sequence[Sequence[str]], ahead: Sequence[str]
) -> Iterator[Problem]:
    """Lanes keep their order over a border; each leads to one or two neighbouring lanes, and none is left out (TA-4.5)."""
    rows = [sorted({ahead.index(end) for end in row}) for row in ways]
    for name, row in zip(names, rows, strict=True):
        ends = listed([f"`{ahead[place]}`" for place in row])
        if len(row) > 2:
            yield Problem(f"`{name}` leads to {ends}; a space has one or two ahead (TA-4.5)", f"ahead {name}")
        elif len(row) == 2 and row[1] != row[0] + 1:
            yield Problem(f"`{name}` leads to {ends}, which are not neighbours (TA-4.5)", f"ahead {name}")
    for end, place in zip(ahead, range(len(ahead)), strict=True):
        sources = [name for name, row in zip(names, rows, strict=True) if place in row]
        if len(sources) > 2:
            every = listed([f"`{name}`" for name in sources])
            yield Problem(
                f"{every} all lead to `{end}`; a space has one or two behind (TA-4.5)", f"ahead {sources[0]}"
            )
    known = [(name, row) for name, row in zip(names, rows, strict=True) if row]
    for (inner, low), (outer, high) in pairwise(known):
        if min(high) < max(low):
            yield Problem(
                f"the ways `{inner}` -> `{ahead[max(low)]}` and `{outer}` -> `{ahead[min(high)]}` cross",
                f"ahead {outer}",
                "the order of the lanes stays the same (TA-4.5)",
            )
    if rows[0] and rows[0][0] != 0:
        yield Problem(f"the innermost space `{names[0]}` does not lead to the innermost one, `{ahead[0]}`",
                      f"ahead {names[0]}")  # fmt: skip
    if rows[-1] and rows[-1][-1] != len(ahead) - 1:
        yield Problem(f"the outermost space `{names[-1]}` does not lead to the outermost one, `{ahead[-1]}`",
                      f"ahead {names[-1]}")  # fmt: skip


def usual_fork(sector: int, here: Sequence[str], following: int, there: Sequence[str]) -> str:
    """The usual lines for a border where the number of lanes changes: spaces of equal width on both sides, linked where
    they touch (TA-4.5): `ahead 5b 6a 6b`, `ahead 5c 6b`."""
    m, n = len(here), len(there)
    pairs = [(i, j) for i in range(m) for j in range(n) if i * n < (j + 1) * m and j * m < (i + 1) * n]
    if any(sum(pair[side] == place for pair in pairs) > 2 for side in (0, 1) for place in range(max(m, n))):
        pairs = [(j * m // n, j) for j in range(n)] if m < n else [(i, i * n // m) for i in range(m)]
    lines = []
    for place, lane in enumerate(here):
        ends = [f"{following}{there[j]}" for i, j in pairs if i == place]
        if ends != [f"{following}{lane}"]:
            lines.append(f"`ahead {sector}{lane} {' '.join(ends)}`")
    return ", ".join(lines)


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

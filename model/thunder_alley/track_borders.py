"""Checks of the borders between sectors: edges that exist, and forks that can be drawn (TA-4.5)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from model.errors import Problem
from model.thunder_alley.track_graph import all_targets, borders, lanes_of, sectors_of
from model.thunder_alley.track_plan import TrackPlan
from model.thunder_alley.track_words import lanes_phrase, listed


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

"""Checks of a stage: each problem is a sentence with the key it is about."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import networkx as nx

from model.datafiles import did_you_mean
from model.errors import Problem
from model.rallyman.facts import FINISH, START, inside_exits
from model.rallyman.stage import CORNER, DRIFT, INSIDE, SHORTCUT, TO_ROAD, TO_SHORTCUT, Corner, Space, Stage
from model.rallyman.stage_graph import graph

Found = tuple[str, Problem]

SEEN = "left and right are seen in driving direction; `hand` of the corner is the side of its inside"

WIRED = "drift spaces lead on one by one, the first two to the inside too; all lines lead out of the corner to the same place"


def check(stage: Stage) -> list[Found]:
    """All problems that make this stage unusable, causes before their consequences; empty for a good one. Each comes with
    its key in the file."""
    found = [*_names(stage), *_sides(stage)]
    if not found:
        found = [*_corners(stage)]
    if not found:
        found = [*_ways(stage)]
    return found or [*_road(stage)]


def _key(stage: Stage, id: str, word: str = "") -> str:
    """The key of a space in the file."""
    place = next(place for place, space in enumerate(stage.spaces, 1) if space.id == id)
    return f"space[{place}].{word}" if word else f"space[{place}]"


def _names(stage: Stage) -> Iterator[Found]:
    """Every id is unique and every named space exists."""
    seen: set[str] = set()
    for place, space in enumerate(stage.spaces, 1):
        if space.id in seen:
            yield (
                f"space[{place}].id",
                Problem(f"there are two spaces `{space.id}`", help="name one otherwise"),
            )
        seen.add(space.id)
    if not stage.start:
        yield "start", Problem("is missing", help='the spaces behind the start line, as in `start = ["s1"]`')
    known = {*seen, FINISH}
    for one in stage.start:
        if one not in seen:
            near = did_you_mean(one, seen) or "the spaces behind the start line"
            yield "start", Problem(f"there is no space `{one}`", help=near)
    for place, space in enumerate(stage.spaces, 1):
        for one in space.next:
            if one not in known:
                yield (
                    f"space[{place}].next",
                    Problem(f"there is no space `{one}`", help=did_you_mean(one, known)),
                )
        if len(set(space.next)) < len(space.next):
            yield f"space[{place}].next", Problem("names a space twice", help="name it once")
    splits = Counter(space.split for space in stage.spaces if space.split)
    for place, space in enumerate(stage.spaces, 1):
        if splits[space.split] > 1:
            yield (
                f"space[{place}].split",
                Problem(f"two spaces are the timing point `{space.split}`", help="name one otherwise"),
            )
    for corner in stage.corners:
        if not any(space.corner == corner.name for space in stage.spaces):
            yield (
                f"corners.{corner.name}",
                Problem(
                    "no space belongs to this corner",
                    help="leave it out, or name it as `corner` of its spaces",
                ),
            )


def _sides(stage: Stage) -> Iterator[Found]:
    """Each space has a terrain of its zone on either side, or the way to the shortcut or the road on the correct side."""
    for place, space in enumerate(stage.spaces, 1):
        legend = dict(stage.zone(space.zone).terrain)
        for side in ("left", "right"):
            there = getattr(space, side)
            key = f"space[{place}].{side}"
            if there == TO_SHORTCUT:
                if space.role not in (INSIDE, DRIFT) or stage.line(space.corner, SHORTCUT) is None:
                    yield (
                        key,
                        Problem(
                            "no shortcut lies there", help="only beside the road of a corner that has one"
                        ),
                    )
                elif stage.corner(space.corner).hand != side:
                    yield key, Problem(f"corner {space.corner} has its inside on the other side", help=SEEN)
            elif there == TO_ROAD:
                if space.role != SHORTCUT:
                    yield (
                        key,
                        Problem(
                            "only a shortcut has the road beside it", help="name the terrain that lies there"
                        ),
                    )
                elif stage.corner(space.corner).hand == side:
                    yield (
                        key,
                        Problem(
                            f"the road of corner {space.corner} lies on the other side of its shortcut",
                            help=SEEN,
                        ),
                    )
            elif there not in legend:
                near = did_you_mean(there, legend) or f"terrains of zone {space.zone}: {', '.join(legend)}"
                yield key, Problem(f"`{there}` is no terrain", help=near)


def _corners(stage: Stage) -> Iterator[Found]:
    """A corner has one inside, at most one shortcut, drift spaces numbered from 1, and the steps that RM-M.2 demands."""
    for corner in stage.corners:
        mine = [space for space in stage.spaces if space.corner == corner.name]
        roles = Counter(space.role for space in mine)
        key = f"corners.{corner.name}"
        if roles[INSIDE] != 1:
            what = f"has {_these(mine, INSIDE)} as its inside; a corner has one inside space"
            yield (
                key,
                Problem(
                    what, help='one space with `role = "inside"`, the others are drift spaces or a shortcut'
                ),
            )
        if roles[SHORTCUT] > 1:
            what = f"has {_these(mine, SHORTCUT)} as shortcuts; a corner has at most one"
            yield key, Problem(what, help="the others are drift spaces")
        drifts = sorted(space.index for space in mine if space.role == DRIFT)
        if drifts != list(range(1, len(drifts) + 1)):
            what = f"has drift spaces {', '.join(map(str, drifts))}; they are counted from 1"
            yield key, Problem(what, help="`index` counts them in driving direction: 1, 2, 3")
            continue
        yield from _abreast(corner, [space.id for space in mine])
        if roles[INSIDE] == 1:
            yield from _wiring(stage, corner.name)


def _abreast(corner: Corner, mine: Sequence[str]) -> Iterator[Found]:
    """If the order on the board is given, it names each space of the corner once."""
    if not corner.ahead:
        return
    key = f"corners.{corner.name}.ahead"
    named = Counter(id for group in corner.ahead for id in group)
    for id, times in named.items():
        if id not in mine:
            near = did_you_mean(id, mine) or f"spaces of this corner: {', '.join(mine)}"
            yield key, Problem(f"`{id}` is no space of this corner", help=near)
        elif times > 1:
            yield key, Problem(f"names `{id}` twice", help="a space lies at one place: name it once")
    if left := [f"`{id}`" for id in mine if id not in named]:
        yield (
            key,
            Problem(
                f"leaves out {', '.join(left)}",
                help="every space of the corner, the front one first; those abreast in a list of their own",
            ),
        )


def _these(spaces: Iterable[Space], role: str) -> str:
    """The spaces with that role, in words."""
    return ", ".join(f"`{space.id}`" for space in spaces if space.role == role) or "no space"


def _wiring(stage: Stage, corner: str) -> Iterator[Found]:
    inside = stage.line(corner, INSIDE)
    assert inside is not None
    exits = set(inside.next)
    count = sum(space.corner == corner and space.role == DRIFT for space in stage.spaces)
    for space in stage.spaces:
        if space.corner != corner:
            continue
        wanted = set(exits)
        if space.role == DRIFT:
            ahead = stage.line(corner, DRIFT, space.index + 1)
            wanted = {ahead.id} if ahead is not None and space.index < count else set(exits)
            if space.index in inside_exits():
                wanted.add(inside.id)
        if set(space.next) != wanted:
            words = ", ".join(f"`{one}`" for one in sorted(wanted))
            what = f"should be {words} here (RM-M.2)"
            yield (
                _key(stage, space.id, "next"),
                Problem(what, help=WIRED),
            )


def _ways(stage: Stage) -> Iterator[Found]:
    """Every way on leads to one space, to the finish, or to every line of one corner."""
    for key, here, ahead in (
        ("start", None, stage.start),
        *((_key(stage, space.id, "next"), space, space.next) for space in stage.spaces),
    ):
        targets = [one for one in ahead if not _inner(stage, here, one)]
        if targets and not _one_way(stage, targets):
            words = ", ".join(targets)
            yield (
                key,
                Problem(
                    f"{words}: the way on should be one space, or every line of one corner",
                    help="into a corner: its inside, its first drift space and its shortcut",
                ),
            )


def _inner(stage: Stage, here: Space | None, target: str) -> bool:
    """Whether a step stays within its corner."""
    return (
        here is not None
        and here.kind == CORNER
        and target != FINISH
        and stage.index[target].corner == here.corner
    )


def _one_way(stage: Stage, targets: list[str]) -> bool:
    first = stage.index.get(targets[0])
    if first is None or first.kind != CORNER:
        return len(targets) == 1
    lines = [
        stage.line(first.corner, INSIDE),
        stage.line(first.corner, DRIFT, 1),
        stage.line(first.corner, SHORTCUT),
    ]
    return set(targets) == {space.id for space in lines if space is not None}


def _road(stage: Stage) -> Iterator[Found]:
    """The road has no circle, every space lies between start and finish, and the zones follow the order of the road."""
    road = graph(stage)
    if not nx.is_directed_acyclic_graph(road):
        steps = nx.find_cycle(road)
        circle = " -> ".join([*(one for one, _ in steps), steps[-1][1]])
        what = f"the road runs in a circle: {circle}"
        yield (
            _key(stage, steps[-1][0], "next"),
            Problem(what, help="a stage is open (RM-1.2): one step leads back"),
        )
        return
    reached = nx.descendants(road, START)
    leading = nx.ancestors(road, FINISH)
    for space in stage.spaces:
        if space.id not in reached:
            yield (
                _key(stage, space.id),
                Problem("no way from the start leads here", help="name it in `next` of the space before it"),
            )
        if space.id not in leading:
            yield (
                _key(stage, space.id),
                Problem("no way leads from here to the finish", help="its `next` names what comes after it"),
            )
    zones = [stage.index[one].zone for one in nx.topological_sort(road) if one in stage.index]
    met = tuple(dict.fromkeys(zones))
    if met != tuple(zone.name for zone in stage.zones):
        what = f"the road comes through the zones in the order {', '.join(met)}"
        yield "zone_order", Problem(what, help="`zone_order` names them so, and each zone lies in one piece")

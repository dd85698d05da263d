"""Checks of a stage: each problem is a sentence with the key it is about."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

import networkx as nx

from model.datafiles import did_you_mean
from model.errors import Problem
from model.rallyman.facts import FINISH, START, inside_exits
from model.rallyman.stage import CORNER, DRIFT, HANDS, INSIDE, SHORTCUT, TO_ROAD, TO_SHORTCUT, Corner
from model.rallyman.stage_graph import ROAD, onward, spaces

if TYPE_CHECKING:
    from model.rallyman.stage_graph import Graph

Found = tuple[str, str, Problem]
"""The space that a problem is about, if it is about one; the key in that space or in the file; the problem."""

Spaces = Mapping[str, Mapping[str, Any]]

ENTRIES = ((INSIDE, 0), (DRIFT, 1), (SHORTCUT, 0))
"""Role and index of the spaces of a corner that the road before it leads to (RM-M.2)."""

SEEN = "left and right are seen in driving direction; `hand` of the corner is the side of its inside"

WIRED = "each drift space leads to the next one, the first two to the inside too; all lines leave the corner at the same place"


def _next(start: str) -> tuple[str, str]:
    """The space and the key that list the steps from here."""
    return ("", "start") if start == START else (start, "next")


def _steps(road: "Graph") -> Iterator[Found]:
    """The road begins somewhere, and every step leads to a space that there is."""
    known = spaces(road)
    if not road[START]:
        yield (
            "",
            "start",
            Problem("is missing", help='the spaces after the start line, as in `start = ["s1"]`'),
        )
    for start, end in road.edges:
        if end in known or (end == FINISH and start != START):
            continue
        if start == START:
            help = did_you_mean(end, known) or "the spaces after the start line"
        else:
            help = did_you_mean(end, [*known, FINISH])
        yield *_next(start), Problem(f"there is no space `{end}`", help=help)


def _splits(road: "Graph") -> Iterator[Found]:
    """Timing points are unique."""
    known = spaces(road)
    splits = Counter(space["split"] for space in known.values() if space["split"])
    for id, space in known.items():
        if splits[space["split"]] > 1:
            what = f"two spaces have the timing point `{space['split']}`"
            yield id, "split", Problem(what, help="give one another name")


def _members(road: "Graph") -> Iterator[Found]:
    """Spaces of corners have a corner, and corners have spaces."""
    known = spaces(road)
    for id, space in known.items():
        if space["kind"] == CORNER and not (space["corner"] and space["role"]):
            what = "a space of a corner needs its corner and its line"
            yield id, "", Problem(what, help="name both, as in `corner=K1 drift=2`")
    for corner in road.graph["corners"]:
        if not any(space["corner"] == corner.name for space in known.values()):
            help = "leave it out, or name it as `corner` of its spaces"
            yield "", f"corners.{corner.name}", Problem("no space belongs to this corner", help=help)


def _sides(road: "Graph") -> Iterator[Found]:
    """Each space has a terrain of its zone on either side, or the way to the shortcut or the road on the correct side."""
    known = spaces(road)
    legends = {zone.name: dict(zone.terrain) for zone in road.graph["zones"]}
    hands = {corner.name: corner.hand for corner in road.graph["corners"]}
    cut = {space["corner"] for space in known.values() if space["corner"] and space["role"] == SHORTCUT}
    for id, space in known.items():
        corner, legend = space["corner"], legends.get(space["zone"])
        if legend is None or (corner and hands.get(corner) not in HANDS):
            continue  # the zone or the corner is at fault
        for side in HANDS:
            there = space[side]
            if there == TO_SHORTCUT:
                if space["role"] not in (INSIDE, DRIFT) or corner not in cut:
                    help = "only next to the road of a corner that has one"
                    yield id, side, Problem("there is no shortcut on that side", help=help)
                elif hands[corner] != side:
                    yield id, side, Problem(f"corner {corner} has its inside on the other side", help=SEEN)
            elif there == TO_ROAD:
                if space["role"] != SHORTCUT or not corner:
                    help = "name the terrain on that side"
                    yield id, side, Problem("only a shortcut has the road next to it", help=help)
                elif hands[corner] == side:
                    what = f"the road of corner {corner} is on the other side of its shortcut"
                    yield id, side, Problem(what, help=SEEN)
            elif there not in legend:
                near = did_you_mean(there, legend) or f"terrains of zone {space['zone']}: {', '.join(legend)}"
                yield id, side, Problem(f"`{there}` is not a terrain", help=near)


def _corners(road: "Graph") -> Iterator[Found]:
    """A corner has one inside, at most one shortcut, drift spaces numbered from 1, and the steps that RM-M.2 demands."""
    for corner in road.graph["corners"]:
        mine = {id: space for id, space in spaces(road).items() if space["corner"] == corner.name}
        roles = Counter(space["role"] for space in mine.values())
        key = f"corners.{corner.name}"
        if roles[INSIDE] != 1:
            what = f"has {_these(mine, INSIDE)} as its inside; a corner has one inside space"
            help = 'one space with `role = "inside"`, the others are drift spaces or a shortcut'
            yield "", key, Problem(what, help=help)
        if roles[SHORTCUT] > 1:
            what = f"has {_these(mine, SHORTCUT)} as shortcuts; a corner has at most one"
            yield "", key, Problem(what, help="the others are drift spaces")
        drifts = sorted(space["index"] for space in mine.values() if space["role"] == DRIFT)
        if drifts != list(range(1, len(drifts) + 1)):
            what = f"has drift spaces {', '.join(map(str, drifts))}; they are counted from 1"
            yield "", key, Problem(what, help="`index` counts them in driving direction: 1, 2, 3")
            continue
        yield from _abreast(corner, mine)
        if roles[INSIDE] == 1:
            yield from _wiring(road, mine)


def _abreast(corner: Corner, mine: Iterable[str]) -> Iterator[Found]:
    """If the order on the board is given, it names each space of the corner once."""
    if not corner.ahead:
        return
    key = f"corners.{corner.name}.ahead"
    named = Counter(id for group in corner.ahead for id in group)
    for id, times in named.items():
        if id not in mine:
            near = did_you_mean(id, mine) or f"spaces of this corner: {', '.join(mine)}"
            yield "", key, Problem(f"`{id}` is not a space of this corner", help=near)
        elif times > 1:
            yield "", key, Problem(f"names `{id}` twice", help="a space has one place: name it once")
    if left := [f"`{id}`" for id in mine if id not in named]:
        help = "every space of the corner, the front one first; those abreast in a nested list"
        yield "", key, Problem(f"leaves out {', '.join(left)}", help=help)


def _these(mine: Spaces, role: str) -> str:
    """The spaces with that role, in words."""
    return ", ".join(f"`{id}`" for id, space in mine.items() if space["role"] == role) or "no space"


def _wiring(road: "Graph", mine: Spaces) -> Iterator[Found]:
    lines = {(space["role"], space["index"]): id for id, space in mine.items()}
    inside = lines[INSIDE, 0]
    for id, space in mine.items():
        wanted = {*road[inside]}
        if space["role"] == DRIFT:
            further = lines.get((DRIFT, space["index"] + 1))
            wanted = {further} if further else wanted
            wanted |= {inside} if space["index"] in inside_exits() else set()
        if {*road[id]} != wanted:
            words = ", ".join(f"`{one}`" for one in sorted(wanted))
            yield id, "next", Problem(f"should be {words} here (RM-M.2)", help=WIRED)


def _ways(road: "Graph") -> Iterator[Found]:
    """Every way on leads to one space, to the finish, or to every line of one corner."""
    known = spaces(road)
    for start in (START, *known):
        ways = onward(road, start)
        if ways and not _one_way(known, ways):
            what = f"{', '.join(ways)}: the way on should be one space, or every line of one corner"
            help = "into a corner: its inside, its first drift space and its shortcut"
            yield *_next(start), Problem(what, help=help)


def _one_way(known: Spaces, ways: Mapping[str, str]) -> bool:
    first = next(iter(ways))
    if ways[first] == ROAD:
        return len(ways) == 1
    mine = (id for id, space in known.items() if space["corner"] == known[first]["corner"])
    return ways.keys() == {id for id in mine if (known[id]["role"], known[id]["index"]) in ENTRIES}


def _road(road: "Graph") -> Iterator[Found]:
    """The road has no cycle, and every space lies between start and finish."""
    if not nx.is_directed_acyclic_graph(road):
        steps = nx.find_cycle(road)
        what = f"the road runs in a circle: {' -> '.join([*(one for one, _ in steps), steps[-1][1]])}"
        yield steps[-1][0], "next", Problem(what, help="a stage is open (RM-1.2): one step leads back")
        return
    known = spaces(road)
    reached, leading = nx.descendants(road, START), nx.ancestors(road, FINISH)
    for id in known:
        if id not in reached:
            help = "name it in `next` of the space before it"
            yield id, "", Problem("no way leads here from the start", help=help)
        if id not in leading:
            help = "its `next` names the spaces after it"
            yield id, "", Problem("no way leads from here to the finish", help=help)


def _order(road: "Graph") -> Iterator[Found]:
    """The zones follow the order of the road."""
    known = spaces(road)
    met = [*dict.fromkeys(known[id]["zone"] for id in nx.topological_sort(road) if id in known)]
    if met != [zone.name for zone in road.graph["zones"]]:
        what = f"the road goes through the zones in the order {', '.join(met)}"
        yield (
            "",
            "zone_order",
            Problem(what, help="`zone_order` has this order, and each zone is in one piece"),
        )


PLACED = {"id", "space", "kind", "corner", "role", "index", "corners"}
"""Keys that say which spaces there are, and in which corner."""

CHAPTERS: tuple[tuple[Callable[["Graph"], Iterator[Found]], set[str]], ...] = (
    (_steps, {"id", "space"}),
    (_splits, set()),
    (_members, PLACED),
    (_sides, {"terrain", "zones"}),
    (_corners, PLACED),
    (_ways, PLACED | {"next", "start"}),
    (_road, PLACED | {"next", "start"}),
    (_order, PLACED | {"next", "start", "zone", "zones"}),
)
"""What is checked, and the keys that it relies on."""


def check(road: "Graph", most: int, wrong: Collection[tuple[str, str]] = ()) -> list[Found]:
    """The first problems, `most` at most, that make this stage unusable; empty for a good one. `wrong` has the spaces and keys
    that are at fault already. A check that relies on a key at fault is left out: its problems may only follow from that."""
    found: list[Found] = []
    faults = set(wrong)
    for chapter, keys in CHAPTERS:
        if keys.isdisjoint(_key(*fault) for fault in faults):
            new = (one for one in chapter(road) if one[:2] not in faults)
            told = list(islice(new, most - len(found)))
            found += told
            faults |= {one[:2] for one in told}
    return found


def _key(space: str, key: str) -> str:
    """The last word of a key at fault; for a whole corner it is `corners`."""
    if not space and key.count(".") == 1 and key.startswith("corners."):
        return "corners"
    return key.rpartition(".")[2]

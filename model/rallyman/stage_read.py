"""Reads a stage file key by key into a graph; every problem has its line."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

import networkx as nx

from model.datafiles import Table, did_you_mean, toml
from model.errors import ModelError, Problem
from model.rallyman.facts import FINISH, GEARS, START, SURFACES
from model.rallyman.stage import (
    BUMP,
    CORNER,
    DRIFT,
    HANDS,
    KINDS,
    ROLES,
    STRAIGHT,
    TO_ROAD,
    TO_SHORTCUT,
    Corner,
    Zone,
)
from model.rallyman.stage_check import check
from model.rallyman.stage_graph import mark_steps, spaces
from model.rallyman.stage_lines import line_of
from model.userfiles import read_bytes

if TYPE_CHECKING:
    from model.rallyman.stage_graph import Graph

SCHEMA = "rallyman-stage/1"
MAX_SPACES = 2_000
MOST_TOLD = 50
"""The most problems of one file that are reported."""
MOST_ZONES = 4
"""The most zones of a stage (RM-1.2)."""
MOST_POINTS = 5
"""The most damage points of one terrain."""
MOST_ROOM = 9
"""The most cars that fit on one space."""
MOST_VERSIONS = 9_999

WORD = re.compile(r"[^\W\d_][\w'-]{0,30}")
"""Names of spaces, zones, corners and timing points: words that a record can contain."""
NO_SPACE_ID = re.compile(r"g[0-5]|START|FINISH|spun|left|right|stopped|road|out")
"""Words with another meaning in a record."""
STAGE_ID = re.compile(r"[^\W_][\w.-]{0,59}")


def read_graph(path: Path | str, shown: str = "") -> "Graph":
    """The graph of the stage in a TOML file, checked. `shown` is the file's name in errors.

    Raises `ModelError` with every problem, each with file, line and key.
    """
    name = shown or str(path)
    return graph_from_text(read_text(Path(path), name), name)


def read_text(path: Path, name: str) -> str:
    """The text of a stage file. Raises `ModelError` if it cannot be read."""
    content = read_bytes(path, name)
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ModelError(Problem("is not UTF-8 text", f"{name}:{line}", "save the file as UTF-8")) from error


def graph_from_text(text: str, name: str) -> "Graph":
    """The graph of the stage in a text; `name` is its name in errors."""
    try:
        table = Table(toml(text), name)
    except tomllib.TOMLDecodeError as error:
        raise ModelError(_no_toml(f"{error}", name, text)) from error
    except RecursionError as error:
        raise ModelError(Problem("is not a stage: its values are nested too deeply", name)) from error
    try:
        road = _graph(table)
        mark_steps(road)
        parts = table.content["space"] if spaces(road) else []
        names = {f"space[{place}]": str(part.get("id", "")) for place, part in enumerate(parts, 1)}
        places = {id: place for place, id in names.items()}
        wrong = [_at_fault(problem, name, names) for problem in table.problems]
        for id, key, problem in check(road, MOST_TOLD + 1, wrong):
            table.wrong(problem.what, ".".join(filter(None, (places.get(id), key))), problem.help)
        table.check()
    except ModelError as error:
        told = sorted(
            (_placed(problem, name, text) for problem in error.problems[:MOST_TOLD]), key=itemgetter(0)
        )
        more = [Problem("and more", name)] if len(error.problems) > MOST_TOLD else []
        raise ModelError(*(problem for _, problem in told), *more) from error
    return road


def _at_fault(problem: Problem, name: str, names: Mapping[str, str]) -> tuple[str, str]:
    """The space, if it is about one, and the key of a problem; `names` has the space for `space[3]`."""
    key = problem.where.removeprefix(f"{name}: ")
    place, _, within = key.partition(".")
    return (names.get(place, place), within) if place.startswith("space[") else ("", key)


def _no_toml(said: str, name: str, text: str) -> Problem:
    """Why a text is not TOML, with line and column, and the usual remedy."""
    found = re.fullmatch(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)", said)
    what, place = said, name
    if found:
        what, line = found[1], found[2] or len(text.rstrip("\n").split("\n"))
        place = f"{name}:{line}:{found[3]}" if found[3] else f"{name}:{line}"
    help = "put texts in quotes, lists in [ ], spaces in a list in { }, with commas between"
    if re.search(r"overwrite|duplicate|twice", what, re.IGNORECASE):
        help = "write a key once in its table; spaces begin with `[[space]]`, in double brackets"
    return Problem(f"is not valid TOML: {what[:1].lower()}{what[1:]}", place, help)


def _placed(problem: Problem, name: str, text: str) -> tuple[int, Problem]:
    """The line of a problem, and the problem with it; a space is named by its id."""
    key = problem.where.removeprefix(f"{name}: ")
    if key == problem.where:
        return 0, problem
    line, shown = line_of(key, text)
    return line, replace(problem, where=f"{name}:{line}: {shown}")


def _graph(table: Table) -> "Graph":
    schema = table.text("schema", "")
    if schema != SCHEMA and isinstance(table.content.get("schema", ""), str):
        what = f"should be `{SCHEMA}`" if schema else "is missing"
        table.wrong(what, "schema", f'write `schema = "{SCHEMA}"`')
    id = table.text("id")
    if id and not STAGE_ID.fullmatch(id):
        table.wrong(
            f"`{id}` cannot be the id of a stage", "id", "a word such as `hollow-pine`, without blanks"
        )
    legend = _legend(table.table("terrain"))
    zones = _zones(table, legend)
    corners = tuple(_corner(name, part) for name, part in _named(table, "corners"))
    parts = table.tables("space")
    if not parts and not table.content.get("space"):
        table.wrong("a stage has spaces", "space", "begin each with `[[space]]`")
    if len(parts) > MAX_SPACES:
        table.wrong(f"a stage has at most {MAX_SPACES} spaces, not {len(parts)}", "space", "leave some out")
        parts = []
    if any(part.content.get("kind") == CORNER for part in parts) and not table.has("corners"):
        table.wrong(
            "is missing", "corners", 'name each corner, as in `K1 = { hand = "left" }` under `[corners]`'
        )
    if parts and zones and not any(zone.terrain for zone in zones):
        table.wrong(
            "is missing", "terrain", "name the terrain next to the road, as in `meadow = 0` under `[terrain]`"
        )
    road: Graph = nx.DiGraph(
        id=id,
        name=table.text("name"),
        version=_between(
            table, "version", 1, MOST_VERSIONS, f"versions count from 1 to {MOST_VERSIONS}", default=1
        ),
        source=table.text("source", ""),
        zones=tuple(zones),
        corners=corners,
    )
    road.add_node(START)
    steps = [(START, one) for one in _ahead(table, "start")]
    for part in parts:
        steps += _add_space(road, part)
    road.add_node(FINISH)
    road.add_edges_from(steps)
    table.finish()
    return road


def _ahead(table: Table, name: str) -> tuple[str, ...]:
    """The spaces one step ahead."""
    ahead = table.texts(name)
    if len(set(ahead)) < len(ahead):
        table.wrong("names a space twice", name, "name it once")
    return ahead


def _named(table: Table, name: str) -> list[tuple[str, Table | None]]:
    """The tables of a table by name; names must be words. None for an entry that is not a table, which is reported."""
    outer = table.table(name)
    found: list[tuple[str, Table | None]] = []
    for key, part in outer.each():
        if not WORD.fullmatch(key):
            outer.wrong(
                f"`{key}` cannot be a name here", key, "a word such as `K1`, as a record can write it"
            )
        found.append((key, part if isinstance(outer.content[key], dict) else None))
    return found


def _zones(table: Table, legend: dict[str, int]) -> list[Zone]:
    """The zones from start to finish."""
    zones = [_zone(name, part, legend) for name, part in _named(table, "zones")]
    order = table.texts("zone_order")
    if not zones and table.content.get("zones", {}) == {}:
        table.wrong(
            "is missing", "zones", 'name each zone, as in `P = { surface = "asphalt" }` under `[zones]`'
        )
    if len(zones) > MOST_ZONES:
        what = f"a stage has 1 to {MOST_ZONES} zones (RM-1.2), not {len(zones)}"
        table.wrong(what, "zones", "leave some out")
    if sorted(order) == sorted(zone.name for zone in zones):
        return sorted(zones, key=lambda zone: order.index(zone.name))
    if zones and (order or table.content.get("zone_order", []) == []):
        what = "should name every zone once, from start to finish" if order else "is missing"
        words = ", ".join(f'"{zone.name}"' for zone in zones)
        table.wrong(what, "zone_order", f"as in `zone_order = [{words}]`, in the order of the road")
    return zones


def _legend(table: Table) -> dict[str, int]:
    legend = {}
    for name in table.content:
        legend[name] = _between(
            table, name, 0, MOST_POINTS, f"a terrain costs 0 to {MOST_POINTS} points of damage"
        )
        if name in (TO_SHORTCUT, TO_ROAD):
            what = "cannot be the name of a terrain: the word has another meaning as a side of a space"
            table.wrong(what, name, "give the terrain another name")
    return legend


def _zone(name: str, table: Table | None, legend: dict[str, int]) -> Zone:
    if table is None:
        return Zone(name, "", tuple(legend.items()))
    surface = _one_of(table, "surface", SURFACES)
    own = _legend(table.table("terrain"))
    table.finish()
    return Zone(name, surface, tuple({**legend, **own}.items()))


def _corner(name: str, table: Table | None) -> Corner:
    if table is None:
        return Corner(name, "")
    hand = _one_of(table, "hand", HANDS)
    ahead = table.groups("ahead")
    if table.content.get("ahead") == [] or not all(ahead):
        help = "every space of the corner, the front one first; or leave out `ahead`"
        table.wrong("has an empty list", "ahead", help)
    table.finish()
    return Corner(name, hand, ahead)


def _add_space(road: "Graph", table: Table) -> list[tuple[str, str]]:
    """Adds one space to the graph; the steps from it, to be added when all spaces are known."""
    id = table.text("id")
    if id and (not WORD.fullmatch(id) or NO_SPACE_ID.fullmatch(id)):
        table.wrong(
            f"`{id}` cannot be the name of a space",
            "id",
            "a word such as `s10` or `k1i`; none that a record reads as a gear (`g5`) or a status (`left`)",
        )
    elif id and id in road:
        table.wrong(f"there are two spaces `{id}`", "id", "give one another name")
    kind = _one_of(table, "kind", KINDS)
    zone = _one_of(table, "zone", [one.name for one in road.graph["zones"]])
    capacity = _between(
        table, "capacity", 1, MOST_ROOM, f"a space has room for 1 to {MOST_ROOM} cars", default=1
    )
    note = 0
    if kind in (CORNER, BUMP):
        what = f"a note is a gear from {GEARS[0]} to {GEARS[-1]}"
        note = _between(table, "note", GEARS[0], GEARS[-1], what)
    corner = role = ""
    index = 0
    if kind == CORNER:
        corner = _one_of(table, "corner", [one.name for one in road.graph["corners"]])
        role = _one_of(table, "role", ROLES)
        index = table.number("index") if role == DRIFT else 0
    wide = kind in (STRAIGHT, BUMP) and _one_of(table, "width", ("wide", "narrow")) == "wide"
    split = table.text("split", "")
    if split and not WORD.fullmatch(split):
        table.wrong(f"`{split}` cannot be the name of a timing point", "split", "a word such as `T1`")
    road.add_node(
        id,
        zone=zone,
        kind=kind,
        left=table.text("left"),
        right=table.text("right"),
        capacity=capacity,
        wide=wide,
        note=note,
        corner=corner,
        role=role,
        index=index,
        split=split,
    )
    ahead = _ahead(table, "next")
    if table.content.get("next", []) == []:
        table.wrong("leads nowhere", "next", 'the last space has `next = ["FINISH"]`')
    if kind in KINDS:
        table.finish()
    return [(id, one) for one in ahead]


def _between(table: Table, name: str, least: int, most: int, what: str, default: int | None = None) -> int:
    """A whole number within these bounds; `what` words the bounds for the problem."""
    value = table.number(name, default)
    known = table.content.get(name, default)
    if isinstance(known, int) and not isinstance(known, bool) and not least <= value <= most:
        table.wrong(f"{what}, not {value}", name)
    return value


def _one_of(table: Table, name: str, known: Sequence[str]) -> str:
    """One of the known words; any word if none is known, which is reported elsewhere."""
    value = table.text(name)
    if value and known and value not in known:
        near = did_you_mean(value, known)
        table.wrong(f"`{value}` is not known", name, f"{near} known: {', '.join(known)}".strip())
    return value

"""A stage file: TOML read key by key, with the line of everything that is wrong."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

from model.datafiles import Table
from model.errors import ModelError, Problem
from model.rallyman.stage import (
    BUMP,
    CORNER,
    DRIFT,
    HANDS,
    KINDS,
    ROLES,
    STRAIGHT,
    Corner,
    Space,
    Stage,
    Zone,
)

SCHEMA = "rallyman-stage/1"
MAX_BYTES = 1 << 20
"""Largest stage file that is read: 1 MiB."""
MAX_SPACES = 2_000
MOST_TOLD = 50
"""Problems of one file that are told."""
MOST_ZONES = 4
"""Zones of a stage (RM-1.2)."""
MOST_POINTS = 5
"""Damage points of one terrain at most."""

SPACE_ID = re.compile(r"[^\W\d_][\w'-]{0,30}")
NO_SPACE_ID = re.compile(r"g[0-5]|START|FINISH|spun|left|right|stopped|out")
"""Words that mean something else in a record."""


def read_stage(path: Path | str, shown: str = "") -> Stage:
    """The stage in a TOML file, checked. Raises `ModelError` with every problem, each with file, line and key."""
    name = shown or str(path)
    return stage_from_text(read_text(Path(path), name), name)


def read_text(path: Path, name: str) -> str:
    """The text of a stage file. Raises `ModelError` if it cannot be read."""
    try:
        if path.is_dir():
            raise ModelError(Problem("is a folder, not a stage file", name, "name a .toml file in it"))
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise ModelError(Problem("is larger than 1 MiB, too large for a stage", name))
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError as error:
        raise ModelError(Problem("there is no such file", name)) from error
    except UnicodeDecodeError as error:
        raise ModelError(Problem("is not UTF-8 text", name)) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the name of the file is not usable"
        raise ModelError(Problem(f"cannot be read: {reason}", name)) from error


def stage_from_text(text: str, name: str) -> Stage:
    """The stage in a text; `name` is how errors call it."""
    from model.rallyman.stage_check import check

    try:
        table = Table(tomllib.loads(text), name)
    except tomllib.TOMLDecodeError as error:
        what = f"{error}"[:1].lower() + f"{error}"[1:]
        raise ModelError(Problem(f"is not valid TOML: {what}", name)) from error
    except RecursionError as error:
        raise ModelError(Problem("is not a stage: its values are nested too deeply", name)) from error
    try:
        stage = _stage(table)
        table.check()
        for place, problem in check(stage):
            table.wrong(problem.what, place, problem.help)
        table.check()
    except ModelError as error:
        told = [_placed(problem, name, text) for problem in error.problems[:MOST_TOLD]]
        if len(error.problems) > MOST_TOLD:
            told.append(Problem(f"and {len(error.problems) - MOST_TOLD} more", name))
        raise ModelError(*told) from error
    return stage


def _placed(problem: Problem, name: str, text: str) -> Problem:
    """The problem with the line of its key; a space is called by its id there."""
    key = problem.where.removeprefix(f"{name}: ")
    if key == problem.where:
        return problem
    line, shown = _line_of(key, text)
    return replace(problem, where=f"{name}:{line}: {shown}" if line else f"{name}: {shown}")


def _line_of(key: str, text: str) -> tuple[int, str]:
    """The line of a dotted key, and the key in words."""
    lines = text.split("\n")
    found = re.match(r"space\[(\d+)\](?:\.(\w+))?", key)
    if found:
        heads = [at for at, line in enumerate(lines) if re.search(r"(?:^\s*\[\[space\]\]|\{\s*id\s*=)", line)]
        count, word = int(found[1]), found[2] or ""
        if count > len(heads):
            return 0, key
        begin, end = heads[count - 1], (heads[count] if count < len(heads) else len(lines))
        named = next(
            (re.search(r'id\s*=\s*"([^"]*)"', line) for line in lines[begin:end] if "id" in line), None
        )
        shown = f"space {named[1]}{f'.{word}' if word else ''}" if named else key
        at = next((at for at in range(begin, end) if word and re.search(rf"\b{word}\s*=", lines[at])), begin)
        return at + 1, shown
    first, _, rest = key.partition(".")
    heads = [
        at
        for at, line in enumerate(lines)
        if re.match(rf"\s*(?:\[?\[{first}\]|{first}\s*[=.]|\[{first}\.)", line)
    ]
    if not heads:
        return 0, key
    word = rest.split(".")[0].split("[")[0]
    begin = heads[0]
    if word:
        for at in range(begin, len(lines)):
            if at > begin and re.match(r"\s*\[", lines[at]) and f"{first}.{word}" not in lines[at]:
                break
            if re.search(rf"\b{re.escape(word)}\b\s*[=\].]", lines[at]):
                return at + 1, key
    return begin + 1, key


def _stage(table: Table) -> Stage:
    if table.text("schema") != SCHEMA:
        table.wrong(f"should be `{SCHEMA}`", "schema")
    legend = _legend(table.table("terrain"))
    zones = [_zone(name, part, legend) for name, part in table.table("zones").each()]
    order = table.texts("zone_order")
    if sorted(order) != sorted(zone.name for zone in zones):
        table.wrong("should name every zone once, from start to finish", "zone_order")
    else:
        zones.sort(key=lambda zone: order.index(zone.name))
    if not 1 <= len(zones) <= MOST_ZONES:
        table.wrong(f"a stage has 1 to {MOST_ZONES} zones (RM-1.2), not {len(zones)}", "zones")
    corners = tuple(_corner(name, part) for name, part in table.table("corners").each())
    parts = table.tables("space")
    if not parts:
        table.wrong("a stage has spaces", "space", "begin each with `[[space]]`")
    if len(parts) > MAX_SPACES:
        table.wrong(f"a stage has at most {MAX_SPACES} spaces, not {len(parts)}", "space")
        parts = []
    spaces = tuple(_space(part, zones, corners) for part in parts)
    stage = Stage(
        table.text("id"),
        table.text("name"),
        table.number("version", 1),
        table.text("source", ""),
        table.texts("start"),
        tuple(zones),
        corners,
        spaces,
    )
    table.finish()
    return stage


def _legend(table: Table) -> dict[str, int]:
    legend = {name: table.number(name) for name in table.content}
    for name, points in legend.items():
        if not 0 <= points <= MOST_POINTS:
            table.wrong(f"a terrain costs 0 to {MOST_POINTS} points of damage, not {points}", name)
        if name in ("shortcut", "road"):
            table.wrong("cannot be the name of a terrain: it says where a car is pushed to", name)
    return legend


def _zone(name: str, table: Table, legend: dict[str, int]) -> Zone:
    surface = _one_of(table, "surface", ("asphalt", "snow"))
    own = _legend(table.table("terrain"))
    table.finish()
    return Zone(name, surface, tuple({**legend, **own}.items()))


def _corner(name: str, table: Table) -> Corner:
    hand = _one_of(table, "hand", HANDS)
    table.finish()
    return Corner(name, hand)


def _space(table: Table, zones: list[Zone], corners: tuple[Corner, ...]) -> Space:
    """One space by itself; how it lies among the others is looked at when all are known."""
    id = table.text("id")
    if id and (not SPACE_ID.fullmatch(id) or NO_SPACE_ID.fullmatch(id)):
        table.wrong(f"`{id}` cannot be the name of a space", "id", "a word such as `s10` or `k1i`")
    kind = _one_of(table, "kind", KINDS)
    zone = _one_of(table, "zone", [one.name for one in zones])
    capacity = table.number("capacity", 1)
    if not 1 <= capacity <= 9:
        table.wrong(f"room is for 1 to 9 cars, not {capacity}", "capacity")
    note = table.number("note") if kind in (CORNER, BUMP) else 0
    if kind in (CORNER, BUMP) and not 1 <= note <= 5:
        table.wrong(f"a note is a gear from 1 to 5, not {note}", "note")
    corner = role = ""
    index = 0
    if kind == CORNER:
        corner = _one_of(table, "corner", [one.name for one in corners])
        role = _one_of(table, "role", ROLES)
        index = table.number("index") if role == DRIFT else 0
    wide = kind in (STRAIGHT, BUMP) and _one_of(table, "width", ("wide", "narrow")) == "wide"
    space = Space(
        id,
        zone,
        kind,
        table.text("left"),
        table.text("right"),
        capacity,
        table.texts("next"),
        wide,
        note,
        corner,
        role,
        index,
        table.text("split", ""),
    )
    if not space.next:
        table.wrong("leads nowhere", "next", 'the last space has `next = ["FINISH"]`')
    table.finish()
    return space


def _one_of(table: Table, name: str, known: tuple[str, ...] | list[str]) -> str:
    value = table.text(name)
    if value and value not in known:
        table.wrong(f"`{value}` is not known", name, f"known: {', '.join(known)}" if known else "")
    return value

"""A track as a person writes it, and its two readers: for a TOML file, and for the `track` block of a record. They report only
what cannot be read; `track_check` checks the rest."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from types import MappingProxyType

from model.datafiles import Table
from model.errors import ModelError, Problem
from model.thunder_alley.track import LANES, Section
from model.values import value

MAX_SECTORS = 400
MAX_LANES = len(LANES)

GRID_CARS = 21
"""The number of cars on a printed grid (TA-1.3-grid)."""

SPACE = re.compile(r"[1-9]\d{0,2}[a-h]")

IGNORED = ("apron_inside_of", "wall", "diagram_sectors", "note")
"""Keys that describe a picture; they are accepted and ignored."""

FILE_KEYS = MappingProxyType(
    {
        "sectors": "track.section",
        "ahead": "track.edge from",
        "ring": "track.ring",
        "line": "track.start_finish_after_sector",
        "green": "track.green_line_after_sector",
        "restart": "track.restart_lanes",
        "grid": "track.grid",
        "cars": "track.max_cars",
    }
)
"""First word of a line in a `track` block -> key with the same meaning in a file."""


@value
class TrackPlan:
    """The content of a track file or a `track` block; not yet checked.

    `edges` lists the spaces ahead of a space where a step forward does not simply keep the lane. `grid` is None if it
    follows from Start/Finish and the restart lanes. `max_cars` is how many cars the grid must hold; None means that no grid
    is needed, as in fragments. `file` is set for plans read from a file and named in problems.
    """

    id: str
    version: int = 1
    title: str = ""
    source: str = ""
    sections: tuple[Section, ...] = ()
    edges: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    ring: bool = False
    line: int | None = None
    green: int | None = None
    restart: tuple[str, str] | None = None
    grid: tuple[str, ...] | None = None
    max_cars: int | None = None
    file: str = ""

    def place(self, key: str) -> str:
        """The place of a problem: the words of a `track` block, or file and key."""
        if not self.file:
            return key
        word, _, rest = key.partition(" ")
        return f"{self.file}: {FILE_KEYS.get(word, word)}{' ' + rest if rest else ''}"


def plan_from_file(file: Table, id: str) -> TrackPlan:
    """The plan in a whole track file. Raises `ModelError` with everything that cannot be read or has no meaning."""
    title, source, version = file.text("title"), file.text("source"), file.number("version", 1)
    file.asked.add("note")
    if version < 1:
        file.wrong(f"counts from 1, not `{version}`", "version")
    table = file.table("track")
    sections = [section for part in table.tables("section") if (section := _section(part)) is not None]
    edges: dict[str, tuple[str, ...]] = {}
    for part in table.tables("edge"):
        start, targets = part.text("from"), part.texts("to")
        part.finish()
        for space in filter(None, (start, *targets)):
            if not SPACE.fullmatch(space):
                part.wrong(f"`{_short(space)}` is not a space", help="sector and lane, such as `14b`")
        if start in edges:
            part.wrong(f"`{start}` has an edge already", "from", "one edge lists all the spaces ahead")
        edges.setdefault(start, targets)
    restart = table.texts("restart_lanes")
    if table.has("restart_lanes") and len(restart) != 2:
        table.wrong("names two lanes", "restart_lanes", 'the inner one first, such as `["a", "b"]`')
    ring = table.has("ring")
    if ring:
        _ring(table, sections)
    table.asked.update(IGNORED)
    plan = TrackPlan(
        id,
        version,
        title,
        source,
        tuple(sections),
        MappingProxyType(edges),
        ring,
        _optional(table, "start_finish_after_sector"),
        _optional(table, "green_line_after_sector"),
        (restart[0], restart[1]) if len(restart) == 2 else None,
        table.texts("grid") if table.has("grid") else None,
        table.number("max_cars", GRID_CARS),
        file.file,
    )
    table.finish()
    file.finish()
    file.check()
    return plan


def plan_from_lines(lines: Iterable[tuple[str, Sequence[str]]], id: str = "drawn") -> TrackPlan:
    """The plan in the lines of a `track` block, each split into its first word and the others.

    Raises `ModelError`; the `where` of a problem begins with the words of its line: `ahead 5b 6a 6b`.
    """
    sections: list[Section] = []
    edges: dict[str, tuple[str, ...]] = {}
    once: dict[str, tuple[str, ...]] = {}
    problems: list[Problem] = []
    for keyword, given in lines:
        words = tuple(given)
        fault = _fault(keyword, words)
        if not fault and keyword == "ahead":
            if words[0] in edges:
                fault = f"the spaces ahead of `{words[0]}` are given twice", "one line lists all of them"
            edges[words[0]] = words[1:]
        elif not fault and keyword == "sectors":
            first, _, last = words[0].partition("-")
            sections.append(Section(int(first), int(last), words[1:]))
        elif not fault:
            if keyword in once:
                fault = f"`{keyword}` is given twice", ""
            once[keyword] = words
        if fault:
            problems.append(Problem(fault[0], " ".join((keyword, *words)), fault[1]))
    if problems:
        raise ModelError(*problems)
    restart = once.get("restart")
    return TrackPlan(
        id=id,
        title="Track of the record",
        sections=tuple(sections),
        edges=MappingProxyType(edges),
        ring="ring" in once,
        line=int(once["line"][0]) if "line" in once else None,
        green=int(once["green"][0]) if "green" in once else None,
        restart=(restart[0], restart[1]) if restart else None,
    )


LINE_SHAPES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "sectors": (r"[1-9]\d{0,2}-[1-9]\d{0,2}( [a-z])+", "`sectors 6-10 a b`"),
        "ahead": (r"[1-9]\d{0,2}[a-h]( [1-9]\d{0,2}[a-h])+", "`ahead 5b 6a 6b`"),
        "ring": (r"", "`ring`, alone"),
        "line": (r"[1-9]\d{0,2}", "`line 28`"),
        "green": (r"[1-9]\d{0,2}", "`green 20`"),
        "restart": (r"[a-z] [a-z]", "`restart a b`"),
    }
)
"""First word of a line in a `track` block -> pattern of the words that follow, and an example."""


def _fault(keyword: str, words: tuple[str, ...]) -> tuple[str, str] | None:
    """What is wrong with the shape of one line of a block, and how to correct it; None if nothing is."""
    shape = LINE_SHAPES.get(keyword)
    if shape is None:
        return f"`{_short(keyword)}` has no meaning in a track", f"known: {', '.join(LINE_SHAPES)}"
    if not re.fullmatch(shape[0], " ".join(words)):
        return f"`{keyword}` cannot be read with these words", f"write it like {shape[1]}"
    return None


def _section(part: Table) -> Section | None:
    """One `[[track.section]]`; None if it cannot be read."""
    before = len(part.problems)
    sectors, lanes = part.numbers("sectors"), part.texts("lanes")
    turn = part.text("turn", "") or None
    angle = part.number("angle", 0)
    part.asked.add("note")
    part.finish()
    if len(part.problems) > before:
        return None
    if len(sectors) != 2 or not 1 <= sectors[0] <= 999 or not 1 <= sectors[1] <= 999:
        part.wrong("names the first and the last sector", "sectors", "such as `[6, 10]`, counted from 1")
        return None
    if turn is not None and turn not in ("left", "right"):
        part.wrong(
            f"`{_short(turn)}` is not a way to turn", "turn", "`left` or `right`, as the driver sees it"
        )
        return None
    if (turn is None) != (angle == 0) or not 0 <= angle <= 300:
        part.wrong("a corner has a `turn` and an `angle` of 1 to 300 degrees, a straight has neither")
        return None
    return Section(sectors[0], sectors[1], lanes, turn, angle)


def _ring(table: Table, sections: Sequence[Section]) -> None:
    """`ring = N` must give the number of sectors."""
    length = table.number("ring")
    last = max((section.last for section in sections), default=0)
    if sections and length != last:
        table.wrong(f"names {length} sectors, but the sections end with sector {last}", "ring")


def _optional(table: Table, key: str) -> int | None:
    return table.number(key) if table.has(key) else None


def _short(word: str) -> str:
    """A user's word, cut to fit a message."""
    return word if len(word) <= 40 else f"{word[:37]}..."

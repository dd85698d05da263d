"""A track as plain text: rows of sectors, one line for the apron and one for each lane, with forks, lines and cars."""

import re
from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from textwrap import wrap

from model.thunder_alley.track import APRON, LANES, Track
from verifier.drawings.scene import Scene
from verifier.errors import printable
from verifier.painted import Spot
from verifier.thunder_alley.lines.terms import Table
from verifier.thunder_alley.pictures.marks import CarMark, by_space, marks

WIDTH = 100
"""The usual width of a picture in characters."""

CELL = 4
"""Width of a sector in characters: three for the space, one for the border after it."""

SIDE = 8
"""Width of the names at the left in characters."""


def picture(table: Table, width: int = WIDTH) -> str:
    """The track of a table with its cars as plain text; empty without a track."""
    track = table.setup.track
    return "" if track is None else text_picture(track, marks(table.standing.position), width)


def text_picture(track: Track, cars: Iterable[CarMark] = (), width: int = WIDTH) -> str:
    """The track in lines of at most `width` characters (at least one sector per row); lane a, the innermost, is on top.

    Raises `ModelError` if a car is on a space that the track does not have.
    """
    standing = by_space(track, cars)
    room = max(1, (width - SIDE) // CELL)
    each = ceil(len(track.sectors) / ceil(len(track.sectors) / room))
    rows = [track.sectors[start : start + each] for start in range(0, len(track.sectors), each)]
    blocks = [_block(track, row, standing) for row in rows]
    notes = [*_stacks(standing), _signs(track), *_forks(track)]
    lines = [line for note in notes for line in _wrap(note, max(20, width))]
    return "\n".join("\n".join([*block, ""]) for block in blocks) + "\n".join(["", *lines]) + "\n"


def spots(scene: Scene, lines: Sequence[str]) -> Iterator[Spot]:
    """Where the spaces are in a picture: a row of cells below each row of sectors, one for each lane."""
    standing = {piece.place: piece.id for piece in reversed(scene.pieces)}
    sectors: list[str] = []
    for number, line in enumerate(lines):
        name, *_ = line.split() or [""]
        if name == "sector":
            sectors = re.findall(r"\d+", line)
        elif not name:
            sectors = []
        elif name in (APRON, *LANES):
            for at, sector in enumerate(sectors):
                place = f"{sector}{name}"
                if place in scene.places:
                    yield Spot(number, SIDE + CELL * at, CELL - 1, place, standing.get(place, ""))


def fork_list(track: Track) -> str:
    """All steps that do more than keep the lane: `5b -> 6a 6b, 5c -> 6b`."""
    found = []
    for space, ahead in enumerate(track.ahead):
        if ahead and [track.lane[end] for end in ahead] != [track.lane[space]]:
            found.append(f"{track.spaces[space]} -> {' '.join(track.spaces[end] for end in ahead)}")
    return ", ".join(found)


def _wrap(note: str, width: int) -> list[str]:
    """Wraps a note only after commas and semicolons."""
    glued = "".join(
        "\0" if char == " " and note[place - 1] not in ",;:" else char for place, char in enumerate(note)
    )
    lines = wrap(glued, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def _block(track: Track, sectors: Sequence[int], standing: dict[str, list[CarMark]]) -> list[str]:
    """One row of sectors."""
    lines = [
        _line("sector", [str(sector) for sector in sectors], [_mark(track, sector) for sector in sectors])
    ]
    turns = {sector: section.turn for section in track.sections for sector in section.sectors}
    if any(turns.values()):
        bends = [{"left": "(", "right": ")"}.get(turns.get(sector) or "", "") for sector in sectors]
        lines.append(_line("corner", [bend * 3 for bend in bends], [""] * len(sectors)))
    marks = [_mark(track, sector) for sector in sectors]
    aprons = [_content(standing.get(f"{sector}{APRON}", ()), "_") for sector in sectors]
    lines.append(_line(APRON, aprons, marks))
    for lane in LANES[: LANES.index(max(track.lane)) + 1]:
        cells, borders = [], []
        for sector, mark in zip(sectors, marks, strict=True):
            space = track.index.get(f"{sector}{lane}")
            cells.append("" if space is None else _content(standing.get(track.spaces[space], ()), "."))
            borders.append(mark if space is None else _way(track, space) or mark)
        name = f"{lane} *" if lane in (track.restart or ()) else lane
        lines.append(_line(name, cells, borders))
    return lines


def _line(name: str, cells: Sequence[str], borders: Sequence[str]) -> str:
    body = "".join(f"{cell:^3.3}{border or ' ':.1}" for cell, border in zip(cells, borders, strict=True))
    return f"{name:<{SIDE}}{body}".rstrip()


def _content(cars: Sequence[CarMark], empty: str) -> str:
    """The content of a space: the car, with a plus if there are more cars on it."""
    if not cars:
        return empty
    label = printable(cars[0].label)
    return f"{label[:2]}+" if len(cars) > 1 else label[:3]


def _mark(track: Track, sector: int) -> str:
    """The line drawn on the border after a sector."""
    if sector == track.line:
        return "|"
    return ":" if sector == track.green else ""


def _way(track: Track, space: int) -> str:
    """Where a step forward leads at a border where lanes change: `<` both ways, `/` a lane in, `\\` a lane out."""
    ahead = track.ahead[space]
    beside = [other for other, sector in enumerate(track.sector) if sector == track.sector[space]]
    if all(
        len(track.ahead[other]) == 1 and track.lane[track.ahead[other][0]] == track.lane[other]
        for other in beside
    ):
        return ""
    if len(ahead) != 1:
        return "<" if ahead else ""
    here, there = track.lane[space], track.lane[ahead[0]]
    return "-" if here == there else ("/" if there < here else "\\")


def _stacks(standing: dict[str, list[CarMark]]) -> list[str]:
    """Apron spaces with several cars, bottom first."""
    return [
        f"apron {space}, bottom first: {' '.join(printable(car.label) for car in cars)}"
        for space, cars in sorted(standing.items(), key=lambda item: (int(item[0][:-1]), item[0]))
        if len(cars) > 1
    ]


def _signs(track: Track) -> str:
    """The legend of the signs that occur."""
    signs = [
        (track.line is not None, "| Start/Finish"),
        (track.green is not None, ": green line"),
        (track.restart is not None, "* restart lane"),
        (any(section.turn == "left" for section in track.sections), "((( corner to the left"),
        (any(section.turn == "right" for section in track.sections), "))) corner to the right"),
        (bool(track.forks()), "< choice of two spaces ahead"),
        (bool(fork_list(track)), "/ \\ one lane in, out"),
    ]
    return "; ".join(["cars drive to the right", *(words for shown, words in signs if shown)])


def _forks(track: Track) -> list[str]:
    forks = fork_list(track)
    return [f"changes of lane: {forks}"] if forks else []

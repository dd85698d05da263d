"""The layout of the SVG drawing: the parts of the road in rows of similar length, each corner in one piece with its lines above
one another. Lengths are in pixels."""

from collections.abc import Sequence
from dataclasses import dataclass

from model.rallyman.facts import FINISH, START
from model.rallyman.stage import BUMP, DRIFT, INSIDE, SHORTCUT, Space
from verifier.drawing import cut, text_width
from verifier.rallyman.pictures.view import SIDES, Part, View, parts_of

ROOM = 1010
"""Width of a row, unless a part of the road is longer."""

NARROW, WIDE, STRIP = 36, 48, 15
"""Heights of a narrow space, of a wide one, and of the strip next to it."""
LINE = NARROW + 2 * STRIP + 22
"""Distance from one line of a corner to the next."""
GAP = 24
"""Gap between two parts of the road, and between the frame of a corner and its spaces."""
PAD, HEAD, ZONE = 6, 20, 22
"""Padding around the spaces in the frame of a corner; height of that frame's head; height of the bar that names the zone."""
NAME, SMALL = 13, 10
"""Text heights: names of spaces, everything else."""
NEXT = 14
"""Characters shown of the next part's name at the end of a row."""
LONGEST = 24
"""Characters shown of a terrain, a timing point, a zone or a corner; the tooltip of a space shows the rest."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a space in the drawing: the middle of the tile and its width."""

    x: float
    y: float
    wide: float


@dataclass(frozen=True, slots=True)
class Stretch:
    """The place of a part of the road in the drawing: its left and right end, the height of the road, and the upper and lower
    edge of the whole part. `part` is None for start and finish."""

    part: Part | None
    name: str
    left: float
    right: float
    y: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Layout:
    """The rows of the drawing; the places of its spaces, including START and FINISH; its width; the end of the last row; the
    margins left and right of the rows."""

    rows: tuple[tuple[Stretch, ...], ...]
    places: dict[str, Place]
    wide: float
    high: float
    margin: float


def layout(view: View, top: float) -> Layout:
    """Lays the stage out below `top`."""
    tile = _tile(view)
    parts = parts_of(view.stage)
    units: list[tuple[str, Part | None]] = [
        (START, None),
        *((part.name, part) for part in parts),
        (FINISH, None),
    ]
    margin = max(46.0, 34 + max(text_width(cut(name, NEXT), SMALL + 1, bold=True) for name, _ in units))
    cut_rows = _rows([_length(part, tile) for _, part in units])
    places: dict[str, Place] = {}
    rows: list[tuple[Stretch, ...]] = []
    first = 0
    for count in cut_rows:
        row = units[first : first + count]
        first += count
        y = top + ZONE + max(_reach(part, above=True) for _, part in row)
        low = y + max(_reach(part, above=False) for _, part in row)
        x = margin
        stretches = []
        for name, part in row:
            length = _length(part, tile)
            edges = (y - _reach(part, above=True), y + _reach(part, above=False))
            stretches.append(Stretch(part, name, x, x + length, y, *edges))
            places |= _places(name, part, x, y, tile)
            x += length + GAP
        rows.append(tuple(stretches))
        top = low + 26
    wide = max(row[-1].right for row in rows) + margin
    return Layout(tuple(rows), places, wide, top, margin)


def _rows(lengths: Sequence[float]) -> list[int]:
    """The number of parts in each row: as few rows as possible, filled as evenly as possible. The finish is never alone in a
    row."""
    glued = [*lengths[:-2], lengths[-2] + GAP + lengths[-1]]
    room = max(ROOM, *glued)
    best: list[tuple[int, float, int]] = [(0, 0.0, 0)]
    for end in range(1, len(glued) + 1):
        used = -GAP + 0.0
        ways = []
        for begin in range(end - 1, -1, -1):
            used += glued[begin] + GAP
            if used > room:
                break
            rows, waste, _ = best[begin]
            ways.append((rows + 1, waste + (room - used) ** 2, begin))
        best.append(min(ways))
    counts: list[int] = []
    end = len(glued)
    while end:
        counts.insert(0, end - best[end][2])
        end = best[end][2]
    return [*counts[:-1], counts[-1] + 1]


def high(space: Space) -> int:
    """The height of a space without the strips next to it."""
    return WIDE if space.wide else NARROW


def chips(view: View, space: Space) -> list[tuple[str, str, float]]:
    """The words on a space in a row: the kind of each word, the word, its width."""
    found = [("name", space.id, text_width(space.id, NAME, bold=True))]
    if space.note:
        sign = "=" if space.role == DRIFT else "" if space.kind == BUMP else "\N{LESS-THAN OR EQUAL TO}"
        kind = "bump" if space.kind == BUMP else "note"
        found.append((kind, f"{sign}{space.note}", 26.0 if kind == "bump" else 22.0))
    if view.split(space):
        word = cut(view.split(space), LONGEST)
        found.append(("split", word, text_width(word, SMALL, bold=True) + 8))
    return found


def beside_words(view: View, space: Space, side: str) -> str:
    """The words next to a space: a terrain with its damage, or where a car is pushed to."""
    damage = view.damage(space, side)
    beside = cut(view.beside(space, side), LONGEST)
    return f"to {beside}" if damage is None else f"{beside} {damage}"


def _tile(view: View) -> float:
    """The width of a space, wide enough for the words on any of them."""
    written = max(
        sum(width for _, _, width in chips(view, space)) + 5 * len(chips(view, space)) + 3
        for space in view.stage.spaces
    )
    beside = max(
        text_width(beside_words(view, space, side), SMALL, bold=bool(view.damage(space, side)))
        for space in view.stage.spaces
        for side in SIDES
    )
    return max(74.0, written, beside + 6)


def _length(part: Part | None, tile: float) -> float:
    if part is None or part.corner is None:
        return tile
    columns = max(1, len(part.line(DRIFT)))
    return columns * tile + (columns - 1) * GAP + 2 * (GAP + PAD)


def _reach(part: Part | None, *, above: bool) -> float:
    """How far a part reaches above the height of the road, or below it. A corner has one more line there, or none."""
    own = WIDE / 2 + STRIP
    if part is None or part.corner is None:
        return own
    inner = above == (part.corner.hand == "left")
    line = LINE if part.line(SHORTCUT if inner else DRIFT) else 0
    return own + PAD + line + (HEAD if above else 0)


def _places(name: str, part: Part | None, x: float, y: float, tile: float) -> dict[str, Place]:
    if part is None or part.corner is None:
        return {name: Place(x + tile / 2, y, tile)}
    found: dict[str, Place] = {}
    whole = _length(part, tile)
    inwards = -LINE if part.corner.hand == "left" else LINE
    for space in part.spaces:
        if space.role == DRIFT:
            column = x + PAD + GAP + tile / 2 + (space.index - 1) * (tile + GAP)
            found[space.id] = Place(column, y - inwards, tile)
        else:
            level = 0 if space.role == INSIDE else inwards
            found[space.id] = Place(x + whole / 2, y + level, whole - 2 * (GAP + PAD))
    return found

"""The layout of the SVG drawing: the road in rows from left to right, winding through its corners, each corner in one piece with
its lines side by side. Lengths are in pixels."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from model.rallyman.facts import FINISH, START
from model.rallyman.stage import BUMP, DRIFT, INSIDE, SHORTCUT, Space
from model.values import replace
from verifier.drawings.drawing import cut, text_width
from verifier.rallyman.pictures.view import SIDES, Part, View, parts_of
from verifier.rallyman.pictures.winding import BEND, LEAST, Arc, wound

NARROW, WIDE, STRIP = 36, 48, 15
"""Heights of a narrow space, of a wide one, and of the strip next to it."""
LINE = NARROW + 2 * STRIP + 12
"""Distance from one line of a corner to the next."""
FAN, GAP = 42, 8
"""The way from the road to the spaces of a corner, and the gap between two of these."""
HEAD, ZONE = 22, 22
"""Height of the head of a corner, and of the bar that names the zone."""
NAME, SMALL = 13, 10
"""Text heights: names of spaces, everything else."""
NEXT = 14
"""Characters shown of the next part's name at the end of a row."""
LONGEST = 24
"""Characters shown of a terrain, a timing point, a zone or a corner; the tooltip of a space shows the rest."""
ROOM = 1000
"""The least width of a row."""
TALL = 240
"""About the height of a row: longer stages have wider rows, so that the drawing is somewhat wider than high."""
SHAPE = 1.35


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a space: the piece of the road that it lies on, how far from the middle of the road, and where it begins and
    ends along that piece."""

    arc: Arc
    across: float = 0.0
    begin: float = 0.0
    end: float = 1.0

    @property
    def middle(self) -> tuple[float, float]:
        return self.beside(0, 0)

    @property
    def angle(self) -> float:
        """The direction of the road in the middle of the space."""
        return self.arc.angle((self.begin + self.end) / 2)

    @property
    def wide(self) -> float:
        """The length of the space along the road."""
        return (self.end - self.begin) * self.arc.stretch(self.across)

    def beside(self, along: float, across: float) -> tuple[float, float]:
        """A point as seen from the middle of the space, in pixels: along the road, and to its left."""
        middle = (self.begin + self.end) / 2
        return self.arc.at(middle + along / self.arc.stretch(self.across), self.across + across)

    def cell(self, low: float, high: float) -> str:
        """An outline over the length of the space, between two lines parallel to its middle."""
        return self.arc.cell(self.across + low, self.across + high, self.begin, self.end)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the road in the drawing. `part` is None for start and finish. `low` and `high` are its edges, right and left of
    the middle of the road."""

    part: Part | None
    name: str
    arc: Arc
    low: float
    high: float

    def edges(self) -> list[tuple[float, float]]:
        """Points around it."""
        return [*self.arc.line(self.low), *self.arc.line(self.high)]

    def places(self) -> dict[str, Place]:
        """The places of its spaces."""
        if self.part is None or self.part.corner is None:
            return {self.name: Place(self.arc)}
        found = {}
        for spaces, across in _lines(self.part):
            whole = self.arc.stretch(across)
            each = (whole - 2 * FAN - (len(spaces) - 1) * GAP) / len(spaces)
            for at, space in enumerate(spaces):
                begin = FAN + at * (each + GAP)
                found[space.id] = Place(self.arc, across, begin / whole, (begin + each) / whole)
        return found


@dataclass(frozen=True, slots=True)
class Layout:
    """The rows of the drawing, each with its upper edge; the places of its spaces, including START and FINISH; its width; the end
    of the last row; the margins left and right of the rows."""

    rows: tuple[tuple[Stretch, ...], ...]
    tops: tuple[float, ...]
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
    rows, tops, wide, first = [], [], 0.0, 0
    for count in _rows([_length(part, tile) for _, part in units]):
        row = units[first : first + count]
        first += count
        arcs = wound([(_length(part, tile), _side(part)) for _, part in row])
        stretches = [
            Stretch(part, name, arc, *_edges(part)) for (name, part), arc in zip(row, arcs, strict=True)
        ]
        edges = [point for stretch in stretches for point in stretch.edges()]
        right, down = margin - min(x for x, _ in edges), top + ZONE - min(y for _, y in edges)
        rows.append(tuple(_moved(stretch, right, down) for stretch in stretches))
        tops.append(top)
        wide = max(wide, right + max(x for x, _ in edges) + margin)
        top = down + max(y for _, y in edges) + 24
    places = {name: place for row in rows for stretch in row for name, place in stretch.places().items()}
    return Layout(tuple(rows), tuple(tops), places, wide, top, margin)


def _moved(stretch: Stretch, right: float, down: float) -> Stretch:
    return replace(stretch, arc=replace(stretch.arc, x=stretch.arc.x + right, y=stretch.arc.y + down))


def _rows(lengths: Sequence[float]) -> list[int]:
    """The number of parts in each row: as few rows as possible, filled as evenly as possible. The finish is never alone in a
    row."""
    glued = [*lengths[:-2], lengths[-2] + lengths[-1]]
    room = max(ROOM, sqrt(SHAPE * TALL * sum(glued)), *glued)
    best: list[tuple[int, float, int]] = [(0, 0.0, 0)]
    for end in range(1, len(glued) + 1):
        used = 0.0
        ways = []
        for begin in range(end - 1, -1, -1):
            used += glued[begin]
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


def _side(part: Part | None) -> int:
    """The side to which a part bends: 1 to the left, -1 to the right."""
    return 0 if part is None or part.corner is None else 1 if part.corner.hand == "left" else -1


def _lines(part: Part) -> list[tuple[tuple[Space, ...], float]]:
    """The lines of a corner, each with its distance from the middle of the road: drift spaces outside, the shortcut inside."""
    inwards = _side(part) * LINE
    lines = ((INSIDE, 0), (DRIFT, -inwards), (SHORTCUT, inwards))
    return [(part.line(role), across) for role, across in lines if part.line(role)]


def _length(part: Part | None, tile: float) -> float:
    """The length of a part in the middle of the road: every line of a corner has room for its spaces."""
    if part is None or part.corner is None:
        return tile
    lengths = []
    for spaces, across in _lines(part):
        inwards = _side(part) * across
        shorter = inwards * (BEND if inwards > 0 else LEAST)
        lengths.append(len(spaces) * tile + (len(spaces) - 1) * GAP + 2 * FAN + shorter)
    return max(lengths)


def _edges(part: Part | None) -> tuple[float, float]:
    """The right and the left edge of a part. A corner has a head at its outer side."""
    own = WIDE / 2 + STRIP
    if part is None or part.corner is None:
        return -own, own
    every = [across for _, across in _lines(part)]
    low, top = min(every) - NARROW / 2 - STRIP - 6, max(every) + NARROW / 2 + STRIP + 6
    return (low - HEAD, top) if _side(part) > 0 else (low, top + HEAD)

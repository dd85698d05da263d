"""The scene of a position: what there is to draw, stated once by the game. SVG files and pages draw it.

Lengths are in pixels. Drawn parts are SVG elements without `style` attributes, so that a page can forbid these.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field
from html import escape
from itertools import pairwise
from math import hypot

from model.values import value
from verifier.drawings.drawing import CHARACTER, box, cut, label, number, text_width
from verifier.errors import printable

Point = tuple[float, float]

LINE, CELL, SMALL = 17, 18, 11
"""Height of a line of the margin, gap between two cells of it, height of its text."""
LONGEST = 40
"""The most characters of a cell of the margin, unless half the width has room for more."""
EDGE = 26
"""Room around the margin."""


@value
class Piece:
    """Something that moves: a car, a vehicle. `look` is drawn around its middle, `words` describe it, `paint` is its colour
    (`#d3202f`)."""

    id: str
    place: str
    at: Point
    look: str
    words: str
    paint: str = ""


@value
class Row:
    """A line of the standings. `id` names the piece that it is about; it may be empty."""

    id: str
    cells: tuple[str, ...]


@value
class Scene:
    """A position as it is drawn. `ground` never changes during a race. `layers` are parts that do, by name, drawn between the
    ground and the pieces. `places` are the middles of the places. `facts` are short sentences about the position, `head` and
    `rows` are its standings; with `shown` the layers show what these say. `reach` is the radius of a mark on a place,
    `ring` the half width and the half height of one around a piece. `entries` are the points where a die that leads to a place
    is drawn. `breaks` are neighbours that are drawn far apart: the points where the way leaves the first, and comes to the
    second."""

    title: str
    wide: float
    high: float
    style: str
    ground: str
    layers: tuple[tuple[str, str], ...] = ()
    pieces: tuple[Piece, ...] = ()
    places: Mapping[str, Point] = field(default_factory=dict)
    facts: tuple[str, ...] = ()
    head: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    shown: bool = False
    reach: float = 15
    ring: tuple[float, float] = (17, 17)
    entries: Mapping[str, Point] = field(default_factory=dict)
    breaks: Mapping[tuple[str, str], tuple[Point, Point]] = field(default_factory=dict)

    def piece(self, id: str) -> Piece | None:
        """The piece with this name."""
        return next((piece for piece in self.pieces if piece.id == id), None)


@value
class Tried:
    """What an illegal line tried: who moved, the cars that its legal part moved with their new places, in order, and the place
    where it broke a rule."""

    mover: str
    carried: tuple[tuple[str, str], ...] = ()
    fault: str = ""


@value
class Marks:
    """What a line tried or did. `path` are the places of the mover, from the first; `fault` is the place where a rule was
    broken; `ghosts` are places where the mover could have gone instead; `moved` are the places of others that were moved, from
    the first; `dice` are those by which the mover went on from each place of the path."""

    mover: str = ""
    path: tuple[str, ...] = ()
    fault: str = ""
    ghosts: tuple[str, ...] = ()
    moved: tuple[tuple[str, tuple[str, ...]], ...] = ()
    dice: tuple[str, ...] = ()


NO_MARKS = Marks()

MARK_STYLE = (
    ".marks path,.marks circle,.marks rect{fill:none;stroke-width:3;stroke:#d0006f}.marks .way{stroke-dasharray:7 5}"
    ".marks .ghost{stroke:#0a7d4f;stroke-width:2.5;stroke-dasharray:4 3;fill:#0a7d4f;fill-opacity:.18}"
    ".marks .pushed{stroke:#3b4a8f;stroke-width:2;stroke-dasharray:3 3}.marks .tip{stroke-dasharray:none}"
    ".marks .thrown{fill:#fff;stroke-width:1.5}.face{font-size:11px;font-weight:bold;fill:#8c004a}"
    ".marks .stop{fill:#d0006f;fill-opacity:.2}"
    ".margin{font-size:11px;fill:#2b313a;text-anchor:start}.margin.head{font-weight:bold}.slip{fill:#fff;stroke:#c9ccd1}"
)


def svg_of(scene: Scene, marks: Marks = NO_MARKS, caption: Sequence[str] = ()) -> str:
    """The scene as the text of an SVG file; the same scene always gives the same text. `caption` are lines below it: the line of
    the record, and what was found."""
    margin, tall = _margin(scene, caption)
    high = scene.high + tall
    size = f'viewBox="0 0 {number(scene.wide)} {number(high)}" width="{number(scene.wide)}" height="{number(high)}"'
    paper = f'<rect class="paper" width="{number(scene.wide)}" height="{number(high)}" fill="#fbfaf6"/>'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{escape(printable(scene.title))}</title>",
        f"<style>{scene.style}{MARK_STYLE}</style>",
        paper,
        *body(scene, marks),
        *margin,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def body(scene: Scene, marks: Marks = NO_MARKS) -> list[str]:
    """The scene without frame, style and margin: the ground, the layers, the marks, the pieces, so that their numbers can be
    read."""
    return [
        f"<g>{scene.ground}</g>",
        *(f'<g data-layer="{escape(printable(key))}">{drawn}</g>' for key, drawn in scene.layers),
        f'<g class="marks">{marked(scene, marks)}</g>',
        *map(_piece, scene.pieces),
    ]


def _piece(piece: Piece) -> str:
    x, y = piece.at
    name, words = escape(printable(piece.id)), escape(printable(piece.words))
    place = f'transform="translate({number(x)} {number(y)})"'
    return f'<g data-piece="{name}" {place}><title>{words}</title>{piece.look}</g>'


def marked(scene: Scene, marks: Marks) -> str:
    """The marks as SVG: dashed lines for ways, a ring around the mover, a diamond at the fault, dashed rings for ghosts."""
    places, reach = scene.places, scene.reach
    drawn = [_arrow("pushed", _runs(scene, who, route), reach) for who, route in marks.moved]
    drawn += [_circle("ghost", places[one], reach - 2) for one in marks.ghosts if one in places]
    drawn.append(_arrow("way", _runs(scene, marks.mover, marks.path), reach))
    if not marks.dice:
        drawn += [_circle("", places[one], 2.5) for one in marks.path[1:-1] if one in places]
    mover = scene.piece(marks.mover)
    if mover is not None:
        (x, y), (wide, high) = mover.at, scene.ring
        drawn.append(box(x - wide, y - high, 2 * wide, 2 * high, "mover", min(wide, high)))
    if marks.fault in places:
        x, y = places[marks.fault]
        side = number(reach + 2)
        sides = f"l{side} {side}l-{side} {side}l-{side} -{side}z"
        drawn.append(f'<path class="stop" d="M{number(x)} {number(y - reach - 2)}{sides}"/>')
    ends = [scene.entries[one] for one in marks.path[1:] if one in scene.entries]
    drawn += [_die(x, y, die) for (x, y), die in zip(ends, marks.dice, strict=False)]
    return "".join(drawn)


def _die(x: float, y: float, shown: str) -> str:
    """A die with its face, and the sign of danger on it."""
    wide = 9 * len(shown) + 7
    face = box(x - wide / 2, y - 8, wide, 16, "thrown", 3)
    return face + label(x, y, shown, "face")


def _runs(scene: Scene, who: str, route: Sequence[str]) -> list[list[Point]]:
    """The points of a route, in runs that are drawn without a break. Where it begins or ends, the piece may stand off the
    middle of its place."""
    piece = scene.piece(who)
    known = [one for one in route if one in scene.places]
    runs: list[list[Point]] = [[]]
    for at, place in enumerate(known):
        stands = piece is not None and piece.place == place and at in (0, len(known) - 1)
        if at and (known[at - 1], place) in scene.breaks:
            left, entered = scene.breaks[known[at - 1], place]
            runs[-1].append(left)
            runs.append([entered])
        runs[-1].append(piece.at if piece is not None and stands else scene.places[place])
    return runs


def _arrow(kind: str, runs: Sequence[Sequence[Point]], ring: float) -> str:
    """A line with a tip, which ends before it covers what is there; empty for fewer than two points."""
    *before, points = ([one for one, two in pairwise(run) if one != two] + list(run[-1:]) for run in runs)
    if len(points) < 2:
        return ""
    (x1, y1), (x2, y2) = points[-2:]
    far = hypot(x2 - x1, y2 - y1)
    along = (x2 - x1) / far, (y2 - y1) / far
    short = min(ring, far / 2)
    x, y = x2 - short * along[0], y2 - short * along[1]
    wings = [
        (x - 8 * along[0] - side * 5 * along[1], y - 8 * along[1] + side * 5 * along[0]) for side in (1, -1)
    ]
    tip = f'<path class="{kind} tip" d="{_way([wings[0], (x, y), wings[1]])}"/>'
    line = "".join(map(_way, [*before, [*points[:-1], (x, y)]]))
    return f'<path class="{kind}" d="{line}"/>{tip}'


def _way(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def _circle(kind: str, at: Point, radius: float) -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<circle{named} cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius)}"/>'


def _margin(scene: Scene, caption: Sequence[str]) -> tuple[list[str], float]:
    """The lines below the drawing, and their height: what was tried, the facts, the standings in as many columns as fit."""
    lines = [*caption, *(["; ".join(scene.facts)] if scene.facts else [])]
    listed = () if scene.shown or not scene.rows else (scene.head, *(row.cells for row in scene.rows))
    room = scene.wide - 2 * EDGE
    longest = max(LONGEST, int(room / 2 / (SMALL * CHARACTER)))
    rows = [tuple(cut(cell, longest) for cell in row) for row in listed]
    if not lines and not rows:
        return [], 0.0
    y = scene.high + EDGE
    drawn = []
    for line in lines:
        for part in _lines(line, room):
            drawn.append(label(EDGE, y, cut(part, int(room / (SMALL * CHARACTER))), "margin", "start"))
            y += LINE
    if rows:
        y += LINE / 2
        sizes = [
            max(text_width(row[at], SMALL, bold=not level) for level, row in enumerate(rows))
            for at in range(len(rows[0]))
        ]
        wide = sum(sizes) + CELL * len(sizes)
        columns = max(1, min(int((room + CELL) // (wide + CELL)), len(rows) - 1))
        each = -(-(len(rows) - 1) // columns)
        for column in range(columns):
            mine = rows[1 + column * each : 1 + (column + 1) * each]
            for level, row in enumerate([rows[0], *mine] if mine else []):
                x = EDGE + column * (wide + CELL)
                for cell, size in zip(row, sizes, strict=True):
                    kind = "margin" if level else "margin head"
                    drawn += [label(x, y + level * LINE, cell, kind, "start")] if cell else []
                    x += size + CELL
        y += (each + 1) * LINE
    high = y - scene.high + EDGE / 2
    slip = box(EDGE / 2, scene.high + EDGE / 3, scene.wide - EDGE, high - EDGE * 2 / 3, "slip", 6)
    return [slip, *drawn], high


def _lines(text: str, room: float) -> list[str]:
    """A text in lines that fit."""
    found = [""]
    for word in text.split(" "):
        longer = f"{found[-1]} {word}".lstrip()
        if found[-1] and text_width(longer, SMALL) > room:
            found.append(word)
        else:
            found[-1] = longer
    return found


def marks_text(marks: Marks) -> list[str]:
    """The marks in words, for a drawing made of characters."""
    lines = []
    if len(marks.path) > 1:
        lines.append(f"way: {marks.mover} {' '.join(marks.path)}")
    lines += [f"moved: {who} {' '.join(route)}" for who, route in marks.moved]
    if marks.fault:
        lines.append(f"at fault: {marks.fault}")
    if marks.dice:
        lines.append(f"dice: {' '.join(marks.dice)}")
    if marks.ghosts:
        lines.append(f"legal ends: {' '.join(marks.ghosts)}")
    return lines

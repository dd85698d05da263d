"""A track as an SVG drawing to shape: every space a labelled cell, with forks, lines, grid and cars."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from math import atan2, ceil, cos, degrees, hypot, pi, radians, sin, sqrt

from model.thunder_alley.track import APRON, Track
from model.thunder_alley.track_shape import PIT, Shape, shape
from model.values import replace
from verifier.drawings.scene import Piece, Scene
from verifier.errors import printable
from verifier.thunder_alley.lines.summary import HEAD, facts_of, standings
from verifier.thunder_alley.lines.terms import Table
from verifier.thunder_alley.pictures.marks import CarMark, by_space, marks

SECTOR = 56.0
"""Length of an ordinary sector in pixels, along the middle of the track."""

MARGIN, HEADER, ROW = 44.0, 66.0, 30.0

RADIUS = 10.5
"""The size of a car."""

TEAMS = {
    "red": ("#d3202f", "#fff", 0, 0),
    "yellow": ("#f5c800", "#222", 4, 45),
    "green": ("#23914a", "#fff", 6, 0),
    "black": ("#23272e", "#fff", 4, 0),
    "purple": ("#7a3fa3", "#fff", 8, 22.5),
    "pink": ("#f58fb8", "#222", 5, 0),
    "blue": ("#1f63c6", "#fff", 6, 30),
}
"""Team -> fill and text colour of its cars, the corners of their shape (none: a circle), and how far it is turned."""
OTHER = ("#7c8490", "#fff", 0, 0)

STYLE = (
    "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif;text-anchor:middle}"
    ".space{fill:#eceef1;stroke:#a4abb5;stroke-width:.8}.restart{fill:#d3d8df}"
    ".apron{fill:#e9e1cb;stroke:#bfb598;stroke-width:.8}"
    ".name{font-size:8.5px;fill:#5a6270}.pit{font-size:7px;fill:#8b8062}.sector{font-size:11px;fill:#2b313a;font-weight:bold}"
    ".slot{font-size:6.5px;fill:#1d4f91;font-weight:bold}.frame{fill:#fff;stroke:#1d4f91;stroke-width:.7}"
    ".wall{fill:none;stroke:#39404a;stroke-width:3.2}.edge{fill:none;stroke:#fff;stroke-width:2.2}"
    ".way{fill:none;stroke:#d9601a;stroke-width:1.5}.tip{fill:#d9601a}"
    ".green{stroke:#13a34a;stroke-width:5}.drive{fill:none;stroke:#39404a;stroke-width:3}.head{fill:#39404a}"
    ".car{stroke:#fff;stroke-width:1.4}.number{font-size:10px;font-weight:bold}.number.small{font-size:7.5px}"
    ".flipped{fill-opacity:.45;stroke:#5a6270;stroke-dasharray:3 2}.leader{stroke:#e6a700;stroke-width:3}"
    ".down{stroke:#b3261e;stroke-width:3}.level{font-size:7px;fill:#5a4a12;font-weight:bold}"
    ".title{font-size:20px;font-weight:bold;fill:#1d2228;text-anchor:start}"
    ".facts,.legend{font-size:11.5px;fill:#4b535f;text-anchor:start}"
)


def scene(table: Table) -> Scene | None:
    """The track of a table with its cars; None without a track."""
    track, position = table.setup.track, table.position
    if track is None:
        return None
    if position is None:
        return track_scene(track)
    rows, facts = tuple(standings(table, position)), tuple(facts_of(table, position))
    ahead = table.door.leader(table.setup, position)
    return replace(track_scene(track, marks(position, ahead)), head=HEAD, rows=rows, facts=facts)


def track_scene(track: Track, cars: Iterable[CarMark] | None = None) -> Scene:
    """A track with cars on it; None: without a race. Raises `ModelError` if a car is on a space that the track does not have."""
    standing = by_space(track, cars or ())
    board = _board(track)
    canvas = board.canvas
    on_grid = cars is None or (bool(standing) and all(space in track.grid for space in standing))
    return Scene(
        track.title or track.id,
        *canvas.size,
        STYLE,
        board.ground,
        (("grid", board.grid if on_grid else ""),),
        tuple(_pieces(canvas, standing)),
        board.places,
    )


@dataclass(frozen=True, slots=True)
class _Board:
    """What is the same in every position on a track."""

    canvas: "_Canvas"
    ground: str
    grid: str
    places: Mapping[str, tuple[float, float]]


@lru_cache(maxsize=8)
def _board(track: Track) -> _Board:
    canvas = _Canvas(track)
    height = canvas.size[1]
    ground = [
        *_ground(canvas),
        *_cells(canvas),
        *_apron(canvas),
        *_walls(canvas),
        *_forks(canvas),
        *_lines(canvas),
        *_names(canvas),
        *_arrow(canvas),
        _text(MARGIN, 30, "title", escape(printable(track.title or track.id))),
        _text(MARGIN, 52, "facts", escape(extent(track))),
    ]
    for number, row in enumerate(canvas.legend):
        y = height - ROW * (len(canvas.legend) - number)
        ground.append(f'<g transform="translate(0 {y:.0f})">{"".join(row)}</g>')
    spaces = (*track.spaces, *(f"{sector}{APRON}" for sector in track.sectors))
    places = {space: canvas.middle(space) for space in spaces}
    return _Board(canvas, "\n".join(ground), "".join(_grid(canvas)), places)


def extent(track: Track) -> str:
    """Size of a track in one line: `28 sectors, 74 spaces, 2 to 3 lanes`."""
    counts = sorted({len(section.lanes) for section in track.sections})
    lanes = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    closed = "" if track.ring else ", open at both ends"
    return f"{len(track.sectors)} sectors, {len(track.spaces)} spaces, {lanes} lanes{closed}"


class _Canvas:
    """Converts places on the track (sector, along, across) to pixels."""

    def __init__(self, track: Track) -> None:
        self.track = track
        self.shape: Shape = shape(track.sections, track.ring, track.line)
        self.pieces = {piece.sector: piece for piece in self.shape.pieces}
        self.lanes = {sector: section.lanes for section in track.sections for sector in section.sectors}
        self.pit = PIT / self.shape.width
        rim = [
            self.shape.point(piece, along, across)
            for piece in self.shape.pieces
            for along in (0.0, 0.5, 1.0)
            for across in (-self.pit, 1.0)
        ]
        self.left, self.top = min(x for x, _ in rim), max(y for _, y in rim)
        right, bottom = max(x for x, _ in rim), min(y for _, y in rim)
        inner = (right - self.left) * SECTOR, (self.top - bottom) * SECTOR
        wide = max(inner[0] + 2 * MARGIN, 760.0)
        self.legend = _legend(track, wide)
        self.size = wide, inner[1] + 2 * MARGIN + HEADER + ROW * len(self.legend) + ROW / 2
        self.shift = (self.size[0] - inner[0]) / 2

    def point(self, sector: int, along: float, across: float) -> tuple[float, float]:
        x, y = self.shape.point(self.pieces[sector], along, across)
        return (x - self.left) * SECTOR + self.shift, (self.top - y) * SECTOR + MARGIN + HEADER

    def run(self, sector: int, across: float, back: bool = False) -> list[tuple[float, float]]:
        """Points along a sector; corners get more of them."""
        steps = max(1, ceil(abs(self.pieces[sector].turn) / radians(5)))
        points = [self.point(sector, step / steps, across) for step in range(steps + 1)]
        return points[::-1] if back else points

    def breadth(self, space: str) -> tuple[float, float]:
        """Where a space begins and ends across the track."""
        if space[-1] == APRON:
            return -self.pit, 0.0
        lanes = self.lanes[int(space[:-1])]
        place = lanes.index(space[-1])
        return place / len(lanes), (place + 1) / len(lanes)

    def middle(self, space: str, along: float = 0.5) -> tuple[float, float]:
        return self.point(int(space[:-1]), along, sum(self.breadth(space)) / 2)

    def beside(self, space: str, place: int, count: int) -> tuple[tuple[float, float], float]:
        """Where a car of an apron stack is drawn, and its radius: the bottom one first in driving direction, the others
        behind it."""
        across = sum(self.breadth(space)) / 2
        (x1, y1), (x2, y2) = (self.point(int(space[:-1]), along, across) for along in (0.0, 1.0))
        each = min(2.3 * RADIUS, hypot(x2 - x1, y2 - y1) / count)
        along = 0.5 + ((count - 1) / 2 - place) * each / hypot(x2 - x1, y2 - y1)
        return self.point(int(space[:-1]), along, across), min(RADIUS, each / 2.1)


def _ground(canvas: _Canvas) -> list[str]:
    """The infield."""
    if not canvas.track.ring:
        return []
    rim = [point for sector in canvas.track.sectors for point in canvas.run(sector, -canvas.pit)]
    return [f'<path d="{_path(rim)}Z" fill="#d8e8c8"/>']


def _cells(canvas: _Canvas) -> list[str]:
    found = []
    for space in canvas.track.spaces:
        restart = " restart" if space[-1] in (canvas.track.restart or ()) else ""
        found.append(_cell(canvas, int(space[:-1]), *canvas.breadth(space), f"space{restart}"))
    return found


def _apron(canvas: _Canvas) -> list[str]:
    return [_cell(canvas, sector, -canvas.pit, 0.0, "apron") for sector in canvas.track.sectors]


def _cell(canvas: _Canvas, sector: int, low: float, high: float, kind: str) -> str:
    points = [*canvas.run(sector, low), *canvas.run(sector, high, back=True)]
    return f'<path class="{kind}" d="{_path(points)}Z"/>'


def _walls(canvas: _Canvas) -> list[str]:
    close = "Z" if canvas.track.ring else ""
    rims = [
        (kind, [point for sector in canvas.track.sectors for point in canvas.run(sector, across)])
        for kind, across in (("wall", 1.0), ("edge", 0.0))
    ]
    return [f'<path class="{kind}" d="{_path(points)}{close}"/>' for kind, points in rims]


def _forks(canvas: _Canvas) -> list[str]:
    """An arrow for each step over a border where the lanes change, drawn where the two spaces touch."""
    found, track = [], canvas.track
    for sector in track.sectors:
        here = [number for number, own in enumerate(track.sector) if own == sector]
        ways = [(space, end) for space in here for end in track.ahead[space]]
        if all(len(track.ahead[space]) == 1 == len(track.behind[end]) for space, end in ways):
            continue
        for space, end in ways:
            low, high = canvas.breadth(track.spaces[space])
            low2, high2 = canvas.breadth(track.spaces[end])
            touch = (max(low, low2) + min(high, high2)) / 2
            start, tip = canvas.point(sector, 0.84, touch), canvas.point(track.sector[end], 0.16, touch)
            found += [f'<path class="way" d="{_path([start, tip])}"/>', _tip(start, tip, "tip", 6.0, 3.0)]
    return found


def _lines(canvas: _Canvas) -> list[str]:
    """Start/Finish as a chequered band, and the green line."""
    found, track = [], canvas.track
    if track.green is not None:
        (x1, y1), (x2, y2) = canvas.point(track.green, 1.0, -canvas.pit), canvas.point(track.green, 1.0, 1.0)
        found.append(f'<path class="green" d="{_path([(x1, y1), (x2, y2)])}"/>')
    if track.line is not None:
        found += _chequers(canvas, track.line)
    return found


def _chequers(canvas: _Canvas, sector: int) -> list[str]:
    rows, low = 4 * max(len(lanes) for lanes in canvas.lanes.values()), -canvas.pit
    depth = 4.5 / (canvas.pieces[sector].length * SECTOR)
    found = []
    for row in range(rows):
        edges = [low + (1 - low) * step / rows for step in (row, row + 1)]
        for column in range(2):
            begin = 1.0 + (column - 1) * depth
            corners = [
                (begin, edges[0]),
                (begin + depth, edges[0]),
                (begin + depth, edges[1]),
                (begin, edges[1]),
            ]
            fill = "#15181c" if (row + column) % 2 else "#fff"
            points = [canvas.point(sector, along, across) for along, across in corners]
            found.append(f'<path d="{_path(points)}Z" fill="{fill}"/>')
    return found


def _names(canvas: _Canvas) -> list[str]:
    """The name of every space; sector numbers along the wall."""
    found = [_text(*canvas.middle(space), "name", space) for space in canvas.track.spaces]
    beyond = 1.0 + 0.27 / canvas.shape.width
    for sector in canvas.track.sectors:
        found.append(_text(*canvas.point(sector, 0.5, beyond), "sector", str(sector)))
        found.append(_text(*canvas.middle(f"{sector}{APRON}"), "pit", f"{sector}{APRON}"))
    return found


def _grid(canvas: _Canvas) -> list[str]:
    """The numbers of the grid spaces, below their names."""
    middles = map(canvas.middle, canvas.track.grid)
    return [_slot(x, y + 10, number) for number, (x, y) in enumerate(middles, 1)]


def _slot(x: float, y: float, number: int) -> str:
    """The number of a grid space in a small frame."""
    frame = f'<rect class="frame" x="{x - 7:.1f}" y="{y - 4.5:.1f}" width="14" height="9" rx="2"/>'
    return frame + _text(x, y, "slot", str(number))


def _arrow(canvas: _Canvas) -> list[str]:
    """The driving direction, in the infield after Start/Finish."""
    track = canvas.track
    start = track.sectors[0] if track.line is None else track.sector_after(track.line) or track.sectors[0]
    across = -canvas.pit - 0.28 / canvas.shape.width
    points = [canvas.point(start, along, across) for along in (0.1, 0.3, 0.5, 0.7, 0.9)]
    return [f'<path class="drive" d="{_path(points)}"/>', _tip(points[-2], points[-1], "head", 10.0, 3.0)]


def _pieces(canvas: _Canvas, standing: dict[str, list[CarMark]]) -> Iterator[Piece]:
    for space in sorted(standing, key=lambda name: (int(name[:-1]), name[-1])):
        cars = standing[space]
        for place, car in enumerate(cars):
            at = canvas.middle(space)
            radius = RADIUS
            if len(cars) > 1:
                at, radius = canvas.beside(space, place, len(cars))
            words = [f"{car.team} {car.label} {car.space}".strip(), *car.states]
            if len(cars) > 1:
                words.append(f"number {place + 1} from the bottom of {len(cars)}")
            look = car_look(car, radius, str(place + 1) if len(cars) > 1 else "")
            colour, *_ = TEAMS.get(car.team.lower(), OTHER)
            yield Piece(car.label, space, at, look, ", ".join(words), colour)


def car_look(car: CarMark, radius: float, order: str = "") -> str:
    """A car around a point. Each team has its own shape and colour; a flipped car is pale, the leader wears a gold rim, a
    car that is a lap down a bar, and one in a stack its level."""
    fill, ink, sides, turn = TEAMS.get(car.team.lower(), OTHER)
    kinds = " ".join(["car", *(name for name in ("flipped", "leader") if name in car.states)])
    if sides:
        reach = radius * sqrt(2 * pi / sides / sin(2 * pi / sides))  # the area of a circle
        angles = [radians(turn + corner * 360 / sides) for corner in range(sides)]
        points = " ".join(f"{reach * sin(angle):.1f},{-reach * cos(angle):.1f}" for angle in angles)
        shape = f'polygon points="{points}"'
    else:
        shape = f'circle r="{radius:.1f}"'
    backing = (
        f'<{shape} fill="#fff"/>' if "flipped" in car.states else ""
    )  # a pale car lets no name of a space through
    body = f'{backing}<{shape} class="{kinds}" fill="{fill}"/>'
    label = escape(printable(car.label))
    size = "number" if radius > 8 else "number small"
    paler = "#222" if "flipped" in car.states else ink
    parts = [body, f'<text class="{size}" dy=".35em" fill="{paler}">{label}</text>']
    if "lap down" in car.states:
        parts.append(f'<path class="down" d="M{-radius:.1f} {radius + 1.5:.1f}h{2 * radius:.1f}"/>')
    if order:
        parts.append(f'<text class="level" x="0" y="{-radius - 4:.1f}" dy=".35em">{order}</text>')
    return "".join(parts)


def _legend(track: Track, width: float) -> list[list[str]]:
    """The legend, in rows that fit the width."""
    items: list[tuple[str, str]] = []
    if track.line is not None:
        squares = "".join(
            f'<rect x="{4.5 * column:.1f}" y="{4.5 * row - 9:.1f}" width="4.5" height="4.5" fill="{fill}"/>'
            for row in range(4)
            for column, fill in enumerate(("#15181c", "#fff") if row % 2 else ("#fff", "#15181c"))
        )
        items.append((squares, "Start/Finish"))
    if track.green is not None:
        items.append(('<path class="green" d="M5 -9L5 9"/>', "green line"))
    if track.restart is not None:
        sign = '<rect class="space restart" x="0" y="-7" width="20" height="14"/>'
        items.append((sign, f"restart lanes {track.restart[0]} and {track.restart[1]}"))
    if track.grid:
        items.append((_slot(10, 0, 1), "grid space"))
    if track.forks():
        items.append(
            ('<path class="way" d="M0 0L15 0"/>' + _tip((0, 0), (17, 0), "tip", 6.0, 3.0), "ways at a fork")
        )
    items.append(
        ('<rect class="apron" x="0" y="-7" width="20" height="14"/>', "apron p (pits), inside lane a")
    )
    items += [
        (_sample("flipped"), "flipped"),
        (_sample("leader"), "leader"),
        (_sample("lap down"), "a lap down"),
    ]
    items += [(_sample(team=team), team) for team in TEAMS]
    rows: list[list[str]] = [[]]
    x = MARGIN
    for sign, words in items:
        if rows[-1] and x + 27 + 6.5 * len(words) > width - MARGIN / 2:
            rows.append([])
            x = MARGIN
        rows[-1].append(f'<g transform="translate({x:.0f} 0)">{sign}{_text(27, 0, "legend", words)}</g>')
        x += 52 + 6.5 * len(words)
    return rows


def _sample(*states: str, team: str = "red") -> str:
    """A car for the legend."""
    return f'<g transform="translate(10 0)">{car_look(CarMark("", "", team, states), 8.5)}</g>'


def _text(x: float, y: float, kind: str, words: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" dy=".35em">{words}</text>'


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _tip(
    start: tuple[float, float], end: tuple[float, float], kind: str, size: float, ahead: float = 0.0
) -> str:
    """An arrowhead at `end`."""
    angle = degrees(atan2(end[1] - start[1], end[0] - start[0]))
    x, y = end
    shape = f"M{ahead:.1f} 0L{ahead - size:.1f} {-size * 0.55:.1f}L{ahead - size:.1f} {size * 0.55:.1f}Z"
    return f'<path class="{kind}" d="{shape}" transform="translate({x:.1f} {y:.1f}) rotate({angle:.1f})"/>'

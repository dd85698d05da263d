"""A board with its tiles, vehicles and dashboards as SVG: levels from left to right, borders as trails, lines as arcs."""

from collections.abc import Iterator
from math import hypot

from model.great_race.board import CITY, SEA, Line, Place
from verifier.drawings.drawing import box, cut, label, number, text_width, titled
from verifier.drawings.scene import Piece, Scene
from verifier.great_race.lines.summary import HEAD, facts_of, standings
from verifier.great_race.pictures.dashboards import dashboards, ground, legend
from verifier.great_race.pictures.marks import VEHICLE, badge, costs, marker, paint, vehicle, vehicle_words
from verifier.great_race.pictures.view import View, borders_of, line_words, rows_of, tile_words

ACROSS, DOWN = 104, 96
"""Distance from one level to the next, and from one row to the next."""
TILE, SIDE = 82, 58
"""Width and height of a space."""
MARGIN, TITLE, TRACK = 26, 58, 34
"""Room around the board, above it for its name, and for the progress track without its markers."""
NARROWEST = 560

STYLE = (
    "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif;font-size:10px;fill:#3d3526}"
    ".title{font-size:21px;font-weight:bold}.facts{font-size:11px;fill:#6d6149}.id{font-size:9px;fill:#7d7056}"
    ".kind{font-size:10.5px;font-weight:bold}.town{font-size:12px;font-weight:bold;fill:#fff}.rank{font-size:13px;font-weight:bold}"
    ".cost{font-size:9px;font-weight:bold;fill:#fff}.plate{font-size:9px;font-weight:bold;fill:#fff}"
    ".paid{font-size:11px;font-weight:bold;fill:#fff}.owner{font-size:12px;font-weight:bold;fill:#fff}.count{font-weight:bold}"
    ".land{fill:#f3e8cb}.stripe{fill:#ecdfba}.track{fill:#fffaf0;stroke:#c9b684;stroke-width:1}"
    ".trail{stroke:#b89c64;stroke-width:7;stroke-linecap:round}.dots{stroke:#f8efd6;stroke-width:2;stroke-dasharray:1 6;"
    "stroke-linecap:round}"
    ".space{fill:#fdf7e6;stroke:#a68f5c;stroke-width:1.4;stroke-dasharray:4 3}.tile{stroke:#6f5f3a;stroke-width:1.6}"
    ".risk{fill:#4a443a;stroke:#1f1c17}.dark{fill:#f3e8cb}.risky{fill:none;stroke:#1f1c17;stroke-width:4}"
    ".city{fill:#8a6a45;stroke:#4b3820;stroke-width:2}.purple{fill:#6d3f93;stroke:#3b1f54}.drawn{fill:#fff;stroke:#4b3820}"
    ".sea{stroke:#2a78b0}.air{stroke:#8f4b6d}.line{fill:none;stroke-width:3.4;stroke-linecap:round}"
    ".line.sea{stroke-dasharray:9 7}.line.air{stroke-dasharray:1 8}.price{stroke:#fff;stroke-width:1.4}.price.sea{fill:#2a78b0}"
    ".price.air{fill:#8f4b6d}.boat,.ship{fill:#fff;stroke:#3d3526;stroke-width:.6}"
    ".drop{fill:#a8481f}.cog{fill:#4d6a86}.teeth{fill:none;stroke:#4d6a86;stroke-width:4;stroke-dasharray:2.5 2.5}"
    ".danger,.stop{fill:#c01f1f}.bar{stroke:#fff;stroke-width:2.4}.body{stroke:#fff;stroke-width:1.2}"
    ".wheel{fill:#2b2b28;stroke:#fff;stroke-width:.8}.disc{stroke:#fff;stroke-width:1.4}.flag{font-size:10px;font-weight:bold;fill:#6d3f93}"
    ".board{fill:#fffaf0;stroke:#c9b684}.next-up{stroke:#d0006f;stroke-width:3}.gauge{stroke:#c9b684;stroke-width:.6}.coin{fill:#e3c04e;stroke:#8a6d12}"
    ".card{fill:#fff;stroke:#8a6a45}.man{fill:#8a6a45}"
)


def scene(view: View) -> Scene:
    """The board with its tiles, vehicles and dashboards. The same view always gives the same scene."""
    map = _Map(view)
    wide = max(NARROWEST, map.right + MARGIN)
    panels, tall = dashboards(view, MARGIN, map.low + MARGIN, wide - 2 * MARGIN)
    below = map.low + MARGIN + tall
    drawn, high = legend(view, MARGIN, below, wide - 2 * MARGIN)
    spaces = (
        f"{sum(place.kind != CITY for place in view.board.places)} spaces, {len(view.board.cities)} cities"
    )
    parts = [
        label(MARGIN, 24, cut(view.board.name, 60), "title", "start"),
        label(MARGIN, 45, f"{spaces}, {view.board.columns} levels", "facts", "start"),
        *map.ground(),
        *drawn,
    ]
    layers = [
        ("track", "".join(map.markers())),
        *((f"tile {place.id}", map.tile(place)) for place in view.board.places if place.kind != CITY),
        ("prices", "".join(map.prices())),
        *panels,
    ]
    return Scene(
        view.board.name,
        wide,
        below + high,
        STYLE,
        "\n".join(parts),
        tuple(layers),
        tuple(map.vehicles()),
        {place.id: map.at(place) for place in view.board.places},
        () if view.standing is None else tuple(facts_of(view.standing)),
        HEAD,
        () if view.standing is None else tuple(standings(view.standing)),
        shown=True,
        reach=34,
        ring=(VEHICLE / 2 + 4, 16),
    )


class _Map:
    """The board itself: where each level and place is, and everything drawn there."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.rows = rows_of(view.board)
        self.top = TITLE + TRACK + 18 * len(view.players)
        self.right = MARGIN + ACROSS * view.board.columns
        self.low = self.top + DOWN * (max(self.rows.values()) + 1) + 8

    def at(self, place: Place) -> tuple[float, float]:
        """The middle of a place."""
        x = MARGIN + ACROSS * (self.view.level(place) - 0.5)
        return x, self.top + DOWN * (self.rows[place.id] + 0.5) + 2

    def ground(self) -> Iterator[str]:
        """What never changes, from the ground up: levels, borders, lines, bare spaces, cities."""
        yield box(MARGIN, self.top, self.right - MARGIN, self.low - self.top, "land")
        for level in range(1, self.view.board.columns + 1):
            left = MARGIN + ACROSS * (level - 1)
            if level % 2:
                yield box(left, self.top, ACROSS, self.low - self.top, "stripe")
            yield box(left, TITLE, ACROSS, self.top - TITLE, "track")
            yield label(left + ACROSS / 2, self.top - 15, str(level), "rank")
        for one, other in borders_of(self.view.board):
            (x1, y1), (x2, y2) = self.at(one), self.at(other)
            for kind in ("trail", "dots"):
                yield f'<path class="{kind}" d="M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"/>'
        yield from (self._arc(line)[0] for line in self.view.board.lines)
        for place in self.view.board.places:
            yield from self._city(place) if place.kind == CITY else self._space(place)

    def markers(self) -> Iterator[str]:
        """The progress markers above their levels."""
        for level, stack in sorted(self.view.stacks.items()):
            x = MARGIN + ACROSS * (level - 0.5)
            for floor, player in enumerate(stack):
                yield marker(self.view, player, x, self.top - 35 - 18 * floor)

    def prices(self) -> Iterator[str]:
        """The prices of the lines, above the tiles."""
        yield from (self._arc(line)[1] for line in self.view.board.lines)

    def _arc(self, line: Line) -> tuple[str, str]:
        """A transport line, and its price on it. Boats sag, airships rise; their prices stand apart."""
        (x1, y1), (x2, y2) = (self.at(self.view.board.index[end]) for end in line.ends)
        bend = 0.2 * hypot(x2 - x1, y2 - y1) * (1 if line.kind == SEA else -1)
        x, y = (x1 + x2) / 2, (y1 + y2) / 2 + bend
        path = f"M{number(x1)} {number(y1)}Q{number(x)} {number(y)} {number(x2)} {number(y2)}"
        near = 0.5 if line.kind == SEA else 0.35
        far = 1 - near
        x = far * far * x1 + 2 * near * far * x + near * near * x2
        y = far * far * y1 + 2 * near * far * y + near * near * y2
        words = line_words(line)
        arc = f'<path class="line {line.kind}" d="{path}"/>'
        return arc, badge(x, y, line.kind, f"{line.price} F", words)

    def _space(self, place: Place) -> Iterator[str]:
        """A space without a tile."""
        x, y = self.at(place)
        words = f"{place.id}: level {self.view.level(place)}" + (", risk space" if place.risk else "")
        kind, shade = ("space risk", "dark") if place.risk else ("space", "id")
        sign = label(x, y + 8, "+1 fuel", shade) if place.risk else ""
        ground = box(x - TILE / 2, y - SIDE / 2, TILE, SIDE, kind, 9)
        yield titled(words, ground, label(x, y - 8, cut(place.id, 12), shade), sign)

    def tile(self, place: Place) -> str:
        """The tile on a space; empty without one."""
        tile = self.view.tile(place.id)
        if tile is None:
            return ""
        x, y = self.at(place)
        left, top = x - TILE / 2, y - SIDE / 2
        words = f"{place.id}: level {self.view.level(place)}" + (", risk space" if place.risk else "")
        known = self.view.board.terrain.get(tile)
        parts = [
            box(left, top, TILE, SIDE, "tile", 9, ground(self.view, tile)),
            box(left + 3, top + 3, TILE - 6, SIDE - 6, "risky", 7) if place.risk else "",
            label(left + 8, top + 10, cut(place.id, 8), "id", "start"),
            label(x, top + 22, cut(tile, 10), "kind"),
        ]
        if known is not None:
            parts.append(costs(known, x, top + 39))
            words += f", {tile}: {tile_words(self.view, tile)}"
        return titled(words, *parts)

    def _city(self, place: Place) -> Iterator[str]:
        """A city with the cards that one draws there."""
        x, y = self.at(place)
        name = cut(place.id, 14)
        wide = max(TILE, min(ACROSS - 4, text_width(name, 12, bold=True) + 14))
        kind = "city purple" if place.purple else "city"
        words = (
            f"{place.id}: level {self.view.level(place)}, {place.draw} card{'s' if place.draw != 1 else ''}"
        )
        cards = "".join(
            box(x - 7 * place.draw + 14 * at + 2, y + 2, 10, 14, "drawn", 2)
            for at in range(min(place.draw, 5))
        )
        front = box(x - wide / 2, y - 24, wide, 46, kind, 14)
        end = self.view.end(place.id)
        flag = label(x, y - 33, end, "flag") if end else ""
        yield titled(words, front, label(x, y - 10, name, "town", wide=wide - 12), cards, flag)

    def vehicles(self) -> Iterator[Piece]:
        """The vehicles at their places: the convoy there in turn order, two to a row."""
        for place in self.view.board.places:
            here = self.view.here(place.id)
            x, y = self.at(place)
            for at, player in enumerate(here):
                row = at // 2
                beside = len(here) - 2 * row > 1
                shift = (at % 2 - 0.5) * (VEHICLE + 3) if beside else 0
                middle = x + shift, y + SIDE / 2 + 4 + 25 * row
                words = vehicle_words(player)
                colour = paint(self.view, player.name)
                yield Piece(player.name, place.id, middle, vehicle(self.view, player), words, colour)

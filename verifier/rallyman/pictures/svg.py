"""A stage with its cars as SVG: the road in rows from start to finish, each space with its two sides."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from model.rallyman.facts import FINISH, START
from model.rallyman.stage import DRIFT, INSIDE, SHORTCUT, Space
from verifier.drawing import BOLD, CHARACTER, box, cut, label, number, text_width
from verifier.rallyman.lines.summary import HEAD as HEADINGS
from verifier.rallyman.lines.summary import facts_of, standings
from verifier.rallyman.pictures.layout import (
    GAP,
    HEAD,
    LONGEST,
    NEXT,
    SMALL,
    STRIP,
    ZONE,
    Layout,
    Stretch,
    high,
    layout,
)
from verifier.rallyman.pictures.legend import legend
from verifier.rallyman.pictures.shapes import arrow, bend, dirt_marker, way
from verifier.rallyman.pictures.tiles import car_words, end_tile, grounds, look, placed, tile
from verifier.rallyman.pictures.view import View
from verifier.scene import Piece, Scene

DIRT = 34
"""Room for the dirt markers of a corner."""

TITLE = 44
"""Room above the first row."""

STYLE = (
    "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif;font-size:10px;fill:#2b2b28}"
    ".title{font-size:18px;font-weight:bold}.name{font-size:13px;font-weight:bold}.gear{font-size:11px;font-weight:bold}"
    ".head,.post,.next{font-size:11px;font-weight:bold}.harm{fill:#8e1b10;font-weight:bold}.role{fill:#55554f}"
    ".point,.plate{fill:#fff;font-weight:bold}.plate{font-size:9px}"
    ".space{stroke:#4d4a42;stroke-width:1.4}.asphalt{fill:#c3c6cb}.snow{fill:#f7fbff}.cut{fill:#e3c08d;stroke-dasharray:5 3}"
    ".zone{stroke:#8d9096;stroke-width:.8}.end{fill:#fff;stroke:#4d4a42;stroke-width:1.4}.chequer{fill:#1c1c1a}"
    ".ground{stroke:#8d8675;stroke-width:.6}.push{fill:#fffaf0;stroke:#a8803f;stroke-width:1;stroke-dasharray:3 2}"
    ".lane{fill:none;stroke:#fff;stroke-width:2;stroke-dasharray:7 5}.snow+.lane{stroke:#9fb6c9}"
    ".way{fill:none;stroke:#4d4a42;stroke-width:1.8}.tip{fill:#4d4a42}"
    ".corner{fill:#eee4cb;stroke:#b9a87c;stroke-width:1}.bend{fill:none;stroke:#7a5c12;stroke-width:2.4}.turn{fill:#7a5c12}"
    ".note{fill:#fff;stroke:#4d4a42;stroke-width:.8}.hump{fill:#e08a00;stroke:#6d4300;stroke-width:.8}.split{fill:#1d4f91}"
    ".dirt{fill:#8a5a22}.free{fill:none;stroke:#6f6c63;stroke-width:.9;stroke-dasharray:2 2}"
    ".car{stroke:#fff;stroke-width:1}.stripe{stroke:#fff;stroke-width:1.2}"
    ".waits{stroke:#1c1c1a;stroke-width:1.6;stroke-dasharray:3 2}"
)


def scene(view: View) -> Scene:
    """The stage with its cars. The same view always gives the same scene."""
    found = layout(view, TITLE)
    drawn, high_legend = legend(view, found.margin, found.high, found.wide - 2 * found.margin)
    colours = grounds(view)
    parts = [label(found.margin, 22, cut(view.stage.name, 3 * LONGEST), "title", "start")]
    for row in found.rows:
        parts += [*_zones(view, row), *(line for stretch in row for line in _frame(stretch))]
    parts += _ways(found)
    parts += [end_tile(end, found.places[end]) for end in (START, FINISH)]
    parts += [tile(view, space, found.places[space.id], colours) for space in view.road]
    layers = [(f"dirt {corner.name}", "".join(_dirt(view, found, corner.name))) for corner in view.corners]
    places = {name: (place.x, place.y) for name, place in found.places.items()}
    position = view.position
    return Scene(
        view.stage.name,
        found.wide,
        found.high + high_legend,
        STYLE,
        "\n".join([*parts, *drawn]),
        tuple(layers),
        tuple(_cars(view, found)),
        places,
        () if position is None else tuple(facts_of(position)),
        HEADINGS,
        () if position is None else tuple(standings(position)),
        reach=20,
        ring=(20, 11),
    )


def _cars(view: View, found: Layout) -> Iterator[Piece]:
    """The cars on the stage: on their spaces in order of arrival, or on the ground next to them."""
    for name, cars in view.standing().items():
        place = found.places[name]
        space = view.stage.index.get(name)
        for car, (x, y), wide in placed(space, place, cars):
            yield Piece(car.driver, name, (x, y), look(view, car, wide), car_words(car))


def _zones(view: View, row: Sequence[Stretch]) -> Iterator[str]:
    """A bar above the spaces of each zone, in the colour of its surface."""
    top = min(stretch.top for stretch in row) - ZONE
    for zone, group in groupby(row, lambda stretch: _zone_of(view, stretch)):
        every = list(group)
        left, wide = every[0].left, every[-1].right - every[0].left
        surface = view.surface(zone)
        room = wide - 10
        written = next(
            (
                text
                for text in (f"zone {zone}: {surface}", f"{zone}: {surface}")
                if text_width(text, SMALL) <= room
            ),
            cut(zone, int(room / (SMALL * CHARACTER))),
        )
        yield box(left, top, wide, 15, f"zone {surface}", 3)
        yield label(left + 6, top + 7.5, written, "", "start")


def _zone_of(view: View, stretch: Stretch) -> str:
    """The zone of a part. The start belongs to the first zone, the finish to the last."""
    if stretch.part is not None:
        return stretch.part.zone
    return view.stage.zones[0 if stretch.name == START else -1].name


def _frame(stretch: Stretch) -> Iterator[str]:
    """The frame around the spaces of a corner: its name, the side to which it bends. Room is left for its dirt markers."""
    if stretch.part is None or stretch.part.corner is None:
        return
    corner = stretch.part.corner
    wide = stretch.right - stretch.left
    yield box(stretch.left, stretch.top, wide, stretch.bottom - stretch.top, "corner", 8)
    y = stretch.top + HEAD / 2 + 1
    yield bend(stretch.left + 18, y, corner.hand)
    room = wide - 42 - DIRT
    words = f"{corner.name} {corner.hand}"
    if text_width(words, 11, bold=True) > room:
        words = cut(corner.name, int(room / (11 * CHARACTER * BOLD)))
    yield label(stretch.left + 34, y, words, "head", "start")


def _dirt(view: View, found: Layout, corner: str) -> Iterator[str]:
    """The dirt markers on a corner."""
    count = view.dirt(corner)
    stretch = next(one for row in found.rows for one in row if one.name == corner)
    if count:
        y = stretch.top + HEAD / 2 + 1
        yield dirt_marker(stretch.right - 16 - text_width(str(count), 11, bold=True), y)
        yield label(stretch.right - 8, y, str(count), "head", "end")


def _ways(found: Layout) -> Iterator[str]:
    """Every step: between parts, to the next row, in corners."""
    for row in found.rows:
        for one, two in pairwise(row):
            yield way(one.right, one.y, two.left, two.y, tip=_single(two))
        for stretch in row:
            yield from _inner_ways(found, stretch)
    for above, below in pairwise(found.rows):
        end, begin = above[-1], below[0]
        yield way(end.right, end.y, end.right + GAP, end.y)
        yield label(end.right + GAP + 3, end.y, cut(begin.name, NEXT), "next", "start", _room(begin))
        yield label(begin.left - GAP - 3, begin.y, cut(end.name, NEXT), "next", "end", _room(end))
        yield way(begin.left - GAP, begin.y, begin.left, begin.y, tip=_single(begin))


def _room(stretch: Stretch) -> float:
    """The width of the name of a part at the end of a row."""
    return text_width(cut(stretch.name, NEXT), SMALL + 1, bold=True)


def _single(stretch: Stretch) -> bool:
    return stretch.part is None or stretch.part.corner is None


def _inner_ways(found: Layout, stretch: Stretch) -> Iterator[str]:
    """The ways through a corner: into each line, along the drift spaces, from a drift space to the inside, and out of each
    line."""
    part = stretch.part
    if part is None or part.corner is None:
        return
    (inside,), drifts, cuts = part.line(INSIDE), part.line(DRIFT), part.line(SHORTCUT)
    for space in (inside, *drifts[:1], *cuts):
        place = found.places[space.id]
        yield way(stretch.left, stretch.y, place.x - place.wide / 2, place.y)
    for one, two in pairwise(drifts):
        here, there = found.places[one.id], found.places[two.id]
        yield way(here.x + here.wide / 2, here.y, there.x - there.wide / 2, there.y)
    for space in drifts:
        if inside.id in space.next:
            yield _to_inside(found, space, inside)
    for space in (inside, *drifts[-1:], *cuts):
        place = found.places[space.id]
        yield way(place.x + place.wide / 2, place.y, stretch.right, stretch.y, tip=False)


def _to_inside(found: Layout, drift: Space, inside: Space) -> str:
    """The step across the corner, upwards or downwards."""
    here, there = found.places[drift.id], found.places[inside.id]
    up = 1 if there.y < here.y else -1
    begin = here.y - up * (high(drift) / 2 + STRIP)
    end = there.y + up * (high(inside) / 2 + STRIP)
    line = f'<path class="way" d="M{number(here.x)} {number(begin)}V{number(end + 6 * up)}"/>'
    return line + arrow(here.x, end, up)

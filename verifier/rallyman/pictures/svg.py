"""A stage with its cars as SVG: the road in rows from start to finish, each space with its two sides."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise, product
from math import pi

from model.rallyman.facts import FINISH, START
from model.rallyman.stage import DRIFT, INSIDE, SHORTCUT, Space
from verifier.drawings.drawing import BOLD, CHARACTER, box, cut, label, text_width
from verifier.drawings.scene import Piece, Point, Scene
from verifier.rallyman.lines.summary import HEAD as HEADINGS
from verifier.rallyman.lines.summary import facts_of, standings
from verifier.rallyman.pictures.drivers import drivers
from verifier.rallyman.pictures.layout import (
    FAN,
    HEAD,
    LONGEST,
    NEXT,
    SMALL,
    STRIP,
    Layout,
    Place,
    Stretch,
    high,
    layout,
)
from verifier.rallyman.pictures.legend import legend
from verifier.rallyman.pictures.shapes import bend, dirt_marker, tip, way
from verifier.rallyman.pictures.tiles import car_words, end_tile, grounds, levels, look, paint, placed, tile
from verifier.rallyman.pictures.view import View
from verifier.rallyman.pictures.winding import path, turned

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
    ".ground{stroke:none}.push{fill:#fffaf0;stroke:#a8803f;stroke-width:1;stroke-dasharray:3 2}"
    ".lane{fill:none;stroke:#fff;stroke-width:2;stroke-dasharray:7 5}.snow+.lane{stroke:#9fb6c9}"
    ".fan{fill:none;stroke-width:26}.fan.asphalt{stroke:#c3c6cb}.fan.snow{stroke:#f7fbff}.fan.cut{stroke:#e3c08d;stroke-dasharray:none}"
    ".way{fill:none;stroke:#4d4a42;stroke-width:1.8}.tip{fill:#4d4a42}"
    ".corner{fill:#eee4cb;stroke:#b9a87c;stroke-width:1}.bend{fill:none;stroke:#7a5c12;stroke-width:2.4}.turn{fill:#7a5c12}"
    ".note{fill:#fff;stroke:#4d4a42;stroke-width:.8}.hump{fill:#e08a00;stroke:#6d4300;stroke-width:.8}.split{fill:#1d4f91}"
    ".dirt{fill:#8a5a22}.free{fill:none;stroke:#6f6c63;stroke-width:.9;stroke-dasharray:2 2}"
    ".car{stroke:#fff;stroke-width:1}.stripe{stroke:#fff;stroke-width:1.2}"
    ".card{fill:#fff;stroke:#b9a87c}.next-up{stroke:#d0006f;stroke-width:2.5}.die{fill:#fff;stroke:#1c1c1a;stroke-width:1.4}"
    ".waits{stroke:#1c1c1a;stroke-width:1.6;stroke-dasharray:3 2}"
)


def scene(view: View) -> Scene:
    """The stage with its cars. The same view always gives the same scene."""
    found = layout(view, TITLE)
    room = found.wide - 2 * found.margin
    cards, high_cards = drivers(view, found.margin, found.high, room)
    drawn, high_legend = legend(view, found.margin, found.high + high_cards, room)
    colours = grounds(view)
    parts = [label(found.margin, 22, cut(view.stage.name, 3 * LONGEST), "title", "start")]
    for row, top in zip(found.rows, found.tops, strict=True):
        parts += [*_zones(view, row, top), *(line for stretch in row for line in _frame(stretch))]
    parts += _ways(view, found)
    parts += [end_tile(end, found.places[end]) for end in (START, FINISH)]
    parts += [tile(view, space, found.places[space.id], colours) for space in view.road]
    layers = [(f"dirt {corner.name}", "".join(_dirt(view, found, corner.name))) for corner in view.corners]
    layers += cards
    places = {name: place.middle for name, place in found.places.items()}
    position = view.position
    return Scene(
        view.stage.name,
        found.wide,
        found.high + high_cards + high_legend,
        STYLE,
        "\n".join([*parts, *drawn]),
        tuple(layers),
        tuple(_cars(view, found)),
        places,
        () if position is None else tuple(facts_of(position)),
        HEADINGS,
        () if position is None else tuple(standings(position)),
        shown=True,
        reach=20,
        ring=(20, 11),
        entries={name: _entry(view, name, place) for name, place in found.places.items()},
        breaks=dict(_breaks(found)),
    )


def _entry(view: View, name: str, place: Place) -> Point:
    """The point on the rear edge of a space that is level with its name, so that a die there hides neither name nor cars."""
    space = view.stage.index.get(name)
    return place.beside(-place.wide / 2, -levels(space)[0] if space is not None else 0)


def _breaks(found: Layout) -> Iterator[tuple[tuple[str, str], tuple[Point, Point]]]:
    """Where the road goes on in the next row: for each space at the end of a row and each at the beginning of the next."""
    for above, below in pairwise(found.rows):
        end, begin = above[-1], below[0]
        (x, y), (x2, y2) = end.arc.at(1.0), begin.arc.at(0.0)
        for pair in product(end.places(), begin.places()):
            yield pair, ((x + FAN, y), (x2 - FAN, y2))


def _cars(view: View, found: Layout) -> Iterator[Piece]:
    """The cars on the stage: on their spaces in order of arrival, or on the ground next to them."""
    for name, cars in view.standing().items():
        place = found.places[name]
        space = view.stage.index.get(name)
        for car, at, wide in placed(space, place, cars):
            drawn = turned(0, 0, place.angle, look(view, car, wide))
            yield Piece(car.driver, name, at, drawn, car_words(car), paint(view, car.driver))


def _zones(view: View, row: Sequence[Stretch], top: float) -> Iterator[str]:
    """A bar above the spaces of each zone, in the colour of its surface."""
    for zone, group in groupby(row, lambda stretch: _zone_of(view, stretch)):
        every = list(group)
        left = every[0].arc.x
        wide = every[-1].arc.at(1.0)[0] - left - 4
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
    """The ground around the lines of a corner, and its head at the outer side: its name, the side to which it bends. Room is left
    for its dirt markers."""
    if stretch.part is None or stretch.part.corner is None:
        return
    corner = stretch.part.corner
    yield f'<path class="corner" d="{stretch.arc.cell(stretch.low, stretch.high)}"/>'
    words = f"{corner.name} {corner.hand}"
    room = stretch.arc.stretch(_head(stretch)) - 42 - 2 * DIRT
    if text_width(words, 11, bold=True) > room:
        words = cut(corner.name, int(room / (11 * CHARACTER * BOLD)))
    wide = text_width(words, 11, bold=True) + 34
    drawn = bend(18 - wide / 2, 0, corner.hand) + label(34 - wide / 2, 0, words, "head", "start")
    yield turned(*stretch.arc.at(0.5, _head(stretch)), stretch.arc.angle(0.5), drawn)


def _head(stretch: Stretch) -> float:
    """How far the head of a corner is from the middle of the road."""
    return stretch.low + HEAD / 2 if stretch.arc.turn > 0 else stretch.high - HEAD / 2


def _dirt(view: View, found: Layout, corner: str) -> Iterator[str]:
    """The dirt markers on a corner, at the end of its head."""
    count = view.dirt(corner)
    stretch = next(one for row in found.rows for one in row if one.name == corner)
    if count:
        along = 1 - DIRT / 2 / stretch.arc.stretch(_head(stretch))
        drawn = dirt_marker(-8, 0), label(0, 0, str(count), "head", "start")
        yield turned(*stretch.arc.at(along, _head(stretch)), stretch.arc.angle(along), *drawn)


def _ways(view: View, found: Layout) -> Iterator[str]:
    """Every step that is no step to the next cell: into corners, in them, out of them, to the next row."""
    for row in found.rows:
        for stretch in row:
            yield from _inner_ways(view, found, stretch)
    for above, below in pairwise(found.rows):
        end, begin = above[-1], below[0]
        (x, y), (x2, y2) = end.arc.at(1.0), begin.arc.at(0.0)
        yield way(x, y, x + FAN, y)
        yield label(x + FAN + 3, y, cut(begin.name, NEXT), "next", "start", _room(begin))
        yield label(x2 - FAN - 3, y2, cut(end.name, NEXT), "next", "end", _room(end))
        yield way(x2 - FAN, y2, x2, y2)


def _room(stretch: Stretch) -> float:
    """The width of the name of a part at the end of a row."""
    return text_width(cut(stretch.name, NEXT), SMALL + 1, bold=True)


def _inner_ways(view: View, found: Layout, stretch: Stretch) -> Iterator[str]:
    """The ways through a corner: into each line, along the drift spaces, from a drift space to the inside, and out of each
    line."""
    part = stretch.part
    if part is None or part.corner is None:
        return
    (inside,), drifts, cuts = part.line(INSIDE), part.line(DRIFT), part.line(SHORTCUT)
    lines = [line for line in (cuts, drifts, (inside,)) if line]
    for line in lines:
        first, last = found.places[line[0].id], found.places[line[-1].id]
        kind = "cut" if line is cuts else view.surface(line[0].zone)
        ways = _fan(first, 0.0, first.begin), _fan(last, 1.0, last.end)
        yield from (f'<path class="fan {kind}" d="{path(points)}"/>' for points in ways)
        yield f'<path class="way" d="{path(ways[0])}"/>'
        yield tip(first.arc.at(first.begin, first.across), first.arc.angle(first.begin))
    for one, two in pairwise(drifts):
        here, there = found.places[one.id], found.places[two.id]
        yield f'<path class="way" d="{path(here.arc.line(here.across, here.end, there.begin))}"/>'
    for space in drifts:
        if inside.id in space.next:
            yield _to_inside(found.places[space.id], space, found.places[inside.id], inside)


def _fan(place: Place, begin: float, end: float) -> list[Point]:
    """The way between the middle of the road and a line of a corner."""
    steps = 8
    found = []
    for step in range(steps + 1):
        share = step / steps
        across = place.across * share * share * (3 - 2 * share)
        found.append(place.arc.at(begin + (end - begin) * share, across))
    return found


def _to_inside(here: Place, drift: Space, there: Place, inside: Space) -> str:
    """The step across the corner."""
    side = 1 if there.across > here.across else -1
    along = (here.begin + here.end) / 2
    low = here.across + side * (high(drift) / 2 + STRIP)
    end = there.across - side * (high(inside) / 2 + STRIP)
    angle = here.arc.angle(along) + side * pi / 2
    line = path([here.arc.at(along, low), here.arc.at(along, end - 5 * side)])
    return f'<path class="way" d="{line}"/>{tip(here.arc.at(along, end), angle)}'

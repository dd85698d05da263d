"""One space of the SVG drawing: what is printed on it, both its sides, and the cars on it."""

from collections.abc import Iterator, Mapping, Sequence

from model.rallyman.facts import FINISH, START
from model.rallyman.position import OFF_LEFT, OFF_RIGHT, OFF_ROAD, SPUN, STOPPED, Car
from model.rallyman.stage import SHORTCUT, Space
from verifier.drawings.drawing import box, label, number, text_width, titled
from verifier.drawings.scene import Point
from verifier.errors import printable
from verifier.rallyman.pictures.layout import (
    SMALL,
    STRIP,
    WIDE,
    Place,
    beside_words,
    chips,
    high,
)
from verifier.rallyman.pictures.view import STATUSES, View, words
from verifier.rallyman.pictures.winding import path, turned

GROUNDS: Mapping[str, str] = {
    "meadow": "#d5e6bb",
    "trees": "#98c48d",
    "water": "#a9d2ee",
    "rocks": "#cbc3b6",
    "snowbank": "#e3ebf5",
    "dirt": "#d9b98c",
}
"""Terrains with a conventional colour; the others take the next colours in turn."""
OTHER_GROUNDS = ("#e8d9a0", "#d9c2e0", "#f0c9b0", "#b8dcd4", "#dcdcdc")

PAINTS = ("#b83227", "#1f63c6", "#1e7d3c", "#7a3fa3")
"""Colours of the cars in starting order."""

SLOT = 34
"""Length of a car."""
PLATE = 9
"""Height of the text on a car."""


def grounds(view: View) -> dict[str, str]:
    """The colour of each terrain in this drawing."""
    strange = [name for name in sorted(view.terrains) if name not in GROUNDS]
    others = {name: OTHER_GROUNDS[place % len(OTHER_GROUNDS)] for place, name in enumerate(strange)}
    return {name: GROUNDS.get(name) or others[name] for name in view.terrains}


def tile(view: View, space: Space, place: Place, colours: Mapping[str, str]) -> str:
    """A space with both its sides. `colours` are those of the terrains."""
    half = high(space) / 2
    kind = "cut" if space.role == SHORTCUT else view.surface(space.zone)
    parts = [
        _strip(view, space, "left", place.cell(half, half + STRIP), colours),
        _strip(view, space, "right", place.cell(-half - STRIP, -half), colours),
        f'<path class="space {kind}" d="{place.cell(-half, half)}"/>',
    ]
    if space.wide:
        parts.append(lane(place.arc.line(place.across, place.begin + 0.04, place.end - 0.04)))
    above, below = levels(space)
    written = [
        _said_beside(view, space, "left", -half - STRIP / 2, place.wide),
        _said_beside(view, space, "right", half + STRIP / 2, place.wide),
        *_chips(view, space, above),
    ]
    if space.corner:
        role = f"{space.role} {space.index}" if space.index else space.role
        written.append(label(0, below, role, "role"))
    else:
        written += [free(x, below, wide) for x, wide in _slots(place.wide, space.capacity)]
    return titled(words(view, space), *parts, turned(*place.middle, place.angle, *written))


def levels(space: Space) -> tuple[float, float]:
    """How far the name of a space and the cars on it are below its middle."""
    apart = 12 if space.wide else 8
    return -apart, apart


def _slots(room: float, count: int) -> list[tuple[float, float]]:
    """Middle and width of so many cars behind one another."""
    wide = min(SLOT, (room - 6) / max(count, 1))
    first = -wide * (count - 1) / 2
    return [(first + wide * at, wide - 2) for at in range(count)]


def placed(space: Space | None, place: Place, cars: Sequence[Car]) -> Iterator[tuple[Car, Point, float]]:
    """Each car on a space (None: START or FINISH) or next to it, with its middle and its width."""
    if space is None:
        shift = end_shift(cars[0].space)
        slots = _slots(place.wide - 8, len(cars))
        yield from (
            (car, place.beside(x + shift, -11), wide) for car, (x, wide) in zip(cars, slots, strict=True)
        )
        return
    on_road = [car for car in cars if car.status not in OFF_ROAD]
    slots = _slots(place.wide, max(len(on_road), 0 if space.corner else space.capacity))
    below = levels(space)[1]
    yield from ((car, place.beside(x, -below), wide) for car, (x, wide) in zip(on_road, slots, strict=False))
    for status, sign in ((OFF_LEFT, 1), (OFF_RIGHT, -1)):
        beside = [car for car in cars if car.status == status]
        across = sign * (high(space) + STRIP) / 2
        yield from (
            (car, place.beside(x, across), wide)
            for car, (x, wide) in zip(beside, _slots(place.wide, len(beside)), strict=True)
        )


def lane(points: Sequence[Point]) -> str:
    """The line in the middle of a wide space."""
    return f'<path class="lane" d="{path(points)}"/>'


def end_shift(name: str) -> float:
    """How far the words and cars on START or FINISH are from its middle, because of the chequered line."""
    return -4 if name == START else 4


def end_tile(name: str, place: Place) -> str:
    """START or FINISH: its name and the chequered line."""
    left, top = -place.wide / 2, -WIDE / 2
    parts = [box(left, top, place.wide, WIDE, "end"), label(end_shift(name), -11, name, "post")]
    edge = left + place.wide - 8 if name == START else left
    for row in range(8):
        side = edge + 4 * (row % 2)
        parts.append(box(side, top + row * WIDE / 8, 4, WIDE / 8, "chequer"))
    return turned(*place.middle, place.angle, *parts)


def _chips(view: View, space: Space, y: float) -> list[str]:
    """The name of a space and the other words printed on it."""
    every = chips(view, space)
    at = -(sum(wide for _, _, wide in every) + 5 * (len(every) - 1)) / 2
    parts = []
    for kind, text, wide in every:
        parts.append(chip(kind, text, at, y, wide))
        at += wide + 5
    return parts


def chip(kind: str, text: str, x: float, y: float, wide: float) -> str:
    """One word on a space from its left end: a name, a note, a bump with its note, or a timing point."""
    if kind == "name":
        return label(x + wide / 2, y, text, "name", wide=wide)
    if kind == "bump":
        hump = f'<path class="hump" d="M{number(x)} {number(y + 6)}q7.5 -24 15 0z"/>'
        return hump + label(x + wide - 5, y, text, "gear")
    said = label(x + wide / 2, y, text, "gear" if kind == "note" else "point", wide=wide - 6)
    return box(x, y - 7, wide, 14, kind, 3) + said


def _strip(view: View, space: Space, side: str, outline: str, colours: Mapping[str, str]) -> str:
    """The ground on one side of a space, or the way of a push."""
    if view.damage(space, side) is None:
        return f'<path class="push" d="{outline}"/>'
    return f'<path class="ground" d="{outline}" fill="{colours[view.beside(space, side)]}"/>'


def _said_beside(view: View, space: Space, side: str, y: float, wide: float) -> str:
    """The words on the ground next to a space."""
    damage = view.damage(space, side)
    text = beside_words(view, space, side)
    room = text_width(text, SMALL, bold=bool(damage))
    return label(0, y, text, "harm" if damage else "beside", wide=min(room, wide - 4))


def ground(x: float, y: float, wide: float, colour: str) -> str:
    """A strip of terrain from its upper left corner."""
    return box(x, y, wide, STRIP, "ground", paint=colour)


def free(x: float, y: float, wide: float) -> str:
    """Room for a car around a point."""
    return f'<path class="free" d="{_outline(x, y, wide)}"/>'


def look(view: View, car: Car, wide: float, gear: bool = True) -> str:
    """A car around a point, with its `gear`. Its nose points where it drives, backwards if it was turned round; stripes tell the
    cars apart."""
    place = _number(view, car.driver)
    kind = "car waits" if car.status == STOPPED else "car"
    spun = car.status == SPUN
    body = f'<path class="{kind}" d="{_outline(0, 0, wide, spun)}" fill="{paint(view, car.driver)}"/>'
    side = -1 if spun else 1
    stripes = "".join(
        f'<path class="stripe" d="M{number(side * (3 + 2.5 * at - wide / 2))} -6v12"/>'
        for at in range(place % len(PAINTS))
    )
    return body + stripes + label(-1.5 * side, 0, _plate(car, wide, gear), "plate")


def paint(view: View, driver: str) -> str:
    """The colour of a car."""
    return PAINTS[_number(view, driver) % len(PAINTS)]


def _number(view: View, driver: str) -> int:
    return next(place for place, one in enumerate(view.cars) if one.driver == driver)


def car_words(car: Car) -> str:
    """The place and state of a car, in words."""
    if not car.space:
        return f"{car.driver}: out"
    if car.space in (START, FINISH):
        return f"{car.driver}: {car.space}"
    return ", ".join(
        filter(None, (f"{car.driver}: {car.space}", f"gear {car.gear}", STATUSES.get(car.status)))
    )


def _plate(car: Car, wide: float, gear: bool) -> str:
    """As much of driver and gear as fits on a car."""
    name = printable(car.driver)
    with_gear = f"{name} g{car.gear}"
    if gear and car.space not in (START, FINISH) and text_width(with_gear, PLATE, bold=True) <= wide - 7:
        return with_gear
    while len(name) > 1 and text_width(name, PLATE, bold=True) > wide - 7:
        name = name[:-1]
    return name


def _outline(x: float, y: float, wide: float, turned: bool = False) -> str:
    """The outline of a car with its nose to the right, or to the left."""
    ahead = -1 if turned else 1
    nose = min(5.0, wide / 3)
    back = number(x - ahead * wide / 2)
    along = number(ahead * (wide - nose))
    return f"M{back} {number(y - 6.5)}h{along}l{number(ahead * nose)} 6.5l{number(-ahead * nose)} 6.5H{back}z"

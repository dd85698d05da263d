"""One space of the SVG drawing: what is printed on it, both its sides, and the cars on it."""

from collections.abc import Mapping, Sequence

from model.rallyman.facts import FINISH, START
from model.rallyman.position import OFF_LEFT, OFF_RIGHT, OFF_ROAD, SPUN, STOPPED, Car
from model.rallyman.stage import SHORTCUT, Space
from verifier.drawing import box, label, number, text_width, titled
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


def tile(view: View, space: Space, place: Place, cars: Sequence[Car], colours: Mapping[str, str]) -> str:
    """A space with both its sides. `cars` are all cars on it or off the road there; `colours` are those of the terrains."""
    tall = high(space)
    left, top = place.x - place.wide / 2, place.y - tall / 2
    kind = "cut" if space.role == SHORTCUT else view.surface(space.zone)
    line = place.y - (12 if space.wide else 8)
    parts = []
    for side, status, edge in (("left", OFF_LEFT, top - STRIP), ("right", OFF_RIGHT, top + tall)):
        beside = [car for car in cars if car.status == status]
        strip = _strip(view, space, side, left, edge, place.wide, colours)
        parts += [strip, *_said_beside(view, space, side, left, edge + STRIP / 2, place.wide, beside)]
    parts.append(box(left, top, place.wide, tall, f"space {kind}"))
    if space.wide:
        parts.append(lane(left, place.y, place.wide))
    parts += _chips(view, space, place.x, line)
    on_road = [car for car in cars if car.status not in OFF_ROAD]
    below = 2 * place.y - line
    if space.corner and not on_road:
        role = f"{space.role} {space.index}" if space.index else space.role
        parts.append(label(place.x, below, role, "role"))
    else:
        room = 0 if space.corner else space.capacity
        parts += slots(view, place, below, room, on_road)
    return titled(words(view, space), *parts)


def lane(x: float, y: float, wide: float) -> str:
    """The line in the middle of a wide space."""
    return f'<path class="lane" d="M{number(x + 4)} {number(y)}h{number(wide - 8)}"/>'


def end_tile(view: View, name: str, place: Place, cars: Sequence[Car]) -> str:
    """START or FINISH: its name, the chequered line, and the cars that wait there or have finished."""
    left, top = place.x - place.wide / 2, place.y - WIDE / 2
    inner = Place(place.x + (-4 if name == START else 4), place.y, place.wide - 8)
    written = label(inner.x, place.y - (11 if cars else 0), name, "post")
    parts = [box(left, top, place.wide, WIDE, "end"), written]
    edge = left + place.wide - 8 if name == START else left
    for row in range(8):
        side = edge + 4 * (row % 2)
        parts.append(box(side, top + row * WIDE / 8, 4, WIDE / 8, "chequer"))
    return "".join([*parts, *slots(view, inner, place.y + 11, 0, cars)])


def _chips(view: View, space: Space, x: float, y: float) -> list[str]:
    """The name of a space and the other words printed on it."""
    every = chips(view, space)
    at = x - (sum(wide for _, _, wide in every) + 5 * (len(every) - 1)) / 2
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


def _strip(
    view: View, space: Space, side: str, left: float, top: float, wide: float, colours: Mapping[str, str]
) -> str:
    """The ground on one side of a space, or the way of a push."""
    beside = view.beside(space, side)
    if view.damage(space, side) is None:
        return box(left + 1, top + 1, wide - 2, STRIP - 2, "push")
    return ground(left, top, wide, colours[beside])


def _said_beside(
    view: View, space: Space, side: str, left: float, y: float, wide: float, cars: Sequence[Car]
) -> list[str]:
    """The words on the ground next to a space, and the cars that went off there. If the cars take up the room, only the damage is
    written."""
    damage = view.damage(space, side)
    text = beside_words(view, space, side)
    kind = "harm" if damage else "beside"
    if not cars:
        room = text_width(text, SMALL, bold=bool(damage))
        return [label(left + wide / 2, y, text, kind, wide=min(room, wide - 4))]
    each = min(SLOT, (wide - 16) / len(cars))
    short = "" if damage is None else str(damage)
    written = text if text_width(text, SMALL, bold=True) + 6 + each * len(cars) <= wide else short
    first = left + wide - each * (len(cars) - 0.5)
    pills = [pill(view, car, first + each * at, y, each - 2) for at, car in enumerate(cars)]
    return [label(left + 4, y, written, kind, "start"), *pills]


def ground(x: float, y: float, wide: float, colour: str) -> str:
    """A strip of terrain from its upper left corner."""
    return box(x, y, wide, STRIP, "ground", style=f"fill:{colour}")


def slots(view: View, place: Place, y: float, room: int, cars: Sequence[Car]) -> list[str]:
    """The cars on a space in order of arrival, and the room left."""
    count = max(room, len(cars))
    if not count:
        return []
    wide = min(SLOT, (place.wide - 6) / count)
    first = place.x - wide * (count - 1) / 2
    parts = [pill(view, car, first + wide * at, y, wide - 2) for at, car in enumerate(cars)]
    return parts + [free(first + wide * at, y, wide - 2) for at in range(len(cars), count)]


def free(x: float, y: float, wide: float) -> str:
    """Room for a car around a point."""
    return f'<path class="free" d="{_outline(x, y, wide)}"/>'


def pill(view: View, car: Car, x: float, y: float, wide: float) -> str:
    """A car around a point. Its nose points where it drives, backwards if it was turned round."""
    paint = PAINTS[
        next(place for place, one in enumerate(view.cars) if one.driver == car.driver) % len(PAINTS)
    ]
    kind = "car waits" if car.status == STOPPED else "car"
    body = f'<path class="{kind}" d="{_outline(x, y, wide, car.status == SPUN)}" style="fill:{paint}"/>'
    plate = label(x + (1.5 if car.status == SPUN else -1.5), y, _plate(car, wide), "plate")
    return titled(car_words(car), body, plate)


def car_words(car: Car) -> str:
    """The place and state of a car, in words."""
    if not car.space:
        return f"{car.driver}: out"
    if car.space in (START, FINISH):
        return f"{car.driver}: {car.space}"
    return ", ".join(
        filter(None, (f"{car.driver}: {car.space}", f"gear {car.gear}", STATUSES.get(car.status)))
    )


def _plate(car: Car, wide: float) -> str:
    """As much of driver and gear as fits on a car."""
    name = printable(car.driver)
    with_gear = f"{name} g{car.gear}"
    if car.space not in (START, FINISH) and text_width(with_gear, PLATE, bold=True) <= wide - 7:
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

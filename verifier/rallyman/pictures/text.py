"""A stage with its cars as plain text: the road in rows from start to finish, with its sides above and below."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

from grammar.errors import width as columns
from model.rallyman.facts import FINISH, START
from model.rallyman.position import ELIMINATED, Car
from model.rallyman.stage import BUMP, CORNER, DRIFT, INSIDE, ROLES, Space
from verifier.errors import printable
from verifier.rallyman.lines.fields import WORD_OF
from verifier.rallyman.pictures.view import PUSHES, SIDES, STATUSES, Part, View, parts_of

NARROWEST = 40
LABELS = ("left ", "road ", "right")
BETWEEN = " - "
DIRECTION = "cars drive to the right; above each space what is on its left, below it what is on its right"

WIDE_ROOM, NARROW_ROOM = 2, 1
"""The number of cars that fit on a wide space and on any other without a mark."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A word of the road with the texts above and below it. A `glued` cell follows the previous one without a sign between
    them."""

    road: str
    left: str = ""
    right: str = ""
    glued: bool = False

    @property
    def width(self) -> int:
        return max(map(columns, (self.left, self.road, self.right)))


def text_picture(view: View, width: int = 100, *, near: bool = False) -> str:
    """The drawing in lines of about `width` characters. Each zone begins a row; a corner is in braces and split only if it is
    longer than a row. Below it, a legend of the marks that occur. `near`: only the rows with cars and those after them, without
    a legend."""
    width = max(width, NARROWEST)
    codes = _codes(view.terrains)
    rows = [
        (zone, row) for zone, units in _zones(view, codes) for row in _rows(units, width - len(LABELS[0]) - 1)
    ]
    finish = rows[-1][1][-1]
    if near:
        shown = {place for place, (_, row) in enumerate(rows) if any("<" in cell.road for cell in row)}
        rows = [one for place, one in enumerate(rows) if {place, place - 1} & shown]
    lines: list[str] = []
    before = ""
    for zone, row in rows:
        if zone != before:
            lines.append(printable(f"zone {zone}: {view.surface(zone)}"))
        lines += [*_lines(row, last=row[-1] is finish), ""]
        before = zone
    if not near:
        lines += _legend(view, codes, width)
        if view.out:
            lines.append(printable(f"out: {', '.join(view.out)}"))
    return "\n".join(lines) + "\n"


def _codes(terrains: Sequence[str]) -> dict[str, str]:
    """The shortest unique prefix of each terrain's name."""
    return {
        name: next(
            (
                name[:length]
                for length in range(1, len(name))
                if not any(other.startswith(name[:length]) for other in terrains if other != name)
            ),
            name,
        )
        for name in terrains
    }


def _zones(view: View, codes: Mapping[str, str]) -> Iterator[tuple[str, list[list[Cell]]]]:
    """The zones in the order of the road, each with its parts as cells."""
    parts = parts_of(view.stage)
    zones = list(dict.fromkeys(part.zone for part in parts))
    for zone in zones:
        units = [_unit(view, codes, part) for part in parts if part.zone == zone]
        if zone == zones[0]:
            units.insert(0, [Cell(_place(view, START))])
        if zone == zones[-1]:
            units[-1] = [*units[-1], Cell(_place(view, FINISH))]
        yield zone, units


def _unit(view: View, codes: Mapping[str, str], part: Part) -> list[Cell]:
    """A part as cells: a space, or a corner with its lines."""
    if part.corner is None:
        return [_space(view, codes, part, part.spaces[0])]
    dirt = view.dirt(part.corner.name)
    head = f"{{{part.corner.name} {part.corner.hand}{f', dirt {dirt}' if dirt else ''}:"
    cells = [Cell(printable(head))]
    for role in ROLES:
        spaces = part.line(role)
        if spaces:
            cells.append(Cell(role if role == INSIDE else f"| {role}", glued=True))
        cells += [_space(view, codes, part, space) for space in spaces]
    return [*cells[:-1], replace(cells[-1], road=f"{cells[-1].road}}}")]


def _space(view: View, codes: Mapping[str, str], part: Part, space: Space) -> Cell:
    usual = WIDE_ROOM if space.wide else NARROW_ROOM
    marks = [
        "=" if space.wide else "",
        space.id,
        "^" if space.kind == BUMP else "",
        f"({space.note})" if space.note else "",
        f" x{space.capacity}" if space.capacity != usual else "",
        f"!{view.split(space)}" if view.split(space) else "",
        f"@{space.zone}" if space.zone != part.zone else "",
        _cars(view, space.id),
    ]
    left, right = (_beside(view, codes, space, side) for side in SIDES)
    return Cell(printable("".join(marks)), left, right, glued=space.kind == CORNER)


def _beside(view: View, codes: Mapping[str, str], space: Space, side: str) -> str:
    damage = view.damage(space, side)
    beside = view.beside(space, side)
    return beside if damage is None else printable(f"{codes[beside]}{damage}")


def _place(view: View, end: str) -> str:
    return printable(f"{end}{_cars(view, end)}")


def _cars(view: View, space: str) -> str:
    cars = view.standing().get(space, [])
    return f" <{' '.join(map(_car, cars))}>" if cars else ""


def _car(car: Car) -> str:
    if car.space in (START, FINISH):
        return car.driver
    status = "out" if car.status == ELIMINATED else WORD_OF.get(car.status, "")
    return f"{car.driver} g{car.gear} {status}".rstrip()


def _rows(units: Sequence[list[Cell]], width: int) -> list[list[Cell]]:
    """The cells in rows of at most this width, unless a cell is wider. A part stays in one row if it fits; the last two cells of
    a longer part stay together, including the finish."""
    rows: list[list[Cell]] = [[]]
    for place, unit in enumerate(units):
        sign = len(BETWEEN) if place < len(units) - 1 else 0
        fits = _length(unit) + sign <= width
        for cells in [unit] if fits else [*([cell] for cell in unit[:-2]), unit[-2:]]:
            if rows[-1] and _length([*rows[-1], *cells]) + sign > width:
                rows.append([])
            rows[-1] += cells
    return rows


def _length(cells: Sequence[Cell]) -> int:
    return sum(cell.width + (1 if cell.glued else len(BETWEEN)) for cell in cells)


def _lines(row: Sequence[Cell], last: bool) -> list[str]:
    """One row of the road: the left side, the road, the right side. All rows but the last go on."""
    lines = list(LABELS)
    for place, cell in enumerate(row):
        gap = " " if cell.glued or place == 0 else BETWEEN
        for number, text in enumerate((cell.left, cell.road, cell.right)):
            between = gap if number == 1 else " " * len(gap)
            lines[number] += f"{between}{text}{' ' * (cell.width - columns(text))}"
    lines[1] += "" if last else BETWEEN
    return [line.rstrip() for line in lines]


def _legend(view: View, codes: Mapping[str, str], width: int) -> list[str]:
    """The meaning of each mark in the drawing, one per line; as one paragraph below a position, because a replay shows many of
    these."""
    terrains = ", ".join(f"{codes[name]} {name}" for name in view.terrains)
    beside = [f"next to the road, with the points of damage: {terrains}"] if terrains else []
    marks = list(_marks(view))
    if view.position is not None:
        marks = ["; ".join(marks)]
    return [
        line
        for text in (DIRECTION, *beside, *marks)
        for line in wrap(printable(text), width, subsequent_indent="  ")
    ]


def _marks(view: View) -> Iterator[str]:
    spaces = view.road
    if view.pushes:
        yield f"{', '.join(PUSHES)}  a car pushed to that side goes onto it"
    if any(space.wide for space in spaces):
        yield f"=  wide, with room for {WIDE_ROOM}; without it narrow, with room for {NARROW_ROOM}"
    odd = [space for space in spaces if space.capacity != (WIDE_ROOM if space.wide else NARROW_ROOM)]
    if odd:
        yield f"x{odd[0].capacity}  room for that many cars"
    bump = next((space for space in spaces if space.kind == BUMP), None)
    if bump is not None:
        yield f"^({bump.note})  bump with its note: a car in that gear or a higher one jumps"
    if view.corners:
        hands = " or ".join(dict.fromkeys(corner.hand for corner in view.corners))
        yield f"{{ }}  corner to the {hands}"
        corner = next(space for space in spaces if space.corner)
        exact = "; on a drift space exactly this gear" if any(space.role == DRIFT for space in spaces) else ""
        yield f"({corner.note})  note of a space in a corner: the highest gear{exact}"
    away = {space.zone for part in parts_of(view.stage) for space in part.spaces if space.zone != part.zone}
    for zone in sorted(away):
        yield f"@{zone}  in zone {zone}: {view.surface(zone)}"
    if view.point:
        yield f"!{view.point}  timing point"
    yield from _car_marks(view)


def _car_marks(view: View) -> Iterator[str]:
    dirt = max((view.dirt(corner.name) for corner in view.corners), default=0)
    if dirt:
        yield f"dirt {dirt}  that many dirt markers, each makes the notes of inside and drift spaces one lower"
    cars = [car for car in view.cars if car.space]
    if cars:
        yield f"<{_car(cars[0])}>  a car{' with its gear' if cars[0].space not in (START, FINISH) else ''}"
    for status, meaning in STATUSES.items():
        if any(car.status == status for car in cars):
            yield f"{WORD_OF.get(status, 'out')}  {meaning}"

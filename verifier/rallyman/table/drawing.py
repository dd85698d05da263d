"""The stage with its cars as SVG: the road runs in rows from start to finish, corners spread into their lines."""

from collections.abc import Mapping
from html import escape

from model.rallyman.facts import FINISH, SNOW, START
from model.rallyman.position import OFF_LEFT, OFF_RIGHT, Car, Position
from model.rallyman.stage import BUMP, CORNER, DRIFT, INSIDE, SHORTCUT, TO_ROAD, TO_SHORTCUT, Space, Stage
from verifier.rallyman.table.fields import WORD_OF
from verifier.rallyman.table.picture import cars_by_space

CELL, ROW, EACH = 92, 160, 11
"""Width of a space and height of a row in pixels, spaces of a row."""

LEVEL = {INSIDE: -30, DRIFT: 30, SHORTCUT: -58}
"""How far the lines of a corner to the left lie below the road in pixels; those of one to the right lie the other way round."""
BESIDE = {OFF_LEFT: -30, OFF_RIGHT: 30}
"""How far below its space a car stands in pixels that went off the road; the others stand at its lower edge."""
COLOURS = ("#c0392b", "#2980b9", "#27ae60", "#f39c12")


def svg_drawing(
    stage: Stage, position: Position | None = None, surfaces: Mapping[str, str] | None = None
) -> str:
    """The drawing as one SVG text."""
    columns = columns_of(stage)
    rows = 1 + max(columns.values()) // EACH
    wide, high = 40 + EACH * CELL, 60 + rows * ROW
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{wide}" height="{high}" fill="#f4f1e8"/>',
        f'<text x="20" y="24" font-size="15">{escape(stage.name)}</text>',
    ]
    for space in stage.spaces:
        for target in space.next:
            parts.append(_edge(stage, columns, space.id, target))
    parts += [_edge(stage, columns, START, target) for target in stage.start]
    parts += [_end(columns, START), _end(columns, FINISH)]
    parts += [_space(stage, columns, space, surfaces or {}) for space in stage.spaces]
    colours = {car.driver: COLOURS[place % 4] for place, car in enumerate(position.cars if position else ())}
    for id, cars in cars_by_space(position).items():
        parts += [_car(stage, columns, id, car, place, colours) for place, car in enumerate(cars)]
    return "\n".join([*parts, "</svg>"]) + "\n"


def columns_of(stage: Stage) -> dict[str, int]:
    """Space -> how many columns it lies behind the start; the lines of a corner share columns."""
    found = {START: 0}
    last = 0
    for space in stage.spaces:
        if space.kind != CORNER:
            last += 1
            found[space.id] = last
        elif space.corner not in {stage.index[id].corner for id in found if id != START}:
            drifts = [one for one in stage.spaces if one.corner == space.corner and one.role == DRIFT]
            for one in stage.spaces:
                if one.corner == space.corner:
                    found[one.id] = last + max(one.index, 1)
            last += max(len(drifts), 1)
    found[FINISH] = last + 1
    return found


def _point(stage: Stage, columns: Mapping[str, int], id: str) -> tuple[int, int]:
    column = columns[id]
    known = stage.index.get(id)
    level = LEVEL.get(known.role, 0) if known is not None else 0
    if known is not None and known.corner and stage.corner(known.corner).hand == "right":
        level = -level
    return 20 + CELL // 2 + column % EACH * CELL, 100 + column // EACH * ROW + level


def _edge(stage: Stage, columns: Mapping[str, int], one: str, two: str) -> str:
    (x1, y1), (x2, y2) = _point(stage, columns, one), _point(stage, columns, two)
    if columns[one] // EACH != columns[two] // EACH:
        return f'<text x="{x1 + 44}" y="{y1 + 4}">\u2192</text>'
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#8d8675" stroke-width="2"/>'


def _end(columns: Mapping[str, int], id: str) -> str:
    x, y = 20 + CELL // 2 + columns[id] % EACH * CELL, 100 + columns[id] // EACH * ROW
    return f'<text x="{x}" y="{y + 4}" text-anchor="middle" font-weight="bold">{id}</text>'


def _space(stage: Stage, columns: Mapping[str, int], space: Space, surfaces: Mapping[str, str]) -> str:
    x, y = _point(stage, columns, space.id)
    snow = surfaces.get(space.zone, stage.zone(space.zone).surface) == SNOW
    fill = "#c9a66b" if space.role == SHORTCUT else "#ffffff" if snow else "#b8b8b8"
    wide, high = 60, 34 if space.wide else 22
    note = f" ({space.note})" if space.note else ""
    bump = "^" if space.kind == BUMP else ""
    point = (
        f'<text x="{x}" y="{y - high // 2 - 3}" text-anchor="middle">{escape(space.split)}</text>'
        if space.split
        else ""
    )
    return (
        f"<g><title>{escape(_words(stage, space))}</title>"
        f'<rect x="{x - wide // 2}" y="{y - high // 2}" width="{wide}" height="{high}" rx="5" fill="{fill}" stroke="#4d4a42"/>'
        f'<text x="{x}" y="{y + 4}" text-anchor="middle">{escape(space.id)}{bump}{note}</text>{point}</g>'
    )


def _words(stage: Stage, space: Space) -> str:
    """What is printed on a space and lies beside it, for whoever points at it."""
    kind = (
        f"{space.role} of {space.corner}"
        if space.corner
        else f"{'wide' if space.wide else 'narrow'} {space.kind}"
    )
    words = [
        f"{space.id}: {kind}",
        *([f"note {space.note}"] if space.note else []),
        f"room for {space.capacity}",
    ]
    for side, beside in (("left", space.left), ("right", space.right)):
        damage = f" ({stage.zone(space.zone).damage(beside)})" if beside not in (TO_SHORTCUT, TO_ROAD) else ""
        words.append(f"{side} {beside}{damage}")
    return ", ".join(words)


def _car(
    stage: Stage, columns: Mapping[str, int], id: str, car: Car, place: int, colours: Mapping[str, str]
) -> str:
    x, y = _point(stage, columns, id)
    x, y = x + 22 - 15 * place, y + BESIDE.get(car.status, 18)
    where = f"{car.driver} at {id}, gear {car.gear}, {WORD_OF.get(car.status, 'on the road')}"
    return (
        f"<g><title>{escape(where)}</title>"
        f'<circle cx="{x}" cy="{y}" r="9" fill="{colours[car.driver]}"/>'
        f'<text x="{x}" y="{y + 4}" text-anchor="middle" fill="#ffffff">{escape(car.driver[:2])}</text></g>'
    )

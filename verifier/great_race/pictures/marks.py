"""Small marks of the SVG drawing around a point: costs and symbols of tiles, boats and airships, vehicles, progress markers."""

from math import cos, radians, sin

from model.great_race.board import SEA, Tile
from model.great_race.position import Player
from verifier.drawings.drawing import box, cut, label, moved, number, text_width, titled
from verifier.errors import printable
from verifier.great_race.pictures.view import View

PAINTS = {
    "blue": "#1f63c6",
    "orange": "#d9700f",
    "white": "#8d97a5",
    "green": "#1e7d3c",
    "red": "#b83227",
    "yellow": "#b58900",
    "black": "#2b2b28",
    "purple": "#7a3fa3",
}
"""Colours of players who are named by their colour; the others take these in seat order."""

VEHICLE = 50
"""Length of a vehicle."""
MARK = 17
"""Width of a cost or a symbol."""


def paint(view: View, player: str) -> str:
    """The colour of a player."""
    others = [colour for name, colour in PAINTS.items() if name not in map(str.lower, view.seats)]
    plain = [name for name in view.seats if name.lower() not in PAINTS]
    return PAINTS.get(player.lower()) or others[plain.index(player) % len(others)]


def badge_of(view: View, player: str, size: float) -> str:
    """The shape of a player around a point, which tells players apart without their colours: a disc, a square, a triangle, a
    diamond, a hexagon, in seat order."""
    corners = (0, 4, 3, 4, 6)[view.seats.index(player) % 5]
    turn = 45 if view.seats.index(player) % 5 == 1 else 0
    fill = f'class="disc" fill="{paint(view, player)}"'
    if not corners:
        return f'<circle {fill} r="{number(size)}"/>'
    angles = [radians(turn + corner * 360 / corners) for corner in range(corners)]
    far = size * (1.35 if corners == 3 else 1.2)
    points = " ".join(f"{number(far * sin(angle))},{number(-far * cos(angle))}" for angle in angles)
    return f'<polygon {fill} points="{points}"/>'


def costs(tile: Tile, x: float, y: float) -> str:
    """The costs of a tile and its symbols in one row: drops of fuel, cogs of mechanical points, DANGER, STOP."""
    marks = [drop(tile.fuel)] if tile.fuel else []
    for points, gauge in ((tile.mech, ""), (tile.engine, "e"), (tile.chassis, "c")):
        if points:
            marks.append(cog(f"{points}{gauge}"))
    marks += [sign for shown, sign in ((tile.danger, danger()), (tile.stop, stop())) if shown]
    first = x - MARK * (len(marks) - 1) / 2
    return "".join(moved(first + MARK * at, y, mark) for at, mark in enumerate(marks))


def drop(fuel: int) -> str:
    """Fuel points."""
    return f'<path class="drop" d="M0 -9C6 -2 7 1 6 4A6.5 6.5 0 0 1 -6 4C-7 1 -6 -2 0 -9z"/>{label(0, 2, str(fuel), "cost")}'


def cog(points: str) -> str:
    """Mechanical points; a letter names the gauge."""
    return f'<circle class="teeth" r="6.4"/><circle class="cog" r="6.2"/>{label(0, 0, points, "cost")}'


def danger() -> str:
    """The symbol DANGER."""
    return f'<path class="danger" d="M0 -8L8 6H-8z"/>{label(0, 1.5, "!", "cost")}'


def stop() -> str:
    """The symbol STOP."""
    return '<path class="stop" d="M-3 -7H3L7 -3V3L3 7H-3L-7 3V-3z"/><path class="bar" d="M-4 0H4"/>'


def carrier(kind: str) -> str:
    """A boat or an airship."""
    if kind == SEA:
        return '<path class="boat" d="M-10 2H10L6 8H-6zM-1 0V-9L8 0zM-3 0V-7L-8 0z"/>'
    return '<path class="ship" d="M-11 -1C-8 -8 8 -8 11 -1C8 5 -8 5 -11 -1zM-4 5H5V8H-4z"/>'


def vehicle(view: View, player: Player) -> str:
    """A half-track around a point with its player's name, turned over if it has broken down."""
    name = printable(player.name)
    while len(name) > 1 and text_width(name, 9, bold=True) > VEHICLE - 8:
        name = name[:-1]
    fill = f'fill="{paint(view, player.name)}"'
    turned = ' transform="scale(1 -1)"' if player.broken else ""
    body = (
        f'<g{turned}><path class="body" {fill} d="M-25 -8H14L22 -3Q25 -2 25 2V6H-25z"/>'
        '<rect class="wheel" x="-23" y="4" width="27" height="7" rx="3.5"/><circle class="wheel" cx="17" cy="7.5" r="4"/></g>'
    )
    return body + label(-2, -1, name, "plate") + moved(-20, -11, badge_of(view, player.name, 4.5))


def vehicle_words(player: Player) -> str:
    """Where a vehicle is, and whether it is out or has finished."""
    state = f", number {player.finished} at the finish" if player.finished else ""
    return f"{player.name}: {player.place}{', broken down' if player.broken else state}"


def marker(view: View, player: str, x: float, y: float) -> str:
    """A progress marker."""
    return moved(x, y, titled(player, badge_of(view, player, 8), label(0, 1, printable(player)[:1], "plate")))


def badge(x: float, y: float, kind: str, text: str, words: str) -> str:
    """A price on a transport line with its carrier."""
    wide = text_width(text, 11, bold=True) + 36
    plate = box(-wide / 2, -11, wide, 22, f"price {kind}", 11)
    sign = moved(-wide / 2 + 16, 0, carrier(kind))
    return moved(x, y, titled(words, plate, sign, label(13, 0, cut(text, 12), "paid")))

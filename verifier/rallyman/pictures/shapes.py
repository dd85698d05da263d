"""Shapes of the SVG drawing of a stage: ways with their arrows, bends, dirt markers. Lengths are in pixels."""

from verifier.drawings.drawing import number
from verifier.rallyman.pictures.winding import path, turned


def way(x1: float, y1: float, x2: float, y2: float) -> str:
    """A step between two points, with a tip where it arrives."""
    line = path([(x1, y1), (x2 - 6, y2)])
    return f'<path class="way" d="{line}"/>{tip((x2, y2), 0)}'


def tip(at: tuple[float, float], angle: float) -> str:
    """The tip of an arrow at a point."""
    return turned(*at, angle, '<path class="tip" d="M0 0l-8 -4.5v9z"/>')


def bend(x: float, y: float, hand: str) -> str:
    """An arrow that runs to the right and bends to one side."""
    side = -1 if hand == "left" else 1
    line = f'<path class="bend" d="M{number(x - 10)} {number(y - 3 * side)}h8q6 0 6 {6 * side}"/>'
    tip = f'<path class="turn" d="M{number(x + 4)} {number(y + 8 * side)}l-5 {-6 * side}h10z"/>'
    return line + tip


def dirt_marker(x: float, y: float) -> str:
    """A dirt marker around a point."""
    return f'<circle class="dirt" cx="{number(x)}" cy="{number(y)}" r="5"/>'

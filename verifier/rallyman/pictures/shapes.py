"""Shapes of the SVG drawing of a stage: ways with their arrows, bends, dirt markers. Lengths are in pixels."""

from verifier.drawing import number


def way(x1: float, y1: float, x2: float, y2: float, tip: bool = True) -> str:
    """A step between two points, bent if their heights differ, with a tip if it arrives at a space."""
    middle = (x1 + x2) / 2
    end = x2 - 6 if tip else x2
    bend = f"C{number(middle)} {number(y1)} {number(middle)} {number(y2)} {number(end)} {number(y2)}"
    line = f"H{number(end)}" if y1 == y2 else bend
    path = f'<path class="way" d="M{number(x1)} {number(y1)}{line}"/>'
    return path + (arrow(x2, y2) if tip else "")


def arrow(x: float, y: float, up: int = 0) -> str:
    """The tip of an arrow at a point, pointing right, up (1) or down (-1)."""
    if up:
        return f'<path class="tip" d="M{number(x)} {number(y)}l-4.5 {8 * up}h9z"/>'
    return f'<path class="tip" d="M{number(x)} {number(y)}l-8 -4.5v9z"/>'


def bend(x: float, y: float, hand: str) -> str:
    """An arrow that runs to the right and bends to one side."""
    side = -1 if hand == "left" else 1
    line = f'<path class="bend" d="M{number(x - 10)} {number(y - 3 * side)}h8q6 0 6 {6 * side}"/>'
    tip = f'<path class="turn" d="M{number(x + 4)} {number(y + 8 * side)}l-5 {-6 * side}h10z"/>'
    return line + tip


def dirt_marker(x: float, y: float) -> str:
    """A dirt marker around a point."""
    return f'<circle class="dirt" cx="{number(x)}" cy="{number(y)}" r="5"/>'

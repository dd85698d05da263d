"""Small signs shared by the drawing and its legend."""

from verifier.rallyman.pictures.shapes import number


def bend(x: float, y: float, hand: str) -> str:
    """An arrow that runs to the right and bends to one side."""
    side = -1 if hand == "left" else 1
    line = f'<path class="bend" d="M{number(x - 10)} {number(y - 3 * side)}h8q6 0 6 {6 * side}"/>'
    tip = f'<path class="turn" d="M{number(x + 4)} {number(y + 8 * side)}l-5 {-6 * side}h10z"/>'
    return line + tip


def dirt_marker(x: float, y: float) -> str:
    """A dirt marker around a point."""
    return f'<circle class="dirt" cx="{number(x)}" cy="{number(y)}" r="5"/>'

"""Building blocks of SVG drawings: texts with their width, boxes, arrows. Lengths are in pixels."""

from html import escape

from grammar.errors import width as columns
from verifier.errors import printable

CHARACTER, BOLD = 0.6, 1.23
"""Width of a character as a share of its text's height, rounded up; bold characters are wider by the second factor."""
SURE = 12
"""Longer texts with many wide letters could exceed their estimated width, so they are drawn at a fixed width."""


def text_width(text: str, size: float, bold: bool = False) -> float:
    """The maximum width of a text."""
    return columns(text) * size * CHARACTER * (BOLD if bold else 1)


def cut(text: str, most: int) -> str:
    """A text cut to at most this many columns."""
    text = printable(text)
    while columns(text) > most:
        text = text.removesuffix("\N{HORIZONTAL ELLIPSIS}")[:-1] + "\N{HORIZONTAL ELLIPSIS}"
    return text


def label(
    x: float, y: float, text: str, kind: str = "", anchor: str = "middle", wide: float | None = None
) -> str:
    """A text centred on the height `y`, with a class from the style sheet. A long text is squeezed or stretched to `wide`."""
    named = f' class="{kind}"' if kind else ""
    aligned = f' text-anchor="{anchor}"' if anchor != "start" else ""
    exact = wide is not None and columns(text) > SURE
    measured = f' textLength="{number(wide or 0)}" lengthAdjust="spacingAndGlyphs"' if exact else ""
    place = f'x="{number(x)}" y="{number(y)}" dy=".35em"'
    return f"<text{named} {place}{aligned}{measured}>{escape(printable(text))}</text>"


def box(x: float, y: float, wide: float, high: float, kind: str, round: float = 0, style: str = "") -> str:
    """A rectangle from its upper left corner, with a class from the style sheet."""
    corner = f' rx="{number(round)}"' if round else ""
    painted = f' style="{style}"' if style else ""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}"'
    return f'<rect class="{kind}" {place}{corner}{painted}/>'


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


def number(value: float) -> str:
    """A length with at most one decimal place."""
    return f"{value:.1f}".removesuffix(".0")


def titled(title: str, *parts: str) -> str:
    """Parts with a tooltip."""
    return f"<g><title>{escape(printable(title))}</title>{''.join(parts)}</g>"


def bend(x: float, y: float, hand: str) -> str:
    """An arrow that runs to the right and bends to one side."""
    side = -1 if hand == "left" else 1
    line = f'<path class="bend" d="M{number(x - 10)} {number(y - 3 * side)}h8q6 0 6 {6 * side}"/>'
    tip = f'<path class="turn" d="M{number(x + 4)} {number(y + 8 * side)}l-5 {-6 * side}h10z"/>'
    return line + tip


def dirt_marker(x: float, y: float) -> str:
    """A dirt marker around a point."""
    return f'<circle class="dirt" cx="{number(x)}" cy="{number(y)}" r="5"/>'

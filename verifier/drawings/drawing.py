"""Building blocks of SVG drawings: texts with their width, boxes, arrows. Lengths are in pixels."""

from collections.abc import Iterable
from html import escape

from grammar.errors import width as columns
from verifier.errors import printable

CHARACTER, BOLD = 0.6, 1.23
"""Width of a character as a share of its text's height, rounded up; bold characters are wider by the second factor."""
LEGEND = 10
"""Height of the text of a legend."""
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


def box(x: float, y: float, wide: float, high: float, kind: str, round: float = 0, paint: str = "") -> str:
    """A rectangle from its upper left corner, with a class from the style sheet, which may leave the colour to `paint`."""
    corner = f' rx="{number(round)}"' if round else ""
    painted = f' fill="{paint}"' if paint else ""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}"'
    return f'<rect class="{kind}" {place}{corner}{painted}/>'


def moved(x: float, y: float, *parts: str) -> str:
    """Parts around another point."""
    return f'<g transform="translate({number(x)} {number(y)})">{"".join(parts)}</g>'


def flowing(
    entries: Iterable[tuple[str, str, float]], left: float, top: float, room: float, row: float
) -> tuple[list[str], float]:
    """Marks with their words in rows of at most `room`, each `row` high, and the height of all. The third part of
    an entry is the distance from the left of its mark to its words."""
    drawn, x, y = list[str](), 0.0, 0.0
    for mark, words, at in entries:
        wide = at + text_width(words, LEGEND) + 14
        if x and x + wide > room:
            x, y = 0.0, y + row
        drawn.append(moved(left + x, top + y, mark, label(at, 0, words, "", "start")))
        x += wide
    return drawn, y + (row if drawn else 0)


def number(value: float) -> str:
    """A length with at most one decimal place."""
    return f"{value:.1f}".removesuffix(".0")


def titled(title: str, *parts: str) -> str:
    """Parts with a tooltip."""
    return f"<g><title>{escape(printable(title))}</title>{''.join(parts)}</g>"

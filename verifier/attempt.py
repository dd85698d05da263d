"""Draws an attempt on the drawing of the position before it: a ring around the mover, and a line through the places that the
record or the finding names."""

import re
from collections.abc import Iterator, Sequence

from verifier.drawing import DrawnAt, number

WORD = re.compile(r"[^\s,;:=>/()`{}\[\]]+")

RING = 17
"""The radius of a ring in pixels; it surrounds a car."""

STYLE = "fill:none;stroke:#d0006f;stroke-width:3"


def with_attempt(drawing: str, at: DrawnAt, source: Sequence[str], fact: str) -> str:
    """The drawing with the attempt on it: `source` are the lines of the record, `fact` is what was found. Without a mover or a
    place in them the drawing stays as it is."""
    words = [word for line in source for word in WORD.findall(line)]
    words += WORD.findall(fact)
    marks = "".join(_marks(at, words))
    return drawing.replace("</svg>", f'<g class="attempt">{marks}</g>\n</svg>') if marks else drawing


def _marks(at: DrawnAt, words: Sequence[str]) -> Iterator[str]:
    mover = next((word for word in words if word in at.movers), "")  # a line names its mover first
    begin = at.movers.get(mover, "")
    route = dict.fromkeys((begin, *words))
    points = [at.places[place] for place in route if place in at.places]
    if begin in at.places:
        (x, y), *goals = points
        yield f'<circle cx="{number(x)}" cy="{number(y)}" r="{RING}" style="{STYLE}"/>'
    else:
        goals = points
    if len(points) > 1:
        path = "L".join(f"{number(x)} {number(y)}" for x, y in points)
        yield f'<path d="M{path}" style="{STYLE};stroke-dasharray:7 5"/>'
    for x, y in goals:
        shape = f"M{number(x)} {number(y - RING)}l{RING} {RING}l-{RING} {RING}l-{RING} -{RING}z"
        yield f'<path d="{shape}" style="{STYLE}"/>'

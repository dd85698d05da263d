"""The line of the road in the SVG drawing: pieces that go straight on or bend, each beginning where the one before ends.

Angles are in radians, counterclockwise; 0 points to the right. On the screen y grows downwards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, cos, degrees, radians, sin

from verifier.drawings.drawing import number

BEND = radians(52)
"""How far a corner turns."""
LEAST = BEND / 3
"""The same where the road is already steep."""
STEEPEST = radians(62)
"""The farthest that the road turns away from the right."""
EASE = radians(17)
"""The most that a space between two corners turns."""
FINE = radians(6)
"""The turn for which a line with one more point is drawn."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A piece of the road: where it begins, its direction there, its length in the middle, and how far it turns (to the left:
    positive)."""

    x: float
    y: float
    heading: float
    length: float
    turn: float

    def at(self, along: float, across: float = 0.0) -> tuple[float, float]:
        """A point: `along` from 0 to 1, `across` in pixels to the left of the middle."""
        angle = self.angle(along)
        left = -sin(angle), -cos(angle)
        if abs(self.turn) < 1e-6:
            far = along * self.length
            x, y = self.x + far * cos(angle), self.y - far * sin(angle)
        else:
            radius = self.length / self.turn
            x = self.x + radius * (-sin(self.heading) - left[0])
            y = self.y + radius * (-cos(self.heading) - left[1])
        return x + across * left[0], y + across * left[1]

    def angle(self, along: float) -> float:
        """The direction of the road."""
        return self.heading + along * self.turn

    def stretch(self, across: float) -> float:
        """The length of a line parallel to the middle."""
        return self.length - self.turn * across

    def line(self, across: float, begin: float = 0.0, end: float = 1.0) -> list[tuple[float, float]]:
        """Points of a line parallel to the middle."""
        steps = max(1, ceil(abs(self.turn * (end - begin)) / FINE))
        return [self.at(begin + (end - begin) * step / steps, across) for step in range(steps + 1)]

    def cell(self, low: float, high: float, begin: float = 0.0, end: float = 1.0) -> str:
        """The outline of a part of the piece, between two lines parallel to the middle."""
        points = [*self.line(low, begin, end), *reversed(self.line(high, begin, end))]
        return f"{path(points)}Z"


def path(points: Sequence[tuple[float, float]]) -> str:
    """A line through points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def turned(x: float, y: float, angle: float, *parts: str) -> str:
    """Parts around a point, turned as the road is there."""
    turn = f" rotate({number(-degrees(angle))})" if abs(angle) > 1e-3 else ""
    return f'<g transform="translate({number(x)} {number(y)}){turn}">{"".join(parts)}</g>'


def wound(pieces: Sequence[tuple[float, int]]) -> Iterator[Arc]:
    """The pieces one after another, from the origin. Each has a length, and the side to which it bends: 1 to the left, -1 to the
    right, 0 if it is no corner. Between two corners the road levels out, then comes round to give the next one room to bend."""
    x = y = 0.0
    ahead = next((side for _, side in pieces if side), 0)
    heading = -ahead * BEND / 2
    for place, (length, side) in enumerate(pieces):
        if side:
            turn = side * BEND
            if abs(heading + turn) > STEEPEST:
                turn = side * max(LEAST, STEEPEST - side * heading)
        else:
            run = next((far for far, (_, other) in enumerate(pieces[place:]) if other), 0)
            follows = pieces[place + run][1] if run else 0
            wanted = -follows * BEND / 2
            level = not run or run > 1 + abs(wanted) / EASE
            turn = max(-EASE, min(EASE, -heading if level else (wanted - heading) / run))
        arc = Arc(x, y, heading, length, turn)
        yield arc
        (x, y), heading = arc.at(1.0), arc.angle(1.0)

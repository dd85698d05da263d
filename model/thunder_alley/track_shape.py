"""The drawn shape of a track: each sector is a piece of the middle line, bent as the corners say; a ring is closed.

Lengths are in ordinary sectors, angles in radians counterclockwise; y points up.
"""

from collections.abc import Sequence
from itertools import accumulate
from math import cos, pi, radians, sin

from model.thunder_alley.track import Section
from model.values import value

LANE, PIT = 0.46, 0.4
"""Width of a lane where the track has most lanes, and of the apron. The track has the same width all round. Where there
are fewer lanes they are wider, so that spaces touch exactly where a step leads (TA-4.5)."""

INFIELD = 0.45
"""The smallest radius of the edge of the infield; tighter corners get longer sectors."""

STRETCH = (0.45, 2.2)
"""The limits of stretching a sector to close the loop, as factors of its length."""

BENDING = 0.2
"""How readily a corner changes its size to close the loop, compared with a straight."""


@value
class Piece:
    """One sector of the middle line: its start, its heading there, its length and its turn."""

    sector: int
    x: float
    y: float
    heading: float
    length: float
    turn: float

    def at(self, along: float, across: float = 0.0) -> tuple[float, float]:
        """The point `along` (0 to 1) the sector and `across` units to the left of the middle line."""
        heading = self.heading + self.turn * along
        if abs(self.turn) < 1e-9:
            x, y = self.x + self.length * along * cos(heading), self.y + self.length * along * sin(heading)
        else:
            radius = self.length / self.turn
            x = self.x + radius * (sin(heading) - sin(self.heading))
            y = self.y - radius * (cos(heading) - cos(self.heading))
        return x - across * sin(heading), y + across * cos(heading)


@value
class Shape:
    """The pieces in driving order; `inside` is 1 if the infield lies to the left of the cars, -1 if to the right."""

    pieces: tuple[Piece, ...]
    inside: int
    width: float

    def point(self, piece: Piece, along: float, across: float) -> tuple[float, float]:
        """The point `along` (0 to 1) a sector, `across` from the edge of the apron (0) to the wall (1)."""
        return piece.at(along, self.inside * self.width * (0.5 - across))


def shape(sections: Sequence[Section], ring: bool, line: int | None = None) -> Shape:
    """The shape to draw. If the corners of a ring are not given, its narrow sections are taken as corners. If the ring does
    not close, it becomes a circle. The sector that ends at `line` runs level along the bottom of the picture."""
    width = _width(sections)
    if not ring:
        return Shape(_lay(sections, _angles(sections, False), [1.0] * len(sections), 0.0), 1, width)
    angles = _angles(sections, True)
    stretch = _closing(sections, angles)
    if stretch is None:
        count = sum(len(section.sectors) for section in sections)
        angles = [2 * pi * len(section.sectors) / count for section in sections]
        stretch = [1.0] * len(sections)
    inside = 1 if sum(angles) > 0 else -1
    pieces = _lay(sections, angles, stretch, 0.0)
    ends = {piece.sector: piece.heading + piece.turn for piece in pieces}
    level = 0.0 if inside > 0 else pi
    turned = level - ends.get(line if line is not None else pieces[-1].sector, 0.0)
    return Shape(_lay(sections, angles, stretch, turned), inside, width)


def shape_problems(sections: Sequence[Section], ring: bool) -> list[str]:
    """Why the given corners do not form a closed circuit, as sentences; empty if they do or none are given."""
    if not ring or not any(section.turn for section in sections):
        return []
    total = sum(section.angle if section.turn == "left" else -section.angle for section in sections)
    if abs(total) != 360:
        return [
            f"the corners turn by {abs(total)} degrees in all, a closed track turns by 360; it is drawn as a circle"
        ]
    if _closing(sections, _angles(sections, True)) is None:
        return [
            "the track cannot be drawn in its shape: to close, its straights would be less than half or more than double "
            "as long as they have sectors; it is drawn as a circle"
        ]
    return []


def _angles(sections: Sequence[Section], ring: bool) -> list[float]:
    """How far each section turns; left is positive."""
    if not ring or any(section.turn for section in sections):
        return [radians(section.angle) * (1 if section.turn == "left" else -1) for section in sections]
    widest = max(len(section.lanes) for section in sections)
    narrow = [len(section.sectors) if len(section.lanes) < widest else 0 for section in sections]
    if sum(1 for count in narrow if count) < 2:
        narrow = [len(section.sectors) for section in sections]
    return [2 * pi * count / sum(narrow) for count in narrow]


def _width(sections: Sequence[Section]) -> float:
    return LANE * max(len(section.lanes) for section in sections)


def _natural(sections: Sequence[Section], angles: Sequence[float]) -> list[float]:
    """The length of each section's sectors before the loop is closed: no corner is too tight for its width."""
    tightest = _width(sections) / 2 + PIT + INFIELD
    return [
        max(1.0, tightest * abs(angle) / len(section.sectors))
        for section, angle in zip(sections, angles, strict=True)
    ]


def _closing(sections: Sequence[Section], angles: Sequence[float]) -> list[float] | None:
    """The factors that stretch each section so that the loop closes with the least change; None if it cannot close.

    Least squares under two conditions: the chords add up to zero in x and in y.
    """
    if abs(abs(sum(angles)) - 2 * pi) > 1e-6:
        return None
    headings = [0.0, *accumulate(angles)][: len(angles)]
    chords = []
    lengths = _natural(sections, angles)
    for section, angle, heading, length in zip(sections, angles, headings, lengths, strict=True):
        chords.append(Piece(0, 0.0, 0.0, heading, length * len(section.sectors), angle).at(1.0))
    ease = [1.0 if abs(angle) < 1e-9 else BENDING for angle in angles]
    a = sum(w * x * x for w, (x, _) in zip(ease, chords, strict=True))
    b = sum(w * x * y for w, (x, y) in zip(ease, chords, strict=True))
    d = sum(w * y * y for w, (_, y) in zip(ease, chords, strict=True))
    gap = sum(x for x, _ in chords), sum(y for _, y in chords)
    det = a * d - b * b
    if abs(det) < 1e-9:
        return None
    u, v = (d * gap[0] - b * gap[1]) / det, (a * gap[1] - b * gap[0]) / det
    stretch = [1 - w * (x * u + y * v) for w, (x, y) in zip(ease, chords, strict=True)]
    return stretch if all(STRETCH[0] <= value <= STRETCH[1] for value in stretch) else None


def _lay(
    sections: Sequence[Section], angles: Sequence[float], stretch: Sequence[float], heading: float
) -> tuple[Piece, ...]:
    """The sections one after the other, beginning at the origin."""
    x = y = 0.0
    pieces = []
    lengths = [length * factor for length, factor in zip(_natural(sections, angles), stretch, strict=True)]
    for section, angle, length in zip(sections, angles, lengths, strict=True):
        count = len(section.sectors)
        for sector in section.sectors:
            piece = Piece(sector, x, y, heading, length, angle / count)
            pieces.append(piece)
            x, y = piece.at(1.0)
            heading += piece.turn
    return tuple(pieces)

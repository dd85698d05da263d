"""The legend of the SVG drawing, with exactly the marks that occur in it."""

from collections.abc import Iterator
from dataclasses import dataclass

from model.rallyman.facts import SURFACES
from model.rallyman.stage import BUMP, DRIFT, SHORTCUT
from verifier.drawings.drawing import box, cut, flowing
from verifier.rallyman.pictures.layout import STRIP
from verifier.rallyman.pictures.shapes import bend, dirt_marker, way
from verifier.rallyman.pictures.tiles import chip, free, ground, grounds, lane
from verifier.rallyman.pictures.view import View

ROW = 28
"""Height of a row of the legend."""
MARK = 38
"""Maximum width of a mark."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A mark, drawn from the point (0, 0) to the right, and its meaning."""

    mark: str
    words: str


def legend(view: View, left: float, top: float, room: float) -> tuple[list[str], float]:
    """The legend and its height. Its rows are at most `room` wide and start below `top`; each kind of mark gets its own rows."""
    drawn, y = list[str](), 14.0
    for entries in (_road(view), _corners(view), _sides(view)):
        marks = ((entry.mark, entry.words, MARK + 8) for entry in entries)
        some, high = flowing(marks, left, top + y, room, ROW)
        drawn, y = [*drawn, *some], y + high
    return drawn, y


def _road(view: View) -> Iterator[Entry]:
    """Steps, surfaces, widths, room, bumps, timing points."""
    spaces = view.road
    yield Entry(way(6, 0, 32, 0), "a step; cars drive to the right")
    covered = _covered(view)
    for surface in covered:
        yield Entry(box(4, -9, 30, 18, f"space {surface}"), surface)
    some = covered[0]
    if any(space.wide for space in spaces):
        yield Entry(box(2, -11, 34, 22, f"space {some}") + lane([(6, 0), (32, 0)]), "wide")
    if any(not space.wide and not space.corner for space in spaces):
        yield Entry(box(2, -7, 34, 14, f"space {some}"), "narrow")
    if any(not space.corner for space in spaces):
        yield Entry(free(19, 0, 30), "room for a car")
    bump = next((space.note for space in spaces if space.kind == BUMP), 0)
    if bump:
        yield Entry(chip("bump", str(bump), 6, 0, 26), "bump: a car in this gear or a higher one jumps")
    if view.point:
        yield Entry(chip("split", cut(view.point, 5), 2, 0, 34), "timing point")


def _covered(view: View) -> list[str]:
    """The surfaces that occur. There is at least one: that of an inside or of a space outside corners."""
    met = {view.surface(space.zone) for space in view.road if space.role != SHORTCUT}
    return [surface for surface in SURFACES if surface in met]


def _corners(view: View) -> Iterator[Entry]:
    """Frames, lines and notes, dirt."""
    spaces = [space for space in view.road if space.corner]
    for hand in dict.fromkeys(corner.hand for corner in view.corners):
        yield Entry(box(2, -11, 34, 22, "corner", 5) + bend(20, 0, hand), f"corner to the {hand}")
    if spaces:
        note = next(space.note for space in spaces if space.role != DRIFT)
        yield Entry(chip("note", f"\N{LESS-THAN OR EQUAL TO}{note}", 8, 0, 22), "highest gear")
    drift = next((space.note for space in spaces if space.role == DRIFT), 0)
    if drift:
        yield Entry(chip("note", f"={drift}", 8, 0, 22), "exactly this gear")
    if any(space.role == SHORTCUT for space in spaces):
        yield Entry(box(4, -9, 30, 18, "space cut"), "shortcut, on dirt")
    if spaces and view.position is not None:
        yield Entry(
            dirt_marker(19, 0), "dirt markers: each makes the notes of inside and drift spaces one lower"
        )


def _sides(view: View) -> Iterator[Entry]:
    """Terrains with their damage, and where cars are pushed."""
    colours = grounds(view)
    both = (
        box(2, -12, 34, 8, "ground", paint="#fff")
        + box(2, -4, 34, 9, f"space {_covered(view)[0]}")
        + box(2, 5, 34, 8, "ground", paint="#fff")
    )
    yield Entry(both, "above a space what is on its left, below it what is on its right")
    for name in view.terrains:
        costs = view.costs(name)
        points = " or ".join(map(str, costs))
        words = f"{cut(name, 24)}: {'no' if costs == (0,) else points} damage"
        yield Entry(ground(2, -STRIP / 2, 34, colours[name]), words)
    if view.pushes:
        yield Entry(
            box(2, -STRIP / 2, 34, STRIP, "push"),
            "a car pushed to this side goes onto the shortcut or back onto the road",
        )

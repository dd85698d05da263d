"""A picture of characters in colour: the scene gives the colour of each piece, the marks show what a line tried or did."""

import re
from collections.abc import Iterator, Sequence

from model.values import value
from verifier.drawings.scene import Marks, Row, Scene
from verifier.errors import printable

Style = str
MOVER, FAULT, GHOST, WAY = "1;97;48;2;190;0;100", "1;97;41", "30;42", "97;48;2;100;30;70"
"""As in a drawing: the mover and its way are magenta, what it could do instead is green."""
MOVED = "4;"
"""Added to the style of a piece that was moved with the mover."""

GROUP = re.compile(r"<[^<>]*>")
"""The pieces on a place."""
WORD = re.compile(r"[^\s<>{}()\[\]|=^!@*,:;]+")
SHORT = 6
"""Longer names of pieces may be cut to this."""


@value
class Spot:
    """A place of a picture, and the piece there: the line, the first column, the width."""

    line: int
    column: int
    wide: int
    place: str = ""
    piece: str = ""


def named_spots(scene: Scene, lines: Sequence[str]) -> Iterator[Spot]:
    """The spots of a picture that names its places, and its pieces in `<...>`."""
    pieces = {printable(piece.id): piece.id for piece in scene.pieces}
    pieces |= {name[:SHORT]: id for name, id in pieces.items()}
    for number, line in enumerate(lines):
        groups = [range(*group.span()) for group in GROUP.finditer(line)]
        for found in WORD.finditer(line):
            word, grouped = found[0], any(found.start() in group for group in groups)
            if grouped and word in pieces:
                yield Spot(number, found.start(), len(word), piece=pieces[word])
            elif not grouped and word in scene.places:
                yield Spot(number, found.start(), len(word), place=word)


def painted(
    lines: Sequence[str], spots: Sequence[Spot], scene: Scene, marks: Marks
) -> Iterator[list[tuple[str, Style]]]:
    """The lines in parts, each with its style; an empty one leaves a part plain."""
    styled = [(spot, style) for spot in spots if (style := _style(spot, scene, marks))]
    for number, line in enumerate(lines):
        parts, at = [], 0
        for spot, style in sorted(
            (one for one in styled if one[0].line == number), key=lambda one: one[0].column
        ):
            end = spot.column + spot.wide
            parts += [(line[at : spot.column], ""), (line[spot.column : end].ljust(spot.wide), style)]
            at = end
        yield [*parts, (line[at:], "")]


def _style(spot: Spot, scene: Scene, marks: Marks) -> Style:
    piece = scene.piece(spot.piece)
    if piece is not None and piece.id == marks.mover:
        return MOVER
    if spot.place and spot.place == marks.fault:
        return FAULT
    if piece is not None:
        moved = any(who == piece.id for who, _ in marks.moved)
        return f"{MOVED if moved else ''}{_colours(piece.paint)}" if piece.paint else ""
    if spot.place in marks.ghosts:
        return GHOST
    return WAY if spot.place and spot.place in marks.path else ""


def _colours(paint: str) -> Style:
    """A colour as the ground, and black or white for the letters, whichever can be read on it."""
    red, green, blue = (int(paint[at : at + 2], 16) for at in (1, 3, 5))
    ink = "30" if 0.3 * red + 0.59 * green + 0.11 * blue > 140 else "97"
    return f"1;{ink};48;2;{red};{green};{blue}"


def told_of(line: str, row: Row) -> tuple[int, int]:
    """The part of a line of a summary that is about a row of the standings: where it begins and ends,
    equal if it is empty. It begins with the first cells of the row, and ends before a row to its right."""
    cells = [word for cell in row.cells for word in cell.split()]
    begun = re.search(r"(?<!\S)" + r"\s+".join(map(re.escape, cells[:2])) + r"(?!\S)", line)
    if begun is not None:
        beside = line.find("    ", begun.end() + 20)
        return begun.start(), beside if beside > 0 else len(line)
    return (0, len(line)) if line.split()[:1] == [row.id] == cells[:1] else (0, 0)

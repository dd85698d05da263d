"""A symmetric matrix of answers, as text and as an SVG drawing."""

from collections.abc import Iterator, Mapping
from html import escape

from model.values import value

CELL, LEFT, TOP, FOOT = 14, 270, 34, 26
"""Pixels: a cell, the column of names, the rows of numbers above, a line of the legend below."""

STYLE = (
    "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif;font-size:10px;fill:#2b313a}"
    ".n{text-anchor:end}.c{text-anchor:middle}"
)


@value
class Sign:
    """How an answer is shown: its sign in text, its colour in a drawing, its name in the legend."""

    letter: str
    colour: str
    name: str


@value
class Matrix:
    """`cells` has the answers between two names, in either order; other cells are empty. `notes` explain cells of a drawing."""

    names: tuple[str, ...]
    cells: Mapping[frozenset[str], Sign]
    notes: Mapping[frozenset[str], str]

    def sign(self, one: str, other: str) -> Sign | None:
        """The answer between two names, if there is one."""
        return self.cells.get(frozenset((one, other)))

    def legend(self) -> list[Sign]:
        """The signs that occur, in the order in which they first do."""
        return list(dict.fromkeys(self.cells.values()))


def text(matrix: Matrix) -> Iterator[str]:
    """The lines of the lower half: each row is numbered and named, each column has the number of its row."""
    width = max(map(len, matrix.names), default=0)
    head = " " * (width + 4)
    digits = [f"{number:>2}" for number in range(1, len(matrix.names) + 1)]
    if len(digits) > 9:
        yield head + "".join(two[0] for two in digits)
    yield head + "".join(two[1] for two in digits)
    for number, name in enumerate(matrix.names):
        signs = (matrix.sign(name, other) for other in matrix.names[:number])
        row = "".join(sign.letter if sign is not None else " " for sign in signs)
        yield f"{digits[number]} {name:<{width}} {row}".rstrip()
    yield "; ".join(f"{sign.letter} {sign.name}" for sign in matrix.legend())


def svg(matrix: Matrix, title: str) -> str:
    """The matrix as the text of an SVG file. The tooltip of a cell explains its sign."""
    size = len(matrix.names)
    width, height = LEFT + CELL * size + 20, TOP + CELL * size + FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
    ]
    for number, name in enumerate(matrix.names):
        y = TOP + CELL * number
        parts.append(f'<text class="n" x="{LEFT - 6}" y="{y + 10}">{escape(name)} {number + 1}</text>')
        parts.append(f'<text class="c" x="{LEFT + CELL * number + 7}" y="{TOP - 6}">{number + 1}</text>')
        for column, other in enumerate(matrix.names[:number]):
            sign = matrix.sign(name, other)
            if sign is not None:
                note = matrix.notes.get(frozenset((name, other)), sign.name)
                parts.append(
                    f'<rect x="{LEFT + CELL * column}" y="{y}" width="{CELL - 1}" height="{CELL - 1}" fill="{sign.colour}">'
                    f"<title>{escape(f'{other}, {name}: {note}')}</title></rect>"
                )
    x = LEFT
    for sign in matrix.legend():
        y = TOP + CELL * size + 10
        parts.append(f'<rect x="{x}" y="{y}" width="10" height="10" fill="{sign.colour}"/>')
        parts.append(f'<text x="{x + 14}" y="{y + 9}">{escape(sign.name)}</text>')
        x += 24 + 7 * len(sign.name)
    return "\n".join([*parts, "</svg>", ""])

"""A sheet of characters: texts, strokes between them, and words above columns."""

from collections.abc import Mapping, Sequence

from grammar.errors import width as columns
from verifier.errors import printable

Spot = tuple[int, int]
"""A row and a column of a sheet."""


class Sheet:
    """Characters in rows, blank at first."""

    def __init__(self, high: int, wide: int) -> None:
        self.rows = [[" "] * wide for _ in range(high)]

    def write(self, row: int, at: int, text: str) -> None:
        """Writes a text over what is there; a character of two columns leaves no blank after it."""
        for char in text:
            self.rows[row][at] = char
            if columns(char) == 2:
                self.rows[row][at + 1] = ""
            at += columns(char)

    def stroke(self, row: int, at: int, char: str) -> None:
        """Draws one character of a stroke; two that cross become one sign."""
        there = self.rows[row][at]
        if {there, char} == {"/", "\\"}:
            char = "X"
        elif there not in (" ", char):
            char = "+"
        self.rows[row][at] = char

    def down(self, at: int, rows: range) -> None:
        """A straight stroke downwards, over what is there."""
        for row in rows:
            self.rows[row][at] = "|"

    def join(self, begin: Spot, end: Spot, slant: int) -> None:
        """A stroke from one place to another one to its right: straight in a row, slanted where the rows are `slant` apart, else
        with a bend."""
        (top, left), (low, right) = begin, end
        if top == low:
            for at in range(left, right + 1):
                self.stroke(top, at, "-")
        elif abs(top - low) == slant:
            for step in range(1, slant):
                row = top + step if low > top else top - step
                self.stroke(row, right + step - slant // 2, "\\" if low > top else "/")
        else:
            for at in range(left, right):
                self.stroke(top, at, "-")
            free = [
                row for row in range(min(top, low) + 1, max(top, low)) if self.rows[row][right] not in "-+"
            ]
            for row in free:
                self.rows[row][right] = "|"
            self.rows[top][right] = self.rows[low][right] = "+"

    def lines(self) -> list[str]:
        """The rows as text, without those in which only straight strokes go on, and without empty ones at the end."""
        drawn = ["".join(row).rstrip() for row in self.rows]
        kept = [
            line
            for line, below in zip(drawn, [*drawn[1:], ""], strict=True)
            if line != below or set(line) - set(" |")
        ]
        while kept and not kept[-1]:
            kept.pop()
        return kept


def across(label: str, words: Mapping[int, str]) -> str:
    """A line with a label and a word at each of these columns."""
    line = label
    for at, word in words.items():
        line = f"{line}{' ' * (at - columns(line))}{printable(word)}"
    return line.rstrip()


def bands(wide: Sequence[int], room: int) -> list[list[int]]:
    """The numbers of columns of these widths, cut into bands of at most `room`, unless one is wider: as few as possible, and all
    of similar width. The last column of a band is also the first of the next one."""
    found = _cut(wide, room)
    while len(narrower := _cut(wide, room - 1)) == len(found) > 1:
        found, room = narrower, room - 1
    return found


def _cut(wide: Sequence[int], room: int) -> list[list[int]]:
    found: list[list[int]] = [[]]
    used = 0
    for column, width in enumerate(wide):
        if len(found[-1]) > 1 and used + width > room:
            found.append(found[-1][-1:])
            used = wide[column - 1]
        found[-1].append(column)
        used += width
    return found

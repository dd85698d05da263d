"""A board with its tiles and vehicles as plain text: levels from left to right, borders as strokes between the places."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from textwrap import wrap

from grammar.errors import width as columns
from model.great_race.board import AIR, CITY, SEA, Line, Place
from verifier.errors import printable
from verifier.great_race.pictures.view import View, borders_of, line_words, rows_of, tile_words
from verifier.lettering import Sheet, across, bands

NARROWEST = 40
GAP = 3
"""Characters between two levels."""
SIDE = 7
"""Characters left of the first level."""
NAME = 6
"""Characters shown of a vehicle's player, and of a tile."""
BARE, TALL = 2, 4
"""Lines of a row: the name of a place and the strokes to the next row; in a game also its tile and its vehicles."""
STROKES = {SEA: "~", AIR: "\N{DEGREE SIGN}"}


@dataclass(frozen=True, slots=True)
class Cell:
    """The texts of a place, one below the other."""

    lines: tuple[str, ...]

    @property
    def width(self) -> int:
        return max(map(columns, self.lines))


def text_picture(view: View, width: int = 100) -> str:
    """The drawing in lines of about `width` characters. After it, the transport lines and a legend of the marks that occur."""
    width = max(width, NARROWEST)
    cells = {place.id: _cell(view, place) for place in view.board.places}
    wide = [_wide(view, cells, level) + GAP for level in range(1, view.board.columns + 1)]
    parts = [_Band(view, cells, wide, band).lines() for band in bands(wide, width - SIDE)]
    notes = [line for note in _notes(view) for line in wrap(note, width, subsequent_indent="  ")]
    return "\n".join(["\n".join([*part, ""]) for part in parts] + notes) + "\n"


def _cell(view: View, place: Place) -> Cell:
    if place.kind == CITY:
        left, right = "{}" if place.purple else "[]"
        lines = [f"{left}{printable(place.id)} {place.draw}{right}", view.end(place.id)]
    else:
        tile = view.tile(place.id)
        lines = [printable(place.id) + "*" * place.risk]
        lines.append("" if tile is None else printable(tile)[:NAME])
    here = " ".join(printable(player.name)[:NAME] for player in view.here(place.id))
    return Cell((*lines, f"<{here}>" if here else ""))


def _wide(view: View, cells: Mapping[str, Cell], level: int) -> int:
    here = (cells[place.id].width for place in view.board.places if view.level(place) == level)
    return max([len(str(level)), *here])


class _Band:
    """One band of levels, drawn on a sheet. `wide` are the widths of all levels, `band` the numbers of those shown, from 0."""

    def __init__(
        self, view: View, cells: Mapping[str, Cell], wide: Sequence[int], band: Sequence[int]
    ) -> None:
        self.view, self.cells = view, cells
        self.rows = rows_of(view.board)
        ends = [*accumulate((wide[one] for one in band), initial=SIDE)]
        self.left = {one + 1: at for one, at in zip(band, ends, strict=False)}
        self.shown = [place for place in view.board.places if view.level(place) in self.left]
        self.tall = TALL if view.position is not None else BARE
        self.sheet = Sheet(int(self.tall * max(self.rows.values())) + TALL, ends[-1])

    def lines(self) -> list[str]:
        """The band with its levels and progress markers above it."""
        for one, other in borders_of(self.view.board):
            if one in self.shown and other in self.shown:
                self._border(one, other)
        for line in self.view.board.lines:
            self._line(line)
        for place in self.shown:
            for down, text in enumerate(self.cells[place.id].lines):
                self.sheet.write(self._top(place) + down, self._left(place), text)
        return [*self._track(), *self.sheet.lines()]

    def _top(self, place: Place) -> int:
        return int(self.tall * self.rows[place.id])

    def _left(self, place: Place) -> int:
        return self.left[self.view.level(place)]

    def _beside(self, place: Place) -> int:
        """The column after the name of a place."""
        return self._left(place) + columns(self.cells[place.id].lines[0])

    def _track(self) -> Iterator[str]:
        """The levels, and the progress markers on them with the top one above."""
        stacks = {at: self.view.stacks.get(level, ()) for level, at in self.left.items()}
        for floor in range(max(map(len, stacks.values())) - 1, -1, -1):
            shown = {at: stack[floor][:NAME] for at, stack in stacks.items() if len(stack) > floor}
            yield across("" if floor else "track", shown)
        yield across("level", {at: str(level) for level, at in self.left.items()})

    def _border(self, one: Place, other: Place) -> None:
        """The stroke between two places."""
        one, other = sorted((one, other), key=self._left)
        top, low = self._top(one), self._top(other)
        if self._left(one) == self._left(other):
            self.sheet.down(self._left(one) + 1, range(min(top, low) + 1, max(top, low)))
        else:
            self.sheet.join((top, self._beside(one) + 1), (low, self._left(other) - 2), self.tall)

    def _line(self, line: Line) -> None:
        """A transport line between two cities of a row with nothing between them; others are only listed."""
        one, other = sorted((self.view.board.index[end] for end in line.ends), key=self.view.level)
        row = self._top(one)
        if row != self._top(other) or one not in self.shown or other not in self.shown:
            return
        begin, end = self._beside(one) + 1, self._left(other) - 1
        between = (
            place
            for place in self.shown
            if place not in (one, other) and abs(self._top(place) - row) < self.tall
        )
        if any(begin < self._left(place) < end for place in between):
            return
        words = (f" {line.id} {line.price} F ", f" {line.id} ", "")
        text = next(one for one in words if columns(one) <= max(0, end - begin - 2))
        wave = STROKES[line.kind] * (end - begin - columns(text))
        self.sheet.write(row, begin, f"{wave[: len(wave) // 2]}{text}{wave[len(wave) // 2 :]}")


def _notes(view: View) -> Iterator[str]:
    """The transport lines, the tiles that lie on the board, and the marks that occur."""
    for kind, words in ((SEA, "boats"), (AIR, "airships")):
        every = [line_words(line) for line in view.board.lines if line.kind == kind]
        if every:
            yield f"{words}: {', '.join(every)}"
    laid = (
        sorted({tile for _, tile in view.position.tiles if tile in view.board.terrain})
        if view.position
        else []
    )
    if laid:
        yield f"tiles: {'; '.join(f'{id} {tile_words(view, id)}' for id in laid)}"
    marks = ["{city n} a start or a finish, [city n] another city, where one draws n cards"]
    if any(place.risk for place in view.board.places):
        marks.append("* a risk space: 1 more fuel")
    if view.players:
        marks.append("<..> vehicles")
    yield "; ".join(marks)

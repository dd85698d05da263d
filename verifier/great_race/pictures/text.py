"""A board with its tiles and vehicles as plain text: levels from left to right, borders as strokes between the places."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

from grammar.errors import width as columns
from model.great_race.board import AIR, CITY, SEA, Line, Place
from verifier.errors import printable
from verifier.great_race.pictures.view import View, borders_of, line_words, rows_of, tile_words

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
    """The drawing in lines of about `width` characters: as many levels side by side as there is room for, the others
    below. After it, the transport lines and a legend of the marks that occur."""
    width = max(width, NARROWEST)
    cells = {place.id: _cell(view, place) for place in view.board.places}
    blocks = [_Sheet(view, cells, levels).lines() for levels in _bands(view, cells, width)]
    notes = [line for note in _notes(view) for line in wrap(note, width, subsequent_indent="  ")]
    return "\n".join(["\n".join([*block, ""]) for block in blocks] + notes) + "\n"


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


def _bands(view: View, cells: Mapping[str, Cell], width: int) -> list[list[int]]:
    """The levels that stand side by side, in as few bands as possible and all of similar width. The last level of a band is
    also the first of the next one."""
    bands = _cut(view, cells, width)
    while len(narrower := _cut(view, cells, width - 1)) == len(bands) > 1:
        bands, width = narrower, width - 1
    return bands


def _cut(view: View, cells: Mapping[str, Cell], width: int) -> list[list[int]]:
    bands: list[list[int]] = [[]]
    used = SIDE
    for level in range(1, view.board.columns + 1):
        wide = _wide(view, cells, level) + GAP
        if len(bands[-1]) > 1 and used + wide > width:
            again = bands[-1][-1]
            bands.append([again])
            used = SIDE + _wide(view, cells, again) + GAP
        bands[-1].append(level)
        used += wide
    return bands


def _wide(view: View, cells: Mapping[str, Cell], level: int) -> int:
    here = (cells[place.id].width for place in view.board.places if view.level(place) == level)
    return max([len(str(level)), *here])


class _Sheet:
    """A sheet of characters on which one band of levels is drawn."""

    def __init__(self, view: View, cells: Mapping[str, Cell], levels: Sequence[int]) -> None:
        self.view, self.cells, self.levels = view, cells, levels
        self.rows = rows_of(view.board)
        self.left: dict[int, int] = {}
        at = SIDE
        for level in levels:
            self.left[level] = at
            at += _wide(view, cells, level) + GAP
        self.right = at - GAP
        self.shown = [place for place in view.board.places if view.level(place) in self.left]
        self.tall = TALL if view.position is not None else BARE
        high = int(self.tall * max(self.rows.values())) + TALL
        self.sheet = [[" "] * at for _ in range(high)]

    def lines(self) -> list[str]:
        """The band with its levels and progress markers above it."""
        for one, other in borders_of(self.view.board):
            if one in self.shown and other in self.shown:
                self._border(one, other)
        for line in self.view.board.lines:
            self._line(line)
        for place in self.shown:
            for down, text in enumerate(self.cells[place.id].lines):
                self._write(self._top(place) + down, self.left[self.view.level(place)], text)
        drawn = ["".join(row).rstrip() for row in self.sheet]
        return [*self._track(), *_without_idle(drawn)]

    def _top(self, place: Place) -> int:
        return int(self.tall * self.rows[place.id])

    def _write(self, row: int, at: int, text: str) -> None:
        """Writes a text over what is there; a character of two columns leaves no blank after it."""
        for char in text:
            self.sheet[row][at] = char
            if columns(char) == 2:
                self.sheet[row][at + 1] = ""
            at += columns(char)

    def _stroke(self, row: int, at: int, char: str) -> None:
        """Draws one character of a border; two that cross become one sign."""
        there = self.sheet[row][at]
        if {there, char} == {"/", "\\"}:
            char = "X"
        elif there not in (" ", char):
            char = "+"
        self.sheet[row][at] = char

    def _track(self) -> Iterator[str]:
        """The levels, and the progress markers on them with the top one above."""
        stacks = self.view.stacks
        high = max((len(stack) for level, stack in stacks.items() if level in self.left), default=0)
        for floor in range(high - 1, -1, -1):
            shown = {level: stacks[level][floor] for level in self.left if len(stacks.get(level, ())) > floor}
            yield self._across(
                "track" if not floor else "", {level: name[:NAME] for level, name in shown.items()}
            )
        yield self._across("level", {level: str(level) for level in self.left})

    def _across(self, label: str, words: Mapping[int, str]) -> str:
        line = f"{label:<{SIDE}}"
        for level, word in words.items():
            line = f"{line}{' ' * (self.left[level] - columns(line))}{printable(word)}"
        return line.rstrip()

    def _border(self, one: Place, other: Place) -> None:
        """The stroke between two places: straight if they are next to or below one another, else with a bend or a slant."""
        if self.view.level(one) > self.view.level(other):
            one, other = other, one
        top, low = self._top(one), self._top(other)
        left, right = self.left[self.view.level(one)], self.left[self.view.level(other)]
        if left == right:
            for row in range(min(top, low) + 1, max(top, low)):
                self.sheet[row][left + 1] = "|"
            return
        begin, middle = left + columns(self.cells[one.id].lines[0]) + 1, right - 2
        if top == low:
            for at in range(begin, right - 1):
                self._stroke(top, at, "-")
        elif abs(top - low) == self.tall:
            for step in range(1, self.tall):
                row = top + step if low > top else top - step
                self._stroke(row, middle + step - self.tall // 2, "\\" if low > top else "/")
        else:
            for at in range(begin, middle):
                self._stroke(top, at, "-")
            for row in range(min(top, low) + 1, max(top, low)):
                if self.sheet[row][middle] not in "-+":
                    self.sheet[row][middle] = "|"
            self.sheet[top][middle] = self.sheet[low][middle] = "+"

    def _line(self, line: Line) -> None:
        """A transport line between two cities of a row with nothing between them; others are only listed."""
        one, other = sorted(
            (self.view.board.index[end] for end in line.ends), key=lambda city: self.view.level(city)
        )
        row = self._top(one)
        if row != self._top(other) or one not in self.shown or other not in self.shown:
            return
        begin = self.left[self.view.level(one)] + columns(self.cells[one.id].lines[0]) + 1
        end = self.left[self.view.level(other)] - 1
        between = [place for place in self.shown if abs(self._top(place) - row) < self.tall]
        if any(
            begin < self.left[self.view.level(place)] < end for place in between if place not in (one, other)
        ):
            return
        words = (f" {line.id} {line.price} F ", f" {line.id} ", "")
        text = next(one for one in words if columns(one) <= max(0, end - begin - 2))
        wave = STROKES[line.kind] * (end - begin - columns(text))
        self._write(row, begin, f"{wave[: len(wave) // 2]}{text}{wave[len(wave) // 2 :]}")


def _without_idle(drawn: Sequence[str]) -> list[str]:
    """The lines without those in which only straight strokes go on."""
    kept = []
    for number, line in enumerate(drawn):
        below = drawn[number + 1] if number + 1 < len(drawn) else ""
        if line != below or set(line) - set(" |"):
            kept.append(line)
    while kept and not kept[-1]:
        kept.pop()
    return kept


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

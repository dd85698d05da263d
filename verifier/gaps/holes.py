"""A record with holes: `?` in its first `position` block, and every way to fill the holes of a line.

A word of the block that ends with `?` is a hole. The game says which words fit there, the plainest first. A line that begins with
`?` is a car that may be there or not, and whose number does not matter; one that begins with `15?` is this car, or nothing.
"""

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from grammar.lines import split_comment
from grammar.parser import parse
from grammar.syntax import Record, Statement
from model.values import replace, value
from verifier.errors import StewardError

WORD = re.compile(r'"[^"]*"|[^\s,]+')
HOLE = "?"

MOST_WAYS = 50_000
"""The most ways to fill one line."""

NO_CAR = "the header names no further car for this line; the name of a car with `?` is one that may be absent"

READ_AT_ONCE = 5_000
"""Lines that are read as one block."""


@value
class Domain:
    """The words that fit in a hole. `plain`: the first one means nothing special; every other one counts as a fact. `some`: there
    are others, which are not tried."""

    words: tuple[str, ...]
    plain: bool = True
    some: bool = False


@value
class Spot:
    """Where a line puts a car: the number of the sector, counted from 0 in driving order, the space, and whether it holds one car
    only."""

    sector: int
    space: str
    alone: bool


def _none(*_asked: object) -> tuple[()]:
    return ()


def _no_ring(_table: object) -> int:
    return 0


@value
class Finds:
    """The holes in the positions of a game.

    `domain` has the words that fit at a place in a line (given as words); None if there can be no hole. `cars` has the cars that
    a line without a number may mean, in groups: within a group one is like another. It gets the words of the lines of play.
    `spot` tells where a line puts a car. `picture` shows the position. `ring` is the number of sectors if the course comes round,
    else 0. `board` draws one with so many sectors for a record that names no course. Without `cars` and `board` the header of a
    record names the cars and the course. `classes` gives each of many blocks
    (their lines) a label for a decision: if it is illegal in one of them, it is illegal in all with the same label; None promises
    nothing. `absent` is written for a car that is not there; without it there is no line. `units` are the nouns for a car and a
    sector; without a noun no number of them is shown.
    """

    domain: Callable[[Any, Sequence[str], int], Domain | None]
    spot: Callable[[Any, Sequence[str]], Spot | None]
    picture: Callable[[Any], str]
    cars: Callable[[Any, Sequence[str], frozenset[str]], Sequence[tuple[str, ...]]] = _none
    ring: Callable[[Any], int] = _no_ring
    board: Callable[[Record, int], Sequence[str]] = _none
    classes: Callable[[Any, Statement, Sequence[Sequence[Statement]]], Sequence[Hashable | None]] | None = (
        None
    )
    absent: str = ""
    units: tuple[str, str] = ("car", "sector")


@value
class Hole:
    """A hole, by its place in the file."""

    line: int
    column: int
    domain: Domain


@value
class Variant:
    """One way to fill the holes of a line. `words` fill its holes, `facts` counts those that are not plain, `car` is the car
    whose number was chosen. Without a `statement` the car is absent."""

    words: tuple[str, ...] = ()
    facts: int = 0
    car: str = ""
    spot: Spot | None = None
    statement: Statement | None = None


ABSENT = Variant()


@value
class Line:
    """A line with holes, and every way to fill them. `kin`: the lines before it that say the same about another car. `absent`:
    the line that takes its place if its car is absent."""

    source: str
    holes: tuple[Hole, ...]
    variants: tuple[Variant, ...]
    kin: tuple[int, ...] = ()
    absent: Statement | None = None

    def filled(self, words: Sequence[str]) -> str:
        """The line with these words in its holes."""
        return _filled(self.source, self.holes, words)


def _filled(source: str, holes: Sequence[Hole], words: Sequence[str]) -> str:
    text, end = "", 0
    for hole, word in zip(holes, words, strict=True):
        start = hole.column - 1
        found = WORD.match(source, start)
        assert found is not None
        text, end = text + source[end:start] + word, found.end()
    return text + source[end:]


@value
class Block:
    """The first `position` block of a record: the numbers of its first and last line, and its lines with holes."""

    first: int
    last: int
    open: dict[int, str]


def block_of(file: str, lines: Sequence[str]) -> Block:
    """The block with the holes. Raises `StewardError` if there are none."""
    code = [split_comment(line)[0] for line in lines]
    heads = [line.strip() for line in code]
    if "position" in heads:
        first = heads.index("position")
        last = next((at for at in range(first, len(heads)) if heads[at] == "end"), len(heads) - 1)
        holes = {at + 1: code[at] for at in range(first + 1, last) if any(_holes(code[at]))}
        if holes:
            return Block(first + 1, last + 1, holes)
    if not any(heads):
        raise StewardError(f"{file}: there is no record in this file")
    help = "write `?` for what is sought, as in `15 ?`; `steward verify` judges a record without holes"
    raise StewardError(f"{file}: no hole in the first `position` block", help)


def _holes(code: str) -> Iterator[tuple[int, re.Match[str]]]:
    for at, word in enumerate(WORD.finditer(code)):
        if word[0].endswith(HOLE):
            yield at, word


def wrong(file: str, line: int, column: int, what: str, help: str = "") -> StewardError:
    """The error about a place in the record."""
    return StewardError(f"{file}:{line}:{column}: {what}", help)


def lines_of(finds: Finds, table: Any, record: Record, block: Block, cars: int) -> list[Line]:
    """The lines with holes. The last one whose car is chosen is repeated until there are lines for so many cars. Raises
    `StewardError` for a hole that nothing fits."""
    entries = list(block.open.items())
    chosen = [number for number, code in entries if words_of(code)[0] == HOLE]
    if chosen:
        room = cars - sum(not words_of(code)[0].isalpha() for _, code in entries)
        entries += [(chosen[-1], block.open[chosen[-1]])] * room
        chosen += chosen[-1:] * room
    heads = {
        words_of(line.source)[0] for one in record.statements if one.line == block.first for line in one.body
    }
    heads |= {words_of(code)[0].removesuffix(HOLE) for code in block.open.values()}
    named = {
        word for one in record.statements if one.line > block.last for word in words_of(one.source)
    } | heads
    made: list[Line] = []
    for number, code in entries:
        words, means, kin = words_of(code), None, tuple[int, ...]()
        if words[0] == HOLE:
            groups = [one for one in finds.cars(table, words, frozenset(named)) if not heads & set(one)]
            place = sum(words_of(one.source)[0] == HOLE for one in made)
            means = _numbers(groups, place, len(chosen))
            kin = tuple(at for at, one in enumerate(made) if words_of(one.source) == words)
        elif words[0].endswith(HOLE) and len(words) > 1:
            means = (words[0].removesuffix(HOLE),)
        made.append(replace(_line(finds, table, record, number, code, means), kin=kin))
    return made


def words_of(code: str) -> list[str]:
    """The words of a line."""
    return [word[0] for word in WORD.finditer(code)]


def _line(
    finds: Finds, table: Any, record: Record, number: int, code: str, cars: tuple[str, ...] | None
) -> Line:
    """A line with holes. `cars` are those that may be meant if none is written."""
    words, holes = words_of(code), []
    for at, word in _holes(code):
        domain = Domain(cars, plain=False) if at == 0 and cars is not None else finds.domain(table, words, at)
        if domain is None or not domain.words:
            what = f"nothing can be filled in for `{word[0]}` here"
            help = "write it, or leave the fact out" if at else NO_CAR
            raise wrong(record.file, number, word.start() + 1, what, help)
        holes.append(Hole(number, word.start() + 1, domain))
    if prod(len(hole.domain.words) for hole in holes) > MOST_WAYS:
        what = f"this line can be filled in more than {MOST_WAYS:,} ways"
        raise wrong(record.file, number, holes[0].column, what, "write one of its facts")
    ways = list(product(*(hole.domain.words for hole in holes)))
    read = _read(record.game, [_filled(code, holes, way) for way in ways])
    if not any(read):
        raise wrong(record.file, number, holes[0].column, "this line cannot be read, whatever is filled in")
    variants = [
        Variant(
            way,
            _facts(holes, way),
            way[0] if cars is not None else "",
            finds.spot(table, words_of(statement.source)),
            statement,
        )
        for way, statement in zip(ways, read, strict=True)
        if statement is not None
    ]
    if cars is None:
        return Line(code, tuple(holes), tuple(variants))
    if not any(one.spot for one in variants):
        what = f"`{words[0]}` is no car with a space"
        raise wrong(record.file, number, holes[0].column, what, "write the line without `?` before the space")
    [absent] = _read(record.game, [f"{cars[0]} {finds.absent}"]) if finds.absent else [None]
    return Line(code, tuple(holes), (*variants, ABSENT), absent=absent)


def _numbers(groups: Sequence[tuple[str, ...]], place: int, lines: int) -> tuple[str, ...]:
    """The car of each group that the line at this place of so many may mean. Groups with a car for each line need one of them."""
    found: list[str] = []
    for group in groups:
        found += [group[place]] if len(group) >= lines else group
    return tuple(found)


def _facts(holes: Sequence[Hole], way: Sequence[str]) -> int:
    return sum(
        hole.domain.plain and word != hole.domain.words[0] for hole, word in zip(holes, way, strict=True)
    )


def _read(game: str, lines: Sequence[str]) -> list[Statement | None]:
    """The lines of a `position` block as statements; None for those that cannot be read."""
    found: list[Statement | None] = [None] * len(lines)
    for begin in range(0, len(lines), READ_AT_ONCE):
        some = lines[begin : begin + READ_AT_ONCE]
        result = parse("\n".join((f"game {game}", "position", *some, "end", "")))
        for statement in result.records[0].statements[1].body:
            found[begin + statement.line - 3] = statement
    return found

"""Log text to a stream of statements, in memory that does not grow with the record.

Each line is parsed separately, so every unreadable line is reported. The `game NAME` line picks the grammar for what
follows and loads its patterns. Lark and its tables are loaded at the first line that no pattern matches.
"""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, BinaryIO

from grammar.errors import SyntaxProblem, excerpt
from grammar.games import GAMES, Game
from grammar.lines import (
    APOSTROPHES,
    BLANKS,
    MAX_LINE,
    Unreadable,
    decode,
    file_lines,
    split_comment,
    text_lines,
)
from grammar.patterns import line_patterns
from grammar.syntax import Node, Span, Statement

if TYPE_CHECKING:
    from grammar.tables import LineParser

MAX_ERRORS_SHOWN = 100
MAX_ERRORS = 1_000
"""Reading stops after this many errors: such a file is not a record."""
MAX_DEPTH = 16
"""How deep blocks may be nested."""
MAX_BLOCK_LINES = 10_000
MAX_BLOCK_CHARACTERS = 2**20
"""The most lines and characters of a block, nested blocks included, without its first line. A block is held whole."""

GAME_HINT = f"begin with one of: {', '.join(f'`game {name}`' for name in GAMES)}"

_GAME = re.compile(rf"[{BLANKS}]*game(?![\w{APOSTROPHES}.-])")
_END = re.compile(rf"[{BLANKS}]*end[{BLANKS}]*(?:#.*)?")
_BLOCKS = ("either", "under", *dict.fromkeys(kind for game in GAMES.values() for kind in game.blocks))
_KINDS = ", ".join(f"`{kind}`" for kind in _BLOCKS)
_OPENING = re.compile(
    rf"[{BLANKS}]*(?:game(?![\w{APOSTROPHES}.-])|(?:{'|'.join(_BLOCKS)})[{BLANKS}]*(?:#|$))"
)


@dataclass(frozen=True, slots=True)
class RecordStart:
    """A `game` line was found; its statement comes next if it could be read. `number` counts from 1."""

    file: str
    number: int
    game: str
    line: int


@dataclass(frozen=True, slots=True)
class RecordEnd:
    """The record is complete. `unreadable` counts its errors, unreported ones included. `below` holds the comments and blank
    lines after its last statement, if it is the last record."""

    number: int
    unreadable: int = 0
    below: tuple[str, ...] = ()


Event = RecordStart | Statement | SyntaxProblem | RecordEnd


def stream(source: str | bytes | BinaryIO, file: str = "<text>", *, comments: bool = True) -> Iterator[Event]:
    """Reads a file of records piece by piece. Bad text never raises. An open binary file is never held as a whole.

    Records, statements and errors come in the order of their lines. A block (`position`, `either` ...) comes as a whole when
    it is closed, after the errors in it; so every error up to a statement's last line precedes that statement. After
    `MAX_ERRORS_SHOWN` errors only the first of each record is reported, and a last one at the very end gives the number of
    the others. A record without a `RecordEnd` was not read to its end: after `MAX_ERRORS` errors, or if the file is not text.
    `comments=False` leaves `Statement.above` and `RecordEnd.below` empty.

    >>> [type(event).__name__ for event in stream("game thunder-alley\\nlaps 3\\nlaps x\\n")]
    ['RecordStart', 'Statement', 'Statement', 'SyntaxProblem', 'RecordEnd']
    """
    reader = Reader(file, source, comments)
    while events := reader.more():
        yield from events


class _TooManyError(Exception):
    """There are more than `MAX_ERRORS` errors."""


@dataclass(slots=True)
class _Block:
    """An open block: the rule for its lines, the statement that opened it, and the statements read so far."""

    start: str
    opening: Statement
    statements: list[Statement] = field(default_factory=list)


class Reader:
    """Produces the events of `stream` line by line."""

    def __init__(self, file: str, source: str | bytes | BinaryIO, comments: bool) -> None:
        self.file, self.origin, self.comments = file, source, comments
        self.lines: Iterator[str] | None = None
        self.over = False
        self.waiting: deque[str] = deque()
        self.number = 0
        self.line = self.first_line = ""
        self.above: list[str] = []
        self.ready: list[Event] = []
        self.held: list[SyntaxProblem] = []
        self.problem_count = self.untold = 0
        self.first_untold: SyntaxProblem | None = None
        self.record_count = 0
        self.in_record = False
        self.unreadable = 0
        self.skipping = False
        self.blocks: list[_Block] = []
        self.block_lines = self.block_characters = 0
        self.dropping = False
        self.ahead = (0, False)

    # the file

    def more(self) -> list[Event]:
        """The events of the next line that has any; empty at the end of the file."""
        self.ready = []
        try:
            while not self.ready and not self.over:
                line = self._next_line()
                if line is None:
                    self._end()
                else:
                    self.number += 1
                    self._line(line.removesuffix("\r"))
        except Unreadable as error:
            span = Span(error.line, error.column, error.column + 1)
            self.problem(span, error.message, error.hint, error.source)
            self._tell_rest()
        except _TooManyError:
            self._tell_rest()
        return self.ready

    def _next_line(self) -> str | None:
        if self.waiting:
            return self.waiting.popleft()
        if self.lines is None:
            origin = self.origin
            if isinstance(origin, str | bytes):
                origin = decode(origin)
            self.lines = text_lines(origin) if isinstance(origin, str) else file_lines(origin)
        return next(self.lines, None)

    def _end(self) -> None:
        self._close_record(tuple(self.above))
        if not self.record_count and not self.problem_count:
            message = "there is no record in this file"
            self.problem(Span(1, 1, 2), message, GAME_HINT, self.first_line)
        self._tell_rest()

    def _tell_rest(self) -> None:
        self._tell_held()
        if self.first_untold:
            self.ready.append(replace(self.first_untold, message=self._untold_message(), hint=""))
        self.over = True

    def problem(self, span: Span, message: str, hint: str = "", source: str | None = None) -> None:
        """Reports an error; without a `source` it belongs to the current line.

        The first error of a record is always reported, however many came before it, so that the record never looks readable.
        """
        self.problem_count += 1
        self.unreadable += 1
        told = self.problem_count <= (MAX_ERRORS if self.unreadable == 1 else MAX_ERRORS_SHOWN)
        if told or not self.untold:
            source = self.line[:MAX_LINE] if source is None else source
            problem = SyntaxProblem(self.file, span, message, hint, source, self.record_count)
            if not told:
                self.first_untold = problem
            elif self.blocks:
                self.held.append(problem)
            else:
                self.ready.append(problem)
        self.untold += not told
        if self.problem_count > MAX_ERRORS:
            raise _TooManyError

    def _untold_message(self) -> str:
        if self.problem_count <= MAX_ERRORS:
            return f"and {self.untold} more"
        most = f"more than {self.untold - 1} more" if self.untold > 1 else "more"
        return f"and {most}; the rest was not read"

    def _tell_held(self) -> None:
        """Reports the errors of a closed block. Sorting puts a missing `end`, found last, at the line that opened the block."""
        self.held.sort(key=lambda problem: (problem.span.line, problem.span.column))
        self.ready += self.held
        self.held.clear()

    # one line

    def _line(self, line: str) -> None:
        self.line = line
        if self.number == 1:
            self.first_line = line[:MAX_LINE]
        if self.blocks:
            self._measure_block(line)
        if len(line) > MAX_LINE:
            message = f"this line has {len(line):,} characters; a line may have {MAX_LINE:,}"
            self.problem(Span(self.number, MAX_LINE + 1, MAX_LINE + 2), message)
            return
        code, comment = split_comment(line) if "#" in line else (line, None)
        if not code.strip(BLANKS):
            if self.comments:
                self.above.append(comment or "")
        elif "game" in code and _GAME.match(code):
            self._start_record(line, code, comment)
        elif not self.in_record:
            self._before_game(code)
        elif not self.skipping:
            self._statement(line, code, comment)

    def _before_game(self, code: str) -> None:
        if self.skipping:
            return
        self.skipping = True
        word = code.split()[0]
        column = code.index(word) + 1
        message = f"a record begins with a `game` line, not with `{excerpt(word)}`"
        hint = "keywords are written in lower case: `game`" if word.casefold() == "game" else GAME_HINT
        self.problem(Span(self.number, column, column + len(word)), message, hint)

    def _start_record(self, line: str, code: str, comment: str | None) -> None:
        self._close_record(())
        self.record_count += 1
        self.in_record, self.skipping, self.unreadable = True, False, 0
        self._play(next(iter(GAMES.values())))
        problems = len(self.ready)
        node = self._parse(code, "line")
        written = node.leaves()[0] if node else None
        name = written.text.casefold() if written else ""
        self.ready.insert(problems, RecordStart(self.file, self.record_count, name, self.number))
        if node:
            self._add(Statement(node, line, comment, above=self._take_above()))
        if name in GAMES:
            self._play(GAMES[name])
            return
        self.skipping = True
        if written:
            from grammar.mistakes import did_you_mean

            hint = did_you_mean(name, GAMES) or f"games: {', '.join(f'`{name}`' for name in GAMES)}"
            self.problem(written.span, f"there is no game `{excerpt(written.text)}`", hint)

    def _play(self, game: Game) -> None:
        """Reads what follows by the grammar of this game."""
        self.game, self.patterns = game, line_patterns(game.name)
        self.framing = {"end", "or_else", "either", "under", *game.blocks}

    def _statement(self, line: str, code: str, comment: str | None) -> None:
        node = self._parse(code, self.blocks[-1].start if self.blocks else "line")
        if node is None:
            return
        statement = Statement(node, line, comment, above=self._take_above())
        if node.kind not in self.framing:
            self._add(statement)
        elif node.kind == "end":
            if self.blocks:
                self._close_block(statement)
            else:
                self.problem(node.span, "`end` without an open block", f"what ends with `end`: {_KINDS}")
        elif node.kind == "or_else" and not (self.blocks and self.blocks[-1].opening.kind == "either"):
            hint = "alternatives are written `either` ... `or` ... `end`"
            self.problem(node.span, "`or` without `either`", hint)
        elif self._opens(node):
            self._open_block(statement)
        else:
            self._add(statement)

    def _parse(self, code: str, start: str) -> Node | None:
        """The node of a line; None if it cannot be read, which is then reported."""
        node = self.patterns.read(code, start, self.number)
        if node is not None:
            return node
        from grammar.tables import UnexpectedInput, line_parser

        parser = line_parser(self.game.name)
        try:
            return parser.parse(code, start, self.number)
        except UnexpectedInput as error:
            if start != "line":
                node = self._read_outside(parser, code)
                if node:
                    return node
            from grammar.mistakes import explain

            mistake = explain(parser, self.game, code, start, error)
            if mistake.message:
                span = Span(self.number, mistake.column, mistake.end_column)
                self.problem(span, mistake.message, mistake.hint)
            return None

    def _read_outside(self, parser: "LineParser", code: str) -> Node | None:
        """The node of a line that does not fit into the open block but would after it; only if the `end` seems forgotten."""
        from grammar.tables import UnexpectedInput

        try:
            node = parser.parse(code, "line", self.number)
        except UnexpectedInput:
            return None
        if self._ends_ahead():
            return None
        opening = self.blocks[-1].opening
        self._close_block(None)
        message = f"the `{opening.kind}` block of line {opening.line} has no `end`"
        self.problem(node.span, message, "write a line `end` before this one")
        return node

    def _ends_ahead(self) -> bool:
        """Whether an `end` comes before another block or record opens, within the longest allowed block."""
        if self.ahead[0] <= self.number:
            ends, size = False, 0
            for distance in range(MAX_BLOCK_LINES):
                if distance == len(self.waiting):
                    assert self.lines is not None
                    line = next(self.lines, None)
                    if line is None:
                        break
                    self.waiting.append(line)
                line = self.waiting[distance]
                size += len(line)
                ends = bool(_END.fullmatch(line))
                if ends or _OPENING.match(line) or size > MAX_BLOCK_CHARACTERS:
                    break
            self.ahead = (self.number + distance + 1, ends)
        return self.ahead[1]

    # records and blocks

    def _add(self, statement: Statement) -> None:
        if not self.blocks:
            self.ready.append(statement)
        elif not self.dropping:
            self.blocks[-1].statements.append(statement)

    def _take_above(self) -> tuple[str, ...]:
        if not self.above:
            return ()
        above, self.above = tuple(self.above), []
        return above

    def _opens(self, node: Node) -> bool:
        return node.kind in ("either", "under") or (node.kind in self.game.blocks and not node.parts)

    def _open_block(self, statement: Statement) -> None:
        if len(self.blocks) == MAX_DEPTH:
            self.problem(statement.node.span, f"blocks are nested more than {MAX_DEPTH} deep")
        if not self.blocks:
            self.block_lines = self.block_characters = 0
        self.blocks.append(_Block(self.game.blocks.get(statement.kind, "line"), statement))

    def _measure_block(self, line: str) -> None:
        """Drops a block that becomes too long: its lines are still read for errors, but not kept."""
        self.block_lines += 1
        self.block_characters += len(line)
        long = self.block_lines > MAX_BLOCK_LINES or self.block_characters > MAX_BLOCK_CHARACTERS
        if long and not self.dropping:
            opening = self.blocks[0].opening
            message = (
                f"this `{opening.kind}` block is too long: a block may have {MAX_BLOCK_LINES:,} lines"
                f" and {MAX_BLOCK_CHARACTERS:,} characters"
            )
            self.problem(opening.node.span, message, "close it with a line `end`", opening.source)
            self.dropping = True
            for block in self.blocks:
                block.statements.clear()

    def _close_block(self, end: Statement | None) -> None:
        block = self.blocks.pop()
        if not self.blocks:
            self._tell_held()
        if len(self.blocks) < MAX_DEPTH and not self.dropping:
            self._add(replace(block.opening, body=tuple(block.statements), closing=end))
        self.dropping = self.dropping and bool(self.blocks)

    def _close_record(self, below: tuple[str, ...]) -> None:
        while self.blocks:
            opening = self.blocks[-1].opening
            if not self.dropping:
                message = f"this `{opening.kind}` block has no `end`"
                self.problem(opening.node.span, message, "close it with a line `end`", opening.source)
            self._close_block(None)
        if self.in_record:
            self.ready.append(RecordEnd(self.record_count, self.unreadable, below))
        self.in_record = False

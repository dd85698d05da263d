"""Log text to syntax tree, line by line: one line is one parse, so every line that cannot be read is reported.

The `game NAME` line picks the grammar of what follows. Lark and the tables of a game are loaded when its first `game` line
is met, not when this module is imported.
"""

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from grammar.errors import SyntaxProblem, excerpt
from grammar.games import GAMES, Game
from grammar.lines import BLANKS, MAX_LINE, Unreadable, decode, split_comment
from grammar.patterns import line_patterns
from grammar.syntax import Node, Record, Span, Statement

if TYPE_CHECKING:
    from grammar.tables import LineParser

MAX_ERRORS_SHOWN = 100
MAX_ERRORS = 1_000
"""After so many errors reading stops: such a file is not a record."""
MAX_DEPTH = 16
"""How deep `either` may be nested."""

_GAME = re.compile(rf"[{BLANKS}]*game(?![\w'\u2019.-])")
_END = re.compile(rf"[{BLANKS}]*end[{BLANKS}]*(?:#.*)?")
_BLOCKS = ("either", *dict.fromkeys(kind for game in GAMES.values() for kind in game.blocks))
_KINDS = ", ".join(f"`{kind}`" for kind in _BLOCKS)
_OPENING = re.compile(rf"[{BLANKS}]*(?:game(?![\w'\u2019.-])|(?:{'|'.join(_BLOCKS)})[{BLANKS}]*(?:#|$))")


@dataclass(frozen=True, slots=True)
class ParseResult:
    """The records of a file and everything in it that could not be read, both in order.

    A line that cannot be read is left out of its record; the `record` number of each error says which record that is.
    After `MAX_ERRORS_SHOWN` errors a last one says how many more there are.
    """

    records: tuple[Record, ...]
    errors: tuple[SyntaxProblem, ...]


def parse(text: str | bytes, file: str = "<text>") -> ParseResult:
    """Reads the text of a file of records. Never raises for what is in the text; knows no names and no rules.

    >>> result = parse("game thunder-alley\\nlaps 3\\n29 Charge: f3 = 14b\\n")
    >>> [statement.kind for statement in result.records[0].statements]
    ['game', 'laps', 'activation']
    """
    reader = _Reader(file)
    try:
        reader.read(decode(text))
    except Unreadable as error:
        reader.problem(
            Span(error.line, error.column, error.column + 1), error.message, error.hint, error.source
        )
    except _TooManyError:
        pass
    return reader.result()


class _TooManyError(Exception):
    """More errors than anybody reads."""


@dataclass(slots=True)
class _Block:
    """A record or block that is being read: the rule its lines follow and what was read so far."""

    start: str
    opening: Statement | None = None
    statements: list[Statement] = field(default_factory=list)


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.records: list[Record] = []
        self.problems: list[SyntaxProblem] = []
        self.problem_count = 0
        self.lines: list[str] = []
        self.number = 0
        self.above: list[str] = []
        self.game: Game | None = None
        self.record_line = 0
        self.record_count = 0
        self.name = ""
        self.blocks: list[_Block] = []
        self.skipping = False
        self.ahead = (0, False)

    # the file

    def read(self, text: str) -> None:
        self.lines = text.split("\n")
        if self.lines[-1] == "":
            self.lines.pop()
        for number, line in enumerate(self.lines, 1):
            self.number = number
            self._line(line.removesuffix("\r"))
        self._close_record()
        if self.records:
            self.records[-1] = replace(self.records[-1], below=tuple(self.above))
        elif not self.problem_count:
            self.problem(Span(1, 1, 2), "there is no record in this file", GAME_HINT, self.source(1))

    def result(self) -> ParseResult:
        errors = sorted(
            self.problems[:MAX_ERRORS_SHOWN], key=lambda problem: (problem.span.line, problem.span.column)
        )
        if self.problem_count > MAX_ERRORS_SHOWN:
            more = self.problem_count - MAX_ERRORS_SHOWN
            stopped = self.problem_count > MAX_ERRORS
            message = (
                f"and more than {more - 1} more; the rest was not read" if stopped else f"and {more} more"
            )
            errors.append(replace(self.problems[-1], message=message, hint=""))
        return ParseResult(tuple(self.records), tuple(errors))

    def source(self, line: int) -> str:
        return self.lines[line - 1].removesuffix("\r")[:MAX_LINE] if line <= len(self.lines) else ""

    def problem(self, span: Span, message: str, hint: str = "", source: str | None = None) -> None:
        self.problem_count += 1
        if self.problem_count <= MAX_ERRORS_SHOWN + 1:
            source = self.source(span.line) if source is None else source
            self.problems.append(SyntaxProblem(self.file, span, message, hint, source, self.record_count))
        if self.problem_count > MAX_ERRORS:
            raise _TooManyError

    # one line

    def _line(self, line: str) -> None:
        if len(line) > MAX_LINE:
            message = f"this line has {len(line):,} characters; a line may have {MAX_LINE:,}"
            self.problem(Span(self.number, MAX_LINE + 1, MAX_LINE + 2), message)
            return
        code, comment = split_comment(line)
        if not code.strip(BLANKS):
            self.above.append(comment or "")
        elif _GAME.match(code):
            self._start_record(line, code, comment)
        elif not self.blocks:
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
        self._close_record()
        self.record_count += 1
        self.record_line = self.number
        self.skipping = False
        self.blocks = [_Block("line")]
        self.game = next(iter(GAMES.values()))
        node = self._parse(code, "line")
        self.name = node.leaves()[0].text.casefold() if node else ""
        if node:
            self._add(Statement(node, line, comment, above=self._take_above()))
        known = GAMES.get(self.name)
        if known is None:
            self.skipping = True
            if node:
                from grammar.mistakes import did_you_mean

                place, names = node.leaves()[0].span, ", ".join(f"`{name}`" for name in GAMES)
                hint = did_you_mean(self.name, GAMES) or f"games: {names}"
                self.problem(place, f"there is no game `{excerpt(node.leaves()[0].text)}` here", hint)
        self.game = known

    def _statement(self, line: str, code: str, comment: str | None) -> None:
        node = self._parse(code, self.blocks[-1].start)
        if node is None:
            return
        statement = Statement(node, line, comment, above=self._take_above())
        if node.kind == "end":
            if len(self.blocks) > 1:
                self._close_block(statement)
            else:
                self.problem(
                    node.span,
                    "`end` without an open block",
                    f"what ends with `end`: {_KINDS}",
                )
        elif node.kind == "or_else" and not self._in_either():
            self.problem(
                node.span, "`or` without `either`", "alternatives are written `either` ... `or` ... `end`"
            )
        elif self._opens(node):
            self._open_block(statement)
        else:
            self._add(statement)

    def _parse(self, code: str, start: str) -> Node | None:
        """The node of a line; None if it cannot be read, which is then reported."""
        assert self.game
        node = line_patterns(self.game.name).read(code, start, self.number)
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
        """A line that does not fit into the open block: read as a line after it if the `end` was forgotten."""
        from grammar.tables import UnexpectedInput

        try:
            node = parser.parse(code, "line", self.number)
        except UnexpectedInput:
            return None
        if self._ends_ahead():
            return None
        opening = self.blocks[-1].opening
        assert opening
        message = f"the `{opening.kind}` block of line {opening.line} has no `end`"
        self.problem(node.span, message, "write `end` on a line of its own before this one")
        self._close_block(None)
        return node

    def _ends_ahead(self) -> bool:
        """Whether an `end` comes before another block or record opens."""
        if self.ahead[0] <= self.number:
            place = next(
                (at for at in range(self.number, len(self.lines)) if self._is_border(at)), len(self.lines)
            )
            ends = place < len(self.lines) and bool(_END.fullmatch(self.lines[place]))
            self.ahead = (place + 1, ends)
        return self.ahead[1]

    def _is_border(self, at: int) -> bool:
        return bool(_END.fullmatch(self.lines[at]) or _OPENING.match(self.lines[at]))

    # records and blocks

    def _add(self, statement: Statement) -> None:
        self.blocks[-1].statements.append(statement)

    def _take_above(self) -> tuple[str, ...]:
        above, self.above = tuple(self.above), []
        return above

    def _in_either(self) -> bool:
        opening = self.blocks[-1].opening
        return opening is not None and opening.kind == "either"

    def _opens(self, node: Node) -> bool:
        assert self.game
        return node.kind == "either" or (node.kind in self.game.blocks and not node.parts)

    def _open_block(self, statement: Statement) -> None:
        assert self.game
        if len(self.blocks) == MAX_DEPTH + 1:
            self.problem(statement.node.span, f"blocks are nested more than {MAX_DEPTH} deep")
        self.blocks.append(_Block(self.game.blocks.get(statement.kind, "line"), statement))

    def _close_block(self, end: Statement | None) -> None:
        block = self.blocks.pop()
        assert block.opening
        if len(self.blocks) <= MAX_DEPTH:
            self._add(replace(block.opening, body=tuple(block.statements), closing=end))

    def _close_record(self) -> None:
        while len(self.blocks) > 1:
            opening = self.blocks[-1].opening
            assert opening
            self.problem(
                opening.node.span, f"this `{opening.kind}` block has no `end`", "close it with a line `end`"
            )
            self._close_block(None)
        if self.blocks:
            statements = tuple(self.blocks[0].statements)
            self.records.append(Record(self.file, self.record_count, self.name, statements, self.record_line))
        self.blocks = []


GAME_HINT = f"begin with one of: {', '.join(f'`game {name}`' for name in GAMES)}"

"""The syntax tree of a file of records. Columns count characters from 1; `end_column` is the first one after.

All objects here are immutable. Each line needs many places and words, and named tuples are the fastest to make.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol, final


class Span(NamedTuple):
    """A place in a file: a stretch of one line."""

    line: int
    column: int
    end_column: int


class Leaf(NamedTuple):
    """One word of a line. `kind` is the terminal of the grammar (`STEP`, `SPACE`, `INT`, `WORD`, `STRING` ...)."""

    kind: str
    text: str
    span: Span


class Splitter(Protocol):
    """Splits a stretch of a line into its parts; `found` is its match if it is already known."""

    def parts(
        self, found: re.Match[str] | None, source: str, line: int, start: int, end: int
    ) -> "tuple[Node | Leaf, ...]":
        """All parts of the stretch."""

    def first(
        self, kind: str, found: re.Match[str] | None, source: str, line: int, start: int, end: int
    ) -> "Node | Leaf | None":
        """The first part of that kind, without making the others."""


@final
class Node:
    """A part of a line, named as in the grammar (`card`, `path`, `item`, `bar` ...). Nodes with equal kinds, parts and places
    are equal.

    A node that a pattern found splits its stretch of the line when its parts are first used.
    """

    __slots__ = ("_form", "_found", "_parts", "_source", "column", "end_column", "kind", "line")

    def __init__(
        self,
        kind: str,
        parts: "tuple[Node | Leaf, ...] | None",
        line: int,
        column: int,
        end_column: int,
        source: str = "",
        form: Splitter | None = None,
        found: re.Match[str] | None = None,
    ) -> None:
        """`source` is the line that contains the node. Without parts, `form` takes them from it; `found` is its match if it
        is already known."""
        self.kind: Final = kind
        self.line: Final = line
        self.column: Final = column
        self.end_column: Final = end_column
        self._parts = parts
        self._source: Final = source
        self._form: Final = form
        self._found = found

    @classmethod
    def at(cls, span: Span, kind: str, parts: "tuple[Node | Leaf, ...]", source: str = "") -> "Node":
        """A node with known place and parts."""
        return Node(kind, parts, span.line, span.column, span.end_column, source)

    @property
    def parts(self) -> "tuple[Node | Leaf, ...]":
        if self._parts is None:
            assert self._form
            self._parts = self._form.parts(
                self._found, self._source, self.line, self.column - 1, self.end_column - 1
            )
            self._found = None
        return self._parts

    @property
    def span(self) -> Span:
        return Span(self.line, self.column, self.end_column)

    @property
    def text(self) -> str:
        """The stretch of the line as written, from the first word to the last; empty if the node was not read. Does not split the
        node."""
        return self._source[self.column - 1 : self.end_column - 1]

    def leaves(self) -> list[Leaf]:
        """All words below this node, in order."""
        found: list[Leaf] = []
        for part in self.parts:
            found += part.leaves() if isinstance(part, Node) else [part]
        return found

    def child(self, kind: str) -> "Node | Leaf | None":
        """The first part of that kind, or None."""
        if self._parts is None and self._form is not None:
            return self._form.first(
                kind, self._found, self._source, self.line, self.column - 1, self.end_column - 1
            )
        return next((part for part in self.parts if part.kind == kind), None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return (self.kind, self.span, self.parts) == (other.kind, other.span, other.parts)

    def __hash__(self) -> int:
        return hash((self.kind, self.span, self.parts))

    def __repr__(self) -> str:
        return f"Node(kind={self.kind!r}, parts={self.parts!r}, span={self.span!r})"


@dataclass(frozen=True, slots=True)
class Statement:
    """One line of a record. `node.kind` is its kind (`activation`, `check`, `game` ...); `source` is the line as written,
    without its line end; `comment` begins with `#`. `body` holds the lines of a block (`position`, `track`, `either`), in
    order, without its `end`, which is `closing`. Statements of kind `or_else` separate the alternatives of `either`. `above`
    holds the lines without a statement just before this one: comments, and "" for a blank line."""

    node: Node
    source: str
    comment: str | None = None
    body: "tuple[Statement, ...]" = ()
    above: tuple[str, ...] = ()
    closing: "Statement | None" = None

    @property
    def kind(self) -> str:
        return self.node.kind

    @property
    def line(self) -> int:
        return self.node.line


def with_body(statement: Statement) -> Iterator[Statement]:
    """The statement, then those in its block and in nested blocks."""
    yield statement
    for line in statement.body:
        yield from with_body(line)


def alternatives(statement: Statement) -> list[list[Statement]]:
    """The lines of an `either` block, one list for each alternative."""
    found: list[list[Statement]] = [[]]
    for line in statement.body:
        if line.kind == "or_else":
            found.append([])
        else:
            found[-1].append(line)
    return found


def lines_of(statements: tuple[Statement, ...]) -> dict[int, str]:
    """Line number -> line as written, for these statements and those in their blocks."""
    found: dict[int, str] = {}
    for statement in statements:
        found[statement.line] = statement.source
        if statement.body:
            found.update(lines_of(statement.body))
        if statement.closing is not None:
            found.update(lines_of((statement.closing,)))
    return found


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a file: from its `game` line to the line before the next one. `number` counts from 1. `below` holds the
    comments and blank lines after its last statement; if another record follows they belong to that one."""

    file: str
    number: int
    game: str
    statements: tuple[Statement, ...]
    line: int
    below: tuple[str, ...] = ()

"""The syntax tree of a file of records. Columns count characters from 1; `end_column` is the first one after."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a file: a stretch of one line."""

    line: int
    column: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Leaf:
    """One word of a line. `kind` is the terminal of the grammar (`STEP`, `SPACE`, `INT`, `WORD`, `STRING` ...)."""

    kind: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a line, named as in the grammar (`card`, `path`, `item`, `bar` ...)."""

    kind: str
    parts: "tuple[Node | Leaf, ...]"
    span: Span

    def leaves(self) -> "list[Leaf]":
        """All words below this node, in order."""
        found: list[Leaf] = []
        for part in self.parts:
            found += part.leaves() if isinstance(part, Node) else [part]
        return found

    def child(self, kind: str) -> "Node | Leaf | None":
        """The first part of that kind, if there is one."""
        return next((part for part in self.parts if part.kind == kind), None)


@dataclass(frozen=True, slots=True)
class Statement:
    """One line of a record. `node.kind` says which (`activation`, `check`, `game` ...); `source` is the line as written,
    without its line end; `comment` begins with `#`. `body` holds the lines of a block (`position`, `track`, `either`), in
    order, without its `end`, which is `closing`. The alternatives of `either` are parted by statements of kind `or_else`.
    `above` are the lines without a statement just before this one: comments, and "" for a blank line."""

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
        return self.node.span.line


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a file: from its `game` line to the line before the next one. `number` counts from 1. `below` are
    the comments and blank lines after its last statement, if no further record follows to which they would belong."""

    file: str
    number: int
    game: str
    statements: tuple[Statement, ...]
    line: int
    below: tuple[str, ...] = ()

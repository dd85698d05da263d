"""Syntax tree to canonical text: the inverse of `grammar/parser.py`.

Canonical text has one blank between words and steps. Equal neighbouring steps are joined (`f f2` -> `f3`) unless a mark
prevents it. A path has no commas, and the name of a card has quotes only if it needs them. Each block is indented by two
more blanks, and there is at most one blank line in a row. Comments keep their places. Reading canonical text gives the
same records, and printing these gives the same text.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from grammar.errors import RecordSyntaxError, SyntaxProblem
from grammar.games import GAMES
from grammar.layouts import style_of
from grammar.lines import MAX_LINE
from grammar.syntax import Leaf, Node, Record, Statement

Spell = Callable[[str, str], str]
"""Kind of name (`card`, `event`, `team`, `colour`, `flag`) and name as written -> canonical name."""

Restore = Callable[[Record], Mapping[int, str]]
"""Record -> canonical text by line number, for lines about which a game knows more than the grammar."""

INDENT = "  "
_NUMERIC = frozenset({"INT", "SPACE", "RANGE", "CHOICE", "PLACED", "UNKNOWN"})
_LEADING_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")


def format_records(
    records: Iterable[Record],
    speller: Callable[[Record], Spell] | None = None,
    restore: Restore | None = None,
) -> str:
    """The canonical text of the records of a file. `speller` gives each record the spelling of its names, `restore` gives
    whole lines.

    Raises `RecordSyntaxError` if a line would be too long to read again.
    """
    lines: list[str] = []
    for record in records:
        restored = restore(record) if restore else {}
        lines += _record(record, speller(record) if speller else _as_written, restored)
    return "".join(f"{line}\n" for line in _single_blanks(lines))


def format_line(node: Node, game: str) -> str:
    """The canonical text of one line, without indentation and comment."""
    return _Printer(game, _as_written).node(node)


def _as_written(_kind: str, name: str) -> str:
    return name


def _record(record: Record, spell: Spell, restored: Mapping[int, str]) -> Iterator[str]:
    printer = _Printer(record.game, spell, restored)
    for statement in record.statements:
        for number, line in printer.statement(statement, 0):
            if len(line) > MAX_LINE:
                message = (
                    f"in canonical form this line has {len(line):,} characters; a line may have {MAX_LINE:,}"
                )
                span = statement.node.span._replace(line=number)
                raise RecordSyntaxError((SyntaxProblem(record.file, span, message, record=record.number),))
            yield line
    yield from record.below


def _single_blanks(lines: Iterable[str]) -> Iterator[str]:
    """The lines without blank ones at the start and the end, and with at most one between others."""
    waiting, begun = False, False
    for line in lines:
        if not line:
            waiting = begun
            continue
        if waiting:
            yield ""
        yield line
        waiting, begun = False, True


class _Printer:
    def __init__(self, game: str, spell: Spell, restored: Mapping[int, str] | None = None) -> None:
        self.style = style_of(game)
        self.spell = spell
        self.restored = restored or {}

    def statement(self, statement: Statement, depth: int) -> Iterator[tuple[int, str]]:
        """The lines of a statement, each with the number of the line it was read from."""
        number = statement.line
        yield from ((number, INDENT * depth + line if line else "") for line in statement.above)
        outside = max(0, depth - 1) if statement.kind in ("end", "or_else") else depth
        text = INDENT * outside + (self.restored.get(number) or self.node(statement.node))
        yield number, f"{text}  {statement.comment}" if statement.comment else text
        for inner in statement.body:
            yield from self.statement(inner, depth + 1)
        if statement.closing:
            yield from self.statement(statement.closing, depth + 1)

    def node(self, node: Node) -> str:
        layout = self.style.layouts[node.kind]
        if isinstance(layout, str):
            return layout.replace("*", " ".join(self.parts(node)), 1).strip()
        return layout(self, node)

    def parts(self, node: Node) -> list[str]:
        return [self.node(part) if isinstance(part, Node) else self.leaf(part, node) for part in node.parts]

    def leaf(self, leaf: Leaf, parent: Node) -> str:
        text = leaf.text
        if leaf.kind in _NUMERIC and '"' not in text:
            return _LEADING_ZEROS.sub("", text)
        if leaf.kind == "WORD":
            if parent.kind == "game":
                return text.casefold() if text.casefold() in GAMES else text
            kind = self.style.names.get(parent.kind)
            return self.spell(kind, text) if kind else text
        if leaf.kind == "STRING" and parent.kind in self.style.quoted:
            known = self.spell(self.style.names[parent.kind], text[1:-1])
            return known if known != text[1:-1] else text
        return text

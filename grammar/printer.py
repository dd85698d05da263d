"""Syntax tree to canonical text: the way back of `grammar/parser.py`.

Canonical means: one blank between words and steps, equal neighbouring steps joined (`f f2` -> `f3`) where no mark stands in the
way, no commas in a path, no quotes around the name of a card that does without them, two more blanks of indentation per
block, at most one blank line in a row. Comments stay where they are. Reading the text again gives the same records, and
printing them again the same text.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from grammar.errors import RecordSyntaxError, SyntaxProblem
from grammar.games import GAMES
from grammar.layouts import LAYOUTS, Layout
from grammar.lines import MAX_LINE, WORD
from grammar.parser import parse
from grammar.syntax import Leaf, Node, Record, Statement

Spell = Callable[[str, str], str]
"""What kind of name (`card`, `event`, `team`, `colour`, `flag`), and the name as written -> the name as it should be written."""

INDENT = "  "
_STEP = re.compile(r"(?P<kind>[a-z]+?)(?P<count>\d*)(?P<marks>(?:x\d*)?(?:>[a-h])?!?(?:/\d+)?)")
_MOST = 99
"""A step can be repeated so often in one word."""
_NUMERIC = frozenset({"INT", "SPACE", "RANGE", "CHOICE", "PLACED", "UNKNOWN"})
_LEADING_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")


def format_text(
    text: str | bytes, file: str = "<text>", speller: Callable[[Record], Spell] | None = None
) -> str:
    """The canonical form of a file of records. Raises `RecordSyntaxError` if something in it cannot be read."""
    result = parse(text, file)
    if result.errors:
        raise RecordSyntaxError(result.errors)
    return format_records(result.records, speller)


def format_records(records: Iterable[Record], speller: Callable[[Record], Spell] | None = None) -> str:
    """The canonical text of records that form a file. `speller` gives for each record the spelling of its names.

    Raises `RecordSyntaxError` if a line would become too long to be read again.
    """
    lines: list[str] = []
    for record in records:
        lines += _record(record, speller(record) if speller else _as_written)
    return "".join(f"{line}\n" for line in _single_blanks(lines))


def format_line(node: Node, game: str, spell: Spell | None = None) -> str:
    """The canonical text of one line, without indentation and comment."""
    return _Printer(game, spell or _as_written).node(node)


def _as_written(_kind: str, name: str) -> str:
    return name


def _record(record: Record, spell: Spell) -> Iterator[str]:
    printer = _Printer(record.game, spell)
    for statement in record.statements:
        for number, line in printer.statement(statement, 0):
            if len(line) > MAX_LINE:
                message = (
                    f"in canonical form this line has {len(line):,} characters; a line may have {MAX_LINE:,}"
                )
                span = replace(statement.node.span, line=number)
                raise RecordSyntaxError((SyntaxProblem(record.file, span, message, record=record.number),))
            yield line
    yield from record.below


def _single_blanks(lines: Iterable[str]) -> Iterator[str]:
    """The lines without blank ones at the start, at the end, and after another blank one."""
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
    def __init__(self, game: str, spell: Spell) -> None:
        self.layouts = LAYOUTS.get(game) or next(iter(LAYOUTS.values()))
        self.spell = spell

    def statement(self, statement: Statement, depth: int) -> Iterator[tuple[int, str]]:
        """The lines of a statement, each with the number of the line it was read from."""
        number = statement.line
        yield from ((number, INDENT * depth + line if line else "") for line in statement.above)
        outside = max(0, depth - 1) if statement.kind in ("end", "or_else") else depth
        text = INDENT * outside + self.node(statement.node)
        yield number, f"{text}  {statement.comment}" if statement.comment else text
        for inner in statement.body:
            yield from self.statement(inner, depth + 1)
        if statement.closing:
            yield from self.statement(statement.closing, depth + 1)

    def node(self, node: Node) -> str:
        layout = self.layouts[node.kind]
        if isinstance(layout, str):
            return layout.replace("*", " ".join(self.parts(node)), 1).strip()
        return _SPECIAL[layout](self, node)

    def parts(self, node: Node) -> list[str]:
        return [self.node(part) if isinstance(part, Node) else self.leaf(part, node) for part in node.parts]

    def leaf(self, leaf: Leaf, parent: Node) -> str:
        text = leaf.text
        if leaf.kind in _NUMERIC and '"' not in text:
            return _LEADING_ZEROS.sub("", text)
        if leaf.kind == "WORD":
            if parent.kind == "game":
                return text.casefold() if text.casefold() in GAMES else text
            kind = _NAMES.get(parent.kind)
            return self.spell(kind, text) if kind else text
        if leaf.kind == "STRING" and parent.kind in _QUOTED:
            known = self.spell(_NAMES[parent.kind], text[1:-1])
            return known if known != text[1:-1] else text
        return text


# the layouts that are more than a pattern


def _name(printer: _Printer, node: Node) -> str:
    """A name of words, in quotes only if it needs them."""
    kind = "card" if node.kind == "card" else "event"
    first = node.leaves()[0]
    if first.kind == "STRING":
        written = first.text[1:-1].replace("\u2019", "'")
    elif first.kind == "WORD":
        written = " ".join(leaf.text for leaf in node.leaves())
    else:
        return " ".join(printer.parts(node))
    name = printer.spell(kind, written)
    return name if _does_without_quotes(name) else f'"{name}"'


def _equation(printer: _Printer, node: Node) -> str:
    keyword = {"ruling": "ruling", "parameter": "set", "option": "option"}[node.kind]
    return f"{keyword} {' = '.join(printer.parts(node))}"


def _or_none(printer: _Printer, node: Node) -> str:
    keyword = {"pit": "pit", "places_left": "places"}[node.kind]
    return f"{keyword} {' '.join(printer.parts(node)) or 'none'}"


def _cards(printer: _Printer, node: Node) -> str:
    team, *cards = printer.parts(node)
    return f"{node.kind} {team} {', '.join(cards)}"


def _stands(printer: _Printer, node: Node) -> str:
    """A car of a position block: its space stands alone."""
    parts = [
        " ".join(printer.parts(part))
        if isinstance(part, Node) and part.kind == "at" and place == _spot(node)
        else text
        for place, (part, text) in enumerate(zip(node.parts, printer.parts(node), strict=True))
    ]
    return " ".join(parts)


def _activation(printer: _Printer, node: Node) -> str:
    text = ""
    for part, shown in zip(node.parts, printer.parts(node), strict=True):
        text += {"path": ":", "destination": " ->"}.get(part.kind, "") + (" " if text else "") + shown
    return text


def _event(printer: _Printer, node: Node) -> str:
    cars = [printer.node(part) for part in node.parts if isinstance(part, Node) and part.kind == "car"]
    bars = [
        f" bar {printer.node(part)}" for part in node.parts if isinstance(part, Node) and part.kind == "bar"
    ]
    name = node.child("name")
    assert isinstance(name, Node)
    return f"event {printer.node(name)}{''.join(bars)}" + (f": {' '.join(cars)}" if cars else "")


def _glued(printer: _Printer, node: Node) -> str:
    """Parts without blanks between them."""
    return "".join(printer.parts(node))


def _field(printer: _Printer, node: Node) -> str:
    """A key and its value: `dmg=2`, `split T1=1:10`."""
    keyword = "split " if node.kind == "split" else ""
    return f"{keyword}{'='.join(printer.parts(node))}"


def _step(printer: _Printer, node: Node) -> str:
    """A step of a path, with its lane choices directly behind it; or, in a position, the step of the turn."""
    first, *rest = node.parts
    if isinstance(first, Leaf) and first.kind == "WORD":
        return f"step {printer.leaf(first, node)}"
    text = first.text if isinstance(first, Leaf) else printer.node(first)
    for part in rest:
        assert isinstance(part, Node)
        text += printer.node(part) if part.kind == "lanes" else f" {printer.node(part)}"
    return text


def _path(printer: _Printer, node: Node) -> str:
    return " ".join(
        printer.node(part) if isinstance(part, Node) else part.text for part in joined(node).parts
    )


def joined(path: Node) -> Node:
    """The path with equal neighbouring steps as one. A step with marks, lanes or an asserted space takes no further one;
    the asserted space of the second step stays with both."""
    parts: list[Node | Leaf] = []
    for part in path.parts:
        united = _united(parts[-1], part) if parts else None
        if united:
            parts[-1] = united
        else:
            parts.append(part)
    return Node(path.kind, tuple(parts), path.span)


def _united(one: Node | Leaf, two: Node | Leaf) -> Node | None:
    if not (
        isinstance(one, Node)
        and isinstance(two, Node)
        and one.kind == two.kind == "step"
        and len(one.parts) == 1
    ):
        return None
    first, second = (_STEP.fullmatch(node.leaves()[0].text) for node in (one, two))
    word, *rest = two.parts
    if not (first and second and isinstance(word, Leaf)) or any(part.kind != "ends" for part in rest):
        return None
    count = int(first["count"] or 1) + int(second["count"] or 1)
    if first["kind"] != second["kind"] or first["marks"] or second["marks"] or count > _MOST:
        return None
    return Node(two.kind, (replace(word, text=f"{first['kind']}{count}"), *rest), two.span)


def _spot(node: Node) -> int:
    """Which part of a position line says where the car stands: the first that is neither the car nor its team."""
    return next(
        place for place, part in enumerate(node.parts) if isinstance(part, Node) and part.kind != "car"
    )


def _does_without_quotes(name: str) -> bool:
    words = name.split(" ")
    return all(WORD.fullmatch(word) for word in words) and not set(words) & _ENDS_A_NAME


_ENDS_A_NAME = frozenset({"left", "bar", "pass", "retire", "chosen"})
"""Keywords that can follow a name or stand in its place."""

_NAMES = {
    "team": "team",
    "team_pass": "team",
    "bar": "team",
    "discard": "team",
    "hand": "team",
    "absent": "team",
    "score": "team",
    "first_player": "team",
    "next_player": "team",
    "stands": "team",
    "wear": "colour",
    "kept": "colour",
    "flag": "flag",
}
"""The kinds of line in which a bare name is one that has a canonical spelling."""

_QUOTED = frozenset({"wear", "kept", "flag"})
"""Those in which a name in quotes is one as well; one that is spelled otherwise does without them."""

_SPECIAL: Mapping[Layout, Callable[[_Printer, Node], str]] = {
    Layout.NAME: _name,
    Layout.EQUATION: _equation,
    Layout.OR_NONE: _or_none,
    Layout.CARDS: _cards,
    Layout.STANDS: _stands,
    Layout.ACTIVATION: _activation,
    Layout.EVENT: _event,
    Layout.STEP: _step,
    Layout.PATH: _path,
    Layout.GLUED: _glued,
    Layout.FIELD: _field,
}

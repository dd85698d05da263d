"""How each part of a line is printed: a pattern with `*` for its words, or a function where that is not enough.

A file for each game, named like its grammar, holds the `STYLE` of its lines; this one holds what they share.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Protocol

from grammar.games import GAMES
from grammar.syntax import Leaf, Node


class Printing(Protocol):
    """The printer as layouts see it. `spell` takes a kind of name (`card`, `team`) and a name as written, and gives the
    canonical name."""

    spell: Callable[[str, str], str]

    def node(self, node: Node) -> str:
        """The text of a node."""

    def parts(self, node: Node) -> list[str]:
        """The text of each part of a node."""

    def leaf(self, leaf: Leaf, parent: Node) -> str:
        """The text of a word."""


Layout = str | Callable[[Printing, Node], str]
Layouts = Mapping[str, Layout]


@dataclass(frozen=True, slots=True)
class Style:
    """How a game's lines look, and phrases for their words, by terminal.

    If the bare words in a kind of node are names with a canonical spelling, `names` maps it to their kind of name. In the kinds
    of node in `quoted` a name in quotes is such a name too, and loses its quotes if its canonical spelling differs. `examples`
    are lines of the frame for a record of this game, by what they show: a `ruling`, a `parameter`.
    """

    layouts: Layouts
    phrases: Mapping[str, str]
    names: Mapping[str, str] = field(default_factory=dict)
    quoted: frozenset[str] = frozenset()
    examples: Mapping[str, str] = field(default_factory=dict)


@cache
def style_of(game: str) -> Style:
    """The style of a game; that of the first game if the name is unknown."""
    known = GAMES.get(game) or next(iter(GAMES.values()))
    style = import_module(f"grammar.layouts.{known.file}").STYLE
    assert isinstance(style, Style)
    return style


def equation(printer: Printing, node: Node) -> str:
    """A setting: `ruling ID = READING`."""
    keyword = {"ruling": "ruling", "parameter": "set", "option": "option"}[node.kind]
    return f"{keyword} {' = '.join(printer.parts(node))}"


def glued(printer: Printing, node: Node) -> str:
    """Parts without blanks between them."""
    return "".join(printer.parts(node))


def expectation(printer: Printing, node: Node) -> str:
    """What a test expects: `expect illegal TA-6.8 or TA-6.1 step 2 under RULING = READING`."""
    shown = list(zip(node.parts, printer.parts(node), strict=True))
    words = [text for part, text in shown if part.kind != "condition"]
    conditions = [text for part, text in shown if part.kind == "condition"]
    return " ".join(["expect", *words, *(["under", ", ".join(conditions)] if conditions else [])])


def under(printer: Printing, node: Node) -> str:
    """The readings under which a block holds."""
    return f"under {', '.join(printer.parts(node))}"


def ends(printer: Printing, node: Node) -> str:
    """Where a move can end: `expect ends 5b 5c or none`."""
    shown = zip(node.parts, printer.parts(node), strict=True)
    return " ".join(
        ["expect ends", *(f"or {text}" if part.kind == "NO_PLACE" else text for part, text in shown)]
    )


FRAME: Layouts = MappingProxyType(
    {
        "game": "game *",
        "format": "format *",
        "remark": "*",
        "date": "date *",
        "ruleset": "ruleset *",
        "ruling": equation,
        "parameter": equation,
        "option": equation,
        "without": "without *",
        "expect": expectation,
        "broken": lambda printer, node: " or ".join(printer.parts(node)),
        "at_step": "step *",
        "condition": lambda printer, node: " = ".join(printer.parts(node)),
        "expect_moves": "expect moves *",
        "expect_ends": ends,
        "under": under,
        "shows": "shows *",
        "turn": "turn *",
        "not_written": "*",
        "either": "either",
        "or_else": "or",
        "end": "end",
        "position": "position",
    }
)

PHRASES = {
    "INT": "a number",
    "WORD": "a name",
    "STRING": "text in quotes",
    "DAY": "a date such as `2026-03-14`",
    "REF": "a name or a path",
    "NO_PLACE": "`none`",
    "REMARK": "`title`, `place`, `source` or `note`",
    "UNKNOWN": "`?`",
    "ELLIPSIS": "`...`",
    "BLANK": "a blank",
    "$END": "the end of the line",
}
"""Phrases for the words of lines that every game has. A keyword or mark is quoted as it is."""

"""The Lark parser for the lines of one game, and the tables it is loaded from.

`tools/build_data.py` computes the tables from the `.lark` files and keeps them in `grammar/built` as plain data, because
reading a grammar is slow: building the Thunder Alley parser takes 35 ms, loading its tables 5 ms (medians on one
machine). `import lark` takes another 30 ms, so this module is imported only at the first line that no pattern of
`grammar/patterns.py` matches.
"""

from functools import cache
from importlib import import_module
from operator import itemgetter
from pathlib import Path
from threading import Lock
from typing import Any

import lark
from lark.exceptions import UnexpectedInput
from lark.grammar import Rule
from lark.lexer import PatternStr, TerminalDef, Token

from grammar.games import GAMES, Game
from grammar.lines import straight
from grammar.syntax import Leaf, Node, Span

__all__ = ["LineParser", "UnexpectedInput", "compile_grammar", "line_parser", "table_source"]

SHIFT = 0
"""Lark's mark for an action that shifts, in serialized tables."""

HERE = Path(__file__).parent


class _Run:
    """The matches of a repetition; Lark splices them into the node around it."""

    __slots__ = ("children",)

    def __init__(self, children: list[Any]) -> None:
        self.children = children


class _Builder:
    """Turns matched rules into nodes while Lark parses. `line` and `text` are the current line."""

    def __init__(self) -> None:
        self.line = 1
        self.text = ""
        self.keywords: frozenset[str] = frozenset()

    def __default__(self, name: str, children: list[Any], _meta: object) -> "Node | _Run":
        if name.startswith("_"):
            return _Run(children)
        line, keywords = self.line, self.keywords
        parts: list[Node | Leaf] = []
        for child in children:
            if isinstance(child, Node):
                parts.append(child)
            elif child.type not in keywords:
                parts.append(leaf(child, line))
        span = Span(line, _column(children[0]), _end(children[-1]))
        return Node.at(span, _own_name(name), tuple(parts), self.text)


def node_name(rule: Rule) -> str:
    """The name of the node of a matched rule; empty if its parts go into the node around it."""
    if not rule.alias and (
        rule.origin.name.startswith("_") or (rule.options.expand1 and len(rule.expansion) == 1)
    ):
        return ""
    return _own_name(rule.alias or rule.origin.name)


def _own_name(name: str) -> str:
    return name.removeprefix("common__")


def leaf(token: Token, line: int) -> Leaf:
    """One word of the line. Apostrophes become straight, an ellipsis becomes three dots."""
    text: str = token.value
    if token.type == "WORD":
        text = straight(text)
    elif token.type == "ELLIPSIS":
        text = "..."
    return Leaf(str(token.type), text, Span(line, token.column or 1, token.end_column or 1))


def _column(part: "Node | Token") -> int:
    return part.column if isinstance(part, Node) else part.column or 1


def _end(part: "Node | Token") -> int:
    return part.end_column if isinstance(part, Node) else part.end_column or 1


class LineParser:
    """Reads single lines of one game. Threads may share it: it reads one line at a time."""

    def __init__(self, parser: lark.Lark, builder: _Builder) -> None:
        self.lark = parser
        self._builder = builder
        self._lock = Lock()
        # The pattern of a keyword that begins longer words asks for the end of the word.
        self.keywords = {
            terminal.name: terminal.pattern.value.removesuffix(r"(?!\w)")
            for terminal in parser.terminals
            if isinstance(terminal.pattern, PatternStr) or terminal.name.startswith("_")
        }
        builder.keywords = frozenset(self.keywords)

    def parse(self, text: str, start: str, line: int = 1) -> Node:
        """The node of a line without its comment. Raises Lark's `UnexpectedInput` if the line cannot be read."""
        with self._lock:
            self._builder.line, self._builder.text = line, text
            node = self.lark.parse(text, start)
        assert isinstance(node, Node)
        return node


@cache
def line_parser(name: str) -> LineParser:
    """The parser of a game, loaded from its built tables, or from its `.lark` file if another version of Lark made those."""
    game = GAMES[name]
    built = import_module(f"grammar.built.{game.file}")
    if lark.__version__ != built.LARK:
        return compile_grammar(game)
    builder = _Builder()
    parser: lark.Lark = lark.Lark._load_from_dict(built.DATA, built.MEMO, transformer=builder)  # type: ignore[no-untyped-call]
    return LineParser(parser, builder)


def compile_grammar(game: Game) -> LineParser:
    """The parser of a game, built from its `.lark` file."""
    builder = _Builder()
    return LineParser(_open(game, builder), builder)


WIDEST = 2**32 - 1
"""The width of a pattern without a limit, which is not the same in all versions of Python."""


def table_source(game: Game) -> str:
    """The text of the built module of a game: Lark's own serialization as plain data."""
    data, memo = _open(game, None).memo_serialize([TerminalDef, Rule])
    table = data["parser"]["parser"] = _renumbered(data["parser"]["parser"])
    states = table.pop("states")
    lines = [
        f'"""Parser tables of {game.name}. Made by tools/build_data.py from grammar/{game.file}.lark; do not edit."""',
        "",
        f"LARK = {lark.__version__!r}",
        f"DATA = {_plain(data)!r}",
        "DATA['parser']['parser']['states'] = {",
        *(f"    {number!r}: {_plain(actions)!r}," for number, actions in states.items()),
        "}",
        "MEMO = {",
        *(f"    {number!r}: {_plain(entry)!r}," for number, entry in memo.items()),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _open(game: Game, builder: _Builder | None) -> lark.Lark:
    return lark.Lark.open(
        str(HERE / f"{game.file}.lark"),
        parser="lalr",
        lexer="contextual",
        start=["line", *dict.fromkeys(game.blocks.values())],
        keep_all_tokens=True,
        maybe_placeholders=False,
        transformer=builder,
    )


def _renumbered(table: dict[str, Any]) -> dict[str, Any]:
    """The same LALR table with tokens and states in a fixed order; Lark's own order changes from run to run."""
    tokens = sorted(map(str, table["tokens"].values()))
    names = {number: str(token) for number, token in table["tokens"].items()}
    order = dict.fromkeys(table["start_states"].values())
    rows: list[dict[int, tuple[int, Any]]] = []
    waiting = list(order)
    for state in waiting:
        actions = sorted(
            ((names[token], action) for token, action in table["states"][state].items()), key=itemgetter(0)
        )
        for _, (kind, target) in actions:
            if kind == SHIFT and target not in order:
                order[target] = None
                waiting.append(target)
        rows.append({tokens.index(token): action for token, action in actions})
    new = {state: number for number, state in enumerate(order)}
    return {
        "tokens": dict(enumerate(tokens)),
        "start_states": {name: new[state] for name, state in table["start_states"].items()},
        "end_states": {name: new[table["end_states"][name]] for name in table["start_states"]},
        "states": {
            number: {
                token: (kind, new[target] if kind == SHIFT else target)
                for token, (kind, target) in row.items()
            }
            for number, row in enumerate(rows)
        },
    }


def _plain(value: Any) -> Any:
    """The same data in dicts, lists, tuples, strings and numbers only."""
    if isinstance(value, dict):
        return {_plain(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_plain(entry) for entry in value)
    return str(value) if isinstance(value, str) else min(value, WIDEST) if isinstance(value, int) else value

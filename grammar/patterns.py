"""Reads canonical lines without Lark, by expressions derived from its compiled grammar (`grammar/derive.py`).

A pattern gives a line the same tree as Lark would; Lark reads every line that no pattern matches. The tree is built level
by level, on demand.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module

from grammar.games import GAMES
from grammar.lines import APOSTROPHES
from grammar.syntax import Leaf, Node, Span

LEAF, NODE, RUN = "leaf", "node", "run"
"""The content of a group of a form: one word, a node, or the elements of a repetition."""

REWRITTEN = (*APOSTROPHES[1:], "\u2026")
"""Characters that the tree spells differently from the text; Lark reads lines that contain them."""


Parts = tuple[tuple[str, str], ...]
"""For each group of a form its content, and its terminal or form."""
Forms = Mapping[str, tuple[str, str, Parts, dict[str, str]]]
"""Name -> kind of the node, expression, groups, and for a node of one word its terminal by first character."""
Starts = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Start rule -> first word of a line, or else the last one -> the forms that begin or end with it; "" for every other
word."""


class Form:
    """One kind of node as an expression that splits it: each of its groups is a part."""

    __slots__ = ("_alone", "_expression", "_match", "_parts", "_pattern", "kind")

    def __init__(self, kind: str, pattern: str, alone: dict[str, str]) -> None:
        self.kind = kind
        self._alone = alone
        self._pattern = pattern
        self._expression: re.Pattern[str] | None = None
        self._match: Callable[[str, int, int], re.Match[str] | None] | None = None
        self._parts: tuple[tuple[int, str, Form | None, bool], ...] = ()

    def link(self, parts: Parts, forms: "Mapping[str, Form]") -> None:
        """Links each group to its meaning: a word to its terminal, any other group to the form that splits it."""
        self._parts = tuple(
            (group, name, None if what == LEAF else forms[name], what == RUN)
            for group, (what, name) in enumerate(parts, 1)
        )

    @property
    def expression(self) -> re.Pattern[str]:
        """The expression, compiled on first use: a record has few kinds of lines."""
        if self._expression is None:
            self._expression = re.compile(self._pattern)
        return self._expression

    def match(self, source: str, start: int, end: int) -> "re.Match[str] | None":
        """The match of this stretch of a line, if the form matches all of it; else None."""
        match = self._match
        if match is None:
            match = self._match = self.expression.fullmatch
        return match(source, start, end)

    def parts(
        self, found: re.Match[str] | None, source: str, line: int, start: int, end: int
    ) -> tuple[Node | Leaf, ...]:
        name = self._alone.get(source[start])
        if name is not None:
            return (Leaf(name, source[start:end], Span(line, start + 1, end + 1)),)
        parts: list[Node | Leaf] = []
        found = found or self.match(source, start, end)
        assert found, f"`{source[start:end]}` is no {self.kind}"
        self._collect(found, source, line, parts)
        return tuple(parts)

    def first(
        self, kind: str, found: re.Match[str] | None, source: str, line: int, start: int, end: int
    ) -> Node | Leaf | None:
        for group, name, form, repeated in self._parts:
            if repeated:
                parts = self.parts(found, source, line, start, end)
                return next((part for part in parts if part.kind == kind), None)
            if (name if form is None else form.kind) == kind:
                found = found or self.match(source, start, end)
                assert found
                first, last = found.span(group)
                if first >= 0:
                    return _part(name, form, source, line, first, last)
        return None

    def _collect(self, found: re.Match[str], source: str, line: int, parts: list[Node | Leaf]) -> None:
        regs = found.regs
        for group, name, form, repeated in self._parts:
            start, end = regs[group]
            if start < 0:
                continue
            if form is not None and repeated:
                for element in form.expression.finditer(source, start, end):
                    form._collect(element, source, line, parts)
            else:
                parts.append(_part(name, form, source, line, start, end))


def _part(name: str, form: Form | None, source: str, line: int, start: int, end: int) -> Node | Leaf:
    """The content of a group, without the blanks after it."""
    while source[end - 1] == " ":
        end -= 1
    if form is None:
        return Leaf(name, source[start:end], Span(line, start + 1, end + 1))
    return Node(form.kind, None, line, start + 1, end + 1, source, form)


class Patterns:
    """The patterns of one game."""

    def __init__(self, forms: Forms, starts: Starts) -> None:
        made = {name: Form(kind, pattern, alone) for name, (kind, pattern, _, alone) in forms.items()}
        for name, (_, _, parts, _) in forms.items():
            made[name].link(parts, made)
        self._starts = {
            start: {word: [made[name] for name in names] for word, names in table.items()}
            for start, table in starts.items()
        }

    def read(self, code: str, start: str, line: int) -> Node | None:
        """The node of a line without its comment, if a pattern of the rule `start` matches it; else None."""
        if not code.isascii() and any(char in code for char in REWRITTEN):
            return None
        first, last = 0, len(code)
        if code.startswith(" ") or code.endswith(" "):
            first, last = last - len(code.lstrip(" ")), len(code.rstrip(" "))
        table = self._starts[start]
        words = code[first:last]
        forms = table.get(words.partition(" ")[0]) or table.get(words.rpartition(" ")[2]) or table[""]
        for form in forms:
            found = form.match(code, first, last)
            if found:
                return Node(form.kind, None, line, first + 1, last + 1, code, form, found)
        return None


@cache
def line_patterns(game: str) -> Patterns:
    """The patterns of a game, loaded from its built file."""
    built = import_module(f"grammar.built.{GAMES[game].file}_patterns")
    return Patterns(built.FORMS, built.STARTS)

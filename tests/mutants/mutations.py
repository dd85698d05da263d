"""The engine with one small change, for each possible change.

The changes: comparisons (`<` and `<=`, `==` and `!=`, `in` and `not in`, `is` and `is not`), `and` and `or`, `+` and `-`, `min`
and `max`, True and False are swapped; a `not` and a minus sign are dropped, a whole number grows by one (1 becomes 0), and an
early `return`, `continue` or `break` does nothing.

These are left alone:

- texts, and code that words a sentence: f-strings, the sentences of a `Breach`, a choice of phrases, a function that returns one;
- annotations and decorators, which describe things but allow or forbid nothing;
- internal checks: `assert` and `strict=`;
- `+` with a literal text or list on one side, which does not support `-`.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.mutants.engines import ROOT, Engine

OTHER: Mapping[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}
"""Operators that are swapped."""

OPPOSITE = {"min": "max", "max": "min"}

SEQUENCES = (ast.List, ast.Tuple, ast.ListComp, ast.JoinedStr)

EARLY = (ast.Return, ast.Continue, ast.Break)

EVERYWHERE = (0, 0)
"""The lines that run when the module is loaded: everything depends on them."""


@dataclass(frozen=True, eq=False, slots=True)
class Mutant:
    """One change. `line` is its line in `module`, `source` the text of that line, `function` the function around it (empty at
    module level). `nth` counts equal changes in equal lines of a function. `lines` are the first and the last line of the
    statement or condition that contains it. `parent`, `field` and `place` locate `old` in the tree, where `new` replaces it."""

    module: str
    function: str
    line: int
    source: str
    old: ast.AST
    new: ast.AST
    nth: int
    lines: tuple[int, int]
    parent: ast.AST
    field: str
    place: int | None

    @property
    def mutation(self) -> str:
        """The change as text; for an early end only its keyword."""
        if isinstance(self.old, EARLY):
            return f"{type(self.old).__name__.lower()} -> pass"
        return f"{ast.unparse(self.old)} -> {ast.unparse(self.new)}"

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """Identifies a mutant, independent of changes elsewhere."""
        return self.module, self.function, self.source, self.mutation, self.nth

    @property
    def place_in_code(self) -> tuple[str, str]:
        """The module and the function."""
        return self.module, self.function

    def __str__(self) -> str:
        return f"{self.module}.py:{self.line}  {self.mutation}"


@dataclass(frozen=True, slots=True)
class Source:
    """A module to change, by its name within the package."""

    package: str
    name: str
    path: Path
    text: str
    tree: ast.Module

    def mutated(self, mutant: Mutant) -> ast.Module:
        """The tree with this change. It modifies the tree, so call it only once per process."""
        ast.copy_location(mutant.new, mutant.old)
        if mutant.place is None:
            setattr(mutant.parent, mutant.field, mutant.new)
        else:
            getattr(mutant.parent, mutant.field)[mutant.place] = mutant.new
        return ast.fix_missing_locations(self.tree)


def sources(engine: Engine) -> dict[str, Source]:
    """The modules of an engine by name, in alphabetical order."""
    found = {}
    for path in engine.files:
        text = path.read_text(encoding="utf-8")
        package = ".".join(path.parent.relative_to(ROOT).parts)
        found[path.stem] = Source(package, path.stem, path, text, ast.parse(text))
    return found


def every_mutant(engine: Engine) -> dict[str, list[tuple[Source, Mutant]]]:
    """Every mutant of an engine, by module in alphabetical order, from its first line to its last."""
    known = sources(engine).items()
    return {name: [(source, mutant) for mutant in mutants(source)] for name, source in known}


def mutants(source: Source) -> Iterator[Mutant]:
    """Every mutant of a module, from its first line to its last."""
    lines = source.text.splitlines()
    seen: dict[tuple[str, str, str], int] = {}
    for site in sorted(_sites(source.tree), key=lambda site: (_line(site.old), site.old.col_offset)):
        text = lines[_line(site.old) - 1].strip()
        what = type(site.old).__name__ if isinstance(site.old, EARLY) else ast.dump(site.old)
        same = (site.function, text, f"{what} {ast.dump(site.new)}")
        seen[same] = seen.get(same, 0) + 1
        yield Mutant(
            source.name,
            site.function,
            _line(site.old),
            text,
            site.old,
            site.new,
            seen[same],
            site.lines,
            site.parent,
            site.field,
            site.place,
        )


def _line(node: ast.expr | ast.stmt) -> int:
    return node.lineno


@dataclass(frozen=True, slots=True)
class _Site:
    old: ast.expr | ast.stmt
    new: ast.AST
    parent: ast.AST
    field: str
    place: int | None
    function: str
    lines: tuple[int, int]


def _sites(tree: ast.Module) -> Iterator[_Site]:
    waiting: list[tuple[ast.AST, str, tuple[int, int]]] = [(tree, "", EVERYWHERE)]
    while waiting:
        parent, function, lines = waiting.pop()
        for field, place, node in _children(parent):
            if not _means_something(parent, field, node):
                continue
            inner, spans, last = function, lines, False
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                inner = f"{function}.{node.name}".lstrip(".")
                spans = EVERYWHERE
            elif isinstance(node, ast.Lambda) and lines == EVERYWHERE:
                spans = (node.lineno, node.end_lineno or node.lineno)
            elif isinstance(node, ast.expr | ast.stmt) and _inside(parent, field, lines):
                spans = _span(parent, node)
            if isinstance(parent, ast.FunctionDef) and field == "body":
                last = place == len(parent.body) - 1
            if isinstance(node, ast.expr | ast.stmt):
                for new in changed(node, last=last):
                    yield _Site(node, new, parent, field, place, function, spans)
            waiting.append((node, inner, spans))


def _children(parent: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    for field, value in ast.iter_fields(parent):
        if isinstance(value, ast.AST):
            yield field, None, value
        elif isinstance(value, list):
            for place, inner in enumerate(value):
                if isinstance(inner, ast.AST):
                    yield field, place, inner


def _means_something(parent: ast.AST, field: str, node: ast.AST) -> bool:
    """Whether a change in this part of the tree can change what the engine judges."""
    match parent, node:
        case _, ast.Assert() | ast.JoinedStr() | ast.keyword(arg="strict" | "fact" | "reason"):
            return False
        case ast.Call(func=ast.Name(id="Breach")), ast.expr():
            return field != "args" or node not in parent.args[1:3]
        case _, ast.IfExp():
            return not any(_is_phrase(one) for one in (node.body, node.orelse))
        case _, ast.FunctionDef(returns=ast.Name(id="str")):
            return not any(isinstance(one, ast.JoinedStr) for one in ast.walk(node))
    return field not in ("annotation", "returns", "decorator_list", "type_comment")


def _is_phrase(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=str(text)):
            return " " in text
    return isinstance(node, ast.JoinedStr)


def _inside(parent: ast.AST, field: str, lines: tuple[int, int]) -> bool:
    """Whether a child of this node is a statement of a function, or the condition of one."""
    if isinstance(parent, ast.FunctionDef):
        return field == "body"
    return lines != EVERYWHERE and isinstance(
        parent, ast.If | ast.While | ast.For | ast.With | ast.Match | ast.match_case
    )


def _span(parent: ast.AST, node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.lineno, node.end_lineno or node.lineno


def changed(node: ast.expr | ast.stmt, *, last: bool) -> Iterator[ast.expr | ast.stmt]:
    """The replacement for this node. `last`: it is the last statement of a function."""
    match node:
        case ast.Compare():
            for place, operator in enumerate(node.ops):
                if type(operator) in OTHER:
                    ops = [*node.ops[:place], _other(operator), *node.ops[place + 1 :]]
                    yield ast.Compare(node.left, ops, node.comparators)
        case ast.BoolOp():
            yield ast.BoolOp(_other(node.op), node.values)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            if not isinstance(node.left, SEQUENCES) and not isinstance(node.right, SEQUENCES):
                yield ast.BinOp(node.left, _other(node.op), node.right)
        case ast.AugAssign(op=ast.Add() | ast.Sub()):
            if not isinstance(node.value, SEQUENCES):
                yield ast.AugAssign(node.target, _other(node.op), node.value)
        case ast.Constant(value=bool(truth)):
            yield ast.Constant(not truth)
        case ast.Constant(value=int(number)):
            yield ast.Constant(0 if number == 1 else number + 1)
        case ast.Call(func=ast.Name(id="min" | "max" as name)):
            yield ast.Call(ast.Name(OPPOSITE[name], ast.Load()), node.args, node.keywords)
        case ast.Return() | ast.Continue() | ast.Break() if not last:
            yield ast.Pass()


def _other(operator: ast.AST) -> Any:
    return OTHER[type(operator)]()

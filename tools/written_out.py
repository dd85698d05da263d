"""Rewrites the source of a module for mypyc. Value classes get their own `__init__`, `__eq__` and `__hash__`, constants are
marked as final, and `replace` becomes a constructor call where its class is clear.

Python generates the methods of `@value` classes when a module is loaded, but mypyc compiles only what is written. Compiled
code makes an object in a tenth of the time. It looks a name up in the module on every use unless the name is final. So the
sources stay short, and the rewritten text is compiled. A value is made from older values, so none is part of a reference
cycle, and Python need not search for one; the same holds for every class marked `@final`.
"""

import ast
import re
from collections.abc import Mapping, Sequence

Classes = Mapping[str, Sequence[str]]
"""Value class -> its fields, in order."""

DECORATORS = ("value", "_value")
"""Decorators of value classes; the second one is that of `grammar`, which imports no other package of the project."""


def written_out(source: str, others: Mapping[str, Classes]) -> str:
    """The module rewritten for mypyc; `zip` stops at the shortest there. A class with a base, or with a field that is more
    than a type and a default, stays as it is. `others` are the value classes of each module that this one may import."""
    source = _counting(_looping(_replaced(source, others)))
    # Adding a `bytearray` to empty bytes takes a third of the time of a call of `bytes`.
    source = re.sub(r"\bbytes\((\w+)\)", r'(b"" + \1)', source)
    tree, lines = ast.parse(source), source.split("\n")
    for node in reversed(tree.body):
        if isinstance(node, ast.ClassDef) and _is_value(node) and not node.bases:
            fields = [part for part in node.body if isinstance(part, ast.AnnAssign)]
            defaults = [_default(source, field) for field in fields]
            if fields and None not in defaults:
                text = [f"    {_name(field)}: {_type(source, field)}" for field in fields]
                text += _methods(node.name, source, fields, [default or "" for default in defaults])
                lines[fields[0].lineno - 1 : fields[-1].end_lineno] = text
                decorated = node.decorator_list[0].lineno - 1
                lines[decorated : decorated + 1] = [
                    "@_mypyc_attr(acyclic=True, free_list_len=1)",
                    "@_final",
                    "@_dataclass(slots=True, init=False, eq=False)",
                ]
        elif isinstance(node, ast.ClassDef) and "final" in map(_decorator, node.decorator_list):
            decorated = node.decorator_list[0].lineno - 1
            lines[decorated:decorated] = ["@_mypyc_attr(acyclic=True, free_list_len=1)"]
        elif isinstance(node, ast.FunctionDef) and node.name in DECORATORS:
            lines[node.decorator_list[0].lineno - 1 : node.end_lineno] = []
        elif isinstance(node, ast.Assign) and (constants := _constants(node)):
            lines[node.lineno - 1 : node.end_lineno] = constants
    first = next(node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom))
    imports = [
        "from dataclasses import dataclass as _dataclass",
        "from typing import Final as _Final",
        "from typing import final as _final",
        "from mypy_extensions import mypyc_attr as _mypyc_attr",
    ]
    lines[first.lineno - 1 : first.lineno - 1] = imports
    # mypyc compiles `zip` to a loop only without `strict`; the uncompiled tests check that the lengths agree.
    return "\n".join(lines).replace(", strict=True)", ")")


def value_classes(source: str) -> Classes:
    """The value classes and dataclasses of a module with their fields."""
    return {
        node.name: [_name(part) for part in node.body if isinstance(part, ast.AnnAssign)]
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef)
        and (_is_value(node) or "dataclass" in map(_decorator, node.decorator_list))
    }


def _replaced(source: str, others: Mapping[str, Classes]) -> str:
    """The source with `replace(car, lap=2)` written as `Car(car.number, ..., 2, ...)`, where only one value class that the
    module knows has all these fields. mypyc checks the types: with the wrong class the result does not compile."""
    known = dict(value_classes(source))
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom):
            classes = others.get(node.module or "", {})
            known |= {
                name.asname or name.name: classes[name.name] for name in node.names if name.name in classes
            }
    while (found := _last_replace(source, known)) is not None:
        call, made = found
        lines = source.encode().split(b"\n")
        before = b"\n".join([*lines[: call.lineno - 1], lines[call.lineno - 1][: call.col_offset]])
        assert call.end_lineno is not None
        after = b"\n".join([lines[call.end_lineno - 1][call.end_col_offset :], *lines[call.end_lineno :]])
        source = (before + made.encode() + after).decode()
    return source


def _looping(source: str) -> str:
    """The source with `any([...])` written as `any(...)`: Python is faster with the list, but mypyc makes the generator a
    loop."""
    lists = [
        node.args[0]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("any", "all", "sum")
        and isinstance(node.args[0], ast.ListComp)
    ]
    lines = [bytearray(line.encode()) for line in source.split("\n")]
    for made in lists:
        assert made.end_lineno is not None and made.end_col_offset is not None
        lines[made.lineno - 1][made.col_offset] = ord(" ")
        lines[made.end_lineno - 1][made.end_col_offset - 1] = ord(" ")
    return "\n".join(line.decode() for line in lines)


def _counting(source: str) -> str:
    """The source with `for place, car in enumerate(cars, 1):` counted from 0 and the count increased in the loop: mypyc
    compiles only that to a plain loop."""
    lines = source.split("\n")
    loops = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.For)]
    for loop in sorted(loops, key=lambda loop: loop.lineno, reverse=True):
        call, target = loop.iter, loop.target
        if not (
            isinstance(call, ast.Call)
            and ast.unparse(call.func) == "enumerate"
            and [ast.unparse(start) for start in call.args[1:]] == ["1"]
            and isinstance(target, ast.Tuple)
            and call.end_lineno == loop.lineno < loop.body[0].lineno
        ):
            continue
        header = lines[loop.lineno - 1]
        assert header.endswith(", 1):"), header
        count = " " * loop.body[0].col_offset + f"{ast.unparse(target.elts[0])} += 1"
        lines[loop.lineno - 1 : loop.lineno] = [f"{header[:-5]}):", count]
    return "\n".join(lines)


def _last_replace(source: str, known: Classes) -> tuple[ast.Call, str] | None:
    """The last call of `replace` with a clear class, and that call written out; None if there is none."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset), reverse=True):
        if not (
            isinstance(call.func, ast.Name)
            and call.func.id == "replace"
            and isinstance(call.args[0], ast.Name)
        ):
            continue
        given = {word.arg: word.value for word in call.keywords}
        able = [name for name, fields in known.items() if set(given) <= set(fields)]
        if len(able) == 1 and None not in given:
            values = [
                ast.unparse(given[one]) if one in given else f"{call.args[0].id}.{one}"
                for one in known[able[0]]
            ]
            return call, f"{able[0]}({', '.join(values)})"
    return None


def _constants(node: ast.Assign) -> list[str]:
    """Names in capitals with their values, each on its own line; empty for any other assignment. Bounds (`MOST_...`) stay as
    they are, since tests lower them."""
    (target,), names, values = node.targets, node.targets, [node.value]
    if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
        names, values = target.elts, node.value.elts
    found = []
    for name, value in zip(names, values, strict=True):
        if not (isinstance(name, ast.Name) and name.id.isupper()) or name.id.startswith(("MOST_", "_")):
            return []
        found.append(f"{name.id}: _Final = {ast.unparse(value)}")
    return found


def _is_value(node: ast.ClassDef) -> bool:
    return any(isinstance(one, ast.Name) and one.id in DECORATORS for one in node.decorator_list)


def _decorator(node: ast.expr) -> str:
    return ast.unparse(node.func if isinstance(node, ast.Call) else node)


def _name(field: ast.AnnAssign) -> str:
    assert isinstance(field.target, ast.Name)
    return field.target.id


def _type(source: str, field: ast.AnnAssign) -> str:
    return ast.get_source_segment(source, field.annotation) or ""


def _default(source: str, field: ast.AnnAssign) -> str | None:
    """The default as written in a parameter list, with its `=`; empty without one, None if it cannot be one."""
    value = field.value
    if value is None:
        return ""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "field":
        made = value.keywords[0].value if len(value.keywords) == 1 else None
        if not isinstance(made, ast.Lambda) or value.keywords[0].arg != "default_factory":
            return None
        value = made.body
    return f" = {ast.get_source_segment(source, value)}"


def _methods(name: str, source: str, fields: list[ast.AnnAssign], defaults: list[str]) -> list[str]:
    names = [_name(field) for field in fields]
    parameters = [
        f"        {_name(field)}: {_type(source, field)}{default},"
        for field, default in zip(fields, defaults, strict=True)
    ]
    return [
        *("", "    def __init__(", "        self,", *parameters, "    ) -> None:"),
        *(f"        self.{one} = {one}" for one in names),
        *("", "    def __eq__(self, other: object) -> bool:"),
        f"        return isinstance(other, {name}) and "
        + " and ".join(f"self.{one} == other.{one}" for one in names),
        *("", "    def __hash__(self) -> int:"),
        f"        return hash(({', '.join(f'self.{one}' for one in names)},))",
        *("", "    def __reduce__(self) -> tuple[object, ...]:"),
        f"        return {name}, ({', '.join(f'self.{one}' for one in names)},)",
    ]

"""What in the engine only words a sentence.

How a refusal is told is held by the golden answers, not by rules, so a change there says nothing about the engine's judgement.
An expression only words if it stands

- inside an f-string, or as the `fact` or `reason` of a `Breach`;
- as the value of a local name that is read in such places alone;
- as an argument for a parameter that is read in such places alone;
- as the test of an `if` under which nothing but such names is set;
- in a function of the engine that is called in such places alone.

The five are applied again and again until nothing is added.
"""

import ast
from collections.abc import Iterable, Mapping

TOLD = {"fact": 1, "reason": 2}
"""Fields of a `Breach` that are sentences -> their place among its arguments."""

Function = ast.FunctionDef
Named = dict[str, list[ast.Name]]
"""Name -> where it is read."""


class Wording:
    """The nodes of these modules of a package that only word. `used_outside` are names of functions that others than the engine
    import."""

    def __init__(
        self, trees: Mapping[str, ast.Module], package: str, used_outside: frozenset[str] = frozenset()
    ) -> None:
        self._nodes: set[int] = set()
        reads = {module: _reads(tree) for module, tree in trees.items()}
        calls = {
            id(node.func): node
            for tree in trees.values()
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
        }
        self._told_at_once(trees.values(), calls.values())
        functions = [
            _Told(
                node,
                _uses(package, module, node.name, trees, reads) if node in tree.body else [],
                calls,
                node.name not in used_outside,
            )
            for module, tree in trees.items()
            for node in ast.walk(tree)
            if isinstance(node, Function)
        ]
        known = -1
        while known != len(self._nodes):
            known = len(self._nodes)
            for function in functions:
                self._locals(function)
                self._parameters(function)
                if function.ours and self._all(function.uses):
                    self._add(function.node)

    def __contains__(self, node: ast.AST) -> bool:
        return id(node) in self._nodes

    def _add(self, node: ast.AST) -> None:
        if id(node) not in self._nodes:
            self._nodes.update(id(inner) for inner in ast.walk(node))

    def _all(self, nodes: Iterable[ast.AST]) -> bool:
        """Whether there are such nodes, and all of them only word."""
        found = [node in self for node in nodes]
        return bool(found) and all(found)

    def _told_at_once(self, trees: Iterable[ast.Module], calls: Iterable[ast.Call]) -> None:
        for tree in trees:
            for node in ast.walk(tree):
                if isinstance(node, ast.JoinedStr):
                    self._add(node)
        for call in calls:
            if isinstance(call.func, ast.Name) and call.func.id == "Breach":
                for name, place in TOLD.items():
                    self._argument(call, place, name)

    def _argument(self, call: ast.Call, place: int, name: str) -> None:
        if place < len(call.args) and not any(isinstance(arg, ast.Starred) for arg in call.args[: place + 1]):
            self._add(call.args[place])
        for keyword in call.keywords:
            if keyword.arg == name:
                self._add(keyword.value)

    def _locals(self, function: "_Told") -> None:
        for node in function.statements:
            if isinstance(node, ast.If):
                if all(self._sets_words(function, inner) for inner in (*node.body, *node.orelse)):
                    self._add(node)
            elif self._sets_words(function, node):
                self._add(node)

    def _sets_words(self, function: "_Told", node: ast.stmt) -> bool:
        """Whether a statement does nothing but set names that only word."""
        match node:
            case ast.If():
                return node in self
            case ast.Assign(targets=[ast.Tuple(elts=targets)]):
                pass
            case ast.Assign(targets=targets):
                pass
            case ast.AugAssign():
                targets = [node.target]
            case _:
                return False
        return all(isinstance(one, ast.Name) and self._all(function.reads.get(one.id, ())) for one in targets)

    def _parameters(self, function: "_Told") -> None:
        arguments = function.node.args
        places = {parameter.arg: place for place, parameter in enumerate(arguments.args)}
        for name in (*places, *(parameter.arg for parameter in arguments.kwonlyargs)):
            if self._all(function.reads.get(name, ())):
                for call in function.calls:
                    self._argument(call, places.get(name, len(call.args)), name)


class _Told:
    """A function, and where it is named and called."""

    def __init__(
        self, node: Function, uses: list[ast.Name], calls: Mapping[int, ast.Call], ours: bool
    ) -> None:
        self.node = node
        self.reads = _reads(node)
        self.statements = [inner for inner in ast.walk(node) if isinstance(inner, ast.stmt)]
        self.uses = uses
        self.calls = [calls[id(use)] for use in uses if id(use) in calls]
        self.ours = ours


def _reads(tree: ast.AST) -> Named:
    found: Named = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found.setdefault(node.id, []).append(node)
    return found


def _uses(
    package: str, module: str, name: str, trees: Mapping[str, ast.Module], reads: Mapping[str, Named]
) -> list[ast.Name]:
    """Where a function of a module is named, there or in a module that imports it."""
    return [
        node
        for other, tree in trees.items()
        if other == module or _imports(tree, f"{package}.{module}", name)
        for node in reads[other].get(name, ())
    ]


def _imports(tree: ast.Module, module: str, name: str) -> bool:
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == module
        and any(alias.name == name for alias in node.names)
        for node in tree.body
    )

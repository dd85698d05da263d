"""Loads the engine, and changes it in a process that has not called it yet."""

import ast
import gc
import importlib
import sys
from collections.abc import Sequence
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import CodeType, ModuleType

from grammar.parser import parse
from tests.mutants.engines import Engine
from tests.mutants.mutations import Source

BEFORE = (
    "lark",
    "model.rules",
    "model.rulings",
    "pytest",
    "tests.record_goldens",
    "verifier.verdicts.all_rulings",
    "verifier.cli.rulings",
    "verifier.cli.test",
    "verifier.cli.verify",
    "verifier.render.json",
    "verifier.render.text",
)
"""Modules that are loaded only once, in addition to those of the game that do not import the engine."""

_loaded: list[str] = []
"""The modules that were loaded with the engine."""


class _Changed(MetaPathFinder, InspectLoader):
    """Finds one module and gives it code that differs from its file."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        self._name, self._path, self._tree = name, path, tree

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return spec_from_loader(fullname, self, origin=str(self._path)) if fullname == self._name else None

    def get_source(self, fullname: str) -> str:
        return ast.unparse(self._tree)

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._tree, str(self._path), "exec")


def prepare(engine: Engine) -> None:
    """Loads everything that does not import the engine, and reads the data and the records, so that expressions are compiled."""
    for name in (*BEFORE, *engine.beneath()):
        importlib.import_module(name)
    from model.rules import load_rules
    from model.ruleset import load_ruleset, shipped_rulesets
    from model.rulings import load_rulings

    data = importlib.import_module(f"model.{engine.game}.facts").DATA
    load_rules(data)
    load_rulings(data)
    for name in shipped_rulesets(data):
        load_ruleset(data, name, Path())
    for path in sorted(engine.replays.rglob("*.race")):
        for record in parse(path.read_bytes(), str(path)).records:
            for statement in record.statements:
                statement.node.leaves()
    gc.freeze()
    assert not any(name.startswith(engine.package) for name in sys.modules), "the engine is loaded already"


def load(engine: Engine) -> None:
    """Loads an engine and the modules that depend on it."""
    before = set(sys.modules)
    for name in engine.above():
        importlib.import_module(name)
    _loaded.extend(name for name in sys.modules if name not in before)
    gc.freeze()


def alter(source: Source, tree: ast.Module) -> None:
    """Loads the engine again, with this tree for one of its modules. Call it once per process, before any call to the engine."""
    for name in _loaded:
        sys.modules.pop(name)
        package, _, child = name.rpartition(".")
        if package in sys.modules:
            delattr(sys.modules[package], child)
    sys.meta_path.insert(0, _Changed(f"{source.package}.{source.name}", source.path, tree))
    for name in _loaded:
        importlib.import_module(name)

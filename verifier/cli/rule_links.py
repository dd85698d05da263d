"""Places that name rules: engine and spec (string literals found by `ast`), test records and other records.

Code names a rule by its literal id, so no registry is needed. Test records and other records are in the project folder. An
installed tool may have none; then `cases_seen` is False.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from pathlib import Path

from grammar.parser import parse
from grammar.syntax import Record
from model.datafiles import GameData
from model.rules import load_rules
from model.values import value
from verifier.findings import ILLEGAL, LEGAL
from verifier.records.expected import conditions, expectation_of

ROOT = Path(__file__).resolve().parents[2]
Places = Mapping[str, tuple[str, ...]]


@value
class Links:
    """Rule id -> places: `engine` and `spec` as `file:line`, `kept` and `broken` as `file:line` of test records,
    `records` as record files. Paths start from the project folder."""

    engine: Places = field(default_factory=dict)
    spec: Places = field(default_factory=dict)
    kept: Places = field(default_factory=dict)
    broken: Places = field(default_factory=dict)
    records: Places = field(default_factory=dict)
    cases_seen: bool = False

    def cases(self, need: str) -> Places:
        """The test records in which rules are `kept` or `broken`."""
        return self.kept if need == "kept" else self.broken


def find_links(data: GameData, root: Path = ROOT) -> Links:
    """Every place in the project folder that names a rule of this game."""
    ids = frozenset(load_rules(data).rules)
    package = data.game.replace("-", "_")
    tests = list(records_of_tests(data, root))
    return Links(
        _code(root, root / "verifier" / package, ids, ("spec", "check")),
        _code(root, root / "verifier" / package / "spec", ids),
        *_kept_and_broken(tests, ids),
        _records(root, ids),
        bool(tests),
    )


def records_of_tests(data: GameData, root: Path = ROOT) -> Iterator[Record]:
    """The test records of a game, in the order of each file; not those that `steward edge-cases` has written."""
    folder = root / "tests/cases" / data.game.replace("-", "_")
    for path in sorted(folder.glob("*.race")):
        yield from parse(path.read_bytes(), path.relative_to(root).as_posix()).records


def _place(record: Record) -> str:
    return f"{record.file}:{record.line}"


def _kept_and_broken(tests: Iterable[Record], ids: frozenset[str]) -> tuple[Places, Places]:
    """Rules with the test records that keep them, and with those that break them. A record that is never legal breaks the
    rules it shows."""
    kept: list[tuple[str, str]] = []
    broken: list[tuple[str, str]] = []
    for record in tests:
        shown = {leaf.text for one in record.statements if one.kind == "shows" for leaf in one.node.leaves()}
        expected = [expectation_of(one) for one in record.statements if one.kind == "expect"]
        refused = {rule for one in expected for rule in one.rules}
        if not expected or any(one.verdict == LEGAL for one in expected):
            kept += [(id, _place(record)) for id in sorted(shown & ids)]
        elif any(one.verdict == ILLEGAL for one in expected):
            refused |= shown
        broken += [(id, _place(record)) for id in sorted(refused & ids)]
    return _grouped(kept), _grouped(broken)


def cases_of(data: GameData, name: str, rules: Iterable[str]) -> list[str]:
    """The test records about a ruling or a house rule; otherwise those in which one of these rules is broken or
    kept."""
    tests = list(records_of_tests(data))
    kept, broken = _kept_and_broken(tests, frozenset(rules))
    named = [
        _place(record)
        for record in tests
        if any(name == ruling for condition in conditions(record) for ruling, _ in condition)
    ]
    return named or [case for places in (broken, kept) for found in places.values() for case in found]


def literals(path: Path, ids: frozenset[str]) -> Iterator[tuple[str, int]]:
    """The rule ids that are whole string literals in a Python file, with their lines; docstrings do not count."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if id(node) in docstrings:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in ids:
            yield node.value, node.lineno


def _code(root: Path, folder: Path, ids: frozenset[str], but: tuple[str, ...] = ()) -> Places:
    """The literals in the Python files of a folder, except those in its subfolders `but`."""
    found: set[tuple[str, str, int]] = set()
    for path in folder.rglob("*.py"):
        if path.relative_to(folder).parts[0] in but:
            continue
        name = path.relative_to(root).as_posix()
        found |= {(id, name, line) for id, line in literals(path, ids)}
    return _grouped((id, f"{name}:{line}") for id, name, line in sorted(found))


_NAMES = re.compile(r"^\s*(?:shows|expect)\b([^#]*)", re.MULTILINE)


def _records(root: Path, ids: frozenset[str]) -> Places:
    """Records that state which rules they show or expect to be broken."""
    by_case = {id.casefold(): id for id in ids}
    found: set[tuple[str, str]] = set()
    for path in (root / "replays").rglob("*.race"):
        text = path.read_text(encoding="utf-8", errors="replace")
        words = {word.casefold() for line in _NAMES.findall(text) for word in re.split(r"[\s,]+", line)}
        found |= {(by_case[word], path.relative_to(root).as_posix()) for word in words & by_case.keys()}
    return _grouped(sorted(found))


def _grouped(pairs: Iterable[tuple[str, str]]) -> Places:
    places: dict[str, list[str]] = {}
    for id, place in pairs:
        if place not in places.setdefault(id, []):
            places[id].append(place)
    return {id: tuple(found) for id, found in places.items()}

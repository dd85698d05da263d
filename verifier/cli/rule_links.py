"""Where rules are named: in engine and spec (string literals found by `ast`), in case files and in records.

A rule id stands as a literal where it acts, so no registry is needed. Cases and records lie in the project
folder; an installed tool may have none of them, which `cases_seen` tells.
"""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from model.datafiles import GameData
from model.rules import load_rules

ROOT = Path(__file__).resolve().parents[2]
Places = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Links:
    """Rule id -> places: `engine` and `spec` as `file:line`, `kept` and `broken` as test records (`file@line`) or case files,
    `records` as record files. Files are named from the project folder."""

    engine: Places = field(default_factory=dict)
    spec: Places = field(default_factory=dict)
    kept: Places = field(default_factory=dict)
    broken: Places = field(default_factory=dict)
    records: Places = field(default_factory=dict)
    cases_seen: bool = False

    def cases(self, need: str) -> Places:
        """The cases in which rules are `kept` or `broken`."""
        return self.kept if need == "kept" else self.broken


def find_links(data: GameData, root: Path = ROOT) -> Links:
    """Everything in the project folder that names a rule of this game."""
    ids = frozenset(load_rules(data).rules)
    package = data.game.replace("-", "_")
    cases = _cases(data, root)
    kept, broken = _kept_and_broken(cases, ids)
    return Links(
        _code(root, root / "verifier" / package, ids, "spec"),
        _code(root, root / "verifier" / package / "spec", ids),
        kept,
        broken,
        _records(root, ids),
        bool(cases),
    )


@dataclass(frozen=True, slots=True)
class Case:
    """A small rules test: where it is, the rules it `shows`, those broken in it, whether it is legal under some reading, and its
    text. An illegal record breaks the rules that it shows."""

    place: str
    shows: tuple[str, ...]
    broken: frozenset[str]
    is_legal: bool
    text: str


def _cases(data: GameData, root: Path) -> list[Case]:
    """The test records of a game, or its case files where it has none."""
    folders = [root / "tests/cases" / name for name in sorted({data.game, data.game.replace("-", "_")})]
    records = [path for folder in folders for path in sorted(folder.rglob("*.race"))]
    if records:
        return [case for path in records for case in _test_records(path, root)]
    files = [path for folder in folders for path in sorted(folder.rglob("*.toml"))]
    return [case for path in files for case in _case_file(path, root)]


_EXPECTED = re.compile(r"^\s*expect illegal((?: (?:or )?[A-Z]+-[\w.-]+)*)", re.MULTILINE)
_REFUSED = re.compile(r"^expect illegal(?!.* under )", re.MULTILINE)


def _test_records(path: Path, root: Path) -> Iterator[Case]:
    """The records of a file."""
    text, name = path.read_text(encoding="utf-8"), path.relative_to(root).as_posix()
    for start in re.finditer(r"^game .*$", text, re.MULTILINE):
        record = re.split(r"^(?=game )", text[start.start() :], flags=re.MULTILINE)[1]
        named = re.search(r"^shows (.*)$", record, re.MULTILINE)
        shows = tuple(named[1].split()) if named else ()
        expected = _EXPECTED.findall(record)
        broken = {word for rules in expected for word in rules.split()} | {*(shows if expected else ())}
        line = text.count("\n", 0, start.start()) + 1
        yield Case(f"{name}@{line}", shows, frozenset(broken), _REFUSED.search(record) is None, record)


def _case_file(path: Path, root: Path) -> Iterator[Case]:
    """A case file, if it can be read."""
    try:
        text = path.read_text(encoding="utf-8")
        case = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return  # the case runner reports it
    outcomes = list(_outcomes(case.get("expect", {})))
    illegal = [outcome for outcome in outcomes if outcome.get("verdict") == "illegal"]
    broken = frozenset(id for outcome in illegal for id in _refusing(outcome))
    is_legal = any(outcome.get("verdict", "legal") == "legal" for outcome in outcomes)
    yield Case(path.relative_to(root).as_posix(), tuple(case.get("rules", ())), broken, is_legal, text)


def cases_of(data: GameData, name: str, rules: Iterable[str], root: Path = ROOT) -> list[str]:
    """The cases about a ruling or a house rule, or, where `name` is neither, in which one of these rules is broken or kept."""
    cases = _cases(data, root)
    kept, broken = _kept_and_broken(cases, frozenset(rules))
    asked = re.compile(
        rf"^(?:rulings = .*\b{re.escape(name)}\b|ruling {re.escape(name)} =|.*\bunder {re.escape(name)} =)",
        re.MULTILINE,
    )
    named = [case.place for case in cases if asked.search(case.text)]
    return named or [case for places in (broken, kept) for found in places.values() for case in found]


def literals(path: Path, ids: frozenset[str]) -> Iterator[tuple[str, int]]:
    """The rule ids that stand as whole string literals in a Python file, with their lines; docstrings are none."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if id(node) in docstrings:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in ids:
            yield node.value, node.lineno


def _code(root: Path, folder: Path, ids: frozenset[str], but: str = "") -> Places:
    """The literals in the Python files of a folder, except those in its subfolder `but`."""
    found: set[tuple[str, str, int]] = set()
    for path in folder.rglob("*.py"):
        if but and path.is_relative_to(folder / but):
            continue
        name = path.relative_to(root).as_posix()
        found |= {(id, name, line) for id, line in literals(path, ids)}
    return _grouped((id, f"{name}:{line}") for id, name, line in sorted(found))


def _kept_and_broken(cases: Iterable[Case], ids: frozenset[str]) -> tuple[Places, Places]:
    kept: list[tuple[str, str]] = []
    broken: list[tuple[str, str]] = []
    for case in cases:
        broken += [(id, case.place) for id in sorted(case.broken & ids)]
        kept += [(id, case.place) for id in case.shows if case.is_legal and id in ids]
    return _grouped(kept), _grouped(broken)


def _outcomes(expect: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """What a case expects, under each reading where readings differ."""
    readings = expect.get("by_reading")
    if not isinstance(readings, dict):
        yield expect
        return
    for outcome in readings.values():
        yield {**expect, **outcome} if isinstance(outcome, dict) else expect


def _refusing(outcome: Mapping[str, Any]) -> set[str]:
    others = (*outcome.get("also_accept", ()), *outcome.get("also", ()))
    return {id for id in (outcome.get("rule"), *others) if isinstance(id, str)}


_NAMES = re.compile(r"^\s*(?:shows|expect)\b([^#]*)", re.MULTILINE)


def _records(root: Path, ids: frozenset[str]) -> Places:
    """Records that say which rules they show, or expect to see broken."""
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

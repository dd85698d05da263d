"""Every rule is named where it acts and has a case that keeps it and one that breaks it; every ruling is asked and has a case for
each of its readings."""

import ast
import tomllib

from model.rules import load_rules
from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from verifier.cli.rule_links import ROOT, find_links
from verifier.cli.rules import gaps
from verifier.thunder_alley.cases import variants

NO_DIFFERENCE = {"restart-move-up-step"}
"""Rulings whose readings are worded differently and play alike: nothing can ask them."""


def test_rules_are_enforced_and_tested() -> None:
    book, links = load_rules(DATA), find_links(DATA)
    missing = [
        f"{gap.id}: {', '.join(gap.missing)}" for gap in gaps(book, links) if not book[gap.id].unmodelled
    ]
    assert not missing
    assert len(list(book)) > 120


def test_every_ruling_has_a_case_for_each_reading() -> None:
    book = load_rulings(DATA)
    told: dict[str, set[str]] = {}
    for path in sorted((ROOT / "tests/cases/thunder_alley").glob("*.toml")):
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        if "by_reading" in case.get("expect", {}):
            ruling = next(iter(case.get("rulings", {})), "clean-air-text")
            told.setdefault(ruling, set()).update(reading[ruling] for reading, _ in variants(case))
    missing = {
        ruling.id: sorted(set(ruling.choices()) - told.get(ruling.id, set()))
        for ruling in book.rulings.values()
        if len(ruling.choices()) > 1 and set(ruling.choices()) - told.get(ruling.id, set())
    }
    assert not missing


def test_every_ruling_is_asked() -> None:
    book = load_rulings(DATA)
    named = set()
    for path in (ROOT / "verifier/thunder_alley").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    asked = {ruling.id for ruling in book.rulings.values() if len(ruling.choices()) > 1}
    assert not asked - named - NO_DIFFERENCE
    assert asked >= NO_DIFFERENCE

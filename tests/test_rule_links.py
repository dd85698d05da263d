"""Every rule is named where it acts and has a case that keeps it and one that breaks it; every ruling is asked and has a case for
each of its readings."""

import ast
import re

from model.rules import load_rules
from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from verifier.cli.rule_links import ROOT, find_links
from verifier.cli.rules import gaps

CHOSEN = re.compile(r"(?:^ruling |\bunder |, )([a-z0-9-]+) = ([\w.-]+)", re.MULTILINE)
"""A ruling with its reading, chosen in a test record or named after `under`."""

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
    for path in (ROOT / "tests/cases/thunder_alley").glob("*.race"):
        for ruling, reading in CHOSEN.findall(path.read_text(encoding="utf-8")):
            told.setdefault(ruling, set()).add(reading)
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

"""Every rule of Rallyman is named where it acts and has a case that keeps it and one that breaks it; every ruling is asked and
has a case for each of its readings."""

import ast
import tomllib
from pathlib import Path
from typing import Any

from model.rallyman.facts import DATA
from model.rules import load_rules
from model.rulings import load_rulings
from verifier.cli.rule_links import ROOT, find_links
from verifier.cli.rules import gaps
from verifier.rallyman.cases.readings import variants

CASES = sorted((ROOT / "tests/cases/rallyman").glob("*.toml"))


def test_rules_are_enforced_and_tested() -> None:
    book, links = load_rules(DATA), find_links(DATA)
    missing = [
        f"{gap.id}: {', '.join(gap.missing)}" for gap in gaps(book, links) if not book[gap.id].unmodelled
    ]
    assert not missing
    assert len(list(book)) > 120


NOTHING_TO_KEEP = {
    "RM-1.1": "unmodelled",
    "RM-1.2": "unmodelled",
    "RM-1.3": "unmodelled",
    "RM-M.1": "what a stage file has to be: test_stage_errors.py",
}
"""Definitions about which no record can be right or wrong, and why."""


def test_definitions_have_cases_too() -> None:
    """Nobody cites them; a legal case and an illegal one name each among their rules."""
    named: dict[str, set[str]] = {}
    for path in CASES:
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        for verdict in {str(expect.get("verdict", "legal")) for expect in _outcomes(case["expect"])}:
            named.setdefault(verdict, set()).update(case["rules"])
    definitions = {rule.id for rule in load_rules(DATA) if rule.kind == "definition"}
    for verdict in ("legal", "illegal"):
        assert definitions - named[verdict] <= set(NOTHING_TO_KEEP), verdict
    assert {id for id in NOTHING_TO_KEEP if load_rules(DATA)[id].unmodelled} == {"RM-1.1", "RM-1.2", "RM-1.3"}


def _outcomes(expect: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**expect, **one} for one in expect.get("by_reading", {"": {}}).values()]


def test_cases_name_rules_and_rulings_that_there_are() -> None:
    book, rulings = load_rules(DATA), load_rulings(DATA)
    for path in CASES:
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        assert not [id for id in case["rules"] if id not in book], path
        assert not [id for id in case["rulings"] if id not in rulings], path


def test_every_ruling_has_a_case_for_each_reading() -> None:
    told: dict[str, set[str]] = {}
    for path in CASES:
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        if "by_reading" in case["expect"]:
            ruling = case["rulings"][0]
            told.setdefault(ruling, set()).update(readings[ruling] for readings, _ in variants(case))
    rulings = load_rulings(DATA).rulings.values()
    missing = {
        one.id: sorted(set(one.choices()) - told.get(one.id, set()))
        for one in rulings
        if len(one.choices()) > 1 and set(one.choices()) - told.get(one.id, set())
    }
    assert not missing


def test_the_readings_of_a_ruling_differ_in_a_case() -> None:
    """Of any two readings some case says what tells them apart."""
    parted: set[tuple[str, str, str]] = set()
    for path in CASES:
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        if "by_reading" not in case["expect"]:
            continue
        ruling = case["rulings"][0]
        several = [(readings[ruling], expect) for readings, expect in variants(case)]
        parted |= {(ruling, one, two) for one, a in several for two, b in several if a != b}
    alike = [
        (ruling.id, one, two)
        for ruling in load_rulings(DATA).rulings.values()
        for one in ruling.choices()
        for two in ruling.choices()
        if one < two and (ruling.id, one, two) not in parted
    ]
    assert alike == []


def test_every_ruling_is_asked() -> None:
    named = set()
    for path in (Path(ROOT) / "verifier/rallyman").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    asked = {one.id for one in load_rulings(DATA).rulings.values() if len(one.choices()) > 1}
    assert not asked - named

"""Every rule of Rallyman is named where it acts and has a test record that keeps it and one that breaks it; every ruling
is asked and has a record for each of its readings."""

import ast
from pathlib import Path

from grammar.syntax import Record
from model.rallyman.facts import DATA
from model.rules import load_rules
from model.rulings import load_rulings
from verifier.cli.rule_links import ROOT, find_links, records_of_tests
from verifier.cli.rules import gaps
from verifier.expected import Expectation, condition_of, expectation_of
from verifier.findings import ILLEGAL, LEGAL

RECORDS = tuple(records_of_tests(DATA))


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


def test_definitions_have_records_too() -> None:
    """Nobody cites them; a legal record and an illegal one show each."""
    named: dict[str, set[str]] = {LEGAL: set(), ILLEGAL: set()}
    for record in RECORDS:
        shown = {leaf.text for one in record.statements if one.kind == "shows" for leaf in one.node.leaves()}
        for verdict in {one.verdict for one in expected(record)} or {LEGAL}:
            named.setdefault(verdict, set()).update(shown)
    definitions = {rule.id for rule in load_rules(DATA) if rule.kind == "definition"}
    for verdict in (LEGAL, ILLEGAL):
        assert definitions - named[verdict] <= set(NOTHING_TO_KEEP), verdict
    assert {id for id in NOTHING_TO_KEEP if load_rules(DATA)[id].unmodelled} == {"RM-1.1", "RM-1.2", "RM-1.3"}


def expected(record: Record) -> list[Expectation]:
    """What the header of a record expects."""
    return [expectation_of(one) for one in record.statements if one.kind == "expect"]


def told(record: Record) -> dict[str, dict[str, str]]:
    """Ruling -> reading -> what comes of the record by it: what is expected, and what its `under` blocks say."""
    found: dict[str, dict[str, str]] = {}
    for one in record.statements:
        if one.kind not in ("expect", "under"):
            continue
        said = "".join(line.source for line in one.body) or str(expectation_of(one))
        for ruling, reading in condition_of(one.node):
            by_reading = found.setdefault(ruling, {})
            by_reading[reading] = by_reading.get(reading, "") + said
    return found


def test_every_ruling_has_a_record_for_each_reading() -> None:
    """A record may also choose a reading for itself."""
    seen: dict[str, set[str]] = {}
    for record in RECORDS:
        for ruling, readings in told(record).items():
            seen.setdefault(ruling, set()).update(readings)
        for one in record.statements:
            if one.kind == "ruling":
                ruling, reading = (leaf.text for leaf in one.node.leaves())
                seen.setdefault(ruling, set()).add(reading)
    missing = {
        one.id: sorted(set(one.choices()) - seen.get(one.id, set()))
        for one in load_rulings(DATA).rulings.values()
        if len(one.choices()) > 1 and set(one.choices()) - seen.get(one.id, set())
    }
    assert not missing


def test_the_readings_of_a_ruling_differ_in_a_record() -> None:
    """Of any two readings some record says what tells them apart."""
    parted: set[tuple[str, str, str]] = set()
    for record in RECORDS:
        for ruling, several in told(record).items():
            parted |= {
                (ruling, one, two) for one, a in several.items() for two, b in several.items() if a != b
            }
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

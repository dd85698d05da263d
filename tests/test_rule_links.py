"""Every rule is named where it acts and has a test record that keeps it and one that breaks it; every ruling is used and has a
record for each of its readings."""

import ast

import pytest

from grammar.syntax import Record
from model.datafiles import GameData, shipped_games
from model.rallyman.facts import DATA as RALLYMAN
from model.rules import load_rules
from model.rulings import load_rulings
from verifier.cli.rule_links import ROOT, find_links, records_of_tests
from verifier.cli.rules import gaps
from verifier.findings import ILLEGAL, LEGAL
from verifier.records.expected import Expectation, condition_of, expectation_of

NO_DIFFERENCE = {"restart-move-up-step"}
"""Rulings whose readings are worded differently but play the same, so no code uses them."""

NOTHING_TO_KEEP = {
    "RM-1.1": "unmodelled",
    "RM-1.2": "unmodelled",
    "RM-1.3": "unmodelled",
    "RM-M.1": "what a stage file has to be: test_stage_errors.py",
}
"""Definitions about which no record can be right or wrong, with the reason."""

every_game = pytest.mark.parametrize("data", shipped_games(), ids=lambda data: data.game)


@every_game
def test_rules_are_enforced_and_tested(data: GameData) -> None:
    book, links = load_rules(data), find_links(data)
    missing = [
        f"{gap.id}: {', '.join(gap.missing)}" for gap in gaps(book, links) if not book[gap.id].unmodelled
    ]
    assert not missing
    assert len(list(book)) > 100


@every_game
def test_every_ruling_is_asked(data: GameData) -> None:
    named = set()
    for path in (ROOT / "verifier" / data.game.replace("-", "_")).rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert not readings(data).keys() - named - NO_DIFFERENCE


@every_game
def test_every_ruling_has_a_record_for_each_reading(data: GameData) -> None:
    """A record may also choose a reading for itself."""
    seen: dict[str, set[str]] = {}
    for record in records_of_tests(data):
        for ruling, by_reading in told(record).items():
            seen.setdefault(ruling, set()).update(by_reading)
        for one in record.statements:
            if one.kind == "ruling":
                ruling, reading = (leaf.text for leaf in one.node.leaves())
                seen.setdefault(ruling, set()).add(reading)
    missing = {id: choices - seen.get(id, set()) for id, choices in readings(data).items()}
    assert not any(missing.values()), missing


def test_the_readings_of_a_ruling_differ_in_a_record() -> None:
    """For any two readings some record of Rallyman has a different result."""
    alike = {
        (id, one, two)
        for id, choices in readings(RALLYMAN).items()
        for one in choices
        for two in choices
        if one < two
    }
    for record in records_of_tests(RALLYMAN):
        for ruling, several in told(record).items():
            alike -= {
                (ruling, one, two) for one, a in several.items() for two, b in several.items() if a != b
            }
    assert not alike


def test_definitions_have_records_too() -> None:
    """No finding cites them; a legal record of Rallyman and an illegal one show each."""
    named: dict[str, set[str]] = {LEGAL: set(), ILLEGAL: set()}
    for record in records_of_tests(RALLYMAN):
        shown = {leaf.text for one in record.statements if one.kind == "shows" for leaf in one.node.leaves()}
        for verdict in {one.verdict for one in expected(record)} or {LEGAL}:
            named.setdefault(verdict, set()).update(shown)
    definitions = {rule.id for rule in load_rules(RALLYMAN) if rule.kind == "definition"}
    for verdict in (LEGAL, ILLEGAL):
        assert definitions - named[verdict] <= set(NOTHING_TO_KEEP), verdict
    unmodelled = {id for id, why in NOTHING_TO_KEEP.items() if why == "unmodelled"}
    assert {id for id in NOTHING_TO_KEEP if load_rules(RALLYMAN)[id].unmodelled} == unmodelled


def readings(data: GameData) -> dict[str, set[str]]:
    """The rulings that are open to choice, with their readings."""
    rulings = load_rulings(data).rulings.values()
    return {one.id: set(one.choices()) for one in rulings if len(one.choices()) > 1}


def expected(record: Record) -> list[Expectation]:
    """The expectation in the header of a record."""
    return [expectation_of(one) for one in record.statements if one.kind == "expect"]


def told(record: Record) -> dict[str, dict[str, str]]:
    """Ruling -> reading -> the expected result of the record under it: from the header and the `under` blocks."""
    found: dict[str, dict[str, str]] = {}
    for one in record.statements:
        if one.kind not in ("expect", "under"):
            continue
        said = "".join(line.source for line in one.body) or str(expectation_of(one))
        for ruling, reading in condition_of(one.node):
            by_reading = found.setdefault(ruling, {})
            by_reading[reading] = by_reading.get(reading, "") + said
    return found

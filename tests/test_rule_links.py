"""Every rule about moving a car is named where it acts, and has a case that keeps it and one that breaks it."""

import re
import tomllib

from model.rules import DEFINITION, load_rules
from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from verifier.cli.rule_links import ROOT, find_links
from verifier.cli.rules import gaps
from verifier.thunder_alley.engine.readings import READINGS

MOVEMENT = re.compile(
    r"TA-(1\.3-(one-car|apron|line|first-crossing)|3\.4|4\.[1235]|4\.6|6\.|7\.[124]|9\.4|10\.1|BUMP|UNIQUE|RC-|GL-linking)"
)
"""The rules that are judged so far. The others are for the turn as a whole, and `rules --gaps` lists them."""


def test_rules_of_movement_are_enforced_and_tested() -> None:
    book, links = load_rules(DATA), find_links(DATA)
    missing = [f"{gap.id}: {', '.join(gap.missing)}" for gap in gaps(book, links) if MOVEMENT.match(gap.id)]
    assert not missing


def test_the_pattern_means_what_it_says() -> None:
    judged = [rule.id for rule in load_rules(DATA) if MOVEMENT.match(rule.id) and rule.kind != DEFINITION]
    assert len(judged) > 60
    assert "TA-9.4" in judged
    assert "TA-9.5" not in judged


def test_every_ruling_of_movement_has_a_case_for_each_reading() -> None:
    book = load_rulings(DATA)
    told: dict[str, set[str]] = {}
    for path in sorted((ROOT / "tests/cases/thunder_alley").glob("*.toml")):
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        readings = case.get("expect", {}).get("by_reading", {})
        if readings:
            ruling = next(iter(case.get("rulings", {})), "clean-air-text")
            told.setdefault(ruling, set()).update(readings)
    missing = {
        ruling: sorted(set(book[ruling].readings) - told.get(ruling, set()))
        for ruling, _ in READINGS.values()
        if set(book[ruling].readings) - told.get(ruling, set())
    }
    assert not missing

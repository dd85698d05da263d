"""Every kind of event has a record that keeps it and one that breaks it, every ruling about events one for each reading."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from grammar.parser import parse
from grammar.syntax import Record
from model.rulings import load_rulings
from model.thunder_alley.cards import EVENTS
from model.thunder_alley.facts import DATA
from verifier.expected import conditions, expectation_of
from verifier.findings import ILLEGAL, LEGAL

CASES = Path(__file__).parents[2] / "cases" / "thunder_alley"
RECORDS = [record for path in sorted(CASES.glob("*.race")) for record in parse(path.read_bytes()).records]
RULINGS = [
    one.id for one in load_rulings(DATA).rulings.values() if one.about == "events" and len(one.choices()) > 1
]


def _verdicts(record: Record) -> Iterator[str]:
    """What a record expects; one that says nothing is legal."""
    expected = [expectation_of(one) for one in record.statements if one.kind == "expect"]
    yield from (one.verdict for one in expected)
    if all(one.under for one in expected):
        yield LEGAL


def _shown(record: Record) -> set[str]:
    return {leaf.text for one in record.statements if one.kind == "shows" for leaf in one.node.leaves()}


def _named(record: Record) -> Iterator[tuple[str, ...]]:
    """The rulings that a record names with a reading."""
    for condition in conditions(record):
        yield from condition
    for one in record.statements:
        if one.kind == "ruling":
            yield tuple(leaf.text for leaf in one.node.leaves())


@pytest.mark.parametrize("event", EVENTS)
def test_an_event_is_kept_and_broken(event: str) -> None:
    shown = [record for record in RECORDS if f"TA-EV-{event}" in _shown(record)]
    assert {verdict for record in shown for verdict in _verdicts(record)} >= {LEGAL, ILLEGAL}


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_ruling_has_a_record_for_each_other_reading(ruling: str) -> None:
    named = {pair for record in RECORDS for pair in _named(record)}
    known = load_rulings(DATA)[ruling]
    assert {(ruling, reading) for reading in known.choices() if reading != known.default} <= named

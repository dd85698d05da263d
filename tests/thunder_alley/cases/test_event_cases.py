"""Every kind of event has a case that keeps it and one that breaks it, every ruling about events one for each reading."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from model.rulings import load_rulings
from model.thunder_alley.cards import EVENTS
from model.thunder_alley.facts import DATA
from verifier.game import FAILED, PASSED
from verifier.thunder_alley.cases import run_case

FOLDER = Path(__file__).parents[2] / "cases" / "thunder_alley"
CASES = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))]
OF_EVENTS = [case for case in CASES if case["kind"] == "event"]
RULINGS = [
    one.id for one in load_rulings(DATA).rulings.values() if one.about == "events" and len(one.choices()) > 1
]


def _outcomes(case: dict[str, Any]) -> list[dict[str, Any]]:
    expect = case["expect"]
    return [{**expect, **part} for part in expect.get("by_reading", {"": {}}).values()]


@pytest.mark.parametrize("event", EVENTS)
def test_an_event_is_kept_and_broken(event: str) -> None:
    rule = f"TA-EV-{event}"
    verdicts = {
        outcome.get("verdict", "legal")
        for case in OF_EVENTS
        if rule in case["rules"]
        for outcome in _outcomes(case)
    }
    assert verdicts == {"legal", "illegal"}


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_ruling_has_a_case_for_each_reading(ruling: str) -> None:
    told: set[str] = set()
    for case in CASES:
        if next(iter(case.get("rulings", {})), None) == ruling:
            told |= set(case["expect"].get("by_reading", {}))
    assert set(load_rulings(DATA)[ruling].choices()) <= told


CASE: dict[str, Any] = {
    "id": "blown-tire",
    "game": "thunder-alley",
    "kind": "event",
    "start": {
        "event": "Blown Tyre",
        "order": [15, 29],
        "owner_choice": 15,
        "cars": [{"car": 15, "wear": ["black"]}, {"car": 29, "team": "red", "wear": ["black"]}],
    },
}


@pytest.mark.parametrize(
    ("expect", "status"),
    [
        ({"affected": [15], "cars": [{"car": 15, "lane": "p", "wear": []}, {"car": 29}]}, PASSED),
        ({"affected": [29]}, FAILED),
        ({"cars": [{"car": 15, "wear": ["black"]}, {"car": 29}]}, FAILED),
        ({"markers": {"15": []}}, PASSED),
        ({"markers": {"29": ["black"]}}, FAILED),
        ({"restart_order": [15, 29]}, FAILED),
        ({"flagg": "green"}, FAILED),
    ],
)
def test_a_case_of_few_words(expect: dict[str, Any], status: str) -> None:
    assert run_case({**CASE, "expect": expect}).status == status

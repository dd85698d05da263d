"""Records line by line, judged by the spec: a case that is altered in one point comes out otherwise."""

import tomllib
from pathlib import Path

import pytest

from verifier.findings import ILLEGAL, LEGAL, UNDETERMINED
from verifier.thunder_alley.second.cases import run_case

CASES = Path(__file__).parents[2] / "cases" / "thunder_alley"

ALTERED = [
    ("ta-10.1-v-pass-after-the-last-car", "Blue 48", "Blue 47", ILLEGAL, "TA-10.2"),
    ("ta-10.1-x-marker-after-the-race", "check 15 down", "check 15 place 2", LEGAL, ""),
    ("ta-10.1-x-marker-after-the-race", "check 15 place 2", "check 29 place 2", ILLEGAL, "TA-10.1"),
    ("ta-10.2-v-places-of-lost-cars", "Green 42", "Green 43", ILLEGAL, "TA-10.2"),
    ("ta-10.2-x-more-than-a-lost-car-has", "result Blue 43", "result Blue 42", UNDETERMINED, ""),
    ("ta-10.2-x-more-than-a-lost-car-has", "result Blue 43", "result Red 48", LEGAL, ""),
    ("ta-12.4-v-first-player", "9 19a flipped", "9 3a flipped", ILLEGAL, "TA-12.4"),
    ("ta-3.5.4-v-table-at-the-next-turn", "29 7p led 1", "29 8p led 1", ILLEGAL, "TA-9.3"),
    ("ta-3.5.4-v-table-at-the-next-turn", "first Blue", "first Red", ILLEGAL, "TA-3.5.4"),
    ("ta-3.5.4-v-table-at-the-next-turn", "15 Riding the Draft: f4", "29 Charge: o f2", ILLEGAL, "TA-3.4"),
    ("ta-3.5.4-v-table-before-discards", "places 1 2", "places 1 3", ILLEGAL, "TA-4.3"),
    ("ta-3.5.4-v-table-before-discards", "22 out wear black", "22 6a wear black", ILLEGAL, "TA-3.5.5"),
    ("ta-3.5.4-x-still-flipped", "wear black flipped", "wear black", LEGAL, ""),
    ("ta-3.5.5-x-lapped-car-flipped", "22 out wear black flipped", "22 out wear black", LEGAL, ""),
    ("ta-4.3-v-last-car-retires", "check places 15", "check places 29", ILLEGAL, "TA-10.1"),
    ("ta-4.3-v-retired-after-the-turn", "15 pass", "15 Charge: f7", ILLEGAL, "TA-3.4-2"),
    ("ta-ev-v-marbles-places-unknown", "check 29 wear black", "check 29 wear none", ILLEGAL, "TA-EV-marbles"),
    ("ta-ev-x-collision-lone-car", "event Collision: 29", "event Collision: 9", LEGAL, ""),
]


@pytest.mark.parametrize(("id", "old", "new", "verdict", "rule"), ALTERED)
def test_an_altered_line(id: str, old: str, new: str, verdict: str, rule: str) -> None:
    case = tomllib.loads((CASES / f"{id}.toml").read_text(encoding="utf-8"))
    assert old in case["start"]["lines"]
    case["start"]["lines"] = case["start"]["lines"].replace(old, new)
    case["expect"] = {"verdict": verdict} | ({"rule": rule} if rule else {})
    came = run_case(case)
    assert came.status == "passed", came.messages

"""Every case by the spec alone; where it says nothing about a kind, that is said too."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from verifier.game import NOT_YET, PASSED
from verifier.rallyman.second.cases import run_case

FOLDER = Path(__file__).parents[2] / "cases" / "rallyman"
CASES = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))}
RECORDS = ("lines", "rally")


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case["kind"] not in RECORDS])
def test_the_spec_alone_judges_as_the_case_says(name: str) -> None:
    found = run_case(CASES[name])
    assert (found.status, found.messages) == (PASSED, ())


def test_whole_records_are_not_judged_yet() -> None:
    found = Counter(run_case(case).status for case in CASES.values() if case["kind"] in RECORDS)
    assert set(found) == {NOT_YET}


WRONG = {"legal": "illegal", "illegal": "legal"}


@pytest.mark.parametrize(
    "name",
    [name for name, case in CASES.items() if case["kind"] == "turn" and "verdict" in case["expect"]][::5],
)
def test_an_altered_case_fails(name: str) -> None:
    case = CASES[name]
    expect = {**case["expect"], "verdict": WRONG[case["expect"]["verdict"]]}
    assert run_case({**case, "expect": expect}).status != PASSED


def test_a_wrong_step_and_a_wrong_fact_fail() -> None:
    broken = CASES["c008-chain-skips-a-gear"]
    assert run_case({**broken, "expect": {**broken["expect"], "step": 1}}).status != PASSED
    legal = CASES["c001-first-turn-from-start"]
    for key, value in (("space", "s2"), ("chrono", 40), ("card", "2"), ("symbols", 0), ("gear", 2)):
        assert run_case({**legal, "expect": {**legal["expect"], key: value}}).status != PASSED

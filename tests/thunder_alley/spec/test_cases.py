"""Cases by the spec alone: what is wrong in one is seen, and what cannot be read is said. That all come out right by both judges
is tested with the cases."""

import copy
from typing import Any

import pytest

from tests.thunder_alley.cases.test_cases import CASES, alterations
from verifier.game import FAILED, NOT_YET
from verifier.thunder_alley.cases.keys import KEYS
from verifier.thunder_alley.second.cases import run_case

EVERY = 25
"""One case in so many is altered, and at least one of each kind."""


def _sample() -> list[str]:
    kinds = {case["kind"]: id for id, case in CASES.items() if case["kind"] != "placement"}
    return sorted({*kinds.values(), *list(CASES)[::EVERY]})


@pytest.mark.parametrize("id", _sample())
def test_another_verdict_or_rule_fails(id: str) -> None:
    for what, case in alterations(CASES[id]):
        if what.startswith(("verdict", "rule ")):
            assert run_case(case).status in (FAILED, NOT_YET), f"{id} still passes with another {what}"


def test_another_table_fails() -> None:
    case: dict[str, Any] = copy.deepcopy(CASES["ta-6.6-lead"])
    case["expect"]["cars"][0]["sector"] += 1
    [message] = run_case(case).messages
    assert message.startswith("expected space ")


@pytest.mark.parametrize("kind", KEYS)
def test_a_case_that_cannot_be_read_says_why(kind: str) -> None:
    result = run_case({"id": "mine", "kind": kind, "start": {"cars": 3}, "expect": {}})
    assert result.status == FAILED and result.messages


def test_a_ruleset_that_there_is_not() -> None:
    assert run_case(CASES["ta-6.6-lead"], "es").status != FAILED
    assert run_case(CASES["ta-6.6-lead"], "no-such").status == FAILED

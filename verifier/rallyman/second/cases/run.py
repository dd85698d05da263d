"""Judges one Rallyman case by the spec alone: the second answer beside that of the engine."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from model.ruleset import Ruleset
from verifier.case_runs import Case, CaseOutcome, reading, run_variants
from verifier.game import CaseResult
from verifier.rallyman.cases.keys import unknown_keys
from verifier.rallyman.cases.readings import variants
from verifier.rallyman.second.cases.lines import run_lines
from verifier.rallyman.second.cases.other import (
    run_between_stages,
    run_classification,
    run_order,
    run_split,
    run_stagger,
    run_start_order,
    run_time,
    run_weather,
)
from verifier.rallyman.second.cases.rally import run_rally
from verifier.rallyman.second.cases.table import rules_of
from verifier.rallyman.second.cases.turns import run_turn

RUN: Mapping[str, Callable[[Case, Ruleset, Mapping[str, Any]], CaseOutcome]] = MappingProxyType(
    {
        "turn": run_turn,
        "order": run_order,
        "stagger": run_stagger,
        "time": run_time,
        "start_order": run_start_order,
        "classification": run_classification,
        "between_stages": run_between_stages,
        "weather": run_weather,
        "split": run_split,
        "lines": run_lines,
        "rally": run_rally,
    }
)
"""Kind of case -> the function that asks the spec and compares what comes out."""


def run_case(case: Case, ruleset: str | None = None) -> CaseResult:
    """Judges a case under each reading that it names; it passes if the outcome is right under every one. Not yet judged is a case
    about which the spec says nothing under one of them; the message says why."""
    named = {**case, "id": str(case.get("id", "?"))}

    def judge(readings: Mapping[str, str], expect: Mapping[str, Any]) -> CaseOutcome:
        with reading():
            return RUN[str(case["kind"])](named, rules_of(case, readings, ruleset), expect)

    return run_variants(case, RUN, unknown_keys, variants, judge)

"""Runs one Rallyman case: a turn is written as a record and judged as any other; what comes out is compared.

No rule stands here.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from verifier.case_runs import Case, CaseOutcome, reading, run_variants
from verifier.game import CaseResult
from verifier.rallyman.cases.keys import unknown_keys
from verifier.rallyman.cases.other import (
    run_between_stages,
    run_classification,
    run_lines,
    run_order,
    run_rally,
    run_split,
    run_stagger,
    run_start_order,
    run_time,
    run_weather,
)
from verifier.rallyman.cases.readings import variants
from verifier.rallyman.cases.turn import run_turn

Run = Callable[[Case, Mapping[str, str], Mapping[str, Any], str | None], CaseOutcome]

RUN: Mapping[str, Run] = MappingProxyType(
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
"""Kinds of case -> the function that writes, judges and compares them."""


def run_case(case: Case, ruleset: str | None = None) -> CaseResult:
    """Runs a case under each reading that it names; it passes if the outcome is right under every one."""

    def judge(readings: Mapping[str, str], expect: Mapping[str, Any]) -> CaseOutcome:
        with reading():
            return RUN[str(case["kind"])](case, readings, expect, ruleset)

    return run_variants(case, RUN, unknown_keys, variants, judge)

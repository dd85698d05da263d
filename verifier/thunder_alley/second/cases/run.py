"""Judges one Thunder Alley case by the spec alone: the second answer beside that of the engine."""

from collections.abc import Callable, Mapping
from typing import Any

from model.ruleset import Ruleset
from verifier.case_runs import Case, CaseOutcome, reading, run_variants
from verifier.game import CaseResult
from verifier.thunder_alley.cases.keys import KEYS, unknown_keys
from verifier.thunder_alley.cases.readings import judged_variants
from verifier.thunder_alley.second.cases.events import run_event
from verifier.thunder_alley.second.cases.grid import run_grid
from verifier.thunder_alley.second.cases.lines import run_lines
from verifier.thunder_alley.second.cases.moves import run_segment
from verifier.thunder_alley.second.cases.pits import run_pit_green, run_restart
from verifier.thunder_alley.second.cases.placement import run_placement
from verifier.thunder_alley.second.cases.scoring import run_scoring, run_season
from verifier.thunder_alley.second.cases.table import rules_of
from verifier.thunder_alley.second.cases.turn import run_end_of_turn, run_lapped, run_order

RUN: Mapping[str, Callable[[Case, Ruleset, Mapping[str, Any]], CaseOutcome]] = {
    "move": run_segment,
    "speed": run_segment,
    "activation": run_segment,
    "placement": run_placement,
    "running-order": run_order,
    "lapped": run_lapped,
    "end-of-turn": run_end_of_turn,
    "event": run_event,
    "pit-green": run_pit_green,
    "restart": run_restart,
    "grid": run_grid,
    "scoring": run_scoring,
    "season": run_season,
    "lines": run_lines,
}
"""Kind of case -> the function that asks the spec and compares what comes out."""


def run_case(case: Case, ruleset: str | None = None) -> CaseResult:
    """Judges a case under each reading that it names; it passes if the outcome is right under every one.

    Not yet judged is a case about which the spec says nothing under one of them; the message says why.
    """
    named = {**case, "id": str(case.get("id", "?"))}

    def judge(readings: Mapping[str, str], expect: Mapping[str, Any]) -> CaseOutcome:
        with reading():
            return RUN[str(case["kind"])](named, rules_of(named, readings, ruleset), expect)

    return run_variants(case, KEYS, unknown_keys, judged_variants, judge)

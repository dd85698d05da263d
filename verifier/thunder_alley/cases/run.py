"""Runs one Thunder Alley case: writes it as a record, has the record judged as any other, and compares what comes out.

No rule stands here. `cases/record` writes the record, `cases/compare` compares.
"""

from collections.abc import Mapping
from typing import Any

from verifier.case_runs import Case, CaseOutcome, outcome_of_record, reading, run_variants
from verifier.findings import Finding
from verifier.game import CaseResult
from verifier.thunder_alley.cases.compare import Mismatch, compare, compare_order, compare_spaces
from verifier.thunder_alley.cases.event import run_event
from verifier.thunder_alley.cases.grid import run_grid
from verifier.thunder_alley.cases.judge import judge_text
from verifier.thunder_alley.cases.keys import KEYS, unknown_keys
from verifier.thunder_alley.cases.lines import run_lines
from verifier.thunder_alley.cases.pits import run_pit_green, run_restart
from verifier.thunder_alley.cases.readings import judged_variants
from verifier.thunder_alley.cases.record import placement_lines, write_case
from verifier.thunder_alley.cases.scoring import run_scoring, run_season
from verifier.thunder_alley.cases.turn import run_end_of_turn, run_lapped

WHOLE = {
    "end-of-turn": run_end_of_turn,
    "lapped": run_lapped,
    "grid": run_grid,
    "scoring": run_scoring,
    "season": run_season,
    "event": run_event,
    "pit-green": run_pit_green,
    "restart": run_restart,
    "lines": run_lines,
}
"""Kinds of case about a whole step of a race -> the function that writes, judges and compares them."""


def run_case(case: Case, ruleset: str | None = None) -> CaseResult:
    """Runs a case under each reading that it names; it passes if the outcome is right under every one."""

    def judge(readings: Mapping[str, str], expect: Mapping[str, Any]) -> CaseOutcome:
        kind = str(case["kind"])
        if kind in WHOLE:
            with reading():
                text, wrong, findings = WHOLE[kind](case, readings, expect, ruleset)
        elif kind == "placement":
            text, wrong, findings = _placements(case, readings, expect, ruleset)
            return CaseOutcome("", (), wrong, findings, text)
        else:
            text, wrong, findings = _line(case, kind, readings, expect, ruleset)
        return outcome_of_record(text, findings, wrong)

    return run_variants(case, KEYS, unknown_keys, judged_variants, judge)


def _line(
    case: Case, kind: str, readings: Mapping[str, str], expect: Mapping[str, Any], ruleset: str | None
) -> tuple[str, list[Mismatch], tuple[Finding, ...]]:
    with reading():
        written = write_case({**case, "expect": expect}, readings, ruleset)
    came = judge_text(written.text, written.line, str(case.get("id", "case")))
    with reading():
        wrong = (
            compare_order(expect, written, came)
            if kind == "running-order"
            else compare(case, expect, written, came)
        )
    return written.text, wrong, came.findings


def _placements(
    case: Case, readings: Mapping[str, str], expect: Mapping[str, Any], ruleset: str | None
) -> tuple[str, list[Mismatch], tuple[Finding, ...]]:
    """Every space of the track is tried, and no placement at all."""
    with reading():
        lines = placement_lines(case)
        texts = {space: write_case(case, readings, ruleset, line) for space, line in lines.items()}
    id = str(case.get("id", "case"))
    came = {space: judge_text(written.text, written.line, id) for space, written in texts.items()}
    with reading():
        wrong = compare_spaces(case, expect, came)
    return texts[""].text, wrong, came[""].findings

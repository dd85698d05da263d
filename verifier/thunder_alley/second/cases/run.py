"""Judges one Thunder Alley case by the spec alone: the second answer beside that of the engine."""

from collections.abc import Callable, Mapping
from typing import Any

from model.errors import ModelError
from model.ruleset import Ruleset
from verifier.game import FAILED, NOT_YET, PASSED, CaseResult, CaseVerdict
from verifier.solving.questions import ContradictionError
from verifier.thunder_alley.cases.keys import refused
from verifier.thunder_alley.cases.readings import chosen_readings, reading, readings_text, variants
from verifier.thunder_alley.cases.record import CaseError
from verifier.thunder_alley.second.cases.events import run_event
from verifier.thunder_alley.second.cases.grid import run_grid
from verifier.thunder_alley.second.cases.judged import Judged, NotJudgedError
from verifier.thunder_alley.second.cases.lines import run_lines
from verifier.thunder_alley.second.cases.moves import run_segment
from verifier.thunder_alley.second.cases.pits import run_pit_green, run_restart
from verifier.thunder_alley.second.cases.placement import run_placement
from verifier.thunder_alley.second.cases.scoring import run_scoring, run_season
from verifier.thunder_alley.second.cases.table import Case, rules_of
from verifier.thunder_alley.second.cases.turn import run_end_of_turn, run_lapped, run_order

RUN: Mapping[str, Callable[[Case, Ruleset, Mapping[str, Any]], Judged]] = {
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
    refusal = refused(case)
    if refusal is not None:
        return refusal
    id, kind = str(case.get("id", "?")), str(case["kind"])
    try:
        with reading():
            return _run({**case, "id": id}, id, kind, ruleset)
    except (CaseError, ContradictionError) as error:
        return CaseResult(id, kind, FAILED, (str(error),))
    except ModelError as error:
        return CaseResult(
            id, kind, FAILED, tuple(f"{problem.where}: {problem.what}" for problem in error.problems)
        )


def _run(case: Case, id: str, kind: str, ruleset: str | None) -> CaseResult:
    messages: list[str] = []
    unsaid: list[str] = []
    verdicts: list[CaseVerdict] = []
    several = variants(case)
    for readings, expect in several:
        chosen = chosen_readings(readings)
        under = readings_text(chosen) if len(several) > 1 else ""
        said = f"under {under}: " if under else ""
        try:
            came = RUN[kind](case, rules_of(case, chosen, ruleset), expect)
        except NotJudgedError as error:
            unsaid.append(f"{said}{error}")
            continue
        verdicts.append(CaseVerdict(under, came.verdict, next(iter(came.rules), ""), not came.wrong))
        messages += [f"{said}{one}" for one in came.wrong]
    status = FAILED if messages else NOT_YET if unsaid else PASSED
    return CaseResult(id, kind, status, tuple(messages or unsaid), verdicts=tuple(verdicts))

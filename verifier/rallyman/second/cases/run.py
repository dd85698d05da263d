"""Judges one Rallyman case by the spec alone: the second answer beside that of the engine."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from model.errors import ModelError
from model.ruleset import Ruleset
from verifier.game import FAILED, NOT_YET, PASSED, CaseResult, CaseVerdict
from verifier.rallyman.cases.keys import unknown_keys
from verifier.rallyman.second.cases.judged import CaseError, Judged, NotJudgedError, variants
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
from verifier.rallyman.second.cases.table import Case, rules_of
from verifier.rallyman.second.cases.turns import run_turn
from verifier.solving.questions import ContradictionError

RUN: Mapping[str, Callable[[Case, Ruleset, Mapping[str, Any]], Judged]] = MappingProxyType(
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
    id, kind = str(case.get("id", "?")), str(case.get("kind", "?"))
    if kind not in RUN:
        return CaseResult(
            id, kind, FAILED, (f"there is no kind of case `{kind}`; kinds are {', '.join(RUN)}",)
        )
    unknown = unknown_keys(case)
    if unknown:
        return CaseResult(id, kind, FAILED, tuple(unknown))
    try:
        return _run({**case, "id": id}, id, kind, ruleset)
    except (CaseError, ContradictionError) as error:
        return CaseResult(id, kind, FAILED, (str(error),))
    except ModelError as error:
        problems = tuple(f"{problem.where}: {problem.what}" for problem in error.problems)
        return CaseResult(id, kind, FAILED, problems)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, StopIteration) as error:
        return CaseResult(id, kind, FAILED, (f"a value of the case cannot be used: {str(error).lower()}",))


def _run(case: Case, id: str, kind: str, ruleset: str | None) -> CaseResult:
    messages: list[str] = []
    unsaid: list[str] = []
    verdicts: list[CaseVerdict] = []
    several = variants(case)
    for readings, expect in several:
        under = (
            ", ".join(f"{ruling} = {reading}" for ruling, reading in readings.items())
            if len(several) > 1
            else ""
        )
        said = f"under {under}: " if under else ""
        try:
            came = RUN[kind](case, rules_of(case, readings, ruleset), expect)
        except NotJudgedError as error:
            unsaid.append(f"{said}{error}")
            continue
        verdicts.append(CaseVerdict(under, came.verdict, next(iter(came.rules), ""), not came.wrong))
        messages += [f"{said}{one}" for one in came.wrong]
    status = FAILED if messages else NOT_YET if unsaid else PASSED
    return CaseResult(id, kind, status, tuple(messages or unsaid), verdicts=tuple(verdicts))

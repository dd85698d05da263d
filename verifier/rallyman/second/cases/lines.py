"""Cases of kind `lines`: the record of a stage, judged line by line by the spec."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from model.ruleset import Ruleset
from verifier.case_runs import Case, CaseError, CaseOutcome, NotJudgedError
from verifier.findings import ILLEGAL, LEGAL
from verifier.game import Where
from verifier.rallyman.second.cases.judged import named_differ
from verifier.rallyman.second.cases.start import (
    KINDS,
    SILENT,
    Header,
    header_line,
    house_rules,
    setup_of_header,
    statements_of,
)
from verifier.rallyman.second.cases.table import stage_of
from verifier.rallyman.second.cases.telling import Telling
from verifier.speaking import NotationError


def run_lines(case: Case, ruleset: Ruleset, expect: Mapping[str, Any]) -> CaseOutcome:
    """The verdict on a record, and the rule that the first wrong line breaks. Raises `NotJudgedError` where no rule is broken and
    something is not known."""
    statements = statements_of(case, case["lines"])
    header = Header(stage_of(case), surfaces=dict(case.get("weather", {})))
    try:
        for statement in statements:
            if statement.kind in KINDS:
                header_line(header, statement, Where("", Path()))
    except NotationError as error:
        raise CaseError(str(error)) from error
    telling = Telling(setup_of_header(header, house_rules(statements, ruleset)))
    broken: tuple[str, ...] = ()
    for statement in statements:
        if statement.kind not in (*KINDS, *SILENT):
            broken = telling.take(statement)
        if broken:
            break
    if telling.lost and not broken:
        raise NotJudgedError("something of the record is not known")
    return CaseOutcome(ILLEGAL if broken else LEGAL, broken, tuple(named_differ(expect, broken)))

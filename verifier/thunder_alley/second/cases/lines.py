"""Cases of kind `lines`, judged by the spec: a record line by line."""

from collections.abc import Mapping
from typing import Any

from grammar.parser import parse
from model.ruleset import Ruleset
from verifier.case_runs import CaseError, CaseOutcome
from verifier.thunder_alley.cases.record import header_lines
from verifier.thunder_alley.second.cases.judged import judged
from verifier.thunder_alley.second.cases.table import Case
from verifier.thunder_alley.second.record import told_record


def run_lines(case: Case, rules: Ruleset, expect: Mapping[str, Any]) -> CaseOutcome:
    """Judges the lines after a header with the rules of the case; expected are the verdict, its rule, the line it stands in."""
    text = "\n".join([*header_lines(case, {}), *str(case["start"]["lines"]).splitlines(), ""])
    parsed = parse(text, f"{case['id']}.race")
    if parsed.errors:
        raise CaseError("a line of the case cannot be read")
    statements = parsed.records[0].statements
    telling = told_record(statements, rules)
    broken, line = telling.first_fault() or ((), 0)
    wrong = []
    every = [part for one in statements for part in (one, *one.body)]
    said = next((one.source.strip() for one in every if one.line == line), "")
    if broken and "line" in expect and said != expect["line"]:
        wrong.append(f"expected the fault in `{expect['line']}`, came out in `{said}`")
    return judged(expect, broken, wrong, open=telling.is_open)

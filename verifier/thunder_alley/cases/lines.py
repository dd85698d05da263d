"""Cases that are written as lines of a record: kind `lines`, for what no other kind can say (order of steps, decks, claims)."""

from collections.abc import Mapping
from typing import Any

from verifier.findings import ILLEGAL, LEGAL, Finding, deciding
from verifier.thunder_alley.cases.compare import Mismatch, compare_finding
from verifier.thunder_alley.cases.judge import judge_text
from verifier.thunder_alley.cases.record import Case, header_lines


def run_lines(
    case: Case, readings: Mapping[str, str], expect: Mapping[str, Any], ruleset: str | None
) -> tuple[str, list[Mismatch], tuple[Finding, ...]]:
    """Judges the lines after a header with the rules of the case; expected are the verdict, its rule, the line it stands in."""
    lines = [*header_lines(case, readings, ruleset), *str(case["start"]["lines"]).splitlines()]
    text = "\n".join([*lines, ""])
    came = judge_text(text, len(lines), str(case.get("id", "case")))
    wanted = expect.get("verdict", LEGAL)
    if came.verdict != wanted:
        return text, [f"expected {wanted}, came out {came.verdict}"], came.findings
    wrong = compare_finding(expect, None, came) if wanted == ILLEGAL else []
    first = deciding(came.findings)
    if "line" in expect and first is not None:
        said = lines[first.line - 1].strip()
        if said != expect["line"]:
            wrong.append(f"expected the finding in `{expect['line']}`, came out in `{said}`")
    return text, wrong, came.findings

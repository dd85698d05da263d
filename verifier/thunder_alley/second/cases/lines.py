"""Cases of kind `lines`, judged by the spec."""

from collections.abc import Mapping
from typing import Any

from model.ruleset import Ruleset
from verifier.thunder_alley.second.cases.judged import Judged, NotJudgedError
from verifier.thunder_alley.second.cases.table import Case


def run_lines(case: Case, rules: Ruleset, expect: Mapping[str, Any]) -> Judged:
    raise NotJudgedError("not yet")

"""`check`: questions about all positions under a ruleset, one file for each group."""

from collections.abc import Callable, Iterable, Mapping

from model.ruleset import Ruleset
from verifier.second import Checked
from verifier.thunder_alley.second.check.comparing import compare
from verifier.thunder_alley.second.check.invariants import check_invariants
from verifier.thunder_alley.second.check.leaving_out import without
from verifier.thunder_alley.second.check.matters import check_matters
from verifier.thunder_alley.second.check.readings import check_readings
from verifier.thunder_alley.second.check.stuck import check_stuck

__all__ = ["CHECKS", "compare", "without"]

CHECKS: Mapping[str, Callable[[Ruleset], Iterable[Checked]]] = {
    "invariants": check_invariants,
    "completion": check_stuck,
    "rules": check_matters,
    "rulings": check_readings,
}
"""The groups in report order."""

"""`check`: questions about all positions under a ruleset, one file per group."""

from collections.abc import Callable, Iterable, Mapping

from model.ruleset import Ruleset
from verifier.rallyman.second.check.comparing import compare, without
from verifier.rallyman.second.check.completion import check_completion
from verifier.rallyman.second.check.invariants import check_invariants
from verifier.rallyman.second.check.matters import check_matters
from verifier.rallyman.second.check.readings import check_readings
from verifier.second import Checked

__all__ = ["CHECKS", "compare", "without"]

CHECKS: Mapping[str, Callable[[Ruleset], Iterable[Checked]]] = {
    "invariants": check_invariants,
    "completion": check_completion,
    "rules": check_matters,
    "rulings": check_readings,
}
"""The groups in the order of a report."""

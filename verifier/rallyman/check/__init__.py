"""`check`: questions about all positions under a ruleset, one file per group."""

from verifier.rallyman.check.comparing import controls, finder, reader
from verifier.rallyman.check.completion import check_completion
from verifier.rallyman.check.edges import EDGES
from verifier.rallyman.check.invariants import check_invariants
from verifier.rallyman.check.matters import check_matters, check_rule
from verifier.rallyman.check.pairs import PAIRS
from verifier.rallyman.check.rule_pairs import RULE_PAIRS
from verifier.rulesets.checking import Checks

CHECKS = Checks(
    {
        "invariants": check_invariants,
        "completion": check_completion,
        "rules": check_matters,
    },
    check_rule,
    finder,
    reader,
    controls,
    PAIRS,
    RULE_PAIRS,
    EDGES,
)

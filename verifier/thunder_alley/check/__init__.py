"""`check`: questions about all positions under a ruleset, one file for each group."""

from verifier.rulesets.checking import Checks
from verifier.thunder_alley.check.comparing import controls
from verifier.thunder_alley.check.edges import EDGES
from verifier.thunder_alley.check.finding import finder
from verifier.thunder_alley.check.invariants import check_invariants
from verifier.thunder_alley.check.matters import check_matters, check_rule
from verifier.thunder_alley.check.pairs import PAIRS
from verifier.thunder_alley.check.rule_pairs import RULE_PAIRS
from verifier.thunder_alley.check.stuck import check_stuck

CHECKS = Checks(
    {
        "invariants": check_invariants,
        "completion": check_stuck,
        "rules": check_matters,
    },
    check_rule,
    finder,
    finder,
    controls,
    PAIRS,
    RULE_PAIRS,
    EDGES,
)

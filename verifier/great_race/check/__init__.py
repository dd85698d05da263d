"""`check`: questions about all positions under a ruleset, in scenes with open facts and about any step of a move."""

from verifier.great_race.check.comparing import PAIRS, controls, finder, reader
from verifier.great_race.check.edges import EDGES
from verifier.great_race.check.invariants import check_invariants
from verifier.great_race.check.matters import check_matters, check_rule
from verifier.great_race.check.rule_pairs import RULE_PAIRS
from verifier.rulesets.checking import Checks

CHECKS = Checks(
    {"invariants": check_invariants, "rules": check_matters},
    check_rule,
    finder,
    reader,
    controls,
    PAIRS,
    RULE_PAIRS,
    EDGES,
)

"""Which two rules forbid the same die: from any moment of a turn, by the solver. A small position shows a die that only these two
forbid; both judges have refused it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from model.rallyman.facts import DATA
from model.rallyman.position import Position
from model.ruleset import Ruleset, default_ruleset
from verifier.rallyman.answers import engine_result
from verifier.rallyman.check.anywhere import anywhere
from verifier.rallyman.check.differences import LIMITS, SIZES, Candidate, plainest, witness
from verifier.rallyman.check.matters import ANYWHERE
from verifier.rallyman.check.record import writable
from verifier.rallyman.check.small import Small, judged, small
from verifier.rallyman.spec.judging import judge, without_rules
from verifier.rulesets.checking import Checked, Pairs, Witness
from verifier.rulesets.rule_pairs import Rules, Step, rule_controls, rule_part
from verifier.solving.circuit import FALSE, Bit
from verifier.solving.cores import by_id
from verifier.solving.session import GaveUpError


def _die(attack: bool, ruleset: Ruleset) -> Step:
    """Any die of a turn."""
    moment = anywhere(ruleset, attack=attack)
    return Step(moment.circuit, moment.facts, by_id(moment.circuit, moment.after().rules))


def _witnesses(attack: bool, ruleset: Ruleset, needed: Sequence[Rules]) -> Mapping[Rules, Witness]:
    """A small position for each pair of rules, where one is found; none for time attacks, which small positions do not have."""
    found: dict[Rules, Candidate] = {}
    for stage, dice, other in () if attack else SIZES:
        table = small(stage, dice, other=other)
        rules = judged(table, ruleset)[1]
        for pair in needed:
            asked = FALSE if pair in found else _broken_together(table, by_id(table.circuit, rules), pair)
            try:
                one = None if asked == FALSE else plainest(table, asked, ruleset, partial(_refused, pair))
            except GaveUpError:
                continue
            if one is not None:
                found[pair] = one
    return {pair: witness(one, [ruleset]) for pair, one in found.items()}


def _broken_together(table: Small, rules: Mapping[str, Bit], pair: Rules) -> Bit:
    """The dice break these two rules and no other."""
    if not all(id in rules for id in pair):
        return FALSE
    return table.circuit.all(-bit if id in pair else bit for id, bit in rules.items())


def _refused(pair: Rules, found: Candidate) -> bool:
    """Whether the spec refuses a turn by both rules alone, and the engine, which stops at the first, by one."""
    broken = {breach.rule for breach in judge(*found).breaches}
    result = engine_result(*found)
    if broken != set(pair) or isinstance(result, Position) or result[0] not in pair or not writable(found[2]):
        return False
    return not without_rules(*found, frozenset(pair)).broken()


def _controls() -> Iterator[Checked]:
    return rule_controls(_die(False, default_ruleset(DATA)), ANYWHERE, LIMITS)


RULE_PAIRS = Pairs(
    {
        name: rule_part(name, partial(_die, attack), ANYWHERE, LIMITS, partial(_witnesses, attack))
        for name, attack in (("basic turns", False), ("time attacks", True))
    },
    _controls,
)
"""The questions about two rules, by the kind of turn."""

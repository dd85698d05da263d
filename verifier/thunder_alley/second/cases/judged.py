"""What came out of a case by the spec, and how it differs from what the case expects."""

from collections.abc import Mapping
from typing import Any, TypeVar

from verifier.case_runs import CaseError, CaseOutcome
from verifier.findings import ILLEGAL, LEGAL, UNDETERMINED, same_rule
from verifier.solving.questions import Judgement

T = TypeVar("T")


def judged(
    expect: Mapping[str, Any], rules: tuple[str, ...], wrong: list[str], *, open: bool = False
) -> CaseOutcome:
    """The answer of a kind of case that is legal or illegal; `wrong` are differences beside verdict and rules. `open`: it is
    undetermined where nothing is broken."""
    verdict = ILLEGAL if rules else UNDETERMINED if open else LEGAL
    return CaseOutcome(verdict, rules, [*rules_differ(expect, rules, verdict), *wrong])


def rules_differ(expect: Mapping[str, Any], rules: tuple[str, ...], came: str) -> list[str]:
    """Why verdict and rules are not those that a case expects: the first rule is the case's or one it accepts, and so are the
    others."""
    wanted = expect.get("verdict", LEGAL)
    if wanted != came:
        by = f" by {', '.join(rules)}" if rules else ""
        return [f"expected {wanted}, came out {came}{by}"]
    if not rules or "rule" not in expect:
        return []
    accepted = (str(expect["rule"]), *expect.get("also_accept", ()))
    unknown = [rule for rule in rules if not any(same_rule(rule, one) for one in accepted)]
    wrong = []
    for rule in unknown:
        if rule == rules[0]:
            wrong.append(f"expected the rule {accepted[0]}, came out {rule}")
        else:
            wrong.append(f"the solver also names {rule}, which is neither {accepted[0]} nor in `also_accept`")
    return wrong


def only(found: Judgement[T]) -> T:
    """What came out. Raises `CaseError` where the case leaves open what does."""
    if len(found.outcomes) != 1:
        raise CaseError(f"{len(found.outcomes)} outcomes are possible; left open: {', '.join(found.open)}")
    return found.outcome

"""What came out of a case, compared with what it expects."""

from collections.abc import Mapping
from typing import Any

from verifier.findings import same_rule


def rules_differ(expect: Mapping[str, Any], rules: tuple[str, ...]) -> list[str]:
    """Why these broken rules are not those a case expects: the first one is its rule, every further one is accepted."""
    if expect.get("verdict", "legal") == "legal":
        return [f"legal expected, broken: {', '.join(rules)}"] if rules else []
    if not rules:
        return [f"illegal by {expect['rule']} expected, but legal"]
    wrong = []
    if not any(same_rule(rules[0], rule) for rule in (expect["rule"], *expect.get("also_accept", ()))):
        wrong.append(f"first rule {rules[0]}, not {expect['rule']}")
    accepted = (expect["rule"], *expect.get("also_accept", ()))
    wrong += [
        f"further rule {rule}" for rule in rules[1:] if not any(same_rule(rule, one) for one in accepted)
    ]
    return wrong

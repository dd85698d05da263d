"""How the rules that the spec finds broken differ from those that a case expects."""

from collections.abc import Mapping
from typing import Any

from verifier.findings import ILLEGAL, LEGAL, same_rule


def rules_differ(expect: Mapping[str, Any], rules: tuple[str, ...]) -> list[str]:
    """Why the broken rules are not those that a case expects: the first is its rule, or one it accepts."""
    wanted, came = expect.get("verdict", LEGAL), ILLEGAL if rules else LEGAL
    if wanted != came:
        by = f" by {', '.join(rules)}" if rules else ""
        return [f"expected {wanted}, came out {came}{by}"]
    if not rules or "rule" not in expect:
        return []
    accepted = (str(expect["rule"]), *map(str, expect.get("also", ())))
    if any(same_rule(rules[0], one) for one in accepted):
        return []
    return [f"expected the rule {accepted[0]}, came out {', '.join(rules)}"]


def named_differ(expect: Mapping[str, Any], rules: tuple[str, ...]) -> list[str]:
    """Why the rules broken by a line of a record are not those that a case expects: its rule is named, or one it accepts is the
    first."""
    if rules and any(same_rule(one, str(expect.get("rule", ""))) for one in rules):
        return rules_differ({"verdict": expect.get("verdict", LEGAL)}, rules)
    return rules_differ(expect, rules)

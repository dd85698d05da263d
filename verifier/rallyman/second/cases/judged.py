"""What came out of a case by the spec, and how it differs from what the case expects."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from model.rallyman.facts import DATA
from model.rulings import load_rulings
from verifier.findings import ILLEGAL, LEGAL, same_rule


class CaseError(Exception):
    """A case that cannot be judged: something in it is missing or means nothing."""


class NotJudgedError(Exception):
    """The spec says nothing about a case; the text says why."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A case under some readings: the verdict (empty for a case that asks for none), the rules that are broken, the decisive one
    first, and each difference from what is expected, a sentence each."""

    verdict: str
    rules: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


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


def facts_differ(expect: Mapping[str, Any], real: Mapping[str, object]) -> list[str]:
    """Facts by the keys of a case that came out otherwise than it expects; the order in a list counts."""
    return [
        f"expected {key} {expect[key]!r}, came out {came!r}"
        for key, came in real.items()
        if key in expect and expect[key] != came
    ]


def variants(case: Mapping[str, Any]) -> list[tuple[Mapping[str, str], Mapping[str, Any]]]:
    """The readings under which a case is judged, each with what is expected then: `readings` of the case are chosen in all of
    them, `expect.by_reading` is about the first of its `rulings`. Raises `CaseError` where it leaves a reading out."""
    chosen = dict(case.get("readings", {}))
    expect = dict(case.get("expect", {}))
    by_reading = expect.pop("by_reading", None)
    if by_reading is None:
        return [(chosen, expect)]
    ruling = next(iter(case.get("rulings", ())), None)
    known = load_rulings(DATA).rulings.get(ruling or "")
    if known is None:
        raise CaseError("`by_reading` needs a ruling in `rulings`")
    missing = [name for name in known.choices() if name not in by_reading]
    if missing:
        raise CaseError(f"`by_reading` does not say what comes out under `{missing[0]}` of `{ruling}`")
    return [({**chosen, known.id: name}, {**expect, **part}) for name, part in by_reading.items()]

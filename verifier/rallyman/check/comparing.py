"""Compares two rulesets: each reading, number and option that differs, with a smallest witness. Also compares a ruleset with
itself without one of its rules."""

from collections.abc import Iterator

from model.rallyman.facts import DATA
from model.ruleset import Ruleset
from verifier.changes import RULE, changes, changes_without
from verifier.checking import Checked
from verifier.rallyman.check.matters import without_rule
from verifier.rallyman.check.readings import looked_for

ABOUT = "two rulesets compared, one change at a time"


def compare(ruleset: Ruleset, other: Ruleset) -> Iterator[Checked]:
    """SAT: a position with a turn that is legal only with the change or only without it, or has another outcome; UNSAT: there is
    none within the bound.

    Checks each difference of the second ruleset separately, with both controls.
    """
    yield from looked_for(ABOUT, ruleset, list(changes(DATA, ruleset, other)))


def without(ruleset: Ruleset, name: str) -> Iterator[Checked]:
    """SAT: a position with a turn whose outcome differs without the rule; UNSAT: there is none within the bound.

    The effect of dropping one rule from a ruleset: a rule that forbids turns, an option that it has, a number that it sets, or a
    ruling. Raises `ModelError` for a name that is none of these, and for rules that cannot be dropped.
    """
    changed = changes_without(DATA, ruleset, name)
    if changed[0].kind == RULE:
        yield from without_rule(ruleset, changed[0].name)
    else:
        yield from looked_for(ABOUT, ruleset, changed)

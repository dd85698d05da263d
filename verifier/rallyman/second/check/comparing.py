"""Compares two rulesets: each reading, number and option that differs, with a smallest witness. Also compares a ruleset with
itself without one of its rules."""

from collections.abc import Iterable, Iterator

from model.datafiles import did_you_mean
from model.errors import ModelError, Problem
from model.rallyman.facts import DATA
from model.rules import load_house_rules, load_rules
from model.ruleset import Ruleset, default_ruleset
from model.rulings import load_rulings
from verifier.rallyman.second.check.changes import (
    OPTION,
    PARAMETER,
    RULING,
    Change,
    changes,
    other_readings,
)
from verifier.rallyman.second.check.differences import Differences
from verifier.rallyman.second.check.matters import without_rule
from verifier.rallyman.second.check.readings import controls, shown
from verifier.second import PROVED, Checked

ABOUT = "two rulesets compared, one change at a time"


def compare(ruleset: Ruleset, other: Ruleset) -> Iterator[Checked]:
    """SAT: a position with a turn that is legal only with the change or only without it, or has another outcome; UNSAT: there is
    none within the bound.

    Checks each difference of the second ruleset separately, with both controls.
    """
    yield from _looked_for(ruleset, list(changes(ruleset, other)))


def _looked_for(ruleset: Ruleset, changed: Iterable[Change]) -> Iterator[Checked]:
    differences = Differences(ruleset)
    asked = False
    for change in changed:
        asked = True
        yield shown(ABOUT, ruleset, change, differences.find(change))
    if not asked:
        fact = "no difference: the same readings, numbers and options"
        yield Checked(ABOUT, "all rules", PROVED, "every ruling, parameter and option", fact)
    yield from controls(differences)


def without(ruleset: Ruleset, name: str) -> Iterator[Checked]:
    """SAT: a position with a turn whose outcome differs without the rule; UNSAT: there is none within the bound.

    The effect of dropping one rule from a ruleset: a rule that forbids turns, an option that it has, a number that it sets, or a
    ruling, which then has its default reading. A ruling already at its default is compared with its other readings. Raises
    `ModelError` for a name that is none of these, and for rules that cannot be dropped.
    """
    house, rulings, rules = load_house_rules(DATA), load_rulings(DATA).rulings, load_rules(DATA)
    rule = rules.find(name)
    if name in house.options:
        if name not in ruleset.options:
            help = f"in force: {', '.join(ruleset.options) or 'none'}"
            raise ModelError(Problem(f"the option `{name}` is not in force in this ruleset", help=help))
        yield from _looked_for(ruleset, [Change(OPTION, name, "off")])
    elif name in house.parameters:
        printed = str(house.parameters[name].value)
        change = Change(PARAMETER, name, printed)
        if change.before(ruleset) == printed:
            help = "a parameter that the ruleset sets can be left out; then the printed value holds"
            raise ModelError(Problem(f"`{name}` has its printed value, {printed}", help=help))
        yield from _looked_for(ruleset, [change])
    elif name in rulings:
        others = list(other_readings(ruleset, name))
        if not others:
            help = f"`steward rulings {name}` shows its readings"
            raise ModelError(Problem(f"`{name}` has no other reading to choose", help=help))
        default = default_ruleset(DATA).readings[name]
        back = [Change(RULING, name, default)]
        yield from _looked_for(ruleset, others if ruleset.readings[name] == default else back)
    elif rule is not None:
        yield from without_rule(ruleset, rule)
    else:
        known = [*rules.rules, *rulings, *house.parameters, *house.options]
        problem = Problem(f"there is no rule, ruling or option `{name}`", help=did_you_mean(name, known))
        raise ModelError(problem)

"""For each ruling, the smallest position on which its readings give different results; if no turn looks it up, its case. Also
compares two rulesets, and a ruleset with itself without one of its rules, one change at a time."""

from collections.abc import Iterator, Sequence
from functools import partial

from model.rallyman.facts import DATA
from model.ruleset import Ruleset
from model.rulings import load_rulings
from verifier.changes import RULE, RULING, Change, changes, changes_without, other_readings
from verifier.checking import FOUND, GAVE_UP, PROVED, Checked, Control, controlled
from verifier.rallyman.answers import engine_result
from verifier.rallyman.check.differences import BOUND, Differences, Looked, under
from verifier.rallyman.check.matters import without_rule
from verifier.rallyman.check.record import record_of, result_text
from verifier.solving.witness import Search

ABOUT = "rulings"
KNOWN = "gas-then-same-gear"
"""A ruling whose readings are known to differ."""


def check_readings(ruleset: Ruleset) -> Iterator[Checked]:
    """SAT: a position with a turn that is legal under one reading only, or has another outcome; UNSAT: there is none within the
    bound.

    Each reading that is not in force, of every ruling; then both controls.
    """
    changes = [one for ruling in load_rulings(DATA).rulings for one in other_readings(DATA, ruleset, ruling)]
    yield from looked_for(ABOUT, ruleset, changes)


def looked_for(about: str, ruleset: Ruleset, changes: Sequence[Change]) -> Iterator[Checked]:
    """The result for each of these changes, with both controls."""
    differences = Differences(ruleset)

    def questions() -> Iterator[Checked]:
        if not changes:
            fact = "no difference: the same readings, numbers and options"
            yield Checked(about, "all rules", PROVED, "every ruling, parameter and option", fact)
        for change in changes:
            yield shown(about, ruleset, change, differences.find(change))

    yield from controlled(questions, control(differences), BOUND)


def shown(about: str, ruleset: Ruleset, change: Change, looked: Looked) -> Checked:
    """The result of searching for a change. The engine plays a witness under both rulesets."""
    if not looked.asked:
        return Checked(about, str(change), PROVED, BOUND, _unasked(change))
    if looked.witness is None:
        fact = looked.gave_up or "no difference"
        return Checked(about, str(change), GAVE_UP if looked.gave_up else PROVED, BOUND, fact)
    assert looked.both is not None
    setup, position, turn = looked.witness
    results = [engine_result(under(setup, rules), position, turn) for rules in looked.both]
    first, second = (result_text(turn, result) for result in results)
    fact = f"{change.before(ruleset)}: {first}; {change.value}: {second}"
    return Checked(about, str(change), FOUND, BOUND, fact, witness=record_of(setup, position, turn))


def _unasked(change: Change) -> str:
    """The text for a change that no turn looks up: for a ruling, the case that separates its readings."""
    said = "no turn depends on this"
    if change.kind == RULING:
        said += f"; the case that separates the readings: {load_rulings(DATA).rulings[change.name].separates}"
    return said


def control(differences: Differences) -> Control:
    """A change known to make a difference is found, and none is found where nothing changes."""

    def search(change: Change) -> Search[str]:
        looked = differences.find(change)
        return Search(None if looked.witness is None else "found", complete=not looked.gave_up)

    same = Change(DATA, RULING, KNOWN, differences.ruleset.readings[KNOWN])
    return Control(
        f"a known difference ({KNOWN})",
        partial(search, other_readings(DATA, differences.ruleset, KNOWN)[0]),
        "identical rulesets",
        partial(search, same),
    )


COMPARED = "two rulesets compared, one change at a time"


def compare(ruleset: Ruleset, other: Ruleset) -> Iterator[Checked]:
    """SAT: a position with a turn that is legal only with the change or only without it, or has another outcome; UNSAT: there is
    none within the bound.

    Checks each difference of the second ruleset separately, with both controls.
    """
    yield from looked_for(COMPARED, ruleset, list(changes(DATA, ruleset, other)))


def without(ruleset: Ruleset, name: str) -> Iterator[Checked]:
    """SAT: a position with a turn whose outcome differs without the rule; UNSAT: there is none within the bound.

    The effect of dropping one rule from a ruleset: a rule that forbids turns, an option that it has, a number that it sets, or a
    ruling. Raises `ModelError` for a name that is none of these, and for rules that cannot be dropped.
    """
    changed = changes_without(DATA, ruleset, name)
    if changed[0].kind == RULE:
        yield from without_rule(ruleset, changed[0].name)
    else:
        yield from looked_for(COMPARED, ruleset, changed)

"""What difference a change of the rules makes: a ruling read otherwise, a number, an option, a rule left out, or another ruleset.
Each is shown by a smallest position; for a ruling that no turn looks up, its case is named."""

from collections.abc import Iterator, Sequence
from functools import partial

from model.rallyman.facts import DATA
from model.ruleset import Ruleset
from model.rulings import load_rulings
from verifier.changes import RULE, RULING, Change, changes, changes_without, other_readings
from verifier.checking import PROVED, Checked, Finder, Found, Question, Witness, control, guarded
from verifier.rallyman.check.differences import BOUND, Differences
from verifier.rallyman.check.matters import without_rule
from verifier.solving.session import GaveUpError

READINGS = "rulings"
COMPARED = "two rulesets compared, one change at a time"
KNOWN = "gas-then-same-gear"
"""A ruling whose readings are known to differ."""


def check_readings(ruleset: Ruleset) -> Iterator[Checked]:
    """SAT: a position with a turn that is legal under one reading only, or has another outcome; UNSAT: there is none within the
    bound.

    Each reading that is not in force, of every ruling; then both controls.
    """
    every = [one for ruling in load_rulings(DATA).rulings for one in other_readings(DATA, ruleset, ruling)]
    yield from _looked_for(READINGS, ruleset, every)


def compare(ruleset: Ruleset, other: Ruleset) -> Iterator[Checked]:
    """SAT: a position with a turn that is legal only with the change or only without it, or has another outcome; UNSAT: there is
    none within the bound.

    Checks each difference of the second ruleset separately, with both controls.
    """
    yield from _looked_for(COMPARED, ruleset, list(changes(DATA, ruleset, other)))


def without(ruleset: Ruleset, name: str) -> Iterator[Checked]:
    """SAT: a position with a turn whose outcome differs without the rule; UNSAT: there is none within the bound.

    The effect of dropping one rule from a ruleset: a rule that forbids turns, an option that it has, a number that it sets, or a
    ruling. Raises `ModelError` for a name that is none of these, and for rules that cannot be dropped.
    """
    left_out = changes_without(DATA, ruleset, name)
    if left_out[0].kind == RULE:
        yield from without_rule(ruleset, left_out[0].name)
    else:
        yield from _looked_for(COMPARED, ruleset, left_out)


def finder(ruleset: Ruleset) -> Finder:
    """The search for a change of this ruleset."""
    return Differences(ruleset).find


def _looked_for(about: str, ruleset: Ruleset, wanted: Sequence[Change]) -> Iterator[Checked]:
    """The answer for each of these changes, with both controls."""
    find = Differences(ruleset).find_with_options

    def questions() -> Iterator[Checked]:
        if not wanted:
            fact = "no difference: the same readings, numbers and options"
            yield Question(about, "all rules", "every ruling, parameter and option").answer(PROVED, fact)
        for change in wanted:
            unasked = PROVED, _unasked(change)
            yield find(change).answer(about, str(change), partial(_fact, ruleset, change), unasked)

    yield from guarded(questions(), _controls(ruleset, find))


def _fact(ruleset: Ruleset, change: Change, found: Witness) -> str:
    first, second = found.results
    return f"{change.before(ruleset)}: {first}; {change.value}: {second}"


def _unasked(change: Change) -> str:
    """The text for a change that no turn looks up: for a ruling, the case that separates its readings."""
    said = "no turn depends on this"
    if change.kind == RULING:
        said += f"; the case that separates the readings: {load_rulings(DATA).rulings[change.name].separates}"
    return said


def _controls(ruleset: Ruleset, find: Finder) -> Iterator[Checked]:
    """A change known to make a difference is found, and none is found where nothing changes."""

    def search(change: Change) -> Found | None:
        looked = find(change)
        if looked.witness is not None:
            return Found("found")
        if looked.limit:
            raise GaveUpError(looked.limit)
        return None

    known = other_readings(DATA, ruleset, KNOWN)[0]
    yield control(f"a known difference ({KNOWN})", BOUND, partial(search, known))
    same = Change(DATA, RULING, KNOWN, ruleset.readings[KNOWN])
    yield control("identical rulesets", BOUND, partial(search, same), PROVED)

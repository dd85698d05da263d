"""What difference a change of the rules makes: a ruling read otherwise, a number, an option, a rule left out. Each is shown by a
smallest position; for a ruling that no turn looks up, its case is named."""

from collections.abc import Iterator
from functools import partial

from model.rallyman.facts import DATA
from model.ruleset import Ruleset, parameter
from model.rulings import load_rulings
from verifier.changes import RULING, Change, other_readings
from verifier.checking import PROVED, Checked, Finder, Found, Witness, control, guarded
from verifier.rallyman.check.anywhere import STAGE
from verifier.rallyman.check.differences import Differences, confirmed, plainest
from verifier.rallyman.check.small import FLATS, differ, played, small
from verifier.solving.circuit import FALSE

READINGS = "rulings"
KNOWN = "gas-then-same-gear"
"""A ruling whose readings are known to differ."""

FEW = f"{STAGE}, 1 car, 2 dice"


def check_readings(ruleset: Ruleset) -> Iterator[Checked]:
    """SAT: a position with a turn that is legal under one reading only, or has another outcome; UNSAT: none exists within the
    bound.

    Each reading that is not in force, of every ruling; then both controls.
    """
    yield from guarded(_questions(ruleset), controls(ruleset))


def finder(ruleset: Ruleset) -> Finder:
    """The search for a change of this ruleset."""
    return Differences(ruleset).find


def _questions(ruleset: Ruleset) -> Iterator[Checked]:
    """The answer about each reading that is not in force."""
    find = Differences(ruleset).find_with_options
    for ruling in load_rulings(DATA).rulings:
        for change in other_readings(DATA, ruleset, ruling):
            fact, unasked = partial(_fact, ruleset, change), _unasked(change)
            yield find(change).answer(READINGS, str(change), fact, unasked)


def _fact(ruleset: Ruleset, change: Change, found: Witness) -> str:
    first, second = found.results
    return f"{change.before(ruleset)}: {first}; {change.value}: {second}"


def _unasked(change: Change) -> str:
    """The text for a reading that no turn looks up: the case that separates the readings."""
    case = load_rulings(DATA).rulings[change.name].separates
    return f"no turn depends on this; the case that separates the readings: {case}"


def controls(ruleset: Ruleset) -> Iterator[Checked]:
    """A change known to make a difference is found, and none is found where nothing changes."""
    flats = parameter(DATA, ruleset, "max_flats_before_elimination")
    table = small(STAGE, 2, other=False, flats=min(FLATS, flats))
    made = played(table, ruleset)

    def search(change: Change) -> Found | None:
        other = change.applied(ruleset)
        difference = differ(table, made, played(table, other))
        if difference == FALSE:
            return None
        found = plainest(table, difference, ruleset, partial(confirmed, both=(ruleset, other)))
        return None if found is None else Found("found")

    known = other_readings(DATA, ruleset, KNOWN)[0]
    yield control(f"a known difference ({KNOWN})", FEW, partial(search, known))
    same = Change(DATA, RULING, KNOWN, ruleset.readings[KNOWN])
    yield control("identical rulesets", FEW, partial(search, same), PROVED)

"""What difference a change of the rules makes: a ruling read otherwise, a number, an option, a rule left out. Each is shown by a
smallest position; for a ruling that no turn looks up, its case is named."""

from collections.abc import Callable, Iterator
from functools import partial

from model.rallyman.facts import DATA
from model.ruleset import Ruleset, parameter
from verifier.rallyman.check.anywhere import STAGE
from verifier.rallyman.check.differences import Differences, confirmed, plainest
from verifier.rallyman.check.small import FLATS, differ, played, small
from verifier.rulesets.changes import RULING, Change, other_readings
from verifier.rulesets.checking import PROVED, Checked, Finder, Found, Looked, control
from verifier.sharing import Share, alone
from verifier.solving.circuit import FALSE

KNOWN = "gas-then-same-gear"
"""A ruling whose readings are known to differ."""

FEW = f"{STAGE}, 1 car, 2 dice"


def finder(ruleset: Ruleset, share: Share = alone) -> Finder:
    """The search for a change of this ruleset."""
    return Differences(ruleset, share).find


def reader(ruleset: Ruleset) -> Callable[[Change], Looked]:
    """The search for another reading, with further options in force if nothing depends on it otherwise."""
    return Differences(ruleset).find_with_options


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

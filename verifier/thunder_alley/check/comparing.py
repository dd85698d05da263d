"""The controls of the search for a difference: one that must be found, and two rulesets without one."""

from collections.abc import Iterator
from functools import partial

from model.ruleset import Ruleset
from model.thunder_alley.facts import DATA
from verifier.rulesets.changes import other_readings
from verifier.rulesets.checking import PROVED, Checked, Found, control
from verifier.thunder_alley.check.anywhere import Kind
from verifier.thunder_alley.check.differences import Differences
from verifier.thunder_alley.spec.play import SOLO

FEW = "2 cars, 2 MPs"


def controls(ruleset: Ruleset) -> Iterator[Checked]:
    """A known difference, which must be found, and identical rulesets, which must show none."""
    known = other_readings(DATA, ruleset, "reenter-start-space")[0]
    apart = Differences(Kind(SOLO), 2, 2, [ruleset, known.applied(ruleset), ruleset])

    def search(number: int) -> Found | None:
        return Found("found") if apart.smallest(number).witness else None

    yield control(f"a planted difference ({known.name})", FEW, partial(search, 1))
    yield control("identical rulesets", FEW, partial(search, 2), PROVED)

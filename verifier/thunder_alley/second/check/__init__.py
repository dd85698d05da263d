"""`check`: questions about all positions under a ruleset, and what came of each."""

from collections.abc import Iterator

from model.ruleset import Ruleset
from verifier.second import Checked


def check(ruleset: Ruleset) -> Iterator[Checked]:
    """Invariants, positions without a legal step, rules that never decide, rulings; the controls last."""
    from verifier.thunder_alley.second.check.invariants import check_invariants
    from verifier.thunder_alley.second.check.matters import check_matters
    from verifier.thunder_alley.second.check.readings import check_readings
    from verifier.thunder_alley.second.check.stuck import check_stuck

    controls: list[Checked] = []
    for part in (check_invariants, check_stuck, check_matters, check_readings):
        for one in part(ruleset):
            if one.about.startswith("controls"):
                controls.append(one)
            else:
                yield one
    yield from controls

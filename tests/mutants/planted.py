"""`python -m tests.mutants.planted`: mutants that a few checks must notice, each in a different way, and one that no check can
notice."""

import sys

from tests.mutants.engines import USUAL, engine_of
from tests.mutants.loading import prepare
from tests.mutants.mutations import every_mutant
from tests.mutants.nets import checks
from tests.mutants.reach import Reach
from tests.mutants.run import fates

CHECKS = ("bump@", "06-7-displacing@", "diagonal-into-a-car", "alone-solo-four", "riding-the-draft-fork")
"""Prefixes of the names of the checks."""

PLANTED = {
    ("bump", "_refusal", "left >= cost -> left > cost"): "cases",
    ("displacement", "pushed_aside", "beyond < 0 -> beyond <= 0"): "cases",
    ("judge", "walk", "len(begun) > MOST_WAYS -> len(begun) >= MOST_WAYS"): "",
    ("run", "", "3 -> 4"): "cases",
    ("search", "Tree.count", "1 -> 0"): "counts",
}
"""Module, function and mutation -> the net that notices it, empty for none."""


def main() -> int:
    """Prints the fate of each mutant; returns 1 if one is not as expected."""
    engine = engine_of(USUAL)
    chosen = [
        (source, mutant)
        for found in every_mutant(engine).values()
        for source, mutant in found
        if (*mutant.place_in_code, mutant.mutation) in PLANTED
    ]
    prepare(engine)
    asked = [check for check in checks(engine) if check.name.startswith(CHECKS)]
    reach = Reach(engine, asked, workers=1)
    came_to = {
        (*fate.mutant.place_in_code, fate.mutant.mutation): fate.net
        for fate in fates(chosen, reach, workers=1)
    }
    for (module, function, mutation), net in came_to.items():
        print(f"{module} {function}: {mutation}: {net or 'survives'}")
    return int(came_to != PLANTED)


if __name__ == "__main__":
    sys.exit(main())

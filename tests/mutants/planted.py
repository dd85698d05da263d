"""`python -m tests.mutants.planted`: mutants that a few checks must notice, each in another way, and one that nothing can."""

import sys

from tests.mutants.loading import prepare
from tests.mutants.mutations import mutants, sources, used_outside
from tests.mutants.nets import checks
from tests.mutants.reach import Reach
from tests.mutants.run import fates
from tests.mutants.wording import Wording

CHECKS = ("ta-bump-", "ta-6.7-", "diagonal-into-a-car", "alone-solo-four", "riding-the-draft-fork")
"""How the names of the checks begin."""

PLANTED = {
    ("bump", "_refusal", "left >= cost -> left > cost"): "cases",
    ("displacement", "pushed_aside", "beyond < 0 -> beyond <= 0"): "cases",
    ("readings", "compile_readings", "256 -> 257"): "",
    ("bump", "", "3 -> 4"): "cases",
    ("search", "Tree.count", "1 -> 0"): "counts",
}
"""Module, function and mutation -> the net that notices it, empty for none."""


def main() -> int:
    """Prints what became of them. 1 if that is not what it should be."""
    known = sources()
    wording = Wording({name: source.tree for name, source in known.items()}, used_outside())
    chosen = [
        (source, mutant)
        for source in known.values()
        for mutant in mutants(source, wording)
        if (*mutant.place_in_code, mutant.mutation) in PLANTED
    ]
    prepare()
    reach = Reach([check for check in checks() if check.name.startswith(CHECKS)], workers=1)
    found = {
        (*fate.mutant.place_in_code, fate.mutant.mutation): fate.net
        for fate in fates(chosen, reach, workers=1)
    }
    for (module, function, mutation), net in found.items():
        print(f"{module} {function}: {mutation}: {net or 'survives'}")
    return int(found != PLANTED)


if __name__ == "__main__":
    sys.exit(main())

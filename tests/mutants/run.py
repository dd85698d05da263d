"""Runs every mutant against the nets until one notices it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tests.mutants.children import TooLong, each, within
from tests.mutants.loading import alter
from tests.mutants.mutations import Mutant, Source
from tests.mutants.reach import Reach

GRACE = 2.0
"""CPU seconds that a check may take beyond what it takes while it is watched; what goes on for longer never ends."""

DIED, NEVER_ENDS, LOADING = "died", "never ends", "loading"
"""What notices a mutant beside the nets."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: the net and the check that noticed it, both empty if none did. `checks` is how many were run."""

    mutant: Mutant
    net: str = ""
    check: str = ""
    checks: int = 0

    @property
    def survived(self) -> bool:
        """Whether nothing has noticed it."""
        return not self.net


def fates(chosen: Iterable[tuple[Source, Mutant]], reach: Reach, workers: int) -> Iterator[Fate]:
    """What becomes of each of these mutants, in order."""
    mutants = list(chosen)
    works = [_trying(source, mutant, reach) for source, mutant in mutants]
    for (_, mutant), said in zip(mutants, each(works, workers), strict=True):
        net, check, number = said or (DIED, "", 0)
        yield Fate(mutant, net, check, number)


def _trying(source: Source, mutant: Mutant, reach: Reach) -> Callable[[], tuple[str, str, int]]:
    def work() -> tuple[str, str, int]:
        again = reach.at_loading(source.name, mutant.lines)
        try:
            within(GRACE, lambda: alter(source.name, source.path, source.mutated(mutant), again=again))
        except (Exception, TooLong):
            return LOADING, "", 0
        numbers = reach.asked(source.name, mutant.lines)
        for done, number in enumerate(numbers, 1):
            check = reach.checks[number]
            try:
                holds = within(reach.seconds(number) + GRACE, check.holds)
            except TooLong:
                return NEVER_ENDS, f"{check.net} {check.name}", done
            except (Exception, SystemExit):
                holds = False
            if not holds:
                return check.net, check.name, done
        return "", "", len(numbers)

    return work

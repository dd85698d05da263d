"""Runs every mutant against the nets until one notices it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from tests.mutants.children import TooLong, each, within
from tests.mutants.loading import alter
from tests.mutants.mutations import Mutant, Source
from tests.mutants.reach import Reach

GRACE = 2.0
"""CPU seconds that a check may take beyond its time while watched; a check that exceeds them counts as endless."""

DIED, NEVER_ENDS, LOADING = "died", "never ends", "loading"
"""The checks that notice a mutant apart from the nets."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: the net and the check that noticed it, both empty if none did. `checks` is how many ran."""

    mutant: Mutant
    net: str = ""
    check: str = ""
    checks: int = 0

    @property
    def survived(self) -> bool:
        """Whether no check has noticed it."""
        return not self.net


def fates(chosen: Iterable[tuple[Source, Mutant]], reach: Reach, workers: int) -> Iterator[Fate]:
    """The fate of each of these mutants, in order. Checks that have noticed others of the same function run first."""
    mutants = list(chosen)
    often: dict[tuple[str, str], Counter[int]] = {}
    works = [
        _trying(source, mutant, reach, often.setdefault(mutant.place_in_code, Counter()))
        for source, mutant in mutants
    ]
    for (_, mutant), said in zip(mutants, each(works, workers), strict=True):
        net, number, done = said or (DIED, None, 0)
        if number is not None:
            often[mutant.place_in_code][number] += 1
        yield Fate(mutant, net, reach.checks[number].name if number is not None else "", done)


Said = tuple[str, int | None, int]
"""The net that has noticed a mutant, the number of the check, the number of checks run."""


def _trying(source: Source, mutant: Mutant, reach: Reach, often: Mapping[int, int]) -> Callable[[], Said]:
    def work() -> Said:
        try:
            within(GRACE, lambda: alter(source, source.mutated(mutant)))
        except (Exception, TooLong):
            return LOADING, None, 0
        numbers = reach.asked(source.name, mutant.lines, often)
        for done, number in enumerate(numbers, 1):
            check = reach.checks[number]
            try:
                holds = within(reach.seconds(number) + GRACE, check.holds)
            except TooLong:
                return NEVER_ENDS, number, done
            except (Exception, SystemExit):
                holds = False
            if not holds:
                return check.net, number, done
        return "", None, len(numbers)

    return work

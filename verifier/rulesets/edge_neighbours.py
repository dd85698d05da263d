"""Edge cases among the neighbours of a case: for decisions with more facts than can be left open at once."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from model.ruleset import Ruleset
from model.values import replace, value
from verifier.rulesets.edges import Case, DifferError, pair_of, works
from verifier.rulesets.goals import ANYTHING, DIFFERS, GAVE_UP, REACHED, UNREACHABLE, Goal, Side, Subject

NO_NEIGHBOUR = "no neighbour in which it is not at work"


@value
class Seed:
    """A case in which a subject is at work, and its neighbours, plainest first: each with the fact in which it differs."""

    case: Case
    neighbours: Callable[[], Iterable[tuple[str, Case]]]


def near(goal: Goal, subject: Subject, ruleset: Ruleset, seeds: Sequence[Seed], limit: str) -> Iterator[Goal]:
    """The goals of a subject, one for each fact in which its cases have neighbours. `limit`: why there may be cases even if there
    is no seed."""
    if not seeds:
        yield replace(goal, fact=ANYTHING, outcome=GAVE_UP if limit else UNREACHABLE, limit=limit)
    found: dict[str, tuple[Side, ...]] = {}
    for seed in seeds:
        every = list(seed.neighbours())
        legal = [_legal(case, ruleset) for _, case in every]
        for wanted in (True, False):
            for (fact, case), known in zip(every, legal, strict=True):
                if found.setdefault(fact, ()) or known is not wanted:
                    continue
                try:
                    if works(case, subject, ruleset, by_spec=False) is False:
                        found[fact] = pair_of(seed.case, case, subject, ruleset) or ()
                except DifferError as error:
                    yield replace(goal, fact=fact, outcome=DIFFERS, sides=(Side("", error.record),))
    for fact, sides in found.items():
        outcome, why = (REACHED, "") if sides else (GAVE_UP, NO_NEIGHBOUR)
        yield replace(goal, fact=fact, outcome=outcome, limit=why, sides=sides)


def _legal(case: Case, ruleset: Ruleset) -> bool | None:
    result = case.by_engine(ruleset)
    return None if result is None else not result.rule

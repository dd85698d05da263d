"""What difference a change of the rules makes: a ruling read otherwise, a number, an option, a rule left out.

A change is looked for among moves from any position of up to 4 cars (by the solver, which proves it if there is none), then among
what happens after a move (every small position), then in small positions of the other chapters, then in small races. Both judges
play each witness under both rulesets before it is shown.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from model.ruleset import Ruleset
from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from verifier.changes import Change, other_readings
from verifier.checking import (
    PROVED,
    Checked,
    Found,
    Looked,
    Witness,
    control,
    guarded,
)
from verifier.thunder_alley.check import differences, settled
from verifier.thunder_alley.check.any_move import AnyMove
from verifier.thunder_alley.check.anywhere import Kind
from verifier.thunder_alley.check.differences import BOUND, Differences, Sought
from verifier.thunder_alley.spec.play import SOLO

READINGS = "rulings about an activation"
FEW = "2 cars, 2 MPs"


def check_readings(ruleset: Ruleset) -> Iterator[Checked]:
    """SAT: a position with a move that is legal under one reading only, or leads to different positions; UNSAT: none exists
    within the bound.

    Each reading that is not in force, of every ruling that an activation consults; with both controls.
    """
    yield from guarded(_readings(ruleset), controls(ruleset))


def _looked(
    look: Callable[[Ruleset, Sequence[Sought]], object],
    bound: str,
    ruleset: Ruleset,
    searched: Sequence[Change],
) -> list[Looked]:
    sought = [Sought.by(ruleset, change) for change in searched]
    look(ruleset, sought)
    return [one.looked(bound) for one in sought]


_among_moves = partial(_looked, differences.look, BOUND)
_after_moves = partial(_looked, settled.look, settled.BOUND)


def _readings(ruleset: Ruleset) -> Iterator[Checked]:
    """Each reading; all together, since the moves under the ruleset itself are the same for all."""
    every = [one for ruling in load_rulings(DATA).rulings for one in other_readings(DATA, ruleset, ruling)]
    looked = dict(zip(map(str, every), _among_moves(ruleset, every), strict=True))
    rest = [change for change in every if not looked[str(change)].asked]
    looked |= zip(map(str, rest), _after_moves(ruleset, rest), strict=True)
    for name, one in looked.items():
        if one.asked:
            yield _answer(name, one)


def _answer(name: str, looked: Looked) -> Checked:
    """The answer about a reading."""

    def fact(found: Witness) -> str:
        smallest = " (a smaller position is not ruled out)" if looked.limit else ""
        return f"{found.size}: {found.results[0]}; under this reading {found.results[1]}{smallest}"

    return looked.answer(READINGS, name, fact)


def controls(ruleset: Ruleset) -> Iterator[Checked]:
    """A known difference, which must be found, and identical rulesets, which must show none."""
    known = other_readings(DATA, ruleset, "reenter-start-space")[0]
    moves = AnyMove(Kind(SOLO), 2, 2, [ruleset, known.applied(ruleset), ruleset])
    apart = Differences(moves, (1, 2))

    def search(number: int) -> Found | None:
        return Found("found") if apart.smallest(number).witness else None

    yield control(f"a planted difference ({known.name})", FEW, partial(search, 1))
    yield control("identical rulesets", FEW, partial(search, 2), PROVED)

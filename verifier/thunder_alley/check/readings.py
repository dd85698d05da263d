"""For each ruling about an activation: the smallest position on which its readings give different results.

Fewest cars first, then MPs, then sectors from the first car to the last.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from model.asked import recording
from model.ruleset import Ruleset
from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from verifier.checking import GAVE_UP, PROVED, Checked, Control, controlled
from verifier.solving.session import GaveUpError
from verifier.solving.witness import Search
from verifier.thunder_alley.check.any_move import SECTORS, AnyMove
from verifier.thunder_alley.check.anywhere import Kind, movements
from verifier.thunder_alley.check.differences import Differences, Witness, shown
from verifier.thunder_alley.check.settled import BOUND as LAID
from verifier.thunder_alley.check.settled import Other, look
from verifier.thunder_alley.spec.play import SOLO

ABOUT = "rulings about an activation"

SIZES = ((1, 3), (2, 3), (2, 7), (3, 3), (3, 6), (4, 4))
"""Numbers of cars and MPs of the positions that are searched, smallest first."""

BOUND = f"up to 3 cars with 6 MPs, 4 cars with 4 MPs, {SECTORS} sectors"
FEW = "2 cars, 2 MPs"
UNDER = "under this reading"


@dataclass(slots=True)
class _Open:
    """A reading that still needs a witness, the movements that consult its ruling, and why the search ended."""

    ruling: str
    reading: str
    asked: set[Kind] = field(default_factory=set)
    gave_up: str = ""
    found: Witness | None = None
    smallest: bool = True


def check_readings(ruleset: Ruleset) -> Iterator[Checked]:
    """SAT: a position with a move that is legal under one reading only, or leads to different positions; UNSAT: there is none
    within the bound.

    Each reading that is not in force, of every ruling that an activation consults; with both controls.
    """
    yield from controlled(partial(_questions, ruleset), control(ruleset), FEW)


def _questions(ruleset: Ruleset) -> Iterator[Checked]:
    pending = [
        _Open(ruling.id, reading)
        for ruling in load_rulings(DATA).rulings.values()
        for reading in ruling.readings
        if reading != ruleset.readings.get(ruling.id) and not ruling.readings[reading].unmodelled
    ]
    for cars, most in SIZES:
        for kind in movements():
            left = [one for one in pending if one.found is None and (cars <= 2 or kind in one.asked)]
            if left:
                _look(ruleset, kind, cars, most, left)
    rest = {
        (one.ruling, one.reading): Other(one.ruling, with_reading(ruleset, one.ruling, one.reading))
        for one in pending
        if not one.asked
    }
    look(ruleset, list(rest.values()))
    for one in pending:
        name = f"{one.ruling} = {one.reading}"
        if one.found is not None:
            yield shown(ABOUT, name, BOUND, one.found, UNDER, smallest=one.smallest)
        elif one.gave_up:
            yield Checked(ABOUT, name, GAVE_UP, BOUND, f"limit: {one.gave_up}")
        elif one.asked:
            yield Checked(ABOUT, name, PROVED, BOUND, "no difference")
        elif (settled := rest[one.ruling, one.reading]).found is not None:
            yield shown(ABOUT, name, LAID, settled.found, UNDER)
        elif settled.asked:
            yield Checked(ABOUT, name, PROVED, LAID, "no difference")


def _look(ruleset: Ruleset, kind: Kind, cars: int, most: int, pending: Sequence[_Open]) -> None:
    """Searches all positions with this many cars and one kind of movement, for every reading that the movement consults."""
    noted, asked, _ = recording(ruleset)
    others = [with_reading(ruleset, one.ruling, one.reading) for one in pending]
    moves = AnyMove(kind, cars, most, [noted, *others])
    moves.under(0)
    numbers = [number for number, one in enumerate(pending, 1) if one.ruling in asked.asked]
    if not numbers:
        return
    moves.rulesets = (ruleset, *others)
    differences = Differences(moves, numbers)
    for number in numbers:
        one = pending[number - 1]
        one.asked.add(kind)
        try:
            search = differences.smallest(number)
        except GaveUpError as error:
            one.gave_up = error.limit
        else:
            one.found, one.smallest = search.witness, search.complete and not one.gave_up


def with_reading(ruleset: Ruleset, ruling: str, reading: str) -> Ruleset:
    """The ruleset with one ruling read differently."""
    return replace(ruleset, readings={**ruleset.readings, ruling: reading})


def control(ruleset: Ruleset) -> Control:
    """A known difference, which must be found, and identical rulesets, which must show none."""
    start = "start-counts-as-entered"
    other = "start-may-be-reentered-once" if ruleset.readings["reenter-start-space"] == start else start
    changed = with_reading(ruleset, "reenter-start-space", other)
    moves = AnyMove(Kind(SOLO), 2, 2, [ruleset, changed, ruleset])
    differences = Differences(moves, (1, 2))

    def search(number: int) -> Search[str]:
        found = differences.smallest(number)
        return Search("found" if found.witness else None, complete=found.complete)

    return Control(
        "a planted difference (reenter-start-space)",
        partial(search, 1),
        "identical rulesets",
        partial(search, 2),
    )

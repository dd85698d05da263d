"""Compares two rulesets by witnesses: what is legal under only one of them, and what leads to different positions."""

from collections.abc import Iterator, Sequence
from functools import partial

from model.asked import recording
from model.ruleset import Ruleset
from verifier.checking import GAVE_UP, PROVED, Checked, controlled
from verifier.solving.session import GaveUpError
from verifier.thunder_alley.check.any_move import AnyMove
from verifier.thunder_alley.check.anywhere import movements
from verifier.thunder_alley.check.differences import WAYS, Differences, Witness, shown
from verifier.thunder_alley.check.readings import BOUND, FEW, SIZES, control, with_reading
from verifier.thunder_alley.check.settled import BOUND as LAID
from verifier.thunder_alley.check.settled import Other, look

ABOUT = "two rulesets compared"


def compare(ruleset: Ruleset, other: Ruleset) -> Iterator[Checked]:
    """SAT: a position with a move that is legal under one ruleset only, or leads to different positions; UNSAT: there is none
    within the bound.

    How the moves of an activation differ under two rulesets; with both controls.
    """
    yield from controlled(partial(_questions, ruleset, other), control(ruleset), FEW)


def _questions(ruleset: Ruleset, other: Ruleset) -> Iterator[Checked]:
    found: dict[str, Witness] = {}
    gave_up: dict[str, str] = {}
    noted, asked, _ = recording(ruleset)
    for cars, most in SIZES:
        for kind in movements():
            pending = [way for way in WAYS if way not in found]
            if not pending:
                break
            moves = AnyMove(kind, cars, most, [noted, other])
            moves.rulesets = (ruleset, other)
            differences = Differences(moves, [1])
            for way in pending:
                try:
                    search = differences.smallest(1, [way])
                except GaveUpError as error:
                    gave_up[way] = error.limit
                else:
                    found |= {way: search.witness} if search.witness is not None else {}
    for way in WAYS:
        if way in found:
            yield shown(ABOUT, way, BOUND, found[way], "under the other", smallest=way not in gave_up)
        elif way in gave_up:
            yield Checked(ABOUT, way, GAVE_UP, BOUND, f"limit: {gave_up[way]}")
        else:
            yield Checked(ABOUT, way, PROVED, BOUND, "no difference")
    readings = ruleset.readings.items()
    yield from _settled(
        ruleset, other, [id for id, one in readings if other.readings[id] != one and id not in asked.asked]
    )


def _settled(ruleset: Ruleset, other: Ruleset, apart: Sequence[str]) -> Iterator[Checked]:
    """Each ruling that is read differently and only takes effect once a movement is over."""
    pending = {id: Other(id, with_reading(ruleset, id, other.readings[id])) for id in apart}
    look(ruleset, list(pending.values()))
    for id, one in pending.items():
        name = f"{id} = {other.readings[id]}"
        if one.found is not None:
            yield shown(ABOUT, name, LAID, one.found, "under the other")

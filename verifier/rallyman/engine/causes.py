"""Why control was lost or a driver is out, in words: the rules that cause it and the numbers of the step."""

from model.rallyman.facts import FINISH
from model.rallyman.position import Setup
from verifier.rallyman.engine.bumps import gears_over
from verifier.rallyman.engine.corners import note_text
from verifier.rallyman.engine.road import is_bump, ranks
from verifier.rallyman.engine.terms import Run

CAUSES = {
    "RM-7.1": ("RM-4.9", "RM-15.5", "RM-5.8"),
    "RM-9.10": ("RM-9.15",),
    "RM-9.12": ("RM-7.2", "RM-9.15"),
    "RM-9.13": ("RM-9.15",),
    "RM-11.3": ("RM-7.3",),
    "RM-11.4": ("RM-7.3",),
}
"""Causes of a loss of control, with further rules that state the same."""

REASONS = {
    "RM-4.9": "all symbols of one turn count together",
    "RM-5.8": "an attack loses control at the symbol that reaches the limit",
    "RM-7.1": "so many symbols in one turn cost control",
    "RM-7.2": "a corner entered too fast costs control",
    "RM-7.3": "a jump that is too fast costs control",
    "RM-9.12": "a car above the note of its space loses control there",
    "RM-9.13": "a driver more than two gears above the highest note of the corner is out",
    "RM-9.10": "a driver with so many flats is out",
    "RM-9.15": "in a corner the cut card comes first, then flats, speed and symbols",
    "RM-11.3": "one gear over the note, a symbol on the die costs control",
    "RM-11.4": "two or more gears over the note, control is always lost",
    "RM-15.5": "with asphalt tyres on snow fewer symbols cost control",
}
"""What each of these rules demands."""


def what_happened(setup: Setup, run: Run) -> str:
    """The numbers of a loss of control or an elimination on the last step, and where it was: `gear 5 on k1i with note 3: control
    is lost on k1i`."""
    cause, space = run.eliminated or run.loss, run.car.space
    what = "the driver is eliminated" if run.eliminated else "control is lost"
    where = f"on {space}" if space != FINISH else "while crossing the finish"
    return f"{_numbers(setup, run, cause)}: {what} {where}"


def _numbers(setup: Setup, run: Run, cause: str) -> str:
    gear, space = run.car.gear, setup.stage.index.get(run.ends[-1])
    if cause in ("RM-9.12", "RM-9.13") and space is not None:
        return f"gear {gear} on {space.id} with note {note_text(setup, run, space)}"
    if cause == "RM-9.10":
        return f"{run.car.flats} flats"
    if cause in ("RM-11.3", "RM-11.4"):
        bump = _bump(setup, run, 1 if cause == "RM-11.3" else 2)
        shown = " and a symbol on the die" if cause == "RM-11.3" else ""
        return f"gear {gear} over bump {bump} with note {setup.stage.index[bump].note}{shown}"
    return f"{run.symbols} symbols"


def _bump(setup: Setup, run: Run, over: int) -> str:
    """The first bump of the last step that the car met this many gears above its note; no way leads around a bump."""
    rank = ranks(setup.stage)
    before = run.ends[-2] if len(run.ends) > 1 else run.before.car(run.car.driver).space
    fast = [
        one
        for one in setup.stage.index
        if is_bump(setup.stage, one)
        and rank[before] > rank[one] >= rank[run.ends[-1]]
        and gears_over(setup, run.car.gear, one) >= over
    ]
    return max(fast, key=lambda one: rank[one])

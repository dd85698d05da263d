"""Which rules decide where a car stands at the end of its turn."""

from model.rallyman.facts import FINISH, START
from model.rallyman.position import ELIMINATED, Setup
from model.rallyman.stage import CORNER
from verifier.rallyman.engine.bumps import Way, bump_rule
from verifier.rallyman.engine.corners import corner_rules
from verifier.rallyman.engine.road import is_bump
from verifier.rallyman.engine.terms import Run

OUT = ("RM-9.13", "RM-9.10", "RM-8.5")
PUT = ("RM-7.10", "RM-7.11")
"""Rules that put a car elsewhere in its corner, whatever step led there."""
NO_STEP = ("RM-12.8", "RM-4.13", "RM-10.3")


def step_rules(setup: Setup, run: Run, road: Way) -> tuple[str, ...]:
    """The rules that decide where a step ends, the decisive one first; `run` is the turn before it."""
    before, end = run.car.space, road.end
    space = setup.stage.index.get(end)
    corner = corner_rules(space, before, setup) if space is not None and space.kind == CORNER else ()
    attack = ("RM-5.5",) if run.attack else ()
    home = ("RM-13.1",) if end == FINISH else ()
    if road.jumped:
        bumps = dict.fromkeys(bump_rule(over) for over in road.over)
        return (*home, "RM-11.5", *bumps, *corner, "RM-4.1", *attack)
    left = ("RM-3.1",) if before == START else ("RM-11.6",) if is_bump(setup.stage, before) else ()
    if is_bump(setup.stage, end):
        return ("RM-11.5", "RM-11.1", "RM-4.1", *left, *attack)
    return (*home, "RM-4.1", *corner, *left, *attack)


def space_rules(run: Run) -> tuple[str, ...]:
    """The rules that decide where the car stands once its turn is over, the decisive one first: those of a loss of control, else
    of its last step."""
    if run.car.status == ELIMINATED:
        return tuple(rule for rule in OUT if rule in run.rules) or (run.eliminated,)
    if not run.ends:
        rules = ("RM-7.9",) if run.restart == "RM-7.9" else ()
        return (*rules, *(rule for rule in NO_STEP if rule in run.rules))
    put = tuple(rule for rule in PUT if rule in run.rules)
    if put:
        return put
    restart = ("RM-7.9",) if run.restart == "RM-7.9" and len(run.ends) == 1 else ()
    reached = (*run.reached, *restart)
    if "RM-7.6" in run.rules:
        return ("RM-7.6",) if run.car.space != run.ends[-1] else ("RM-7.6", "RM-7.4", *reached)
    return ("RM-7.4", "RM-7.7", *reached) if "RM-7.7" in run.rules else reached

"""The rules that decide where a step ends."""

from model.rallyman.facts import FINISH, START
from model.rallyman.position import Setup
from model.rallyman.stage import CORNER
from verifier.rallyman.engine.bumps import Way, bump_rule
from verifier.rallyman.engine.corners import corner_rules
from verifier.rallyman.engine.road import is_bump
from verifier.rallyman.engine.terms import Run


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

"""What would have been legal in place of a refused turn."""

from dataclasses import replace

from model.rallyman.facts import CUTS, EVENTS
from model.rallyman.moves import AT_LINE, ATTACK, BLOCKED, CLEAR, ELIMINATED, Die, Step, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.stage import DRIFT, INSIDE, SHORTCUT
from verifier.findings import Breach
from verifier.rallyman.engine.steps import take
from verifier.rallyman.engine.terms import Run
from verifier.rallyman.engine.turn import DICE, can_advance, started
from verifier.rallyman.notation.write import step_text

SHOWN = 6
"""So many alternatives are named."""


def legal_instead(setup: Setup, position: Position, turn: Turn, breach: Breach) -> tuple[str, ...]:
    """Other dice for the step that broke a rule, or other words for a turn that broke one as a whole."""
    if turn.driver != position.next:
        return (f"the turn of {position.next}",) if position.next else ()
    if turn.mode == ATTACK and breach.step == 0:
        return ()
    if breach.rule == "RM-7.8" and breach.step:
        return ("end the turn there",)
    if breach.token == "loss":
        return ()
    if (
        breach.token is None
        and turn.steps
        and breach.step == len(turn.steps)
        and _is_loss(setup, position, turn)
    ):
        ends = {ELIMINATED: ("*out",), AT_LINE: ("*line",)}.get(breach.rule)
        return ends or tuple(f"*{event}" for event in EVENTS)
    run = started(
        setup,
        position,
        replace(
            turn, mode="basic" if turn.mode == BLOCKED else turn.mode, steps=turn.steps or (Step(Die("1")),)
        ),
    )
    if not isinstance(run, Run):
        return ()
    for step in turn.steps[: max(0, breach.step - 1)]:
        done = take(setup, run, step)
        if not isinstance(done, Run):
            return ()
        run = done
    return steps_from(setup, run) or (("blocked",) if not run.ends and not can_advance(setup, run) else ())


def _is_loss(setup: Setup, position: Position, turn: Turn) -> bool:
    """Whether the dice of a turn can all be used and cost control."""
    run = started(setup, position, turn)
    for step in turn.steps:
        if not isinstance(run, Run):
            return False
        run = take(setup, run, step)
    return isinstance(run, Run) and bool(run.loss or run.eliminated)


def steps_from(setup: Setup, run: Run) -> tuple[str, ...]:
    """The dice that could be used next, each with the lines open to it; those that cost control at once are left out if others
    do not."""
    good: list[str] = []
    bad: list[str] = []
    for name in DICE:
        seen: set[str] = set()
        for line in (INSIDE, DRIFT, SHORTCUT, None):
            step = Step(Die(name, CLEAR), line, CUTS[0] if line == SHORTCUT else None)
            done = take(setup, run, step)
            if isinstance(done, Run) and done.ends[-1] not in seen:
                seen.add(done.ends[-1])
                (bad if done.loss or done.eliminated else good).append(step_text(step))
    return tuple((good or bad)[:SHOWN])

"""What would have been legal in place of a refused turn."""

from itertools import islice

from model.rallyman.facts import CUTS
from model.rallyman.moves import ATTACK, BLOCKED, CLEAR, Die, Step, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.stage import SHORTCUT
from model.values import replace
from verifier.findings import Breach
from verifier.rallyman.engine.listing import endings, selections
from verifier.rallyman.engine.road import lines_from
from verifier.rallyman.engine.steps import take
from verifier.rallyman.engine.terms import Run
from verifier.rallyman.engine.turn import DICE, begin, can_advance, started, with_wheel
from verifier.rallyman.notation.write import loss_text, step_text

SHOWN = 6
"""So many alternatives are named."""


def legal_instead(setup: Setup, position: Position, turn: Turn, breach: Breach) -> tuple[str, ...]:
    """Other dice for the step that broke a rule, or other words for a turn that broke one as a whole."""
    if turn.driver != position.next:
        return (f"the turn of {position.next}",) if position.next else ()
    if turn.mode == ATTACK and breach.step == 0:
        return _rolls(setup, position, turn) if breach.rule in ("RM-5.2", "RM-5.3") else ()
    if turn.steps and breach.step == len(turn.steps) and breach.token in (None, "loss"):
        lost = _lost(setup, position, turn)
        if lost is not None or breach.token == "loss":
            return tuple(loss_text(loss, cut) for loss, cut in endings(setup, lost)) if lost else ()
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
    if run.over:
        return ("end the turn there",)
    return steps_from(setup, run) or (("blocked",) if not run.ends and not can_advance(setup, run) else ())


def _rolls(setup: Setup, position: Position, turn: Turn) -> tuple[str, ...]:
    """Dice that may be rolled together."""
    run = begin(setup, position, turn.driver, attack=True)
    if run is None:
        return ()
    run = with_wheel(setup, run) if turn.wheel else run
    return tuple(f"roll {' '.join(names)}" for names in islice(selections(setup, run), SHOWN))


def _lost(setup: Setup, position: Position, turn: Turn) -> Run | None:
    """The turn after its dice, if they can all be used and cost control."""
    run = started(setup, position, turn)
    for step in turn.steps:
        if not isinstance(run, Run):
            return None
        run = take(setup, run, step)
    return run if isinstance(run, Run) and (run.loss or run.eliminated) else None


def steps_from(setup: Setup, run: Run) -> tuple[str, ...]:
    """The dice that could be used next in a turn that is not over, each with the lines open to it; those that cost control at
    once are left out if others do not."""
    good: list[str] = []
    bad: list[str] = []
    for name in DICE:
        seen: set[str] = set()
        for line in lines_from(setup.stage, run.car.space):
            step = Step(Die(name, CLEAR), line, CUTS[0] if line == SHORTCUT else None)
            done = take(setup, run, step)
            if isinstance(done, Run) and done.ends[-1] not in seen:
                seen.add(done.ends[-1])
                (bad if done.loss or done.eliminated else good).append(step_text(step))
    return tuple((good or bad)[:SHOWN])

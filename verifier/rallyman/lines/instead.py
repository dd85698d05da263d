"""Legal alternatives to a refused turn."""

from collections.abc import Sequence
from itertools import islice

from model.rallyman.facts import CUTS, GAS
from model.rallyman.moves import ATTACK, UNKNOWN, Die, Step, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.stage import CORNER, SHORTCUT
from model.rallyman.standing import Standing
from model.values import replace
from verifier.findings import Breach
from verifier.rallyman.engine.attack import best_end, rolled
from verifier.rallyman.engine.bumps import Way
from verifier.rallyman.engine.corners import note_text
from verifier.rallyman.engine.door import judge
from verifier.rallyman.engine.listing import endings, selections
from verifier.rallyman.engine.road import lines_from
from verifier.rallyman.engine.steps import along_lines, road_of, take
from verifier.rallyman.engine.terms import LANDING, ROUND, Breaches, Outcome, Run
from verifier.rallyman.engine.turn import DICE, begin, can_advance, play, run_before, with_wheel
from verifier.rallyman.lines.write import loss_text, step_text, turn_text

OF_SPEED = ("RM-9.12", "RM-9.13")
"""Causes of a loss of control that depend on the line taken."""

OF_LINES = (*OF_SPEED, "RM-4.1", "RM-9.1", "RM-9.3", "RM-9.4", "RM-9.5", "RM-9.6", "RM-11.5")
"""Rules whose findings are about the line taken."""

SHOWN = 6
"""The most alternatives that are named."""


def mended(setup: Setup, position: Position, turn: Turn, breach: Breach) -> tuple[tuple[str, ...], str]:
    """Legal alternatives to a refused turn, and its lines; none if only a stated space or round is wrong."""
    if breach.token in (LANDING, ROUND):
        return (), ""
    return legal_instead(setup, position, turn, breach), lines_help(setup, position, turn, breach)


def legal_instead(setup: Setup, position: Position, turn: Turn, breach: Breach) -> tuple[str, ...]:
    """Other dice for the step that broke a rule, or other wording for a turn that broke one as a whole."""
    if turn.driver != position.next:
        return (f"the turn of {position.next}",) if position.next else ()
    if breach.token == "sisu":
        return _without_sisu(setup, position, turn, breach.step)
    if breach.rule == "RM-5.11" and breach.step:
        return _handing_in(setup, position, turn, breach.step)
    if turn.mode == ATTACK and breach.step == 0:
        return _rolls(setup, position, turn) if breach.rule in ("RM-5.2", "RM-5.3") else ()
    if turn.steps and breach.step == len(turn.steps) and breach.token in (None, "loss"):
        lost = _lost(setup, position, turn)
        if lost is not None or breach.token == "loss":
            if lost is None:
                return ()
            if turn.loss is not None:
                return (*_with_sisu(setup, position, turn), *_endings(setup, lost))
            kept = lines_kept(setup, position, turn, breach.step)
            text = turn_text(replace(turn, card=None)) if turn.mode == ATTACK else step_text(turn.steps[-1])
            ended = (f"{text} {ending}" for ending in _endings(setup, lost))
            return (*kept, *_with_sisu(setup, position, turn), *ended)
    run = run_before(setup, position, turn, breach.step)
    if run is None:
        return ()
    if run.loss or run.eliminated:
        return _ended_before(setup, position, turn, breach.step, run)
    if run.over:
        return ("end the turn there",)
    refused = turn.steps[breach.step - 1].die.name if 0 < breach.step <= len(turn.steps) else ""
    names = [die.name for die in rolled(turn)[max(0, breach.step - 1) :]]
    any_die = turn.mode != ATTACK or UNKNOWN in names
    return _steps_from(setup, run, refused, DICE if any_die else names) or (
        ("blocked",) if not run.ends and not can_advance(setup, run) else ()
    )


def lines_kept(setup: Setup, position: Position, turn: Turn, number: int) -> tuple[str, ...]:
    """For a die that is too fast on its line: the same die on other lines that keep control and let the dice left of an attack be
    used up."""
    rest = [die.name for die in (*(step.die for step in turn.steps[number:]), *turn.unused)]
    run, step = run_before(setup, position, turn, number), turn.steps[number - 1]
    lost = take(setup, run, step) if run is not None else None
    if run is None or not isinstance(lost, Run) or (lost.eliminated or lost.loss) not in OF_SPEED:
        return ()
    found = []
    for other, done in along_lines(setup, run, step.die):
        keeps = not (done.loss or done.eliminated)
        if keeps and (turn.mode != ATTACK or best_end(setup, done, rest, {})):
            found.append(step_text(other))
    return tuple(found)


def _endings(setup: Setup, lost: Run) -> tuple[str, ...]:
    return tuple(loss_text(loss, cut) for loss, cut in endings(setup, lost))


def _ended_before(setup: Setup, position: Position, turn: Turn, number: int, run: Run) -> tuple[str, ...]:
    """For a die after a loss of control: another line for the die before it, or the turn ended there."""
    last = step_text(turn.steps[number - 2])
    kept = [f"{one} in place of {last}" for one in lines_kept(setup, position, turn, number - 1)]
    if turn.mode == ATTACK:
        kept += _with_sisu(setup, position, turn)
    elif isinstance(_answered(setup, run_before(setup, position, turn, number - 1), turn, number), Run):
        kept.append(f"{last} S in place of {last}")
    else:
        shorter = replace(turn, steps=turn.steps[: number - 1])
        kept += (f"end the turn with {one}" for one in _with_sisu(setup, position, shorter))
    text = last
    if turn.mode == ATTACK:
        rest = (*(Die(step.die.name) for step in turn.steps[number - 1 :]), *turn.unused)
        text = turn_text(Turn(turn.driver, ATTACK, turn.steps[: number - 1], unused=rest))
    return (*kept, *(f"end the turn with {text} {ending}" for ending in _endings(setup, run)))


def _answered(setup: Setup, before: Run | None, turn: Turn, number: int) -> Run | Breaches | None:
    """The turn after die `number`, if the Sisu card is discarded after the die before it. `before` is the turn before both
    dice."""
    played = take(setup, before, replace(turn.steps[number - 2], sisu=True)) if before is not None else None
    return take(setup, played, turn.steps[number - 1]) if isinstance(played, Run) else played


def _with_sisu(setup: Setup, position: Position, turn: Turn) -> tuple[str, ...]:
    """The last die of a turn, or its time attack, with the Sisu card discarded, if that makes the turn legal (RM-7.13)."""
    steps = turn.steps
    if turn.mode != ATTACK:
        steps = (*steps[:-1], replace(steps[-1], sisu=True))
    answer = replace(turn, steps=steps, sisu=turn.mode == ATTACK, loss=None, loss_cut=None, card=None)
    if not isinstance(play(setup, position, answer), Outcome):
        return ()
    return (turn_text(answer) if turn.mode == ATTACK else step_text(steps[-1]),)


def lines_help(setup: Setup, position: Position, turn: Turn, breach: Breach) -> str:
    """The lines of the corner that a refused step, or one that cost control, leads into; empty if no corner is involved."""
    number, rule = breach.step, breach.rule
    after = run_before(setup, position, turn, number) if rule == "RM-7.8" else None
    if after is not None:
        number, rule = number - 1, after.eliminated or after.loss
    if not 0 < number <= len(turn.steps) or rule not in OF_LINES:
        return ""
    run, step = run_before(setup, position, turn, number), turn.steps[number - 1]
    if run is None or run.over:
        return ""
    gear = step.die.gear or run.car.gear
    found: dict[str, str] = {}
    corners = False
    for line in lines_from(setup.stage, run.car.space):
        road = road_of(setup, run, gear, replace(step, line=line))
        if not isinstance(road, Way):
            continue
        written = step_text(Step(step.die, line, CUTS[0] if line == SHORTCUT else None))
        space = setup.stage.index.get(road.end)
        corner = space is not None and space.kind == CORNER
        note = f", note {note_text(setup, run, space)}" if corner and space is not None else ""
        corners = corners or corner
        found.setdefault(road.end, f"`{written}` to {road.end}{note}")
    if corners:
        return f"the lines that exist here: {'; '.join(found.values())}"
    return "" if step.line is None else "no corner is one step ahead: write the die without a line"


def _without_sisu(setup: Setup, position: Position, turn: Turn, number: int) -> tuple[str, ...]:
    """The turn without a wrong `S`, with its own ending or with none. If only an earlier end is legal, the turn up to the die
    with the `S`, with each ending if control is lost there."""
    steps = tuple(replace(step, sisu=step.sisu and at != number) for at, step in enumerate(turn.steps, 1))
    without = replace(turn, steps=steps, sisu=False, card=None)
    kept = replace(without, loss=None, loss_cut=None)
    shorter = replace(kept, steps=steps[:number]) if number else kept
    unknown = [replace(kept, loss=UNKNOWN)] if turn.unwritten else []
    for one in (without, kept, *unknown, shorter):
        if judge(setup, Standing(position), one).legal:
            return (turn_text(one),)
    lost = _lost(setup, position, shorter)
    return tuple(f"{turn_text(shorter)} {ending}" for ending in _endings(setup, lost)) if lost else ()


def _rolls(setup: Setup, position: Position, turn: Turn) -> tuple[str, ...]:
    """Dice that may be rolled together."""
    run = begin(setup, position, turn.driver, attack=True)
    if run is None:
        return ()
    run = with_wheel(setup, run) if turn.wheel else run
    rolls = [f"roll {' '.join(names)}" for names in islice(selections(setup, run), SHOWN + 1)]
    return tuple(rolls[:SHOWN]) + (("further dice: `steward moves --dice attack`",) if rolls[SHOWN:] else ())


def _lost(setup: Setup, position: Position, turn: Turn) -> Run | None:
    """The turn after its dice, if they can all be used and cost control."""
    run = run_before(setup, position, turn, len(turn.steps) + 1)
    return run if run is not None and (run.loss or run.eliminated) else None


def _handing_in(setup: Setup, position: Position, turn: Turn, number: int) -> tuple[str, ...]:
    """A time attack whose die `number` drew the flat, with a gas die handed in that was unused by then, if that makes it legal
    (RM-5.11)."""
    ahead, places = turn.steps[number:], range(len(turn.steps) - number)
    fewer = [
        (ahead[place].die, (*turn.steps[:number], *ahead[:place], *ahead[place + 1 :]), turn.unused)
        for place in places
    ]
    fewer += [
        (die, turn.steps, (*turn.unused[:place], *turn.unused[place + 1 :]))
        for place, die in enumerate(turn.unused)
    ]
    found = (
        replace(turn, steps=steps, unused=unused, handed=die, card=None, ends=())
        for die, steps, unused in fewer
        if die.name == GAS
    )
    legal = (turn_text(one) for one in found if isinstance(play(setup, position, one), Outcome))
    return tuple(dict.fromkeys(legal))


def _steps_from(setup: Setup, run: Run, first: str, names: Sequence[str]) -> tuple[str, ...]:
    """The dice with these names that could come next in an unfinished turn, each with the lines open to it. Dice that cost
    control at once are left out if others keep it. The die named `first` comes first."""
    good: list[str] = []
    bad: list[str] = []
    for name in sorted(dict.fromkeys(names), key=lambda one: (one != first, DICE.index(one))):
        for step, done in along_lines(setup, run, Die(name)):
            (bad if done.loss or done.eliminated else good).append(step_text(step))
    found = good or bad
    more = len(found) - SHOWN
    return (*found[:SHOWN], *([f"and {more} more"] if more > 0 else []))

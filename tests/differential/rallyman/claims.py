"""Claims for both judges: turns as a person could write them, in the situation with the same number.

A third are strings of any dice and marks, a third are turns of a driver who knows the rules, with dice rolled and cards drawn,
and a third are such turns with one part changed. A quarter of all state spaces on which steps end.
"""

from random import Random

from model.rallyman.facts import CUTS, EVENTS, FINISH
from model.rallyman.moves import ATTACK, BASIC, BLOCKED, CLEAR, SAFE, SYMBOL, UNKNOWN, Die, Step, Turn
from model.rallyman.stage import ROLES, SHORTCUT
from model.values import replace
from tests.differential.rallyman.situations import Situation, situation
from verifier.rallyman.engine import Outcome, play
from verifier.rallyman.simulate.driver import POLICIES, Chooser

DICE = ("1", "2", "3", "4", "5", "g", "g")
LOSSES = (*EVENTS, "line", "out")


def claim(number: int, seed: int = 1, *, left_out: bool = False) -> tuple[Situation, Turn]:
    """The claim with this number."""
    asked = situation(number, seed, left_out=left_out)
    rng = Random(f"rallyman claim {seed} {number}")
    kind = rng.randrange(3)
    turn = None
    if kind:
        turn = Chooser(rng, POLICIES[rng.choice(tuple(POLICIES))]).turn(asked.setup, asked.position)
    turn = turn or _any_turn(rng, asked)
    for _ in range(rng.randint(1, 2) if kind == 2 else 0):
        turn = changed(rng, asked, turn)
    return asked, _with_ends(rng, asked, turn) if rng.random() < 0.25 else turn


def lost_claim(number: int, seed: int = 1, *, left_out: bool = False) -> tuple[Situation, Turn]:
    """The claim with this number, with some parts lost. Half are time attacks, and half of these play Sisu."""
    asked, turn = claim(number, seed, left_out=left_out)
    rng = Random(f"rallyman lost claim {seed} {number}")
    if rng.random() < 0.5 and len(turn.steps) > 1:
        turn = replace(_as_attack(turn), sisu=rng.random() < 0.5)
    steps = tuple(_lost_step(rng, step) for step in turn.steps)
    unused = tuple(_lost_die(rng, die) for die in turn.unused)
    handed = _lost_die(rng, turn.handed) if turn.handed is not None else None
    turn = replace(turn, steps=steps, unused=unused, handed=handed)
    if turn.loss is not None and rng.random() < 0.2:
        turn = replace(turn, loss=UNKNOWN, loss_cut=None)
    return asked, turn


def _lost_die(rng: Random, die: Die) -> Die:
    if rng.random() < 0.12:
        return Die(UNKNOWN, UNKNOWN)
    return Die(die.name, UNKNOWN) if die.shown != SAFE and rng.random() < 0.3 else die


def _lost_step(rng: Random, step: Step) -> Step:
    die = _lost_die(rng, step.die)
    if die.name == UNKNOWN or rng.random() < 0.1:
        return replace(step, die=die, line=UNKNOWN, cut=None)
    if step.line != SHORTCUT:
        return replace(step, die=die, cut=None)  # a record writes a cut card with the shortcut only
    return replace(step, die=die, cut=UNKNOWN if rng.random() < 0.2 else step.cut)


def _with_ends(rng: Random, asked: Situation, turn: Turn) -> Turn:
    """The turn with spaces stated for the ends of some steps: mostly the right ones of a legal turn, else spaces near them."""
    played = play(asked.setup, asked.position, turn)
    right = played.ends if isinstance(played, Outcome) else ()
    spaces = [*(space.id for space in asked.setup.stage.spaces), FINISH]
    space = asked.position.car(turn.driver).space
    start = spaces.index(space) if space in spaces else -1
    ends: list[str | None] = []
    for number in range(len(turn.steps)):
        near = min(max(0, start + number + rng.choice((0, 1, 1, 1, 2, 3))), len(spaces) - 1)
        known = right[number : number + 1] if rng.random() < 0.8 else ()
        ends.append(None if rng.random() < 0.4 else next(iter(known), spaces[near]))
    return replace(turn, ends=tuple(ends))


def _any_turn(rng: Random, asked: Situation) -> Turn:
    """Dice that mostly chain, with random marks."""
    driver = asked.driver
    if rng.random() < 0.05:
        driver = rng.choice([car.driver for car in asked.position.cars])
    wheel = rng.random() < 0.1
    if rng.random() < 0.07:
        return Turn(driver, BLOCKED, wheel=wheel)
    gear = 0 if wheel else asked.position.car(driver).gear
    steps: list[Step] = []
    for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 4, 5, 6))):
        name = _next_die(rng, gear)
        gear = gear if name == "g" else int(name)
        steps.append(_step(rng, name))
    turn = Turn(driver, BASIC, tuple(steps), wheel)
    if steps and rng.random() < 0.3:
        turn = _as_attack(turn)
        if rng.random() < 0.2:
            turn = replace(turn, unused=tuple(_die(rng, rng.choice(DICE)) for _ in range(rng.randint(1, 2))))
        if rng.random() < 0.1:
            turn = replace(turn, handed=_die(rng, rng.choice(("g", "g", "g", "2"))))
        turn = replace(turn, sisu=rng.random() < 0.2)
    return _with_loss(rng, turn) if rng.random() < 0.3 else turn


def _as_attack(turn: Turn) -> Turn:
    return replace(turn, mode=ATTACK, steps=tuple(replace(step, sisu=False) for step in turn.steps))


def _next_die(rng: Random, gear: int) -> str:
    if rng.random() < 0.15:
        return rng.choice(DICE)
    if gear == 0:
        return "1"
    near = [str(one) for one in (gear - 1, gear, gear + 1) if 1 <= one <= 5]
    return rng.choice((*near, "g"))


def _die(rng: Random, name: str) -> Die:
    return Die(name, rng.choice((CLEAR, CLEAR, CLEAR, SYMBOL, SYMBOL, SAFE)))


def _step(rng: Random, name: str) -> Step:
    line = rng.choice((None, None, *ROLES))
    cut = rng.choice(CUTS) if line == SHORTCUT or rng.random() < 0.02 else None
    return Step(_die(rng, name), line, cut, sisu=rng.random() < 0.06)


def _with_loss(rng: Random, turn: Turn) -> Turn:
    loss = rng.choice(LOSSES)
    cut = rng.choice(CUTS) if loss in EVENTS[1:] and rng.random() < 0.3 else None
    return replace(turn, loss=loss, loss_cut=cut)


def changed(rng: Random, asked: Situation, turn: Turn) -> Turn:
    """The turn with one part changed."""
    kind = rng.randrange(10)
    if kind == 0:
        return replace(turn, wheel=not turn.wheel)
    if kind == 1 and turn.loss is not None:
        return replace(turn, loss=None, loss_cut=None)
    if kind in (1, 2):
        return _with_loss(rng, turn)
    if kind == 3 and turn.mode == ATTACK:
        return _attack_changed(rng, turn)
    if kind == 3 and turn.steps:
        return _as_attack(turn)
    if not turn.steps:
        return replace(turn, mode=BASIC, steps=(_step(rng, rng.choice(DICE)),))
    place = rng.randrange(len(turn.steps))
    before, step, after = turn.steps[:place], turn.steps[place], turn.steps[place + 1 :]
    match kind:
        case 4:
            step = replace(step, die=_die(rng, rng.choice(DICE)))
        case 5:
            step = replace(step, die=_die(rng, step.die.name))
        case 6:
            step = replace(_step(rng, step.die.name), die=step.die)
        case 7:
            step = replace(step, sisu=not step.sisu and turn.mode == BASIC)
        case 8:
            kept = (*before, *after)
            return replace(turn, steps=kept) if kept or turn.mode == BASIC else turn
        case 9:
            after = (_step(rng, _next_die(rng, step.die.gear)), *after)
    turn = replace(turn, steps=(*before, step, *after))
    return _as_attack(turn) if turn.mode == ATTACK else turn


def _attack_changed(rng: Random, turn: Turn) -> Turn:
    match rng.randrange(4):
        case 0:
            return replace(turn, sisu=not turn.sisu)
        case 1:
            return replace(turn, unused=(*turn.unused, _die(rng, rng.choice(DICE))))
        case 2:
            return replace(turn, handed=None if turn.handed else _die(rng, "g"))
    return replace(turn, unused=turn.unused[:-1], steps=tuple(rng.sample(turn.steps, len(turn.steps))))

"""Every legal turn at a position: basic driving, time attacks, a wheel change, a blocked car.

Dice are taken to show no symbol. Whatever else chance decides is listed: each cut card, each event after a loss of control that
no symbol caused.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from model.rallyman.facts import CUTS, EVENTS, FINISH, GAS, GEARS
from model.rallyman.moves import AT_LINE, ATTACK, BLOCKED, CLEAR, ELIMINATED, SAFE, Die, Step, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.stage import DRIFT, INSIDE, SHORTCUT, TO_SHORTCUT
from verifier.rallyman.engine.attack import attack_breaches
from verifier.rallyman.engine.control import pushed
from verifier.rallyman.engine.steps import after, usable
from verifier.rallyman.engine.terms import Outcome, Run
from verifier.rallyman.engine.turn import DICE, begin, play, with_wheel
from verifier.rallyman.engine.wheel import wheel_breaches

LINES = (INSIDE, DRIFT, SHORTCUT, None)
Taken = tuple[Step, ...]


def legal_turns(
    setup: Setup, position: Position, *, safe: bool = True, attacks: bool = True
) -> Iterator[Outcome]:
    """Every legal turn of the driver who plays next, several for one position where different dice lead there. `safe`: with
    bought dice as well; `attacks`: with time attacks."""
    driver = position.next
    if driver is None:
        return
    for turn in candidates(setup, position, driver, safe, attacks):
        done = play(setup, position, turn)
        if isinstance(done, Outcome):
            yield done


def candidates(setup: Setup, position: Position, driver: str, safe: bool, attacks: bool) -> Iterator[Turn]:
    """Turns that may be legal: whole ones of legal steps."""
    yield Turn(driver, BLOCKED)
    run = begin(setup, position, driver)
    if run is None:
        return
    wheels = [False, True] if not wheel_breaches(setup, run.car) else [False]
    if len(wheels) > 1:
        yield Turn(driver, wheel=True)
    for wheel in wheels:
        start = with_wheel(setup, run) if wheel else run
        for done, steps in basic_runs(setup, start, safe):
            for loss, cut in endings(setup, done):
                yield Turn(driver, steps=steps, wheel=wheel, loss=loss, loss_cut=cut)
        if attacks and setup.option("attack"):
            yield from _attacks(setup, replace(start, attack=True), Turn(driver, ATTACK, wheel=wheel))


def basic_runs(setup: Setup, start: Run, safe: bool) -> Iterator[tuple[Run, Taken]]:
    """Every turn of basic driving that may end here, one way to each state."""
    seen = {_state(start)}
    waiting: list[tuple[Run, Taken]] = [(start, ())]
    for run, steps in waiting:
        if steps:
            yield run, steps
        for step in next_steps(setup, run, safe):
            done = after(setup, run, step)
            if done is not None and _state(done) not in seen:
                seen.add(_state(done))
                waiting.append((done, (*steps, step)))


def _state(run: Run) -> Run:
    """The turn without the ways that led there."""
    return replace(run, rules=(), ends=run.ends[-1:], before=run.before, used=tuple(sorted(run.used)))


def next_steps(setup: Setup, run: Run, safe: bool) -> Iterator[Step]:
    """Steps that may come next, the lines of a corner written; a line that leads where another does is left out."""
    if run.over:
        return
    faces = (
        (CLEAR, SAFE) if safe and not run.attack and run.car.markers and setup.option("seconds") else (CLEAR,)
    )
    for name in DICE:
        if not usable(setup, run, name):
            continue
        seen: set[str] = set()
        for line in LINES:
            done = after(setup, run, Step(Die(name), line, CUTS[0] if line == SHORTCUT else None))
            if done is None or done.ends[-1] in seen:
                continue
            seen.add(done.ends[-1])
            for face, cut in product(faces, CUTS if line == SHORTCUT else (None,)):
                yield Step(Die(name, face), line, cut)


def endings(setup: Setup, run: Run) -> Iterator[tuple[str | None, str | None]]:
    """What may follow at the end of these dice: nothing, or each event of a turned card."""
    if run.eliminated:
        yield ELIMINATED, None
    elif run.loss and run.car.space == FINISH:
        yield AT_LINE, None
    elif run.loss:
        for event in EVENTS:
            into = pushed(setup, run.car.space, event) == TO_SHORTCUT
            yield from ((event, cut) for cut in (CUTS if into else (None,)))
    else:
        yield None, None


def selections(setup: Setup, start: Run) -> Iterator[tuple[str, ...]]:
    """Every choice of dice that may be rolled together, fewest first."""
    allowed = min(start.gas_allowed, 2)
    runs = [()] + [tuple(map(str, range(low, high + 1))) for low in GEARS for high in GEARS if high >= low]
    chosen = [(*gears, *(GAS,) * gas) for gears in runs for gas in range(allowed + 1)]
    for names in sorted(chosen, key=lambda one: (len(one), one)):
        turn = Turn(start.car.driver, ATTACK, unused=tuple(map(Die, names)))
        if not attack_breaches(setup, start, turn):
            yield names


def _attacks(setup: Setup, start: Run, turn: Turn) -> Iterator[Turn]:
    for names in selections(setup, start):
        for run, steps, rest, handed in _arranged(setup, start, names):
            for loss, cut in endings(setup, run):
                yield replace(turn, steps=steps, unused=rest, handed=handed, loss=loss, loss_cut=cut)


def _arranged(
    setup: Setup, start: Run, names: tuple[str, ...]
) -> Iterator[tuple[Run, Taken, tuple[Die, ...], Die | None]]:
    """The dice in every order that can be used up, or that ends with a loss of control; one way to each state."""
    seen: set[tuple[Run, tuple[str, ...]]] = set()
    waiting: list[tuple[Run, Taken, tuple[str, ...], Die | None]] = [(start, (), names, None)]
    for run, steps, rest, handed in waiting:
        if run.loss or run.eliminated or not rest:
            yield run, steps, tuple(map(Die, rest)), handed
            continue
        for step in next_steps(setup, run, safe=False):
            if step.die.name not in rest:
                continue
            done = after(setup, run, step)
            if done is None:
                continue
            left, given = _without(rest, step.die.name), handed
            if done.flat and GAS in left and not done.over:
                left, given = _without(left, GAS), Die(GAS)
            key = _state(done), left
            if key not in seen:
                seen.add(key)
                waiting.append((done, (*steps, step), left, given))


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    left = list(names)
    left.remove(name)
    return tuple(left)

"""Every legal turn at a position: basic driving, time attacks, a wheel change, a blocked car.

No die shows a symbol. All other luck is listed: each cut card, and each event after a loss of control without a symbol.
"""

from collections.abc import Iterator
from itertools import product

from model.rallyman.facts import CUTS, EVENTS, FINISH, GAS, GEARS
from model.rallyman.moves import AT_LINE, ATTACK, BLOCKED, CLEAR, ELIMINATED, SAFE, Die, Step, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.stage import SHORTCUT, TO_SHORTCUT
from model.values import replace
from verifier.rallyman.engine.attack import Ends, after_flat, attack_breaches, handed_in
from verifier.rallyman.engine.control import pushed
from verifier.rallyman.engine.road import lines_from
from verifier.rallyman.engine.steps import after, usable
from verifier.rallyman.engine.terms import Outcome, Run
from verifier.rallyman.engine.turn import DICE, attacked, begin, play, settle, with_wheel
from verifier.rallyman.engine.wheel import wheel_breaches

Taken = tuple[Step, ...]
State = tuple[object, ...]


def legal_turns(
    setup: Setup, position: Position, *, safe: bool = True, attacks: bool = True
) -> Iterator[Outcome]:
    """Every legal turn of the driver who plays next, several for one position if different dice lead there. `safe`: includes
    bought dice; `attacks`: includes time attacks."""
    driver = position.next
    if driver is None:
        return
    run = begin(setup, position, driver)
    car = run.car if run is not None else position.car(driver)
    wheels = [False] if wheel_breaches(setup, car) else [False, True]
    for wheel in wheels:
        for turn in (Turn(driver, BLOCKED, wheel=wheel), Turn(driver, wheel=wheel)):
            done = play(setup, position, turn)
            if isinstance(done, Outcome):
                yield done
    for wheel in wheels if run is not None else ():
        assert run is not None
        start = with_wheel(setup, run) if wheel else run
        for driven, turn in _driven(setup, start, Turn(driver, wheel=wheel), safe, attacks):
            for loss, cut in endings(setup, driven):
                done = settle(setup, driven, position, replace(turn, loss=loss, loss_cut=cut))
                if isinstance(done, Outcome):
                    yield done


def _driven(setup: Setup, start: Run, turn: Turn, safe: bool, attacks: bool) -> Iterator[tuple[Run, Turn]]:
    """Every way to use dice from here, with its turn."""
    for run, steps in basic_runs(setup, start, safe):
        yield run, replace(turn, steps=steps)
    if attacks and setup.option("attack"):
        yield from _attacks(setup, replace(start, attack=True), replace(turn, mode=ATTACK))


def basic_runs(setup: Setup, start: Run, safe: bool) -> Iterator[tuple[Run, Taken]]:
    """Every turn of basic driving that may end here, one way to each state."""
    seen = {state_of(start)}
    waiting: list[tuple[Run, Taken]] = [(start, ())]
    for run, steps in waiting:
        if steps:
            yield run, steps
        for step, done in branches(setup, run, safe):
            state = state_of(done)
            if state not in seen:
                seen.add(state)
                waiting.append((done, (*steps, step)))


def state_of(run: Run) -> State:
    """The facts that determine the rest of a turn: the car, the position and the dice, without the ways that led there."""
    dice = tuple(sorted(run.used)), run.gas, run.gas_allowed, run.bought, run.stranded
    lost = run.symbols, run.snow_symbols, run.loss, run.late, run.eliminated, run.over, run.cancelled
    return run.car, run.dirt, run.marks, dice, lost


def branches(setup: Setup, run: Run, safe: bool) -> Iterator[tuple[Step, Run]]:
    """Steps that may come next, with the lines of a corner written out, each with the turn after it. Lines that lead to the same
    place are listed once."""
    if run.over:
        return
    faces = (
        (CLEAR, SAFE) if safe and not run.attack and run.car.markers and setup.option("seconds") else (CLEAR,)
    )
    for name in DICE:
        if not usable(setup, run, name):
            continue
        seen: set[str] = set()
        for line in lines_from(setup.stage, run.car.space):
            plain = Step(Die(name), line, CUTS[0] if line == SHORTCUT else None)
            done = after(setup, run, plain)
            if done is None or done.ends[-1] in seen:
                continue
            seen.add(done.ends[-1])
            yield plain, done
            for face, cut in product(faces, CUTS if line == SHORTCUT else (None,)):
                step = Step(Die(name, face), line, cut)
                other = after(setup, run, step) if step != plain else None
                if other is not None:
                    yield step, other


def endings(setup: Setup, run: Run) -> Iterator[tuple[str | None, str | None]]:
    """The possible endings after these dice: none, or each event of a card."""
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
    runs = [()] + [tuple(map(str, range(low, high + 1))) for low in GEARS for high in GEARS if high >= low]
    chosen = [(*gears, *(GAS,) * gas) for gears in runs for gas in range(start.gas_allowed + 1)]
    known: Ends = {}
    for names in sorted(chosen, key=lambda one: (len(one), one)):
        turn = Turn(start.car.driver, ATTACK, unused=tuple(map(Die, names)))
        if not attack_breaches(setup, start, turn, known):
            yield names


def _attacks(setup: Setup, start: Run, turn: Turn) -> Iterator[tuple[Run, Turn]]:
    for names in selections(setup, start):
        for run, steps, rest, handed in _arranged(setup, start, names):
            whole = replace(turn, steps=steps, unused=rest, handed=handed)
            done = attacked(setup, start, run, whole, flat=handed is not None)
            if isinstance(done, Run):
                yield done, whole


def _arranged(
    setup: Setup, start: Run, names: tuple[str, ...]
) -> Iterator[tuple[Run, Taken, tuple[Die, ...], Die | None]]:
    """The dice in every order that can be used up or that ends with a loss of control, one way to each state."""
    seen: set[tuple[State, tuple[str, ...]]] = set()
    waiting: list[tuple[Run, Taken, tuple[str, ...], Die | None]] = [(start, (), names, None)]
    for run, steps, rest, handed in waiting:
        ways = [way for way in branches(setup, run, safe=False) if way[0].die.name in rest] if rest else []
        if steps and not ways:
            yield run, steps, tuple(map(Die, rest)), handed
        for step, reached in ways:
            for done, left, given in _handed_in(setup, reached, _without(rest, step.die.name), handed):
                key = state_of(done), left
                if key not in seen:
                    seen.add(key)
                    waiting.append((done, (*steps, step), left, given))


def _handed_in(
    setup: Setup, run: Run, rest: tuple[str, ...], handed: Die | None
) -> Iterator[tuple[Run, tuple[str, ...], Die | None]]:
    """An attack after a step: if it drew a flat, a gas die is handed in, or kept if that is allowed (RM-5.11)."""
    if not run.flat or GAS not in rest or run.over:
        yield run, rest, handed
        return
    kept = after_flat(
        setup, run, Turn(run.car.driver, ATTACK, unused=tuple(map(Die, rest)), handed=handed), 0
    )
    if isinstance(kept, Run):
        yield kept, rest, handed
    if handed is None:
        left = _without(rest, GAS)
        yield handed_in(setup, run, left), left, Die(GAS)


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    left = list(names)
    left.remove(name)
    return tuple(left)

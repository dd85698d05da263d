"""Turns with lost parts: every legal way to fill them in, up to a limit."""

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod

from model.rallyman.facts import CUTS, DICE, EVENTS, GAS
from model.rallyman.moves import AT_LINE, ATTACK, CLEAR, ELIMINATED, SAFE, SYMBOL, UNKNOWN, Die, Step, Turn
from model.rallyman.position import Car, Position, Setup
from model.rallyman.stage import DRIFT, INSIDE, SHORTCUT
from model.values import replace
from verifier.rallyman.engine.attack import rolled
from verifier.rallyman.engine.control import answerable
from verifier.rallyman.engine.listing import State, endings, state_of
from verifier.rallyman.engine.road import lines_from
from verifier.rallyman.engine.start import wrong_driver
from verifier.rallyman.engine.steps import take, usable
from verifier.rallyman.engine.terms import Breaches, Outcome, Run
from verifier.rallyman.engine.turn import play, started, stated_end

MOST = 256
"""The most outcomes that are followed."""
MOST_STEPS = 50_000
"""The most steps that are tried."""

SELECTION = "RM-5.3"
CHAIN = ("RM-4.2", "RM-4.3", "RM-4.5", "RM-7.9", "RM-10.3")
"""The rules about which die may follow."""
AFTER = (
    "RM-7.13",
    "RM-5.11",
    "RM-5.7",
    "RM-9.10",
    "RM-9.13",
    "RM-11.4",
    "RM-9.12",
    "RM-11.3",
    "RM-7.1",
    "RM-7.10",
    "RM-4.11",
)
"""The rules that are checked after the steps, in order. Of what ends a turn, eliminations come first, then speed, then
symbols (RM-9.15)."""
WHATEVER = "whatever the lost dice are"

Reached = tuple[Run, tuple[Step, ...]]
"""An unfinished turn and its steps so far."""


class TooManyError(Exception):
    """There are more ways than the limit."""


class StuckError(Exception):
    """No die fits at the place of a lost one; `breaches` give the reasons."""

    def __init__(self, breaches: Breaches) -> None:
        super().__init__()
        self.breaches = breaches


def fillings(setup: Setup, position: Position, turn: Turn) -> list[Outcome] | Breaches:
    """The possible outcomes of a turn with lost parts, distinct by position, card, loss and symbols. Without any, the rules
    broken. Raises `TooManyError` if there are too many positions, or if the whole turn is unknown."""
    if turn.lost:
        raise TooManyError
    if wrong := wrong_driver(setup, position, turn.driver):
        return wrong
    try:
        return _played(setup, position, turn, ways(setup, position, turn))
    except StuckError as error:
        return error.breaches


def ways(setup: Setup, position: Position, turn: Turn) -> Iterator[Turn]:
    """Ways to fill in a turn, legal or not, one for each state of basic driving. Raises `TooManyError` or `StuckError`."""
    return (_attacks if turn.mode == ATTACK else _basic)(setup, position, turn)


def _played(setup: Setup, position: Position, turn: Turn, found: Iterator[Turn]) -> list[Outcome] | Breaches:
    """The outcomes of the ways to fill in a turn."""
    outcomes: dict[object, Outcome] = {}
    positions: set[Position] = set()
    broken: Breaches = ()
    not_rolled: set[tuple[str, ...]] = set()
    for filled in found:
        dice = tuple(sorted(die.name for die in rolled(filled)))
        if dice in not_rolled:
            continue
        done = play(setup, position, filled)
        if not isinstance(done, Outcome) and done[0].rule == SELECTION:
            not_rolled.add(dice)
        if isinstance(done, Outcome):
            outcomes.setdefault((done.position, done.card, done.loss, done.symbols), done)
            positions.add(done.position)
            if len(positions) > MOST:
                raise TooManyError
        elif not broken or _reached(turn, done) > _reached(turn, broken):
            broken = done
    if outcomes:
        return list(outcomes.values())
    if broken:
        return _whatever(position.car(turn.driver), turn, broken)
    nearest = play(setup, position, _plainest(turn))
    return nearest if not isinstance(nearest, Outcome) else [nearest]


def _reached(turn: Turn, broken: Breaches) -> tuple[int, ...]:
    """How far a turn gets in the order of RM-M.7. All its fillings begin alike, but for the dice that an attack may roll."""
    first = broken[0]
    if first.at or first.rule not in AFTER:
        return first.at
    return len(turn.steps) + 2, AFTER.index(first.rule)


def _whatever(car: Car, turn: Turn, broken: Breaches) -> Breaches:
    """The rules broken by the filling of a time attack that gets furthest, in words that fit all fillings: which dice may be
    rolled (RM-5.3), which can follow one another (RM-4.2, RM-4.3, RM-4.5), and that all are used (RM-5.7)."""
    first = broken[0]
    if turn.mode != ATTACK or all(die.name != UNKNOWN for die in rolled(turn)):
        return broken
    if first.rule == SELECTION:
        shown = " ".join(die.name for die in rolled(turn))
        fact = f"no order and no line uses up {shown} from {car.space} in gear {car.gear}"
        return (
            replace(
                first, fact=f"{WHATEVER}, {fact}", reason="only dice that could all be used may be rolled"
            ),
        )
    if first.rule == "RM-5.7" and any(die.name == UNKNOWN for die in turn.unused):
        return (replace(first, fact=f"{WHATEVER}, some dice were not used, and control was not lost"),)
    if first.rule in CHAIN:
        return (replace(first, fact=_no_die(turn.steps[first.step - 1], first.step)),)
    return broken


def _no_die(step: Step, number: int) -> str:
    if step.die.name == UNKNOWN:
        return f"{WHATEVER}, no die can be used at step {number}"
    die = "a gas die" if step.die.name == GAS else f"gear die {step.die.name}"
    return f"{WHATEVER}, {die} cannot be used at step {number}"


def _plainest(turn: Turn) -> Turn:
    """The turn with the first guess for every lost part."""
    steps = tuple(
        replace(
            step,
            die=_faces(step.die)[0],
            line=None if step.line == UNKNOWN else step.line,
            cut=CUTS[0] if step.cut == UNKNOWN else step.cut,
        )
        for step in turn.steps
    )
    loss = EVENTS[0] if turn.loss == UNKNOWN else turn.loss
    return replace(turn, steps=steps, loss=loss, open=False)


def _faces(die: Die) -> list[Die]:
    """The possible values of an unknown die; a lost die was rolled, not bought."""
    names = DICE if die.name == UNKNOWN else (die.name,)
    shown = (CLEAR, SYMBOL) if die.shown == UNKNOWN else (die.shown,)
    return [Die(name, face) for name in names for face in shown]


def _candidates(step: Step) -> Iterator[Step]:
    lines = (None, INSIDE, DRIFT, SHORTCUT) if step.line == UNKNOWN else (step.line,)
    for die, line in product(_faces(step.die), lines):
        if line != SHORTCUT:
            yield replace(step, die=die, line=line, cut=None)
            continue
        cuts = CUTS if step.cut in (UNKNOWN, None) else (step.cut,)
        yield from (replace(step, die=die, line=line, cut=cut) for cut in cuts)


def _basic(setup: Setup, position: Position, turn: Turn) -> Iterator[Turn]:
    """Basic turns, die by die."""
    blank = replace(turn, steps=(Step(Die("1")),))
    run = started(setup, position, blank)
    if not isinstance(run, Run):
        return
    reached: list[Reached] = [(run, ())]
    tried = 0
    for number, step in enumerate(turn.steps, 1):
        further: dict[State, Reached] = {}
        for run, steps in reached:
            for candidate in _open_to(setup, run, step):
                tried += 1
                if tried > MOST_STEPS:
                    raise TooManyError
                done = take(setup, run, candidate, end=stated_end(turn, number))
                if isinstance(done, Run):
                    further.setdefault(state_of(done), (done, (*steps, candidate)))
        if not further:
            raise StuckError(_stuck(setup, [run for run, _ in reached], turn, number))
        reached = list(further.values())
    if turn.open:
        reached = _continued(setup, reached)
    for run, steps in reached:
        for loss, cut in _endings(setup, run, turn):
            yield replace(turn, steps=steps, loss=loss, loss_cut=cut, open=False)


def _stuck(setup: Setup, runs: list[Run], turn: Turn, number: int) -> Breaches:
    """Why no die fits as die `number` of a turn, by the filling that gets furthest in the order of RM-M.7."""
    step, end = turn.steps[number - 1], stated_end(turn, number)
    tried = (take(setup, run, one, end=end) for run in runs for one in _candidates(step))
    refused = [done for done in tried if not isinstance(done, Run)]
    broken = max(refused, key=lambda done: done[0].at)
    if all(one.die.name != UNKNOWN for one in turn.steps[:number]):
        return broken
    return (replace(broken[0], fact=_no_die(step, number)),)


def _open_to(setup: Setup, run: Run, step: Step) -> Iterator[Step]:
    """The candidates for a lost step whose dice and lines are open from here."""
    if run.over:
        return
    lines = lines_from(setup.stage, run.car.space)
    dice = {name for name in DICE if usable(setup, run, name)}
    for candidate in _candidates(step):
        lost_die = step.die.name == UNKNOWN and candidate.die.name not in dice
        if not lost_die and not (step.line == UNKNOWN and candidate.line not in lines):
            yield candidate


def _continued(setup: Setup, reached: list[Reached]) -> list[Reached]:
    """Every way in which a turn can have continued from here."""
    found = {state_of(run): (run, steps) for run, steps in reached}
    waiting = list(reached)
    tried = 0
    while waiting:
        run, steps = waiting.pop()
        for candidate in _rolled_or_bought(_open_to(setup, run, Step(Die(UNKNOWN, UNKNOWN), UNKNOWN))):
            tried += 1
            if tried > MOST_STEPS:
                raise TooManyError
            for step, done in _taken(setup, run, candidate):
                if state_of(done) not in found:
                    found[state_of(done)] = (done, (*steps, step))
                    waiting.append((done, (*steps, step)))
    return [(run, steps) for run, steps in found.values() if steps]


def _rolled_or_bought(steps: Iterable[Step]) -> Iterator[Step]:
    """Steps of a lost rest: dice that were rolled, and those that were bought."""
    for step in steps:
        yield step
        if step.die.shown == CLEAR:
            yield replace(step, die=replace(step.die, shown=SAFE))


def _taken(setup: Setup, run: Run, step: Step) -> Iterator[tuple[Step, Run]]:
    """A step of a lost rest, without the Sisu card and with it, if it can be taken."""
    done = take(setup, run, step)
    if isinstance(done, Run):
        yield step, done
        if answerable(setup, done):
            answered = replace(step, sisu=True)
            after = take(setup, run, answered)
            if isinstance(after, Run):
                yield answered, after


def _endings(setup: Setup, run: Run, turn: Turn) -> Iterator[tuple[str | None, str | None]]:
    """The possible endings of the turn: as written, or everything that fits if the ending is lost."""
    if turn.loss is not None and turn.loss != UNKNOWN:
        cuts = CUTS if turn.loss_cut == UNKNOWN else (turn.loss_cut,)
        yield from ((turn.loss, cut) for cut in cuts)
    elif not (run.loss or run.eliminated):
        yield (EVENTS[0] if turn.loss == UNKNOWN else None), None
    elif turn.loss is None and not turn.open:
        yield None, None
    else:
        yield from endings(setup, run)


def _attacks(setup: Setup, position: Position, turn: Turn) -> Iterator[Turn]:
    """Time attacks, with every die and line for the lost parts."""
    choices = [list(_candidates(step)) for step in turn.steps]
    unused = [_faces(die) for die in turn.unused]
    handed: list[Die | None] = [None] if turn.handed is None else [*_faces(turn.handed)]
    size = prod([len(handed), *map(len, choices), *map(len, unused)])
    if size > MOST_STEPS:
        raise TooManyError
    losses: list[tuple[str | None, str | None]] = [(turn.loss, turn.loss_cut)]
    if UNKNOWN in (turn.loss, turn.loss_cut):
        events = (*EVENTS, AT_LINE, ELIMINATED) if turn.loss == UNKNOWN else (turn.loss,)
        losses = [(event, cut) for event in events for cut in (None, *CUTS)]
    for steps in product(*choices):
        for rest in product(*unused):
            for die in handed:
                for loss, cut in losses:
                    yield replace(
                        turn, steps=steps, unused=rest, handed=die, loss=loss, loss_cut=cut, open=False
                    )

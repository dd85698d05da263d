"""What can come next in a turn: a step, an ending, dice to roll together."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from model.rallyman.facts import CUTS, EVENTS, FINISH, GAS, GEARS
from model.rallyman.moves import AT_LINE, ATTACK, CLEAR, ELIMINATED, SAFE, Die, Step, Turn
from model.rallyman.position import Setup
from model.rallyman.stage import SHORTCUT
from model.values import replace
from verifier.rallyman.engine.attack import Ends, attack_breaches
from verifier.rallyman.engine.control import into_shortcut
from verifier.rallyman.engine.steps import after, along_lines
from verifier.rallyman.engine.terms import Run
from verifier.rallyman.engine.turn import DICE

State = tuple[object, ...]


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
        for plain, done in along_lines(setup, run, Die(name)):
            yield plain, done
            for face, cut in product(faces, CUTS if plain.line == SHORTCUT else (None,)):
                step = replace(plain, die=Die(name, face), cut=cut)
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
            into = into_shortcut(setup, run.car.space, event)
            yield from ((event, cut) for cut in (CUTS if into else (None,)))
    else:
        yield None, None


def _chains(setup: Setup, gears: Sequence[str]) -> bool:
    """Whether a chain of gear dice may consist of these: consecutive ones, if no die goes down by more than one (RM-4.5)."""
    if "".join(gears) in "12345" or "RM-4.5" in setup.ruleset.left_out:
        return True
    return setup.parameter("gears_down_on_snow") > 1


def selections(setup: Setup, start: Run) -> Iterator[tuple[str, ...]]:
    """Every choice of dice that may be rolled together, fewest first."""
    sizes = range(len(GEARS) + 1)
    runs = [gears for size in sizes for gears in combinations(map(str, GEARS), size) if _chains(setup, gears)]
    chosen = [(*gears, *(GAS,) * gas) for gears in runs for gas in range(start.gas_allowed + 1)]
    known: Ends = {}
    for names in sorted(chosen, key=lambda one: (len(one), one)):
        turn = Turn(start.car.driver, ATTACK, unused=tuple(map(Die, names)))
        if not attack_breaches(setup, start, turn, known):
            yield names

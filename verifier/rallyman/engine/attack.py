"""RM-5: the time attack."""

from collections.abc import Iterator, Sequence

from model.rallyman.facts import ASPHALT, FINISH, GAS
from model.rallyman.moves import Die, Step, Turn
from model.rallyman.position import Setup
from model.values import replace
from verifier.findings import Breach
from verifier.rallyman.engine.bumps import Way
from verifier.rallyman.engine.counts import broken_count, gas_beyond_tyres
from verifier.rallyman.engine.road import lines_from
from verifier.rallyman.engine.steps import along_lines, road_of, usable
from verifier.rallyman.engine.terms import Breaches, Run
from verifier.rallyman.engine.weather import tyre_breaches

NO_END, LOST, KEPT = 0, 1, 2
"""The best way to use dice up: impossible; control lost on the last step; control kept."""
Ends = dict[tuple[object, ...], int]
"""Results for states of one attack, so that each is examined once."""


def rolled(turn: Turn) -> tuple[Die, ...]:
    """All dice of a time attack."""
    handed = (turn.handed,) if turn.handed is not None else ()
    return (*(step.die for step in turn.steps), *turn.unused, *handed)


def attack_breaches(setup: Setup, run: Run, turn: Turn, known: Ends | None = None) -> Breaches:
    """Why these dice cannot be rolled together (RM-5.1 to RM-5.3). `known` can be shared by several attacks from one state."""
    if not setup.option("attack"):
        fact = "`option attack` is not in force"
        return (Breach("RM-5.1", fact, "a time attack is an optional rule", token="attack"),)
    dice = rolled(turn)
    least = setup.parameter("time_attack_min_dice")
    if len(dice) < least:
        fact = f"{len(dice)} di{'e was' if len(dice) == 1 else 'ce were'} rolled"
        return (Breach("RM-5.2", fact, f"a time attack takes at least {least} dice", token="attack"),)
    if not selectable(setup, run, [die.name for die in dice], known):
        shown = " ".join(die.name for die in dice)
        fact = f"no order and no line uses up {shown} from {run.car.space} in gear {run.car.gear}"
        reason = "only dice that could all be used may be rolled"
        broken = _too_many(setup, run, [die.name for die in dice])
        if broken is not None:
            rule, count = broken
            fact, reason = f"{fact}: {count}", f"{reason}, and these are too many ({rule})"
        return (Breach("RM-5.3", fact, reason, token="attack"),)
    return ()


def _too_many(setup: Setup, run: Run, names: Sequence[str]) -> tuple[str, str] | None:
    """What is wrong with the number of dice: a rule and a clause. Tyres are named if the dice could be used up on others."""
    broken = broken_count(setup, run, names)
    if broken is not None:
        return broken
    tyres = gas_beyond_tyres(setup, run, names)
    others = replace(run, car=replace(run.car, tyres=ASPHALT))
    return tyres if tyres is not None and selectable(setup, others, names) else None


def selectable(setup: Setup, run: Run, names: Sequence[str], known: Ends | None = None) -> bool:
    """Whether these dice may be rolled: some order and line uses them all, none is needed after the finish, and control is lost
    on the last step at most (RM-5.3; ruling attack-selection-test)."""
    known = {} if known is None else known
    end = best_end(setup, run, names, known)
    if end == KEPT:
        return True
    test = setup.reading("attack-selection-test")
    if end == LOST and test != "C":
        return True
    if test == "B":
        return _chainable(setup, run, names)
    free = best_end(setup, run, names, known, blocks=False)
    return free >= (KEPT if test == "C" else LOST) and setup.reading("attack-blocked") == "B"


def best_end(setup: Setup, run: Run, names: Sequence[str], known: Ends, blocks: bool = True) -> int:
    """The best way to use the dice up from here, ignoring symbols. `blocks=False` ignores other cars."""
    if not names:
        return LOST if run.loss or run.eliminated else KEPT
    if run.over:
        return NO_END
    rest = tuple(sorted(names))
    key = blocks, run.car.space, run.car.gear, len(run.used), run.gas, rest
    if key in known:
        return known[key]
    best = NO_END
    for name in dict.fromkeys(rest):
        left = list(rest)
        left.remove(name)
        for _, done in along_lines(setup, run, Die(name), blocks=blocks):
            end = best_end(setup, done, left, known, blocks)
            best = max(best, end)
            if best == KEPT:
                break
        if best == KEPT:
            break
    known[key] = best
    return best


def _chainable(setup: Setup, run: Run, names: Sequence[str]) -> bool:
    """Whether the dice form a chain within the limits of damage, flats and tyres, along some way that goes no further than the
    finish. Notes and cars are ignored."""
    if not names:
        return True
    if run.car.space == FINISH:
        return False
    for name in dict.fromkeys(names):
        left = list(names)
        left.remove(name)
        if any(_chainable(setup, done, left) for done in _loose_ways(setup, run, Die(name))):
            return True
    return False


def _loose_ways(setup: Setup, run: Run, die: Die) -> Iterator[Run]:
    """The turn after a die that stays on the road in any gear."""
    if not usable(setup, run, die.name):
        return
    gear = die.gear or run.car.gear
    seen: set[str] = set()
    for line in lines_from(setup.stage, run.car.space):
        road = road_of(setup, run, gear, Step(die, line))
        if isinstance(road, Way) and road.end not in seen and not tyre_breaches(setup, run, die, road.end):
            seen.add(road.end)
            car = replace(run.car, space=road.end, gear=gear)
            used = (*run.used, die.gear) if die.gear else run.used
            yield replace(run, car=car, used=used, gas=run.gas + (not die.gear))


def takes_die(setup: Setup) -> bool:
    """Whether a flat takes a gas die of the attack in which it is drawn (RM-5.11)."""
    return "RM-5.11" not in setup.ruleset.left_out


def after_flat(setup: Setup, run: Run, turn: Turn, number: int, *, first: bool) -> Run | Breaches:
    """The attack after a step that drew a flat: an unused gas die is handed in, if there is one (RM-5.11). `first`: it is the
    first flat of this attack, the one for which the record names the die handed in."""
    rest = [step.die.name for step in turn.steps[number:]] + [die.name for die in turn.unused]
    if run.over or not takes_die(setup):
        return run
    if turn.handed is not None:
        return handed_in(setup, run, rest) if first else run
    if GAS not in rest:
        return run
    rest.remove(GAS)
    if not best_end(setup, run, rest, {}) and setup.reading("attack-flat-gives-up-which") == "B":
        return replace(run, gas_allowed=run.gas_allowed + 1)
    fact = "a flat was drawn, but the driver kept an unused gas die"
    return (
        Breach(
            "RM-5.11",
            fact,
            "the driver hands in one rolled gas die that is not used yet",
            step=number,
            at=(number + 1,),
        ),
    )


def handed_in(setup: Setup, run: Run, rest: Sequence[str]) -> Run:
    """The attack after a flat took a gas die; `rest` are the dice left without it. If only that die would have let them be used
    up, the driver is `stranded`: dice that cannot be used stay unused (RM-5.7, RM-5.11)."""
    if best_end(setup, run, rest, {}):
        return run
    whole = replace(run, gas_allowed=run.gas_allowed + 1)
    return replace(run, stranded=best_end(setup, whole, [*rest, GAS], {}) != NO_END)


def handed_breaches(setup: Setup, turn: Turn, flat: bool) -> Breaches:
    """A die wrongly handed in (RM-5.11). `flat`: a flat was drawn in this attack."""
    if turn.handed is not None and not takes_die(setup):
        fact, reason = "a die is handed in", "a flat takes no die of the attack in which it is drawn"
        return (Breach("RM-5.11", fact, reason, token="handed"),)
    if turn.handed is None or (flat and turn.handed.name == GAS):
        return ()
    fact = (
        f"gear die {turn.handed.name} is handed in" if flat else "a die is handed in, but no flat was drawn"
    )
    return (Breach("RM-5.11", fact, "the driver hands in one rolled gas die after a flat", token="handed"),)


def unused_breaches(setup: Setup, start: Run, run: Run, turn: Turn) -> Breaches:
    """Dice left unused although control was kept (RM-5.7). `start` is the turn before its first die. A car in the way does not
    excuse dice that could have been used up from there; a flat that prevents their use does."""
    if not turn.unused or run.loss or run.eliminated:
        return ()
    if run.ends and run.ends[-1] == FINISH:
        fact = "the finish was crossed with dice left"
        return (Breach("RM-5.7", fact, "a driver only rolls dice that can be used", token="attack"),)
    names = dict.fromkeys(die.name for die in turn.unused)
    stuck = not any(True for name in names for _ in along_lines(setup, run, Die(name)))
    if stuck and run.stranded:
        return ()
    barred = stuck and any(True for name in names for _ in along_lines(setup, run, Die(name), blocks=False))
    if barred and setup.reading("attack-blocked") == "B":
        everything = [die.name for die in rolled(turn)]
        if best_end(setup, start, everything, {}) == NO_END:
            return ()
    shown = " ".join(die.name for die in turn.unused)
    fact = (
        f"{shown} {'was' if len(turn.unused) == 1 else 'were'} rolled and not used, but control was not lost"
    )
    return (Breach("RM-5.7", fact, "every rolled die is used", token="attack"),)


def rewarded(setup: Setup, run: Run, turn: Turn) -> Run:
    """The turn with the markers earned, one for each die rolled (RM-5.6); they come after the move."""
    earned = len(rolled(turn))
    if "RM-5.6" in setup.ruleset.left_out:
        if run.loss or run.eliminated:
            return run
    elif run.loss and not run.late and setup.reading("attack-seconds-on-overspeed") == "B":
        return run
    return replace(run, car=replace(run.car, markers=run.car.markers + earned)).by(
        "RM-5.5", "RM-5.6", "RM-5.9"
    )

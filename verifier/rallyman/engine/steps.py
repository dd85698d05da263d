"""One die: every rule of a step in the order of RM-M.7, and what the step does."""

from collections.abc import Iterator

from model.rallyman.facts import CUTS, FINISH, START
from model.rallyman.moves import SYMBOL, Die, Step
from model.rallyman.position import ON_ROAD, Setup
from model.rallyman.stage import CORNER, SHORTCUT
from model.values import replace
from verifier.findings import Breach
from verifier.rallyman.engine.bumps import Way, bump_rule, way
from verifier.rallyman.engine.causes import what_happened
from verifier.rallyman.engine.control import (
    BUMPED,
    BY_SYMBOLS,
    cancelled,
    cancels_any_loss,
    helpless,
    sisu_breaches,
    too_many_symbols,
)
from verifier.rallyman.engine.corners import (
    corner_rules,
    drawn,
    eliminating,
    line_breaches,
    seen_dirt,
    too_fast,
)
from verifier.rallyman.engine.driving import die_breaches, die_rules
from verifier.rallyman.engine.ended import step_rules
from verifier.rallyman.engine.markers import bought_breaches, paid
from verifier.rallyman.engine.overtaking import blocking, passed_rules
from verifier.rallyman.engine.road import deep_in_drift, is_bump, lines_from
from verifier.rallyman.engine.shakedown import bump_symbols_count, shakedown_rules, symbols_count
from verifier.rallyman.engine.splits import entered
from verifier.rallyman.engine.terms import LANDING, Breaches, Run
from verifier.rallyman.engine.weather import slippery, tyre_breaches

Marks = tuple[tuple[str, int], ...]
"""Timing points, each with the markers held there."""

NOBODY, ANSWERING, WAITING = "nobody", "answering", "waiting"
"""When the Sisu card is played: never; at this step; at the step of this attack that loses control through symbols."""


def take(
    setup: Setup, run: Run, step: Step, *, sisu: str | None = None, end: str | None = None
) -> Run | Breaches:
    """The turn after one more die, or every rule that this die breaks. `end` is the space on which it must end, if one is
    stated."""
    number = len(run.ends) + 1
    if sisu is None:
        sisu = ANSWERING if step.sisu else NOBODY
    for place, done in enumerate(_checks(setup, run, step, True, sisu, end)):
        if isinstance(done, Run):
            return done
        if done:
            return tuple(replace(breach, step=number, at=(number, place)) for breach in done)
    raise AssertionError("the last check gives the turn after the die")


def after(setup: Setup, run: Run, step: Step, *, blocks: bool = True) -> Run | None:
    """The turn after one more die; None if a rule forbids it."""
    done = next(filter(None, _checks(setup, run, step, blocks, ANSWERING if step.sisu else NOBODY)))
    return done if isinstance(done, Run) else None


def along_lines(setup: Setup, run: Run, die: Die, *, blocks: bool = True) -> Iterator[tuple[Step, Run]]:
    """The die on every line that it can take from here, each with the turn after it. Lines that lead to the same place are given
    once; a cut card is the first one."""
    if not usable(setup, run, die.name):
        return
    seen: set[str] = set()
    for line in lines_from(setup.stage, run.car.space):
        step = Step(die, line, CUTS[0] if line == SHORTCUT else None)
        done = after(setup, run, step, blocks=blocks)
        if done is not None and done.ends[-1] not in seen:
            seen.add(done.ends[-1])
            yield step, done


def usable(setup: Setup, run: Run, name: str) -> bool:
    """Whether a die may be used next at all, on any line."""
    return not any(die_breaches(setup, run, Die(name)))


def _checks(
    setup: Setup, run: Run, step: Step, blocks: bool, sisu: str, end: str | None = None
) -> Iterator[Run | Breaches]:
    """What each check of a die finds, in the order of RM-M.7; at last the turn after it."""
    yield _after_the_end(setup, run) if run.over else ()
    yield from die_breaches(setup, run, step.die)
    yield bought_breaches(setup, run, step.die)
    gear = step.die.gear or run.car.gear
    road = road_of(setup, run, gear, step)
    if not isinstance(road, Way):
        yield road
        return
    yield ()
    road = _stopped(setup, run, step, road, sisu)
    yield line_breaches(setup, run, gear, road.end, road.jumped)
    yield blocking(setup, run.before, run.car, road.path, road.jumped) if blocks else ()
    yield tyre_breaches(setup, run, step.die, road.end)
    yield _misplaced_cut(setup, road, step)
    moved = _moved(setup, run, step, gear, road)
    yield _ends_elsewhere(moved, end) if end not in (None, road.end) else ()
    answers = sisu == ANSWERING or (sisu == WAITING and bool(moved.loss or moved.eliminated))
    yield helpless(setup, moved) if answers else ()
    done = _answered(setup, moved) if answers else moved
    if isinstance(done, Run) and done.loss in ("RM-11.3", "RM-11.4") and road.end == FINISH:
        done = _lost_past_the_finish(setup, done, road, run.marks)
    yield done


def _stopped(setup: Setup, run: Run, step: Step, road: Way, sisu: str) -> Way:
    """The way of a jump, cut off at the bump that costs control if it is lost there (ruling bump-loss-location)."""
    if not road.jumped or setup.reading("bump-loss-location") != "B":
        return road
    if sisu != NOBODY and cancels_any_loss(setup):
        return road
    answered = sisu != NOBODY or (run.attack and run.cancelled)
    counts = step.die.shown == SYMBOL and bump_symbols_count(setup)
    least = 1 if counts and not answered else 2
    for number, (bump, over) in enumerate(zip(road.bumps, road.over, strict=True), 1):
        if over >= least:
            return Way(road.path[: road.path.index(bump) + 1], road.over[:number], road.bumps[:number])
    return road


def _ends_elsewhere(moved: Run, end: str | None) -> Breaches:
    """The rules that lead a step to another space than the stated one (RM-4.1, RM-11.5)."""
    first = [rule for rule in ("RM-11.5", "RM-4.1") if rule in moved.reached]
    fact = f"the step ends on {moved.ends[-1]}, not on {end}"
    return tuple(Breach(rule, fact, token=LANDING) for rule in dict.fromkeys([*first, *moved.reached]))


def _after_the_end(setup: Setup, run: Run) -> Breaches:
    if run.over == "RM-13.1":
        return (Breach("RM-13.1", "the car has crossed the finish", "a finished car uses no more dice"),)
    if run.over == "RM-7.13":
        return (Breach("RM-7.13", "Sisu was played on the step before", "the turn ends with it"),)
    fact = f"{what_happened(setup, run)} ({run.eliminated or run.loss}), but one more die follows"
    return (Breach("RM-7.8", fact, "a loss of control ends the turn"),)


def road_of(setup: Setup, run: Run, gear: int, step: Step) -> Way | Breaches:
    """Where a die of this gear leads on the line in the record; no line means the inside."""
    space = run.car.space
    inside_open = (
        run.car.gear == 0
        and deep_in_drift(setup.stage, space)
        and setup.reading("restart-deep-in-drift") == "C"
    )
    return way(setup, space, gear, step.line, inside_open)


def _misplaced_cut(setup: Setup, road: Way, step: Step) -> Breaches:
    """A cut card is drawn on a shortcut and nowhere else (RM-9.6)."""
    known = setup.stage.index.get(road.end)
    on_shortcut = known is not None and known.role == SHORTCUT
    if on_shortcut == (step.cut is not None):
        return ()
    fact = f"{road.end} is {'a' if on_shortcut else 'not a'} shortcut"
    return (Breach("RM-9.6", fact, "a cut card is drawn on entering a shortcut"),)


def _moved(setup: Setup, run: Run, step: Step, gear: int, road: Way) -> Run:
    """RM-4.1, RM-9.15: the car moves; cut card, third flat, elimination, over-speed, bump, symbols."""
    die, before, end = step.die, run.car.space, road.end
    rules = ["RM-4.1", *die_rules(run, die), *passed_rules(setup, run.before, run.car, road.path)]
    run = paid(setup, run, die)
    seen = seen_dirt(setup, run, end)
    marks = entered(setup, run.car, road.path, road.bumps)
    rules += ["RM-3.1"] * (before == START) + ["RM-16.2"] * bool(marks)
    checked = not (road.jumped and setup.stage.index.get(end) and _unchecked(setup, end))
    entering = replace(
        run.by(*rules),
        flat=False,
        marks=(*run.marks, *marks),
        ends=(*run.ends, end),
        reached=step_rules(setup, run, road),
        used=(*run.used, die.gear) if die.gear else run.used,
        gas=run.gas + (not die.gear),
    )
    entering = _bumped(setup, entering, road)
    entering = _in_corner(setup, entering, step, gear, end, checked)
    entering = _symbols(setup, entering, step, end, road)
    car = replace(entering.car, space=end, gear=gear, status=ON_ROAD, dirt_seen=seen, arrival=run.arrival)
    moved = replace(entering, car=car)
    if moved.eliminated or moved.loss:
        return replace(moved, over="RM-7.8")
    return replace(moved, over="RM-13.1").by("RM-13.1") if end == FINISH else moved


def _unchecked(setup: Setup, end: str) -> bool:
    known = setup.stage.index[end]
    return known.kind == CORNER and setup.reading("landing-in-corner-is-checked") == "B"


def _bumped(setup: Setup, run: Run, road: Way) -> Run:
    """RM-11: the effects of a step's bumps. Symbols on a bump one gear over are handled with the other symbols."""
    if not road.jumped:
        if is_bump(setup.stage, road.end):
            return run.by("RM-11.1")
        return run.by("RM-11.6") if is_bump(setup.stage, run.car.space) else run
    for over in road.over:
        rule = bump_rule(over)
        run = run.by(rule, "RM-11.5")
        if over >= 3 and setup.reading("bump-beyond-two") == "B":
            run = replace(run, eliminated="RM-11.4")
        elif over >= 2:
            run = replace(run, loss="RM-11.4").by("RM-7.3")
    return run


def _in_corner(setup: Setup, run: Run, step: Step, gear: int, end: str, checked: bool) -> Run:
    """RM-9.15, as far as the corner is concerned."""
    space = setup.stage.index.get(end)
    if space is None or space.kind != CORNER:
        return run
    run = run.by(*corner_rules(space, run.car.space, setup))
    fast, before = checked and too_fast(setup, run, gear, space), run
    keeps_control = "RM-9.12" in setup.ruleset.left_out
    reading = ""
    if fast and space.role == SHORTCUT and not keeps_control:
        reading = setup.reading("shortcut-overspeed-draws-card")
    if space.role == SHORTCUT and reading != "B":
        run = drawn(setup, run, step.cut, space)
        run = run.by("RM-9.15") if fast or run.eliminated else run
    if not fast or run.eliminated != before.eliminated:
        return run
    if eliminating(setup, before if reading == "C" else run, gear, space):
        return replace(run, eliminated="RM-9.13").by("RM-9.13")
    if keeps_control:
        return run
    return replace(run, loss="RM-9.12").by("RM-9.12", "RM-7.2")


def _symbols(setup: Setup, run: Run, step: Step, end: str, road: Way) -> Run:
    """RM-4.9, RM-7.1, RM-11.3: the effect of this die's symbol and of those before it."""
    shown = step.die.shown == SYMBOL and not (run.attack and run.cancelled)
    counts = shown and symbols_count(setup)
    if shown and not counts:
        run = run.by(*shakedown_rules(setup))
    before = road.path[-2] if len(road.path) > 1 else run.car.space
    slips = slippery(setup, run.car, end, before)
    if counts:
        run = replace(run, symbols=run.symbols + 1, snow_symbols=run.snow_symbols + slips).by("RM-4.9")
    if run.eliminated or run.loss:
        return run
    if shown and 1 in road.over and (counts or bump_symbols_count(setup)):
        return replace(run, loss=BUMPED, late=True).by("RM-7.3")
    if too_many_symbols(setup, run, counts, slips):
        snow = ("RM-15.5",) if slips else ()
        attack = ("RM-5.8",) if run.attack else ()
        return replace(run, loss=BY_SYMBOLS, late=True).by(BY_SYMBOLS, *snow, *attack)
    return run


def _lost_past_the_finish(setup: Setup, run: Run, road: Way, marks: Marks) -> Run:
    """A loss by a jump past the finish: there, or on the last space before it (ruling flight-past-the-finish). `marks` are the
    timing points of the earlier steps."""
    if setup.reading("flight-past-the-finish") == "A":
        return run
    car, passed = replace(run.car, space=road.path[-2]), road.path[:-1]
    return replace(run, car=car, marks=(*marks, *entered(setup, car, passed, road.bumps)))


def _answered(setup: Setup, run: Run) -> Run | Breaches:
    """RM-7.13: the Sisu card after this step."""
    at_finish = run.ends[-1] == FINISH
    if found := sisu_breaches(setup, run, at_finish):
        return found
    done = cancelled(setup, run)
    return replace(done, over="RM-13.1") if at_finish else done

"""A whole turn in the order of RM-M.7: claims at its start, its dice, the card, and the next driver."""

from model.rallyman.facts import EVENTS, FINISH
from model.rallyman.moves import AT_LINE, ATTACK, BASIC, BLOCKED, SYMBOL, Die, Step, Turn
from model.rallyman.moves import ELIMINATED as OUT_MARK
from model.rallyman.position import NOT_STARTED, OFF_ROAD, RESTARTING, Car, Position, Setup
from model.values import replace
from verifier.findings import Breach
from verifier.rallyman.engine.attack import (
    after_flat,
    attack_breaches,
    handed_breaches,
    rewarded,
    rolled,
    unused_breaches,
)
from verifier.rallyman.engine.causes import CAUSES, REASONS, what_happened
from verifier.rallyman.engine.control import (
    after_event,
    cancelled,
    card_gone,
    into_shortcut,
    may_play_sisu,
    next_arrival,
    nobody_plays,
    out_of_the_rally,
    put_back,
)
from verifier.rallyman.engine.corners import gas_dice
from verifier.rallyman.engine.driving import card_breaches, card_gear, face_up
from verifier.rallyman.engine.finish import finished
from verifier.rallyman.engine.shakedown import symbols_count
from verifier.rallyman.engine.splits import with_splits
from verifier.rallyman.engine.start import onward, turn_rules, wrong_driver
from verifier.rallyman.engine.steps import NOBODY, WAITING, along_lines, take
from verifier.rallyman.engine.terms import Breaches, Outcome, Run
from verifier.rallyman.engine.wheel import changed, wheel_breaches

DICE = ("g", "1", "2", "3", "4", "5")


def play(setup: Setup, position: Position, turn: Turn) -> Outcome | Breaches:
    """The outcome of a turn, or every rule broken at the first step that breaks one. Rules about the whole turn come only if no
    step breaks a rule (RM-M.7)."""
    if wrong := wrong_driver(setup, position, turn.driver):
        return wrong
    run = started(setup, position, turn)
    if not isinstance(run, Run):
        return run
    if turn.mode == BLOCKED or (turn.mode == BASIC and not turn.steps and not turn.wheel):
        return _blocked(setup, run, position, turn)
    driven = drive(setup, run, turn)
    return settle(setup, driven, position, turn) if isinstance(driven, Run) else driven


def begin(setup: Setup, position: Position, driver: str, attack: bool = False) -> Run | None:
    """The turn before its first die, with the car put back on the road (RM-7.9); None if it must wait next to the road."""
    car = position.car(driver)
    back = put_back(setup, position, car)
    if back is None:
        return None
    before = position.with_car(back)
    restart = "RM-7.9" if car.status in RESTARTING else "RM-4.2"
    gas = gas_dice(setup, back)
    arrival = next_arrival(position)
    run = Run(
        before, back, position.dirt, attack, arrival, gas_allowed=gas, gas_at_first=gas, restart=restart
    )
    return run.by(*turn_rules(setup, position))


def with_wheel(setup: Setup, run: Run) -> Run:
    """The turn after the spare-wheel card is played (RM-10.2)."""
    car = changed(setup, run.car)
    gas = gas_dice(setup, car)
    run = replace(run, car=car, gas_allowed=gas, gas_at_first=gas, restart="RM-10.3")
    return run.by("RM-9.14", "RM-10.1", "RM-10.2", "RM-10.5")


def started(setup: Setup, position: Position, turn: Turn) -> Run | Breaches:
    """The turn before its first die, with the claims at its start checked."""
    attack = turn.mode == ATTACK
    run = begin(setup, position, turn.driver, attack)
    waits = run is None
    if run is None:
        car = position.car(turn.driver)
        run = Run(position, car, position.dirt, restart="RM-7.9").by(*turn_rules(setup, position))
    if turn.mode == BLOCKED and not waits:
        found = _not_blocked(setup, with_wheel(setup, run) if turn.wheel else run)
        if found:
            return found
    if turn.wheel:
        found = wheel_breaches(setup, run.car)
        if found:
            return found
        run = with_wheel(setup, run)
    if turn.mode == BLOCKED:
        return run
    if not turn.steps and turn.mode == BASIC:
        return _no_dice(setup, run, turn)
    if waits:
        fact = f"{turn.driver} waits off the road because the space is taken"
        return (Breach("RM-7.9", fact, "write `blocked` for a car that has to wait"),)
    if attack:
        found = attack_breaches(setup, run, turn)
        if found:
            return found
    return run


def run_before(setup: Setup, position: Position, turn: Turn, number: int) -> Run | None:
    """The turn before die `number`, counted from 1; None if it does not get that far."""
    mode = "basic" if turn.mode == BLOCKED else turn.mode
    run = started(setup, position, replace(turn, mode=mode, steps=turn.steps or (Step(Die("1")),)))
    for step in turn.steps[: max(0, number - 1)]:
        if not isinstance(run, Run):
            return None
        run = take(setup, run, step)
    return run if isinstance(run, Run) else None


def _no_dice(setup: Setup, run: Run, turn: Turn) -> Run | Breaches:
    """RM-4.13: a turn without dice is a wheel change (RM-10.3); by one reading a driver may also wait."""
    if turn.wheel and setup.reading("spare-wheel-then-stop") == "B":
        return run.by("RM-10.3")
    if not turn.wheel and setup.reading("turn-without-dice") == "B":
        return run
    fact = f"{turn.driver} uses no die"
    return (Breach("RM-4.13", fact, "a driver whose car can move uses at least one die"),)


def can_advance(setup: Setup, run: Run) -> bool:
    """Whether any die leads on. Only a free way matters, even if the car loses control on it (RM-12.8)."""
    return any(True for name in DICE for _ in along_lines(setup, run, Die(name)))


def drive(setup: Setup, run: Run, turn: Turn) -> Run | Breaches:
    """The turn after its dice."""
    attack = turn.mode == ATTACK
    start, flat = run, False
    for number, step in enumerate(turn.steps, 1):
        done = _step(setup, run, step, turn, stated_end(turn, number))
        if isinstance(done, Run) and done.flat and attack:
            done = after_flat(setup, done, turn, number, first=not flat)
            flat = True
        if not isinstance(done, Run):
            return done
        run = done
    if not attack:
        return run
    if turn.sisu and not run.cancelled:
        done = _sisu_for_nothing(setup, run, turn)
        if not isinstance(done, Run):
            return done
        run = done
    return attacked(setup, start, run, turn, flat)


def stated_end(turn: Turn, number: int) -> str | None:
    """The space on which die `number` ends, counted from 1, if the record states it."""
    return turn.ends[number - 1] if number <= len(turn.ends) else None


def attacked(setup: Setup, start: Run, run: Run, turn: Turn, flat: bool) -> Run | Breaches:
    """The end of a time attack that began at `start`: dice handed in, dice left, markers. `flat`: a flat was drawn in it."""
    found = handed_breaches(setup, turn, flat) or unused_breaches(setup, start, run, turn)
    if found:
        return found
    run = run.by("RM-5.1", "RM-5.4", *(("RM-5.11",) if turn.handed else ()))
    return rewarded(setup, run, turn)


def _step(setup: Setup, run: Run, step: Step, turn: Turn, end: str | None) -> Run | Breaches:
    if not run.attack:
        return take(setup, run, step, end=end)
    waiting = WAITING if turn.sisu and not run.cancelled else NOBODY
    done = take(setup, run, step, sisu=waiting, end=end)
    if isinstance(done, Run) or done[0].rule not in ("RM-7.13", "RM-7.14"):
        return done
    if done[0].rule == "RM-7.14" and _shown_early(setup, turn):
        if run.car.sisu:
            return take(setup, cancelled(setup, run), step, sisu=NOBODY, end=end)
        done = card_gone(run)
    return tuple(replace(breach, step=0) for breach in done)


def _shown_early(setup: Setup, turn: Turn) -> bool:
    """Whether the roll of an attack shows symbols that Sisu may answer right away (ruling sisu-timing)."""
    shown = symbols_count(setup) and any(die.shown == SYMBOL for die in rolled(turn))
    return shown and setup.reading("sisu-timing") == "B"


def _sisu_for_nothing(setup: Setup, run: Run, turn: Turn) -> Run | Breaches:
    """Sisu in a time attack that did not lose control."""
    if not may_play_sisu(setup):
        return nobody_plays(run)
    if run.car.sisu and _shown_early(setup, turn):
        return cancelled(setup, run)
    fact = "control was not lost through symbols"
    return (Breach("RM-7.13", fact, "Sisu answers a loss of control through symbols", token="sisu"),)


def settle(setup: Setup, run: Run, position: Position, turn: Turn) -> Outcome | Breaches:
    """The end of a turn: the event or the finish, the card, the times (RM-4.11, RM-7.5, RM-13.5)."""
    found = _wrong_end(setup, run, turn) or card_breaches(setup, run)
    if found:
        return found
    loss = run.loss or run.eliminated
    symbols = run.symbols
    car = run.car
    lost_at_finish = bool(run.loss) and car.space == FINISH
    if run.eliminated:
        card, seconds = "-", 0
        run = replace(run, car=out_of_the_rally(setup, run.car))
    elif lost_at_finish:
        card, seconds = str(car.gear), face_up(setup, car.gear)
        run = replace(run, car=finished(setup, run.car, lost=True)).by("RM-4.12", "RM-7.12", "RM-13.5")
    elif run.loss:
        card, seconds = f"{car.gear}b", setup.parameter("gear_card_back_seconds")
        run = after_event(setup, run, turn.loss or EVENTS[0], turn.loss_cut)
        if run.eliminated:
            card, seconds = "-", 0
    elif not run.ends:
        card, seconds = "-", 0
    else:
        gear = card_gear(run)
        card, seconds = str(gear), face_up(setup, gear)
        run = run.by("RM-4.11", "RM-4.12")
        if car.space == FINISH:
            run = replace(run, car=finished(setup, run.car, lost=False))
    return _outcome(setup, run, position, turn, card, seconds, loss, symbols)


def _wrong_end(setup: Setup, run: Run, turn: Turn) -> Breaches:
    """The loss of control in the record must agree with the last step."""
    cause, said, number = run.eliminated or run.loss, turn.loss, len(run.ends)
    if not cause:
        if said is None:
            return ()
        fact = f"control is not lost: {run.symbols} symbol{'s' if run.symbols != 1 else ''}, and no gear too fast"
        return (Breach("RM-7.1", fact, "control is only lost for a reason", number, token="loss"),)
    space = run.car.space
    wanted = OUT_MARK if run.eliminated else AT_LINE if space == FINISH else ""
    if said == wanted or (not wanted and said in EVENTS):
        return _wrong_cut(setup, space, turn, number)
    names = {OUT_MARK: "`*out`", AT_LINE: "`*line`"}.get(wanted, "`*spin`, `*left` or `*right`")
    token = "loss" if said is not None else ""
    fact = f"{what_happened(setup, run)}, which a record writes {names}"
    causes = (cause, *(rule for rule in CAUSES.get(cause, ()) if rule in run.rules))
    return tuple(Breach(rule, fact, REASONS[rule], number, token=token or None) for rule in causes)


def _wrong_cut(setup: Setup, space: str, turn: Turn, number: int) -> Breaches:
    """A cut card is drawn where the arrow points into a shortcut and nowhere else (RM-7.10)."""
    event = turn.loss or ""
    into = event in EVENTS and into_shortcut(setup, space, event)
    if into == (turn.loss_cut is not None):
        return ()
    fact = f"the arrow {'points into the shortcut' if into else 'does not point to a shortcut'} at {space}"
    if "RM-7.10" in setup.ruleset.left_out:
        fact = "an arrow towards the shortcut counts as a spin"
    if event not in EVENTS:
        fact = "no card is turned over, so the car is not pushed into a shortcut"
    return (Breach("RM-7.10", fact, "a push into a shortcut draws a cut card", number, token="loss"),)


def _not_blocked(setup: Setup, run: Run) -> Breaches:
    """RM-12.8: a driver claims that the car is blocked, but it can advance. By a reading of RM-4.13 the driver may wait."""
    if setup.reading("turn-without-dice") == "B" or not can_advance(setup, run):
        return ()
    fact = f"{run.car.driver} can advance from {run.car.space}"
    return (
        Breach("RM-12.8", fact, "a driver only passes if no die leads on", token="blocked"),
        Breach("RM-4.13", fact, "a driver whose car can move uses at least one die"),
    )


def _blocked(setup: Setup, run: Run, position: Position, turn: Turn) -> Outcome | Breaches:
    """RM-12.8: a car that cannot move on takes the card of its gear. By one reading a claim to be blocked is a turn without dice
    (RM-4.13)."""
    car = run.car
    waits = car.status in OFF_ROAD
    # By the usual reading a car that is not blocked does not get here.
    stays = not waits and setup.reading("turn-without-dice") == "B" and can_advance(setup, run)
    rule = "RM-4.13" if stays else "RM-12.8"
    if turn.loss is not None:
        fact = "no die was used, so control is not lost"
        return (Breach("RM-7.1", fact, "control is only lost for a reason", token="loss"),)
    card, seconds = _blocked_card(setup, car)
    return _outcome(setup, run.by(rule), position, turn, card, seconds, "", 0)


def _blocked_card(setup: Setup, car: Car) -> tuple[str, int]:
    if car.gear:
        return str(car.gear), face_up(setup, car.gear)
    if car.status == NOT_STARTED and setup.reading("blocked-at-start-line") == "A":
        return "-", setup.parameter("blocked_at_start_seconds")
    match setup.reading("blocked-in-neutral"):
        case "B":
            return "1", face_up(setup, 1)
        case "C":
            return "-", 0
    return "1b", setup.parameter("blocked_neutral_seconds")


def _outcome(
    setup: Setup,
    run: Run,
    position: Position,
    turn: Turn,
    card: str,
    seconds: int,
    loss: str,
    symbols: int,
) -> Outcome:
    """The position after the turn; the card taken is not checked yet."""
    car = replace(run.car, chrono=run.car.chrono + seconds)
    splits = with_splits(setup, position, car.driver, run.marks, run.car.chrono, seconds)
    after = replace(run.before.with_car(car), dirt=run.dirt, splits=splits, turn=position.turn)
    after = onward(setup, replace(after, order=position.order, next=position.next), turn.driver)
    out = run.eliminated
    return Outcome(turn, after, card, seconds, loss, out, symbols, run.ends, run.rules)

"""RM-7: loss of control, Sisu, restart."""

from collections.abc import Iterator

from model.rallyman.facts import SPIN
from model.rallyman.position import (
    ELIMINATED,
    OFF_LEFT,
    OFF_RIGHT,
    OFF_ROAD,
    ON_ROAD,
    RESTARTING,
    SPUN,
    STOPPED,
    Car,
    Position,
    Setup,
)
from model.rallyman.stage import DRIFT, SHORTCUT, TO_ROAD, TO_SHORTCUT, Space
from model.values import replace
from verifier.findings import Breach
from verifier.rallyman.engine.corners import drawn
from verifier.rallyman.engine.damage import damage_rules, damaged, terrain_points
from verifier.rallyman.engine.overtaking import standing
from verifier.rallyman.engine.road import corner_of, deep_in_drift, inside_of
from verifier.rallyman.engine.terms import Breaches, Dirt, Run
from verifier.rallyman.engine.weather import limits

BUMPED, BY_SYMBOLS = "RM-11.3", "RM-7.1"
"""Causes of a loss through symbols: on a bump one gear over, and by their number."""


def too_many_symbols(setup: Setup, run: Run, shown: bool, slips: bool) -> bool:
    """Whether the symbols of the turn reach the limit (RM-4.9, RM-7.1). `shown`: the die just used shows one; `slips`: the car
    has asphalt tyres on snow."""
    if "RM-7.1" in setup.ruleset.left_out:
        return False
    usual, low = limits(setup)
    if run.symbols >= usual:
        return True
    if not slips or run.symbols < low:
        return False
    match setup.reading("symbol-limit-when-surface-changes"):
        case "B":
            return shown
        case "C":
            return run.snow_symbols >= low
    return True


def helpless(setup: Setup, run: Run) -> Breaches:
    """RM-7.14: Sisu does not cancel what ended this turn; or no driver may play it (RM-7.13)."""
    if not may_play_sisu(setup):
        return nobody_plays(run)
    any_cause = cancels_any_loss(setup)
    if not run.eliminated and (not run.loss or run.late or any_cause):
        return ()
    words = "an elimination" if run.eliminated else "speed"
    fact = f"the cause is {words} ({run.eliminated or run.loss}), not symbols"
    if any_cause:
        fact = f"the driver is eliminated ({run.eliminated})"
        return (Breach("RM-7.13", fact, "Sisu answers a loss of control, no elimination", token="sisu"),)
    return (
        Breach("RM-7.14", fact, "Sisu only cancels symbols", token="sisu"),
        Breach("RM-7.13", fact, "Sisu answers a loss of control through symbols", token="sisu"),
    )


def may_play_sisu(setup: Setup) -> bool:
    """Whether a driver may play the Sisu card at all (RM-7.13)."""
    return "RM-7.13" not in setup.ruleset.left_out


def cancels_any_loss(setup: Setup) -> bool:
    """Whether Sisu cancels a loss of any cause, because RM-7.14 is left out."""
    return "RM-7.14" in setup.ruleset.left_out


def nobody_plays(run: Run) -> Breaches:
    """RM-7.13 is left out, and a driver plays the Sisu card."""
    fact = f"{run.car.driver} plays the Sisu card"
    return (Breach("RM-7.13", fact, "no driver may play the Sisu card", token="sisu"),)


def answerable(setup: Setup, run: Run) -> bool:
    """Whether this driver can answer what has happened by the Sisu card."""
    answers = run.loss if cancels_any_loss(setup) else run.late
    return bool(answers) and run.car.sisu and not run.eliminated and may_play_sisu(setup)


def sisu_breaches(setup: Setup, run: Run, at_finish: bool) -> Breaches:
    """Why the Sisu card cannot be discarded after this step (RM-7.13). `run` is the turn with its loss."""
    if not run.car.sisu:
        return card_gone(run)
    if run.loss and at_finish and setup.reading("sisu-at-the-finish") == "B":
        fact = "control is lost while crossing the finish"
        return (Breach("RM-7.13", fact, "Sisu does not help on the finish line", token="sisu"),)
    if not run.loss:
        if run.symbols and setup.reading("sisu-timing") == "B":
            return ()
        fact = f"control is not lost: {run.symbols} symbol{'s' if run.symbols != 1 else ''} so far"
        return (Breach("RM-7.13", fact, "Sisu answers a loss of control through symbols", token="sisu"),)
    return ()


def card_gone(run: Run) -> Breaches:
    """RM-7.13: the driver does not hold the Sisu card any more."""
    fact = f"{run.car.driver} has already used the Sisu card"
    return (Breach("RM-7.13", fact, "a driver has one Sisu card for the rally", token="sisu"),)


def cancelled(setup: Setup, run: Run) -> Run:
    """The turn after Sisu cancels its symbols; it goes on, or ends there (ruling sisu-then-continue)."""
    over = ""
    if not run.attack and setup.reading("sisu-then-continue") == "B":
        over = "RM-7.13"
    car = replace(run.car, sisu=False)
    run = replace(run, car=car, symbols=0, snow_symbols=0, loss="", late=False, over=over, cancelled=True)
    return run.by("RM-7.13")


def free(setup: Setup, position: Position, driver: str, space: str) -> bool:
    """Whether a space has room for one more car."""
    count = sum(car.space == space for car in standing(setup, position, driver))
    return count < setup.stage.index[space].capacity


def _behind(setup: Setup, space: str) -> Iterator[str]:
    """The spaces behind one, nearest first: back along its own line, past other corners along the inside."""
    stage = setup.stage
    here: Space | None = stage.index[space]
    while here is not None:
        here = next((one for one in stage.spaces if _leads_to(one, here)), None)
        if here is not None:
            yield here.id


def _leads_to(one: Space, here: Space) -> bool:
    """Whether the way back from a space leads to this one. No drift space is behind a space of another line."""
    if here.id not in one.next or one.role == SHORTCUT:
        return False
    return one.role != DRIFT or (one.corner == here.corner and here.role == DRIFT)


def place(setup: Setup, position: Position, driver: str, space: str) -> str | None:
    """Where a car stops when it is placed on this space; None if it waits next to the road (ruling place-taken-after-loss)."""
    if free(setup, position, driver, space):
        return space
    match setup.reading("place-taken-after-loss"):
        case "B":
            return None
        case "C":
            return next((one for one in _behind(setup, space) if free(setup, position, driver, one)), space)
    return space


def restart_space(setup: Setup, space: str) -> str:
    """Where a car that went off the road next to a space is put back (RM-7.9)."""
    if space not in setup.stage.index or setup.stage.index[space].role != DRIFT:
        return space
    if setup.reading("position-after-off-road-from-drift") == "B":
        return inside_of(setup.stage, space)
    if deep_in_drift(setup.stage, space) and setup.reading("restart-deep-in-drift") == "A":
        return inside_of(setup.stage, space)
    return space


def put_back(setup: Setup, position: Position, car: Car) -> Car | None:
    """The car at the start of its turn: put back or turned round (RM-7.9); None if it must wait next to the road."""
    if car.status not in RESTARTING:
        return car
    if car.status not in OFF_ROAD:
        return replace(car, status=ON_ROAD)
    space = place(setup, position, car.driver, restart_space(setup, car.space))
    if space is None:
        return None
    back = _moved_to(setup, car, space, position.dirt)
    return replace(back, status=ON_ROAD, arrival=next_arrival(position))


def _moved_to(setup: Setup, car: Car, space: str, dirt: Dirt) -> Car:
    """The car placed on a space. If it leaves its corner, it forgets the dirt there and sees the dirt of the corner it enters."""
    corner = corner_of(setup.stage, space)
    if corner == corner_of(setup.stage, car.space):
        return replace(car, space=space)
    return replace(car, space=space, dirt_seen=dict(dirt).get(corner, 0) if corner else None)


def next_arrival(position: Position) -> int:
    """The number of the next arrival."""
    return 1 + max(car.arrival for car in position.cars)


def pushed(setup: Setup, space: str, event: str) -> str:
    """What a car meets when it leaves a space on the side of the arrow: a terrain, `shortcut`, `road`; empty for a spin."""
    if event == SPIN or space not in setup.stage.index:
        return ""
    known = setup.stage.index[space]
    return known.left if event == "left" else known.right


def into_shortcut(setup: Setup, space: str, event: str) -> bool:
    """Whether a car is pushed into the shortcut, so that a cut card is drawn (RM-7.10)."""
    return pushed(setup, space, event) == TO_SHORTCUT and "RM-7.10" not in setup.ruleset.left_out


def _only_spins(setup: Setup, event: str, met: str) -> bool:
    """Whether the car spins: by its card, or because the rule of its arrow is left out (RM-7.10, RM-7.11)."""
    rule = {TO_SHORTCUT: "RM-7.10", TO_ROAD: "RM-7.11"}.get(met)
    return event == SPIN or rule in setup.ruleset.left_out


def after_event(setup: Setup, run: Run, event: str, cut: str | None) -> Run:
    """The car after the event on the card: a spin, off the road, or onto another line of the corner (RM-7.6 to RM-7.11)."""
    car = replace(run.car, gear=0)
    space = car.space
    met = pushed(setup, space, event)
    run = run.by("RM-7.4", "RM-7.5")
    if _only_spins(setup, event, met):
        return replace(run, car=_spun(setup, run, car)).by("RM-7.6")
    if met == TO_SHORTCUT:
        return _into_shortcut(setup, replace(run, car=car), cut)
    if met == TO_ROAD:
        return replace(run, car=_put(setup, run, car, inside_of(setup.stage, space), STOPPED)).by("RM-7.11")
    status = OFF_LEFT if event == "left" else OFF_RIGHT
    points = terrain_points(setup, space, event)
    car = damaged(setup, replace(car, status=status), points)
    return replace(run, car=car).by("RM-7.7", *damage_rules(setup, car))


def _spun(setup: Setup, run: Run, car: Car) -> Car:
    """RM-7.6: on a drift space the car moves to the inside."""
    if setup.stage.index[car.space].role != DRIFT:
        return replace(car, status=SPUN)
    return _put(setup, run, car, inside_of(setup.stage, car.space), SPUN)


def _put(setup: Setup, run: Run, car: Car, space: str, status: str) -> Car:
    """The car placed on a space of its corner, or next to it if it has to wait (ruling place-taken-after-loss)."""
    there = place(setup, run.before, car.driver, space)
    if there is not None:
        return replace(_moved_to(setup, car, there, run.dirt), status=status)
    hand = setup.stage.corner(setup.stage.index[space].corner).hand
    return replace(car, space=space, status=OFF_RIGHT if hand == "left" else OFF_LEFT)


def _into_shortcut(setup: Setup, run: Run, cut: str | None) -> Run:
    """RM-7.10: a cut card instead of damage."""
    corner = setup.stage.index[run.car.space].corner
    shortcut = setup.stage.line(corner, SHORTCUT)
    assert shortcut is not None
    car = run.car
    dirt_points = 0 if "RM-8.1" in setup.ruleset.left_out else setup.stage.zone(shortcut.zone).damage("dirt")
    if dirt_points and setup.reading("damage-when-pushed-into-shortcut") == "B":
        car = damaged(setup, car, dirt_points)
    retired = car.status == ELIMINATED
    run = drawn(setup, replace(run, car=replace(run.car, damage=car.damage)), cut, shortcut).by("RM-7.10")
    car = _put(setup, run, run.car, shortcut.id, STOPPED)
    return replace(run, car=out_of_the_rally(setup, car) if run.eliminated or retired else car)


def out_of_the_rally(setup: Setup, car: Car) -> Car:
    """An eliminated driver's car (RM-9.13, RM-9.10). It leaves the road unless it stays there as an obstacle. A car next to the
    road is no obstacle (RM-12.5)."""
    stays = setup.reading("eliminated-car-on-road") == "B" and car.status not in OFF_ROAD
    return replace(car, status=ELIMINATED, gear=0, space=car.space if stays else "", dirt_seen=None)

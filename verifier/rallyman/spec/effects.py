"""Which rules give a car its values. A false claim about a value breaks them."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from model.rallyman.facts import ASPHALT, DIRTY, FLAT, GAS, LEFT, SPIN
from model.rallyman.moves import ATTACK, BLOCKED, SAFE, Turn
from model.rallyman.position import (
    ELIMINATED,
    FINISHED,
    OFF_ROAD,
    ON_ROAD,
    RESTARTING,
    SPUN,
    STOPPED,
    Car,
    Position,
    Setup,
)
from model.rallyman.stage import DRIFT, INSIDE, SHORTCUT, TO_SHORTCUT
from verifier.rallyman.spec.attack import reward
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.ended import JUMPS, space_rules
from verifier.rallyman.spec.shakedown import ignored

Effects = Mapping[str, tuple[str, ...]]
"""Values of a car, by their names in `Car`, with the rules that give them, the decisive one first."""

FEWER_MARKERS = "fewer markers"
"""The key for a claim of fewer markers than the car has: only bought dice cost markers (RM-6.4)."""

STANDING: Effects = MappingProxyType(
    {
        "space": ("RM-4.1",),
        "gear": ("RM-4.6",),
        "status": ("RM-7.7",),
        "chrono": ("RM-4.12",),
        "markers": ("RM-5.6",),
        FEWER_MARKERS: ("RM-6.4",),
        "damage": ("RM-8.1",),
        "flats": ("RM-9.14",),
        "sisu": ("RM-7.13",),
        "spare": ("RM-10.2", "RM-10.5"),
        "tyres": ("RM-15.4",),
        "arrival": ("RM-3.8",),
    }
)
"""The rules for a car whose position comes from the record."""

AT_START: Effects = MappingProxyType(
    {
        **STANDING,
        "space": ("RM-3.1",),
        "status": ("RM-3.1",),
        **dict.fromkeys(("gear", "chrono", "markers", "damage", "flats"), ("RM-2.3",)),
        **dict.fromkeys(("sisu", "spare"), ("RM-2.1",)),
        "tyres": ("RM-2.2",),
    }
)
"""The rules for a car before the stage."""

BY_STATUS = MappingProxyType({SPUN: "RM-7.6", STOPPED: "RM-7.10", ELIMINATED: "RM-9.13"})
"""The rule by which a car gets a status; off the road it is RM-7.7."""


def effects(setup: Setup, before: Position, after: Position, turn: Turn, driven: Driven | None) -> Effects:
    """The rules that give the car its values in a legal turn; `driven` is None if no die was used."""
    old, car = before.car(turn.driver), after.car(turn.driver)
    if driven is None:
        return {**STANDING, **_standing(old, turn)}
    loss = _loss_rules(setup, turn, driven, car) if driven.cause or car.status == FINISHED else ()
    return {
        **STANDING,
        "space": space_rules(setup, turn, driven, (old, car), loss),
        "gear": _gear(turn, driven),
        "status": loss or _kept(setup, car),
        "chrono": _chrono(turn, driven),
        "markers": _markers(turn, driven),
        FEWER_MARKERS: ("RM-5.6",) if reward(setup, turn, driven) else ("RM-6.4",),
        "damage": _damage(driven, car, loss),
        "flats": _flats(setup, turn, car.flats + turn.wheel > old.flats),
    }


def _standing(old: Car, turn: Turn) -> Effects:
    """The rules for a turn without a die: blocked, or a wheel change alone."""
    rule: tuple[str, ...] = ("RM-12.8",) if turn.mode == BLOCKED else ("RM-10.3",)
    put_back = ("RM-7.9",) if old.status in RESTARTING else rule
    found = {"space": put_back, "status": put_back, "chrono": rule, "gear": rule}
    if turn.wheel:
        changed = ("RM-10.2",)
        found |= {"flats": changed, "gear": changed}
        found["chrono"] = ("RM-4.12", *changed)
    return found


def _loss_rules(setup: Setup, turn: Turn, driven: Driven, car: Car) -> tuple[str, ...]:
    """The rules that set the consequences of a loss of control; none if control was kept."""
    if car.status == FINISHED:
        return ("RM-13.1", "RM-7.12", "RM-13.5") if driven.lost else ("RM-13.1",)
    if driven.out:
        return (driven.cause,)
    if car.status == ELIMINATED:
        return ("RM-8.5",) if car.damage >= setup.parameter("damage_that_retires") else ("RM-9.10",)
    if turn.loss == SPIN or car.status == SPUN:
        return ("RM-7.6", *_causes(setup, turn, driven, car))
    space = setup.stage.index[driven.space]
    beside = space.left if turn.loss == LEFT else space.right
    if car.status == STOPPED:
        return ("RM-7.10",) if beside == TO_SHORTCUT else ("RM-7.11",)
    return ("RM-7.7", *_causes(setup, turn, driven, car))


def _causes(setup: Setup, turn: Turn, driven: Driven, car: Car) -> Iterator[str]:
    """The rules by which control was lost and, in a time attack, those that say where."""
    yield driven.cause
    if driven.cause == "RM-9.12":
        yield "RM-7.2"
    if driven.cause in JUMPS:
        yield "RM-7.3"
    if setup.option("weather") and car.tyres == ASPHALT != setup.surface(driven.space):
        yield "RM-15.5"
    if turn.mode == ATTACK:
        yield "RM-5.8"


def _kept(setup: Setup, car: Car) -> tuple[str, ...]:
    """The rules by which control was kept at the car's space: neither the symbols nor the note of the corner costs it."""
    role = setup.stage.index[car.space].role
    note = {INSIDE: ("RM-9.2",), DRIFT: ("RM-9.3",), SHORTCUT: ("RM-9.6",)}.get(role, ())
    return ("RM-7.1", *note, "RM-7.6")


def _gear(turn: Turn, driven: Driven) -> tuple[str, ...]:
    if driven.out:
        return (driven.cause,)
    if driven.lost and not driven.home:
        return ("RM-7.5",)
    last = next((step.die for step in reversed(turn.steps) if step.die.name != GAS), None)
    return ("RM-4.6", "RM-6.7") if last is not None and last.shown == SAFE else ("RM-4.6",)


def _chrono(turn: Turn, driven: Driven) -> tuple[str, ...]:
    wheel = ("RM-10.2",) if turn.wheel else ()
    if driven.lost and driven.home:
        return ("RM-4.12", "RM-13.5", "RM-7.12", *wheel)
    if driven.lost:
        return ("RM-7.5", *wheel)
    attack = ("RM-5.9",) if turn.mode == ATTACK else ()
    return ("RM-4.12", "RM-4.11", *attack, *wheel)


def _markers(turn: Turn, driven: Driven) -> tuple[str, ...]:
    return ("RM-6.4", "RM-6.5", "RM-6.3") if driven.bought[-1] and turn.mode != ATTACK else ("RM-5.6",)


def _damage(driven: Driven, car: Car, loss: tuple[str, ...]) -> tuple[str, ...]:
    if driven.lost and driven.home:
        return ("RM-13.5",)
    if driven.lost and car.status in (*OFF_ROAD, ELIMINATED):
        return ("RM-8.1",)
    if car.status in (SPUN, STOPPED):
        return loss[:1]
    return ("RM-8.1", "RM-8.3") if car.status == ON_ROAD else ("RM-8.1",)


def _flats(setup: Setup, turn: Turn, taken: bool) -> tuple[str, ...]:
    """The rules of the turn's cut cards, else of a wheel change. `taken`: one of the cards brought a flat."""
    cuts = [cut for cut in (*(step.cut for step in turn.steps), turn.loss_cut) if cut is not None]
    wheel = ("RM-10.2",) if turn.wheel else ()
    if taken:
        drawn = next((number for number, step in enumerate(turn.steps, 1) if step.cut == FLAT), None)
        gas = any(step.die.name == GAS for step in turn.steps[:drawn])
        return ("RM-9.10", *(("RM-9.11",) if gas else ()), "RM-9.9", *wheel)
    if FLAT in cuts:
        return ("RM-17.1",) if ignored(setup) else ("RM-9.14", "RM-9.6")
    if cuts:
        return ("RM-9.7" if set(cuts) != {DIRTY} else "RM-9.8", "RM-9.6", *wheel)
    return (*wheel, "RM-9.14")

"""The rules that applied in a legal turn and were kept."""

from collections.abc import Iterator

from model.rallyman.facts import ASPHALT, DIRTY, EVENTS, FLAT, GOOD, START
from model.rallyman.moves import ATTACK, BLOCKED, SAFE, SYMBOL, Turn
from model.rallyman.position import RESTARTING, Position, Setup
from model.rallyman.stage import BUMP, DRIFT, INSIDE, SHORTCUT, TO_ROAD, TO_SHORTCUT
from verifier.rallyman.spec.bumps import SURE, Way
from verifier.rallyman.spec.damage import hurt
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.shakedown import ignored

ROLES = {INSIDE: "RM-9.2", DRIFT: "RM-9.3", SHORTCUT: "RM-9.6"}
JUMPS = ("RM-11.2", "RM-11.3", "RM-11.4")


def at_work(setup: Setup, position: Position, turn: Turn, driven: Driven | None) -> tuple[str, ...]:
    """The ids of the rules that shaped a legal turn, each once."""
    return tuple(dict.fromkeys(_rules(setup, position, turn, driven)))


def _rules(setup: Setup, position: Position, turn: Turn, driven: Driven | None) -> Iterator[str]:
    car = position.car(turn.driver)
    if turn.wheel:
        yield from ("RM-10.1", "RM-10.2", "RM-10.5", "RM-9.14")
    elif car.flats:
        yield "RM-9.14"
    if turn.mode == BLOCKED:
        yield "RM-12.8"
    if car.status in RESTARTING:
        yield "RM-7.9"
    if driven is None:
        return
    yield from ("RM-4.11", "RM-4.12")
    for way in driven.ways:
        yield from _way(setup, way)
    yield from _dice(turn)
    if ignored(setup):
        yield "RM-17.1"
    cuts = {step.cut for step in turn.steps}
    yield from (rule for cut, rule in ((GOOD, "RM-9.7"), (DIRTY, "RM-9.8")) if cut in cuts)
    if FLAT in cuts and not ignored(setup):
        yield from ("RM-9.9", "RM-9.11", "RM-9.14")
    if car.damage:
        yield "RM-8.3"
    if driven.home:
        yield "RM-13.1"
    yield from _loss(setup, position, turn, driven)


def _way(setup: Setup, way: Way) -> Iterator[str]:
    index = setup.stage.index
    yield "RM-4.1"
    if way.start == START:
        yield "RM-3.1"
    elif index[way.start].kind == BUMP:
        yield "RM-11.6"
    for _, over in way.thrown:
        yield from ("RM-11.5", JUMPS[min(over, SURE)])
    end = index.get(way.end)
    if end is not None and end.kind == BUMP and not way.thrown:
        yield "RM-11.1"
    if end is not None and end.corner:
        yield "RM-9.1"
        yield ROLES[end.role]


def _dice(turn: Turn) -> Iterator[str]:
    shown = [step.die.shown for step in turn.steps]
    if any(step.die.name == "g" for step in turn.steps):
        yield "RM-4.6"
    if SYMBOL in shown:
        yield "RM-4.9"
    if SAFE in shown:
        yield from ("RM-6.1", "RM-6.3", "RM-6.4", "RM-6.5", "RM-6.7")
    if turn.mode == ATTACK:
        yield from ("RM-5.5", "RM-5.6", "RM-5.9")
    if turn.sisu or any(step.sisu for step in turn.steps):
        yield "RM-7.13"


def _loss(setup: Setup, position: Position, turn: Turn, driven: Driven) -> Iterator[str]:
    if not driven.cause:
        return
    yield driven.cause
    if driven.cause == "RM-9.12":
        yield "RM-7.2"
    if driven.cause in JUMPS:
        yield "RM-7.3"
    if driven.out:
        return
    if driven.home:
        yield from ("RM-7.12", "RM-13.5")
        return
    if turn.mode == ATTACK:
        yield "RM-5.8"
    tyres, space = position.car(turn.driver).tyres, setup.stage.index[driven.space]
    if setup.option("weather") and tyres == ASPHALT and setup.surface(driven.space) != ASPHALT:
        yield "RM-15.5"
    yield from ("RM-7.4", "RM-7.5", "RM-7.8")
    beside = {"left": space.left, "right": space.right}.get(turn.loss or "", "")
    if turn.loss in EVENTS:
        yield {TO_SHORTCUT: "RM-7.10", TO_ROAD: "RM-7.11", "": "RM-7.6"}.get(beside, "RM-7.7")
    if beside and beside not in (TO_SHORTCUT, TO_ROAD):
        yield "RM-8.1"
        if hurt(setup, position.car(turn.driver), space, beside).damage >= setup.parameter(
            "damage_that_retires"
        ):
            yield "RM-8.5"

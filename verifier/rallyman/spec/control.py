"""RM-7: loss of control, Sisu, restart."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from model.rallyman.facts import CUTS, DIRTY, EVENTS, FINISH, FLAT, LEFT, RIGHT, SPIN
from model.rallyman.moves import Turn
from model.rallyman.position import OFF_LEFT, OFF_RIGHT, OFF_ROAD, SPUN, STOPPED, Car, Position, Setup
from model.rallyman.stage import DRIFT, INSIDE, SHORTCUT, TO_ROAD, TO_SHORTCUT
from verifier.rallyman.spec.bumps import ANY_LOSS
from verifier.rallyman.spec.causes import Causes
from verifier.rallyman.spec.corners import eliminated, too_many_flats
from verifier.rallyman.spec.damage import hurt, retired
from verifier.rallyman.spec.overtaking import in_the_way
from verifier.rallyman.spec.play import Bits, Choice, Play, Rule, State, Taken, from_
from verifier.rallyman.spec.road import backwards, deep
from verifier.rallyman.spec.shakedown import ignored
from verifier.rallyman.spec.weather import counts_as_snow, limits
from verifier.solving.circuit import FALSE, Bit

INTO_SHORTCUT = "RM-7.10"
AS_SPIN = {TO_SHORTCUT: INTO_SHORTCUT, TO_ROAD: "RM-7.11"}
"""The rules of events that move a car across its corner. An event counts as a spin if its rule is left out."""


def sisu_rules(
    play: Play, state: State, choice: Choice, causes: Causes, after: State, step: int
) -> Iterator[Rule]:
    """RM-7.14 and RM-7.13 for a Sisu card discarded after this step. `after` is the state before the card cancels its symbols."""
    end = after.at.get(FINISH, FALSE)
    circuit, sisu = play.circuit, choice.sisu
    out, sure = causes.any(play, causes.out), causes.any(play, causes.sure)
    loss = causes.any(play, causes.symbols)
    if play.lacks(ANY_LOSS):
        loss = circuit.both(circuit.either(loss, sure), -out)
    yield from no_sisu_rules(play, sisu, step)
    yield from helpless_rules(play, circuit.both(sisu, out), circuit.both(sisu, sure), step)
    yield Rule("RM-7.13", circuit.implies(sisu, state.sisu), "the Sisu card is gone", step, "sisu")
    if play.reads("sisu-timing", "A"):
        needed = loss
        fact = "Sisu is played, but no symbols cost control here"
    else:
        needed = circuit.both(choice.used, circuit.either(-after.symbols[0], loss))
        fact = "Sisu is played, but no die shows a symbol"
    yield Rule("RM-7.13", circuit.implies(sisu, needed), fact, step, "sisu")
    if play.reads("sisu-at-the-finish", "B"):
        cancels = circuit.all((sisu, end, loss))
        yield Rule("RM-7.13", -cancels, "Sisu is played on the finish", step, "sisu")
    if play.reads("sisu-then-continue", "B"):
        yield Rule("RM-7.13", -circuit.both(choice.used, state.played), "a die after Sisu", step)


def no_sisu_rules(play: Play, sisu: Bit, step: int) -> Iterator[Rule]:
    """Without RM-7.13 no driver may play the Sisu card."""
    if play.lacks("RM-7.13"):
        yield Rule("RM-7.13", -sisu, "no driver may play the Sisu card", step, "sisu")


def helpless_rules(play: Play, out: Bit, fast: Bit, step: int) -> Iterator[Rule]:
    """RM-7.14 for a Sisu card discarded against an elimination (`out`) or a loss of control through speed (`fast`). Without that
    rule, RM-7.13 for one discarded against an elimination."""
    if play.lacks(ANY_LOSS):
        yield Rule("RM-7.13", -out, "Sisu cancels no elimination", step, "sisu")
        return
    yield Rule("RM-7.14", -out, "Sisu answers symbols, not an elimination", step, "sisu")
    yield Rule("RM-7.14", -fast, "Sisu answers symbols, not speed", step, "sisu")


def push_rules(play: Play, end: State, said: Bits, cut: Bit, step: int) -> Iterator[Rule]:
    """RM-7.10: a car draws a cut card for a push exactly when it is pushed into a shortcut."""
    circuit = play.circuit
    into = circuit.any(
        circuit.both(there, said.get(side, FALSE))
        for id, there in end.at.items()
        for side in (LEFT, RIGHT)
        if pushed(play.setup, id, side)
    )
    due = circuit.all((end.lost, -end.out, into))
    yield Rule(
        "RM-7.10", circuit.implies(due, cut), "a push into the shortcut without its cut card", step, "loss"
    )
    yield Rule(
        "RM-7.10", circuit.implies(cut, due), "a cut card, but no car is pushed into a shortcut", step, "loss"
    )


def pushed(setup: Setup, space: str, event: str) -> bool:
    """Whether an event pushes a car on this space into a shortcut (RM-7.10)."""
    known = setup.stage.index.get(space)
    into = known is not None and {LEFT: known.left, RIGHT: known.right}.get(event) == TO_SHORTCUT
    return into and INTO_SHORTCUT not in setup.ruleset.left_out


def events(setup: Setup, space: str) -> Iterator[tuple[str, str | None]]:
    """The events that can follow a loss of control on a space, each with every cut card that it may draw."""
    for event in EVENTS:
        yield from ((event, cut) for cut in (CUTS if pushed(setup, space, event) else (None,)))


def full(setup: Setup, position: Position, space: str, driver: str) -> bool:
    """Whether the cars of the other drivers leave no room on a space."""
    cars = [car for car in position.cars if car.driver != driver and car.space == space]
    return sum(in_the_way(setup, car) for car in cars) >= setup.stage.index[space].capacity


def inside_of(setup: Setup, space: str) -> str:
    """The inside space of the corner of a space; the space itself outside corners."""
    inside = setup.stage.line(setup.stage.index[space].corner, INSIDE)
    return space if inside is None else inside.id


def restart(setup: Setup, position: Position, car: Car) -> str | None:
    """The space from which a car begins its turn (RM-7.9); None for a car that waits for room (a reading)."""
    if car.status not in OFF_ROAD:
        return car.space
    space = _beside(setup, car)
    if not full(setup, position, space, car.driver):
        return space
    match setup.reading("place-taken-after-loss"):
        case "B":
            return None
        case "C":
            return free_behind(setup, position, space, car.driver)
    return space


def _beside(setup: Setup, car: Car) -> str:
    space = setup.stage.index[car.space]
    if space.role != DRIFT:
        return space.id
    if setup.reading("position-after-off-road-from-drift") == "B":
        return inside_of(setup, space.id)
    if deep(setup.stage, space.id) and setup.reading("restart-deep-in-drift") == "A":
        return inside_of(setup, space.id)
    return space.id


def free_behind(setup: Setup, position: Position, space: str, driver: str) -> str:
    """The nearest space behind with room for a car; else the space itself."""
    free = (one for one in backwards(setup.stage, space) if not full(setup, position, one, driver))
    return next(free, space)


def after_event(
    setup: Setup, position: Position, turn: Turn, car: Car, dirt: Mapping[str, int]
) -> tuple[Car, dict[str, int]]:
    """The car after the event on its card (RM-7.4 to RM-7.11), and the dirt markers."""
    space = setup.stage.index[car.space]
    car, left = replace(car, gear=0), dict(dirt)
    beside = {LEFT: space.left, RIGHT: space.right}.get(turn.loss or "", "")
    if turn.loss == SPIN or AS_SPIN.get(beside) in setup.ruleset.left_out:
        if space.role != DRIFT:
            return replace(car, status=SPUN), left
        return _put(setup, position, replace(car, space=inside_of(setup, space.id)), SPUN), left
    if beside == TO_ROAD:
        return _put(setup, position, replace(car, space=inside_of(setup, space.id)), STOPPED), left
    if beside == TO_SHORTCUT:
        return _pushed(setup, position, turn, car, left)
    car = replace(hurt(setup, car, space, beside), status=OFF_LEFT if turn.loss == LEFT else OFF_RIGHT)
    return retired(setup, car), left


def _pushed(
    setup: Setup, position: Position, turn: Turn, car: Car, dirt: dict[str, int]
) -> tuple[Car, dict[str, int]]:
    """The car after it is pushed into the shortcut, with its cut card (RM-7.10)."""
    space = setup.stage.index[car.space]
    shortcut = setup.stage.line(space.corner, SHORTCUT)
    assert shortcut is not None
    if setup.reading("damage-when-pushed-into-shortcut") == "B":
        car = hurt(setup, car, shortcut, "dirt")
    if turn.loss_cut == DIRTY and "RM-9.8" not in setup.ruleset.left_out:
        dirt[space.corner] = dirt.get(space.corner, 0) + 1
    if turn.loss_cut == FLAT and not ignored(setup):
        car = replace(car, flats=car.flats + 1)
    car = _put(setup, position, replace(car, space=shortcut.id), STOPPED)
    if too_many_flats(setup, car.flats):
        return eliminated(setup, car), dirt
    return retired(setup, car), dirt


def _put(setup: Setup, position: Position, car: Car, status: str) -> Car:
    """The car on the space where it is placed. What happens if that space is taken is a reading (place-taken-after-loss)."""
    if full(setup, position, car.space, car.driver):
        match setup.reading("place-taken-after-loss"):
            case "B":
                hand = setup.stage.corner(setup.stage.index[car.space].corner).hand
                return replace(car, status=OFF_RIGHT if hand == LEFT else OFF_LEFT)
            case "C":
                return replace(car, space=free_behind(setup, position, car.space, car.driver), status=status)
    return replace(car, status=status)


def next_arrival(position: Position) -> int:
    """The number of the next arrival on a space (RM-3.8)."""
    return 1 + max(car.arrival for car in position.cars)


def at_limit(play: Play, taken: Taken, symbol: Bit, after: State) -> Bit:
    """Whether the symbols shown so far cost control at the end of the step (RM-7.1, RM-15.5)."""
    circuit = play.circuit
    if play.lacks("RM-7.1"):
        return FALSE
    usual, on_snow = limits(play.setup)
    there = circuit.any(bit for way, _, bit in taken if counts_as_snow(play, way))
    slippery = circuit.both(there, -play.snow_tyres)
    many = from_(circuit, after.symbols, usual)
    if play.lacks("RM-15.5"):
        return many
    match play.setup.reading("symbol-limit-when-surface-changes"):
        case "A":
            return circuit.either(many, circuit.both(slippery, from_(circuit, after.symbols, on_snow)))
        case "B":
            fresh = circuit.both(slippery, symbol)
            return circuit.either(many, circuit.both(fresh, from_(circuit, after.symbols, on_snow)))
        case _:
            return circuit.either(many, circuit.both(slippery, from_(circuit, after.on_snow, on_snow)))

"""The next position, from where the dice of a turn leave the car: cards, times, markers, damage, dirt, splits, who plays next."""

from collections.abc import Mapping
from dataclasses import replace

from model.rallyman.facts import DIRTY, FINISH, FLAT, LEFT, SPIN, gear_card_seconds
from model.rallyman.moves import ATTACK, BLOCKED, Turn
from model.rallyman.position import (
    ELIMINATED,
    FINISHED,
    NOT_STARTED,
    OFF_LEFT,
    OFF_RIGHT,
    OFF_ROAD,
    ON_ROAD,
    SPUN,
    STOPPED,
    Car,
    Position,
    Setup,
)
from model.rallyman.stage import DRIFT, SHORTCUT, TO_ROAD, TO_SHORTCUT
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.finish import card_seconds
from verifier.rallyman.spec.markers import price
from verifier.rallyman.spec.placing import free_behind, full, inside_of, restart
from verifier.rallyman.spec.road import corner_of
from verifier.rallyman.spec.splits import splits_of
from verifier.rallyman.spec.start import onward
from verifier.rallyman.spec.wheel import time_of_wheel

NO_CARD = "-"


def next_position(setup: Setup, position: Position, turn: Turn, driven: Driven | None) -> Position:
    """The position after a legal turn; `driven` is None for one in which no die is used."""
    car = position.car(turn.driver)
    if turn.wheel:
        seconds = car.chrono + time_of_wheel(setup)  # RM-10.2
        car = replace(car, chrono=seconds, flats=car.flats - 1, spare=False, gear=0)
    if driven is None:
        after = position.with_car(_standing(setup, position, turn, car))
    else:
        after = _driven(setup, position, turn, car, driven)
    return onward(setup, after, turn.driver)


def card_of(setup: Setup, position: Position, turn: Turn, driven: Driven | None) -> str:
    """The gear card of a turn: `4`, `4b` turned over, `-` none (RM-4.11, RM-7.5, RM-12.8)."""
    if driven is None:
        return _blocked_card(setup, position, turn)[0] if waits(turn) else NO_CARD
    if driven.out or _flat_out_by_push(setup, turn, driven):
        return NO_CARD
    return f"{driven.gear}b" if driven.lost and not driven.home else f"{driven.gear}"


def waits(turn: Turn) -> bool:
    """Whether a turn without dice takes a card: all but a wheel change alone (RM-10.3, RM-12.8)."""
    return turn.mode == BLOCKED or not turn.wheel


def _flat_out_by_push(setup: Setup, turn: Turn, driven: Driven) -> bool:
    """Whether the cut card of a push into a shortcut brings one flat too many: an eliminated driver takes no gear card."""
    flat = driven.lost and turn.loss_cut == FLAT and not setup.option("shakedown")
    return flat and driven.flats >= setup.parameter("max_flats_before_elimination")


def _blocked_card(setup: Setup, position: Position, turn: Turn) -> tuple[str, int]:
    """The card of a car that cannot advance, and its seconds (RM-12.8)."""
    car = position.car(turn.driver)
    gear = 0 if turn.wheel else car.gear
    if car.status == NOT_STARTED and setup.reading("blocked-at-start-line") == "A":
        return NO_CARD, setup.parameter("blocked_at_start_seconds")
    if gear:
        return f"{gear}", gear_card_seconds()[gear]
    neutral = {"A": ("1b", setup.parameter("blocked_neutral_seconds")), "B": ("1", gear_card_seconds()[1])}
    return neutral.get(setup.reading("blocked-in-neutral"), (NO_CARD, 0))


def _standing(setup: Setup, position: Position, turn: Turn, car: Car) -> Car:
    """A car whose turn ends without a die: put back or turned round all the same (RM-7.9, RM-M.6)."""
    if waits(turn):
        car = replace(car, chrono=car.chrono + _blocked_card(setup, position, turn)[1])
    space = restart(setup, position, position.car(turn.driver))
    if space is None or car.status == NOT_STARTED:
        return car
    if car.status in OFF_ROAD:
        car = replace(car, arrival=_latest(position))
    car = replace(car, space=space, status=ON_ROAD)
    return replace(car, dirt_seen=_seen(setup, position, car, space, dict(position.dirt)))


def _latest(position: Position) -> int:
    return 1 + max(car.arrival for car in position.cars)


def _driven(setup: Setup, position: Position, turn: Turn, car: Car, driven: Driven) -> Position:
    card = card_of(setup, position, turn, driven)
    seconds = 0 if card == NO_CARD else card_seconds(setup, card)
    splits = tuple(splits_of(setup, car.driver, driven, car.chrono, car.markers, seconds))
    car = replace(
        car,
        space=driven.space,
        gear=driven.gear,
        status=ON_ROAD,
        flats=driven.flats,
        markers=car.markers - price(driven.bought[-1]) + reward(setup, turn, driven),
        sisu=driven.sisu and not turn.sisu,
        chrono=car.chrono + seconds,
        arrival=_latest(position),
    )
    dirt = dict(driven.dirt)
    if driven.out:
        car = eliminated(setup, car)
    elif driven.home:
        points = setup.parameter("finish_loss_damage") if driven.lost else 0  # RM-13.5
        car = replace(car, status=FINISHED, damage=_damage(setup, car.damage + points))
    elif driven.lost:
        car, dirt = _lost(setup, position, turn, car, dirt)
    car = replace(car, dirt_seen=_seen(setup, position, car, driven.space, dirt))
    kept = tuple(sorted((corner, count) for corner, count in dirt.items() if count))
    return replace(position.with_car(car), dirt=kept, splits=(*position.splits, *splits))


def _seen(setup: Setup, position: Position, car: Car, reached: str, dirt: Mapping[str, int]) -> int | None:
    """The dirt markers that lay on the corner of a car when it came in: with its dice, by which it reached a space, or when it
    was put there after a loss of control, with the dirt of that moment."""
    corner, old = corner_of(setup.stage, car.space), position.car(car.driver)
    if not corner:
        return None
    if corner != corner_of(setup.stage, reached):
        return dirt.get(corner, 0)
    begun = restart(setup, position, old) or old.space
    if corner == corner_of(setup.stage, old.space) == corner_of(setup.stage, begun):
        return old.dirt_seen
    return position.markers_on(corner)


def reward(setup: Setup, turn: Turn, driven: Driven) -> int:
    """The markers of a time attack: one for each die rolled (RM-5.6)."""
    if turn.mode != ATTACK:
        return 0
    by_symbols = driven.cause in ("RM-7.1", "RM-11.3")
    if driven.cause and not by_symbols and setup.reading("attack-seconds-on-overspeed") == "B":
        return 0
    return len(turn.steps) + len(turn.unused) + (turn.handed is not None)


def eliminated(setup: Setup, car: Car) -> Car:
    """A car that is out of the rally: it leaves the road, unless a reading keeps it there (RM-9.13)."""
    stays = setup.reading("eliminated-car-on-road") == "B" and car.space != FINISH
    return replace(car, status=ELIMINATED, gear=0, space=car.space if stays else "")


def _damage(setup: Setup, points: int) -> int:
    """Damage points as they are kept (RM-8.5)."""
    if setup.reading("fifth-damage-point") == "B":
        return min(points, setup.parameter("damage_that_retires") - 1)
    return points


def _lost(
    setup: Setup, position: Position, turn: Turn, car: Car, dirt: Mapping[str, int]
) -> tuple[Car, dict[str, int]]:
    """A car after the event on its card (RM-7.6 to RM-7.11), and the dirt markers."""
    space = setup.stage.index[car.space]
    car, left = replace(car, gear=0), dict(dirt)
    if turn.loss == SPIN:
        if space.role != DRIFT:
            return replace(car, status=SPUN), left
        return _put(setup, position, replace(car, space=inside_of(setup, space.id)), SPUN), left
    beside = space.left if turn.loss == LEFT else space.right
    if beside == TO_ROAD:
        return _put(setup, position, replace(car, space=inside_of(setup, space.id)), STOPPED), left
    if beside == TO_SHORTCUT:
        return _pushed(setup, position, turn, car, left)
    points = setup.stage.zone(space.zone).damage(beside)
    damage = _damage(setup, car.damage + points)
    car = replace(car, damage=damage, status=OFF_LEFT if turn.loss == LEFT else OFF_RIGHT)
    return _retired(setup, car), left


def retires(setup: Setup, car: Car) -> bool:
    """Whether a car has no gear die left to begin with, so that its driver retires (RM-8.5)."""
    enough = car.damage >= setup.parameter("damage_that_retires")
    return enough and setup.reading("fifth-damage-point") == "A"


def _retired(setup: Setup, car: Car) -> Car:
    """A car without a gear die left is out (RM-8.5); beside the road it is in nobody's way (RM-12.5)."""
    if not retires(setup, car):
        return car
    out = eliminated(setup, car)
    return replace(out, space="") if car.status in OFF_ROAD else out


def _pushed(
    setup: Setup, position: Position, turn: Turn, car: Car, dirt: dict[str, int]
) -> tuple[Car, dict[str, int]]:
    """A car that is pushed into the shortcut, with its cut card (RM-7.10)."""
    space = setup.stage.index[car.space]
    shortcut = setup.stage.line(space.corner, SHORTCUT)
    assert shortcut is not None
    if setup.reading("damage-when-pushed-into-shortcut") == "B":
        points = setup.stage.zone(shortcut.zone).damage("dirt")
        car = replace(car, damage=_damage(setup, car.damage + points))
    if turn.loss_cut == DIRTY:
        dirt[space.corner] = dirt.get(space.corner, 0) + 1
    if turn.loss_cut == FLAT and not setup.option("shakedown"):
        car = replace(car, flats=car.flats + 1)
    car = _put(setup, position, replace(car, space=shortcut.id), STOPPED)
    if car.flats > setup.parameter("max_flats_before_elimination"):
        return eliminated(setup, car), dirt
    return _retired(setup, car), dirt


def _put(setup: Setup, position: Position, car: Car, status: str) -> Car:
    """A car on the space on which it is put; what if that is taken is a reading (place-taken-after-loss)."""
    if full(setup, position, car.space, car.driver):
        match setup.reading("place-taken-after-loss"):
            case "B":
                hand = setup.stage.corner(setup.stage.index[car.space].corner).hand
                return replace(car, status=OFF_RIGHT if hand == LEFT else OFF_LEFT)
            case "C":
                return replace(car, space=free_behind(setup, position, car.space, car.driver), status=status)
    return replace(car, status=status)

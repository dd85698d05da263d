"""RM-10: the spare wheel."""

from collections.abc import Iterator
from dataclasses import replace

from model.rallyman.position import NOT_STARTED, Car, Setup
from verifier.rallyman.spec.play import Rule
from verifier.solving.circuit import constant

HIGHEST_GEAR = 1
"""The highest gear in which a wheel is changed."""


def wheel_rules(setup: Setup, car: Car) -> Iterator[Rule]:
    """RM-10.1 and RM-10.5: when the spare-wheel card may be played at the start of a turn."""
    slow = constant(car.gear <= HIGHEST_GEAR)
    yield Rule("RM-10.1", slow, f"a wheel is changed in gear 0 or 1, not {car.gear}", 0, "wheel")
    yield Rule("RM-10.1", constant(car.flats > 0), "the car has no flat", 0, "wheel")
    started = car.status != NOT_STARTED or setup.reading("spare-wheel-before-start") == "B"
    yield Rule("RM-10.1", constant(started), "the car has not started yet", 0, "wheel")
    yield Rule("RM-10.1", constant(car.spare), "the driver holds no spare-wheel card", 0, "wheel")
    yield Rule("RM-10.5", constant(car.spare), "the spare-wheel card is gone", 0, "wheel")


def time_of_wheel(setup: Setup) -> int:
    """What the spare-wheel card adds to the pile (RM-10.2). `spare-wheel-time` concerns a card whose time is not set."""
    another = setup.reading("spare-wheel-time") == "B"
    if setup.is_set("spare_wheel_seconds") or not another:
        return setup.parameter("spare_wheel_seconds")
    return setup.stand_in("spare_wheel_seconds", setup.card_seconds(1))


def between_stages_rules(car: Car, assistance: bool) -> tuple[str, ...]:
    """The rules against the spare-wheel card between two stages: without assistance, for a car with a flat, if it is still held
    (RM-10.4, RM-10.5)."""
    gone = () if car.spare else ("RM-10.4", "RM-10.5")
    return gone or (("RM-10.4",) if assistance or not car.flats else ())


def changed(setup: Setup, car: Car) -> Car:
    """The car after a wheel change: the time of the card added, in neutral, and without one of the flats it had until then
    (RM-10.2, RM-9.14)."""
    seconds = car.chrono + time_of_wheel(setup)
    return replace(car, chrono=seconds, flats=car.flats - 1, spare=False, gear=0)

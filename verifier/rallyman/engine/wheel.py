"""RM-10: the spare wheel."""

from model.rallyman.position import NOT_STARTED, Car, Setup
from model.values import replace
from verifier.findings import Breach
from verifier.rallyman.engine.terms import Breaches


def wheel_breaches(setup: Setup, car: Car) -> Breaches:
    """Why the spare-wheel card cannot be played at the start of this turn (RM-10.1)."""
    reason = "a wheel is changed at the start of a turn, in gear 0 or 1, with a flat and the card"
    if not car.spare:
        fact = f"{car.driver} has already used the spare-wheel card"
        return Breach("RM-10.1", fact, reason, token="wheel"), Breach(
            "RM-10.5", fact, "a driver has one card"
        )
    if car.gear > 1:
        return (Breach("RM-10.1", f"gear {car.gear} is engaged", reason, token="wheel"),)
    if not car.flats:
        return (Breach("RM-10.1", f"{car.driver} has no flat", reason, token="wheel"),)
    if car.status == NOT_STARTED and setup.reading("spare-wheel-before-start") == "A":
        return (Breach("RM-10.1", f"{car.driver} has not started yet", reason, token="wheel"),)
    return ()


def changed(setup: Setup, car: Car) -> Car:
    """The car with its wheel changed: one flat less, gear 0, the time of the card (RM-10.2, RM-9.14)."""
    time = car.chrono + wheel_seconds(setup)
    return replace(car, flats=car.flats - 1, spare=False, gear=0, chrono=time)


def wheel_seconds(setup: Setup) -> int:
    """The time on the spare-wheel card (RM-10.2; ruling spare-wheel-time). A time that is set holds under any reading."""
    if setup.reading("spare-wheel-time") == "B" and not setup.is_set("spare_wheel_seconds"):
        return setup.stand_in("spare_wheel_seconds", setup.card_seconds(1))
    return setup.parameter("spare_wheel_seconds")


def changed_between_stages(car: Car) -> Car | Breach:
    """The car after a wheel change between two stages without assistance (RM-10.4); no time is added."""
    reason = "the card removes one flat, once"
    if not car.spare:
        return Breach("RM-10.4", f"{car.driver} has no spare-wheel card", reason)
    if not car.flats:
        return Breach("RM-10.4", f"{car.driver} has no flat", reason)
    return replace(car, flats=car.flats - 1, spare=False)

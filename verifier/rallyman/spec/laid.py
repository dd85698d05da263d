"""RM-M.6: the states in which cars can be, and what a car still has of what it brought to the stage."""

from collections.abc import Iterable, Iterator

from model.rallyman.facts import DATA
from model.rallyman.moves import Lay
from model.rallyman.position import ELIMINATED, NOT_STARTED, RESTARTING, Car, Driver, Position, Setup
from model.rallyman.standing import Standing
from model.ruleset import Ruleset, parameter
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome
from verifier.rallyman.spec.corners import FLATS
from verifier.rallyman.spec.finish import with_times
from verifier.rallyman.spec.start import laid

Demand = tuple[str, str, bool]
"""A rule, the field of a car that it restricts, and whether the car is as it demands."""

IN_NEUTRAL = {NOT_STARTED: "RM-2.3", **dict.fromkeys(RESTARTING, "RM-7.5"), ELIMINATED: "RM-13.6"}
"""The statuses without an engaged gear: at the start, after a loss of control, out of the rally."""


def laid_out(setup: Setup, before: Position, lay: Lay) -> Judgement[Standing]:
    """Judges a position that a record gives. If no car can be in such a state, it has no outcome; otherwise the breaches are
    those by cars that do not have what they brought. A breach names the car by its place in the starting order, and the field
    that is wrong."""
    states = (state_demands(setup, lay, place) for place in range(len(lay.position.cars)))
    if broken := tuple(_broken(lay, states)):
        return Judgement(breaches=broken)
    after = with_times(setup, laid(setup, before, lay.position))
    broken = tuple(_broken(lay, (kept_demands(lay, driver) for driver in setup.drivers)))
    return Judgement((Outcome(after),), broken)


def _broken(lay: Lay, demands: Iterable[Iterable[Demand]]) -> Iterator[Breach]:
    """What each car breaks, in fields that the record states; one that it leaves out excludes nothing."""
    for place, own in enumerate(demands):
        for rule, field, met in own:
            if not met and lay.given.get((lay.position.cars[place].driver, field)) is not None:
                yield Breach(rule, "", car=place + 1, token=field)


def state_demands(setup: Setup, lay: Lay, place: int) -> Iterator[Demand]:
    """What a record may say about the state of one car. The number of arrivals grows with every arrival, so cars that share a
    space have different ones (RM-M.6)."""
    car = lay.position.cars[place]
    if car.status in IN_NEUTRAL:
        yield IN_NEUTRAL[car.status], "gear", car.gear == 0
    yield from wear_demands(setup.ruleset, car)
    for other in lay.position.cars[:place]:
        on_the_way = all(one.driving and one.status != NOT_STARTED for one in (car, other))
        differ = lay.given.get((car.driver, "arrival")) != lay.given.get((other.driver, "arrival"))
        yield "RM-M.6", "arrival", differ or not on_the_way or car.space != other.space


def wear_demands(ruleset: Ruleset, car: Car) -> Iterator[Demand]:
    """The damage and the flats with which a driver is still in the rally. With the last point of damage the driver retires, or is
    never given it, or the car waits for assistance (RM-8.5, fifth-damage-point); with a third flat he is eliminated (RM-9.10)."""
    reading = ruleset.readings["fifth-damage-point"]
    whole = car.damage < parameter(DATA, ruleset, "damage_that_retires")
    yield "RM-8.5", "damage", whole or reading == "C" or not car.driving
    few = car.flats <= parameter(DATA, ruleset, "max_flats_before_elimination") or FLATS in ruleset.left_out
    yield FLATS, "flats", few or car.status == ELIMINATED


def kept_demands(lay: Lay, driver: Driver) -> Iterator[Demand]:
    """A car during a stage has what it brought to it. Damage lasts (RM-8.4), and so do flats, save for the one that the spare
    wheel replaces (RM-9.14, RM-10.2). There are no new cards (RM-7.13, RM-10.5) and no other tyres (RM-15.4)."""
    brought, car = driver.car, lay.position.car(driver.name)
    card_left = car.spare and lay.given.get((driver.name, "spare"), True)
    mended = 1 if brought.spare and not card_left else 0
    yield "RM-8.4", "damage", car.damage >= brought.damage
    yield "RM-9.14", "flats", car.flats + mended >= brought.flats
    yield "RM-7.13", "sisu", brought.sisu or not car.sisu
    yield "RM-10.5", "spare", brought.spare or not car.spare
    yield "RM-15.4", "tyres", car.tyres == brought.tyres or not driver.tyres_told

"""Positions that no stage can come to, and cars that do not have what they brought to it."""

from collections.abc import Iterable, Iterator

from model.rallyman.moves import Lay
from model.rallyman.position import ELIMINATED, FINISHED, NOT_STARTED, ON_ROAD, Car, Driver, Position, Setup
from model.rallyman.standing import Standing
from model.values import replace
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome
from verifier.rallyman.engine.damage import worn_out
from verifier.rallyman.engine.finish import standing_of
from verifier.rallyman.engine.start import laid


def laid_out(setup: Setup, base: Position, lay: Lay) -> Judgement[Standing]:
    """The stage from a position that is shown. It has no outcome if the position cannot be; with one, breaches are values that
    contradict the `driver` lines. Only a written fact can be wrong. A breach has the field as its `token`, and as its `car` the
    place in the starting order."""
    if impossible := _written(lay, (_impossible(setup, lay, car) for car in lay.position.cars)):
        return Judgement(breaches=impossible)
    after = standing_of(setup, laid(setup, base, lay.position), None)
    return Judgement((Outcome(after),), _written(lay, (_unkept(lay, entry) for entry in setup.drivers)))


def _written(lay: Lay, found: Iterable[Iterable[Breach]]) -> tuple[Breach, ...]:
    """The breaches of each car that are in written fields."""
    return tuple(
        replace(one, car=number)
        for number, (car, own) in enumerate(zip(lay.position.cars, found, strict=True), 1)
        for one in own
        if lay.given.get((car.driver, one.token or "")) is not None
    )


def _impossible(setup: Setup, lay: Lay, car: Car) -> Iterator[Breach]:
    """Why a car cannot be as it is shown: a gear is engaged before the start (RM-2.3), after a loss of control (RM-7.5) or
    outside the race, the car is worn out, or it came to its space at the same time as a car shown before it (RM-M.6)."""
    if car.gear and car.status not in (ON_ROAD, FINISHED):
        rule = {NOT_STARTED: "RM-2.3", ELIMINATED: "RM-13.6"}.get(car.status, "RM-7.5")
        fact = "no gear is engaged before the start, after a loss of control and outside the race"
        yield Breach(rule, fact, token="gear")
    yield from worn_out(setup.ruleset, car)
    number = lay.given.get((car.driver, "arrival"))
    for other in lay.position.cars[: lay.position.cars.index(car)]:
        together = other.space == car.space and other.driving and car.driving and car.status != NOT_STARTED
        if together and lay.given.get((other.driver, "arrival")) == number:
            fact = f"{other.driver} and {car.driver} are on {car.space} with the same arrival number"
            yield Breach("RM-M.6", fact, "one of them came first (RM-M.6)", token="arrival")


def _unkept(lay: Lay, entry: Driver) -> Iterator[Breach]:
    """Values that a car cannot have after what it brought to the stage: nothing is repaired before assistance, only one wheel can
    be changed, a used card is gone, and declared tyres stay."""
    began, car = entry.car, lay.position.car(entry.name)
    wheel = began.spare and (not car.spare or lay.given.get((car.driver, "spare"), True) is None)
    for wrong, rule, field in (
        (car.damage < began.damage, "RM-8.4", "damage"),
        (car.flats < began.flats - wheel, "RM-9.14", "flats"),
        (car.sisu and not began.sisu, "RM-7.13", "sisu"),
        (car.spare and not began.spare, "RM-10.5", "spare"),
        (entry.tyres_told and car.tyres != began.tyres, "RM-15.4", "tyres"),
    ):
        if wrong:
            yield Breach(rule, "", token=field)

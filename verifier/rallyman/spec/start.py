"""RM-3: who plays when."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cmp_to_key
from itertools import combinations

from model.rallyman.position import ELIMINATED, FINISHED, NOT_STARTED, Car, Position, Setup
from model.rallyman.stage import Corner, Stage
from verifier.rallyman.spec.play import Rule
from verifier.rallyman.spec.road import corner_of, following, ranks
from verifier.solving.circuit import constant

STAGGERED, LEVEL = "RM-3.5", "RM-3.8"
"""The rules of the staggered start, and of the order of level cars."""


def starters(setup: Setup, position: Position) -> tuple[str, ...]:
    """The drivers in starting order."""
    return setup.starting_order or tuple(car.driver for car in position.cars)


def openings(setup: Setup, position: Position) -> int:
    """How many opening turns the staggered start has; without RM-3.5 all drivers play from the first round on."""
    return 1 if STAGGERED in setup.ruleset.left_out else len(starters(setup, position))


def opening(setup: Setup, position: Position) -> bool:
    """Whether the round is an opening turn (RM-3.5)."""
    return position.turn <= openings(setup, position)


def distance(setup: Setup, one: str, other: str) -> int:
    """The first space's distance to the finish minus the second's: below 0 if the first is further ahead, 0 if neither is
    (RM-3.7, RM-M.4)."""
    rank = ranks(setup.stage)
    corner = corner_of(setup.stage, one)
    if one == other or not corner or corner != corner_of(setup.stage, other):
        return rank[one] - rank[other]
    reading = setup.reading("order-inside-a-corner")
    if reading == "B":
        return _steps_out(setup.stage, one) - _steps_out(setup.stage, other)
    if reading == "C" and (places := _places(setup.stage.corner(corner))):
        return places[one] - places[other]
    return rank[one] - rank[other]


def _places(corner: Corner) -> dict[str, int]:
    """The place of each space of a corner on the board, counted from the front; spaces abreast share one. Empty if the stage does
    not give the order."""
    return {space: place for place, abreast in enumerate(corner.ahead) for space in abreast}


def _steps_out(stage: Stage, space: str) -> int:
    """The fewest steps from a space out of its corner."""
    corner, steps, here = corner_of(stage, space), 0, {space}
    while all(corner_of(stage, one) == corner for one in here):
        here = {other for one in here for other in following(stage, one)}
        steps += 1
    return steps


def before(setup: Setup, order: Sequence[str], cars: Sequence[Car], one: Car, other: Car) -> tuple[int, str]:
    """Which of two of these cars is ahead: below 0 for the first, above 0 for the second. Also returns the rule that decides
    it."""
    by_start = order.index(one.driver) - order.index(other.driver)
    gone = setup.ruleset.left_out
    if "RM-3.7" in gone:
        return by_start, "RM-3.7"
    if behind := distance(setup, one.space, other.space):
        return behind, "RM-3.7"
    if one.status == NOT_STARTED and other.status == NOT_STARTED:
        return by_start, "RM-3.7"
    if one.gear != other.gear and LEVEL not in gone:
        return other.gear - one.gear, LEVEL
    if one.space != other.space and setup.reading("arrival-tie") == "B":
        firsts = [order.index(_first_there(setup, cars, car).driver) for car in (one, other)]
        return firsts[0] - firsts[1], LEVEL
    return (one.arrival - other.arrival) or by_start, LEVEL


def _first_there(setup: Setup, cars: Sequence[Car], car: Car) -> Car:
    """The first car to arrive among those on this car's space and in its gear, or in any gear without RM-3.8. It sets the place
    of all of them."""
    waits = car.status == NOT_STARTED
    beside = [one for one in cars if one.space == car.space and (one.status == NOT_STARTED) == waits]
    if LEVEL not in setup.ruleset.left_out:
        beside = [one for one in beside if one.gear == car.gear]
    return min(beside, key=lambda one: one.arrival)


def road_order(setup: Setup, position: Position, cars: Sequence[Car]) -> tuple[str, ...]:
    """Cars in the order of the road, front car first (RM-3.7, RM-3.8)."""
    names = starters(setup, position)

    def compare(one: Car, other: Car) -> int:
        return before(setup, names, cars, one, other)[0]

    return tuple(car.driver for car in sorted(cars, key=cmp_to_key(compare)))


def order_of(setup: Setup, position: Position, turn: int) -> tuple[str, ...]:
    """The order of play of the round about to begin (RM-3.5 to RM-3.7)."""
    names = starters(setup, position)
    driving = [car for car in position.cars if car.driving]
    if turn > openings(setup, position):
        return road_order(setup, position, driving)
    alone = STAGGERED in setup.ruleset.left_out
    due = [car for name in (names if alone else names[:turn]) for car in driving if car.driver == name]
    if not alone and setup.reading("stagger-order-after-overtake") == "B":
        return road_order(setup, position, due)
    return tuple(car.driver for car in due)


def onward(setup: Setup, position: Position, driver: str) -> Position:
    """The position after a driver's turn, with the next driver set (RM-3.5 to RM-3.9)."""
    place = position.order.index(driver) if driver in position.order else -1
    for name in position.order[place + 1 :]:
        if position.car(name).driving:
            return replace(position, next=name)
    turn = position.turn + 1
    while not (order := order_of(setup, position, turn)) and turn <= openings(setup, position):
        turn += 1
    return replace(position, turn=turn, order=order, next=order[0] if order else None)


def first_position(setup: Setup, dirt: tuple[tuple[str, int], ...] = ()) -> Position:
    """The position before the start (RM-2.3, RM-3.1). `dirt` are markers left on the stage, if a reading keeps them."""
    stays = bool(dirt) and setup.reading("dirt-between-stages") == "B"
    cars = tuple(replace(one.car, arrival=place) for place, one in enumerate(setup.drivers, 1))
    return _begun(setup, Position(1, cars, (), None, dirt if stays else ()))


def laid(setup: Setup, before: Position, position: Position) -> Position:
    """A position given by a record, completed with what it leaves out: the round (1 before the start, otherwise the first one
    after the staggered start), its order, the next driver, and the dirt that was in a corner when a car entered it. `before`
    is the position until then; it has no cars if it is not known."""
    started = any(car.status != NOT_STARTED for car in position.cars)
    turn = position.turn or (1 + openings(setup, position) if started else 1)
    position = replace(position, turn=turn)
    old = {car.driver: car for car in before.cars}
    cars = (
        replace(car, dirt_seen=_found(setup, position, car, old.get(car.driver))) for car in position.cars
    )
    return _begun(setup, replace(position, cars=tuple(cars)))


def _found(setup: Setup, position: Position, car: Car, old: Car | None) -> int | None:
    """The dirt markers that a car found on its corner, None outside corners. It finds those on the corner now, and cards that
    others draw later do not change that. If it was already in that corner, it has found at most as many as before (RM-9.8,
    dirt-and-car-in-corner)."""
    corner = corner_of(setup.stage, car.space)
    if not corner:
        return None
    lying = position.markers_on(corner)
    stayed = old is not None and old.dirt_seen is not None and corner_of(setup.stage, old.space) == corner
    return min(lying, old.dirt_seen or 0) if stayed and old is not None else lying


def _begun(setup: Setup, position: Position) -> Position:
    """The position with the order of its round and the next driver, if these are unknown or impossible."""
    order = position.order or order_of(setup, position, position.turn)
    due = [name for name in order if position.car(name).driving]
    following = position.next if position.next in due else next(iter(due), None)
    return replace(position, order=order, next=following)


def round_rules(setup: Setup, position: Position, number: int | None) -> Iterator[Rule]:
    """Which round is played (RM-3.5, RM-3.6). Once the stage is over no number is wrong."""
    right = number in (None, position.turn) or position.next is None
    rule = "RM-3.5" if opening(setup, position) else "RM-3.6"
    yield Rule(rule, constant(right), f"round {position.turn} is played, not {number}", 0, "round")


def driver_rules(setup: Setup, position: Position, driver: str) -> Iterator[Rule]:
    """Who may play now: RM-13.1, RM-13.6, RM-3.5 to RM-3.8."""
    car, due = position.car(driver), position.next
    yield Rule("RM-13.1", constant(car.status != FINISHED), f"{driver} has finished the stage", 0, "driver")
    yield Rule("RM-13.6", constant(car.status != ELIMINATED), f"{driver} is out of the rally", 0, "driver")
    played = due is not None and driver in position.order[: _place(position, due)]
    rule = (
        "RM-3.5" if opening(setup, position) else "RM-3.6" if played else _rule_of_order(setup, position, car)
    )
    fact = f"{due} plays next in round {position.turn}" if due is not None else "the stage is over"
    yield Rule(rule, constant(not car.driving or driver == due), fact, 0, "driver")


def _rule_of_order(setup: Setup, position: Position, car: Car) -> str:
    """The rule by which a car waits for the one whose turn it is: RM-3.7, or RM-3.8 for cars on the same space."""
    if position.next is None or position.car(position.next).space != car.space:
        return "RM-3.7"
    driving = [one for one in position.cars if one.driving]
    ahead, rule = before(setup, starters(setup, position), driving, position.car(position.next), car)
    return rule if ahead < 0 else "RM-3.7"


def _place(position: Position, driver: str) -> int:
    return position.order.index(driver) if driver in position.order else 0


def order_rules(setup: Setup, position: Position, claim: Sequence[str]) -> tuple[str, ...]:
    """The rules against an order other than that of the running round: who plays in an opening turn (RM-3.5), one turn for every
    car still driving (RM-3.6), or the road, for each pair of drivers that the claim swaps (RM-3.7, RM-3.8)."""
    order = position.order
    if opening(setup, position):
        return ("RM-3.5",)
    if sorted(claim) != sorted(order):
        return ("RM-3.6",)
    if position.next != order[0]:
        return ("RM-3.7",)  # the cars have moved since the round began
    names, cars = starters(setup, position), [position.car(name) for name in order]
    turned = [pair for pair in combinations(claim, 2) if order.index(pair[0]) > order.index(pair[1])]
    ahead = [before(setup, names, cars, *map(position.car, reversed(pair))) for pair in turned]
    return tuple(dict.fromkeys(rule if place < 0 else "RM-3.7" for place, rule in ahead))

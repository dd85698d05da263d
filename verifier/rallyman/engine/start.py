"""RM-3: start and order of play."""

from collections.abc import Mapping, Sequence

from model.rallyman.facts import FINISH
from model.rallyman.position import NOT_STARTED, Car, Position, Setup
from model.rallyman.stage import INSIDE
from model.values import replace
from verifier.findings import Breach
from verifier.rallyman.engine.road import corner_of, ranks, shortest
from verifier.rallyman.engine.terms import ROUND, Breaches, Dirt


def first_position(setup: Setup, left: Dirt = ()) -> Position:
    """The position before a stage: every car before the start line, no times, no markers (RM-2.3, RM-3.1). Dirt from an earlier
    stage is removed, or stays (ruling dirt-between-stages)."""
    cars = tuple(replace(driver.car, arrival=number) for number, driver in enumerate(setup.drivers, start=1))
    dirt = left if left and setup.reading("dirt-between-stages") == "B" else ()
    position = Position(1, cars, (), None, dirt)
    return with_order(position, order_of_round(setup, position))


def laid(setup: Setup, base: Position, position: Position) -> Position:
    """A position from a record, completed: the round (the first before the start, else the first after the opening turns), its
    order, the next driver, and the dirt that the cars have seen. `base` is the position before, without cars if it is not
    known."""
    if not position.turn:
        waiting = all(car.status == NOT_STARTED for car in position.cars)
        position = replace(position, turn=1 if waiting else opening_turns(setup) + 1)
    position = _remembering(setup, position, base)
    order = position.order or order_of_round(setup, position)
    driving = [name for name in order if position.car(name).driving]
    follows = position.next if position.next in driving else next(iter(driving), None)
    return replace(position, order=order, next=follows)


def _remembering(setup: Setup, position: Position, base: Position) -> Position:
    """The position with the dirt that its cars have seen on their corners (RM-9.8, ruling dirt-and-car-in-corner). The cars were
    in place before anything that follows, so they have not seen later dirt. A car that was in the same corner before never left
    it, because the road only leads onward; it keeps what it saw, limited to the dirt there now."""
    cars = []
    for car in position.cars:
        corner = corner_of(setup.stage, car.space)
        seen = position.markers_on(corner) if corner else None
        before = base.car(car.driver) if base.cars else car
        known = before.dirt_seen if corner_of(setup.stage, before.space) == corner else None
        if seen is not None and known is not None:
            seen = min(seen, known)
        cars.append(replace(car, dirt_seen=seen))
    return replace(position, cars=tuple(cars))


def stagger(order: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Who plays in each opening turn, in that order (RM-3.5)."""
    return tuple(tuple(order[:count]) for count in range(1, len(order) + 1))


def staggered(setup: Setup) -> bool:
    """Whether the drivers start one after the other (RM-3.5)."""
    return "RM-3.5" not in setup.ruleset.left_out


def in_starting_order(setup: Setup) -> bool:
    """Whether every round is played in starting order, because RM-3.7 is left out."""
    return "RM-3.7" in setup.ruleset.left_out


def opening_turns(setup: Setup) -> int:
    """How many opening turns there are: one for each driver, or one for all."""
    return len(setup.drivers) if staggered(setup) else 1


def opening(setup: Setup, position: Position) -> bool:
    """Whether this is an opening turn."""
    return position.turn <= opening_turns(setup)


def order_of_round(setup: Setup, position: Position) -> tuple[str, ...]:
    """The drivers of the round that begins, in order of play; drivers who finished or are out have no turns (RM-3.5 to RM-3.8,
    RM-13.1)."""
    driving = {car.driver for car in position.cars if car.driving}
    if opening(setup, position) and staggered(setup):
        order = stagger(setup.starting_order)[position.turn - 1]
        if not in_starting_order(setup):
            overtaken = tuple(name for name in road_order(setup, position) if name in order)
            if overtaken != order and setup.reading("stagger-order-after-overtake") == "B":
                order = overtaken
    elif opening(setup, position) or in_starting_order(setup):
        order = setup.starting_order
    else:
        order = road_order(setup, position)
    return tuple(name for name in order if name in driving)


def road_order(setup: Setup, position: Position) -> tuple[str, ...]:
    """The cars still driving, front car first; cars that have not started come last, in starting order (RM-3.7)."""
    starting = {name: number for number, name in enumerate(setup.starting_order)}
    driving = [car for car in position.cars if car.driving]
    started = [car for car in driving if car.status != NOT_STARTED]
    waiting = [car for car in driving if car.status == NOT_STARTED]
    ahead = sorted(started, key=lambda car: _place(setup, car, started, starting))
    behind = sorted(waiting, key=lambda car: starting[car.driver])
    return tuple(car.driver for car in (*ahead, *behind))


def _place(setup: Setup, car: Car, others: list[Car], starting: Mapping[str, int]) -> tuple[int, ...]:
    """The sort key of a car: rank, then gear and arrival on one space (RM-3.8). If starting order separates spaces (arrival-tie),
    all cars of a space take the place of the one that came first."""
    level = _level(setup, car, others)
    # Without RM-3.8 all gears are equal.
    gears = {one.driver: 0 if "RM-3.8" in setup.ruleset.left_out else one.gear for one in others}
    gear = gears[car.driver]
    tied = [one for one in others if gears[one.driver] == gear and _level(setup, one, others) == level]
    if setup.reading("arrival-tie") != "B" or all(one.space == car.space for one in tied):
        return (*level, -gear, car.arrival)
    first = min((one for one in tied if one.space == car.space), key=lambda one: one.arrival)
    return (*level, -gear, starting[first.driver], car.arrival)


def _level(setup: Setup, car: Car, others: list[Car]) -> tuple[int, int]:
    """How far ahead a car is, where smaller is further. The second number separates cars in one corner."""
    stage = setup.stage
    rank = ranks(stage)[car.space]
    corner = corner_of(stage, car.space)
    shared = corner and any(
        one.space != car.space and corner_of(stage, one.space) == corner for one in others
    )
    if not shared or (reading := setup.reading("order-inside-a-corner")) == "A":
        return rank, 0
    inside = stage.line(corner, INSIDE)
    assert inside is not None
    if reading == "B":
        return ranks(stage)[inside.id], shortest(stage)[car.space]
    abreast = stage.corner(corner).ahead
    if not abreast:
        return rank, 0
    return ranks(stage)[inside.id], next(row for row, spaces in enumerate(abreast) if car.space in spaces)


def with_order(position: Position, order: tuple[str, ...]) -> Position:
    """The position with this order of play, its first driver next."""
    return replace(position, order=order, next=order[0] if order else None)


def onward(setup: Setup, position: Position, driver: str) -> Position:
    """The position after a driver's turn: the next driver of the round, or a new round in the order of the road (RM-3.6,
    RM-3.9)."""
    place = position.order.index(driver) + 1 if driver in position.order else len(position.order)
    waiting = [name for name in position.order[place:] if position.car(name).driving]
    if waiting:
        return replace(position, next=waiting[0])
    later = position
    while True:
        later = replace(later, turn=later.turn + 1)
        order = order_of_round(setup, later)
        if order or not opening(setup, later):
            return with_order(later, order)


def turn_rules(setup: Setup, position: Position) -> tuple[str, ...]:
    """The rules that give the current driver the turn."""
    return ("RM-3.5",) if opening(setup, position) else ("RM-3.6", "RM-3.7")


def wrong_round(setup: Setup, position: Position, number: int | None) -> Breaches:
    """Why this is not the round being played, if it is not. Once no car is driving any more, the turn itself is wrong
    (RM-13.1)."""
    if number in (None, position.turn) or not any(car.driving for car in position.cars):
        return ()
    fact = f"round {position.turn} is played, not {number}"
    if opening(setup, position):
        reason = (
            "opening turn k is played by the first k starters"
            if staggered(setup)
            else "all drivers play in the first round"
        )
        return (Breach("RM-3.5", fact, reason, token=ROUND),)
    return (Breach("RM-3.6", fact, "each car has one turn a round", token=ROUND),)


def wrong_driver(setup: Setup, position: Position, driver: str) -> Breaches:
    """Why it is not this driver's turn, if it is not."""
    if driver == position.next:
        return ()
    car = position.car(driver)
    if car.space == FINISH:
        fact, reason = f"{driver} has finished", "a car that has crossed the line plays no more turns"
        return (Breach("RM-13.1", fact, reason, token="driver"),)
    if not car.driving:
        reason = "an eliminated driver plays no more turns"
        return (Breach("RM-13.6", f"{driver} is out", reason, token="driver"),)
    now = (
        f"{position.next}, not {driver}, plays next in round {position.turn}"
        if position.next
        else "no driver plays any more"
    )
    done = (
        driver in position.order
        and position.next in position.order
        and position.order.index(driver) < position.order.index(position.next)
    )
    if opening(setup, position):
        first = (position.order and f"; round {position.turn} is played by {' '.join(position.order)}") or ""
        reason = (
            "the first k starters play opening turn k"
            if staggered(setup)
            else "the first round is played by all drivers, in starting order"
        )
        return (Breach("RM-3.5", f"{now}{first}", reason, token="driver"),)
    if done:
        reason = "each car still driving has one turn a round"
        fact = f"{driver} has already played round {position.turn}; {position.next} plays next"
        return (Breach("RM-3.6", fact, reason, token="driver"),)
    reason = "the front car plays first, as the cars stood when the round began"
    if in_starting_order(setup):
        reason = "every round is played in starting order"
    fact = f"{now}; the order is {' '.join(position.order)}"
    breach = Breach("RM-3.7", fact, reason, token="driver")
    if (
        in_starting_order(setup)
        or position.next is None
        or not _queues(setup, position, position.car(position.next), car)
    ):
        return (breach,)
    reason = "the higher gear goes first, then the car that came first"
    if "RM-3.8" in setup.ruleset.left_out:
        reason = "the car that came first goes first, whatever its gear"
    return Breach("RM-3.8", fact, reason, token="driver"), breach


def _queues(setup: Setup, position: Position, first: Car, second: Car) -> bool:
    """Whether two cars are on one space and the first of them plays first (RM-3.8)."""
    started = [car for car in position.cars if car.driving and car.status != NOT_STARTED]
    if first not in started or first.space != second.space:
        return False
    starting = {name: number for number, name in enumerate(setup.starting_order)}
    return min((first, second), key=lambda car: _place(setup, car, started, starting)) is first

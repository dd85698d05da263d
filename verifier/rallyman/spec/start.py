"""RM-3: who plays when."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cmp_to_key

from model.rallyman.position import ELIMINATED, FINISHED, NOT_STARTED, Car, Position, Setup
from model.rallyman.stage import Corner, Stage
from verifier.rallyman.spec.play import Rule
from verifier.rallyman.spec.road import corner_of, following, ranks
from verifier.solving.circuit import constant
from verifier.solving.questions import Judgement, Question
from verifier.solving.ranking import Ranking


def starters(setup: Setup, position: Position) -> tuple[str, ...]:
    """The drivers in starting order."""
    return setup.starting_order or tuple(car.driver for car in position.cars)


def opening(setup: Setup, position: Position) -> bool:
    """Whether the round is an opening turn of the staggered start (RM-3.5)."""
    return position.turn <= len(starters(setup, position))


def distance(setup: Setup, one: str, other: str) -> int:
    """By how much the first of two spaces is nearer to the finish: below 0 where it is further ahead, 0 where neither is (RM-3.7,
    RM-M.4)."""
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
    """The place of each space of a corner on the board, from the front; those abreast have one. Empty where the stage does not
    say it."""
    return {space: place for place, abreast in enumerate(corner.ahead) for space in abreast}


def _steps_out(stage: Stage, space: str) -> int:
    """The fewest steps that lead from a space out of its corner."""
    corner, steps, here = corner_of(stage, space), 0, {space}
    while all(corner_of(stage, one) == corner for one in here):
        here = {other for one in here for other in following(stage, one)}
        steps += 1
    return steps


def before(setup: Setup, order: Sequence[str], cars: Sequence[Car], one: Car, other: Car) -> tuple[int, str]:
    """Which of two of these cars is ahead: below 0 for the first, above 0 for the second; and the rule that says so."""
    if behind := distance(setup, one.space, other.space):
        return behind, "RM-3.7"
    by_start = order.index(one.driver) - order.index(other.driver)
    if one.status == NOT_STARTED and other.status == NOT_STARTED:
        return by_start, "RM-3.7"
    if one.gear != other.gear:
        return other.gear - one.gear, "RM-3.8"
    if one.space != other.space and setup.reading("arrival-tie") == "B":
        firsts = [order.index(_first_there(cars, car).driver) for car in (one, other)]
        return firsts[0] - firsts[1], "RM-3.8"
    return (one.arrival - other.arrival) or by_start, "RM-3.8"


def _first_there(cars: Sequence[Car], car: Car) -> Car:
    """The car that came first of those on the space of a car and in its gear, in whose place they all stand."""
    beside = [one for one in cars if (one.space, one.gear, one.status) == (car.space, car.gear, car.status)]
    return min(beside, key=lambda one: one.arrival)


def road_order(setup: Setup, position: Position, cars: Sequence[Car]) -> tuple[str, ...]:
    """Cars in the order of the road, front car first (RM-3.7, RM-3.8)."""
    names = starters(setup, position)

    def compare(one: Car, other: Car) -> int:
        return before(setup, names, cars, one, other)[0]

    return tuple(car.driver for car in sorted(cars, key=cmp_to_key(compare)))


def order_of(setup: Setup, position: Position, turn: int) -> tuple[str, ...]:
    """The order of play of a round that is about to begin (RM-3.5 to RM-3.7)."""
    names = starters(setup, position)
    driving = [car for car in position.cars if car.driving]
    if turn > len(names):
        return road_order(setup, position, driving)
    due = [car for name in names[:turn] for car in driving if car.driver == name]
    if setup.reading("stagger-order-after-overtake") == "B":
        return road_order(setup, position, due)
    return tuple(car.driver for car in due)


def onward(setup: Setup, position: Position, driver: str) -> Position:
    """The position after a driver's turn, with the driver named who plays next (RM-3.5 to RM-3.9)."""
    place = position.order.index(driver) if driver in position.order else -1
    for name in position.order[place + 1 :]:
        if position.car(name).driving:
            return replace(position, next=name)
    if not any(car.driving for car in position.cars):
        return replace(position, next=None)
    turn = position.turn + 1
    while not (order := order_of(setup, position, turn)):
        turn += 1
    return replace(position, turn=turn, order=order, next=order[0])


def first_position(setup: Setup, dirt: tuple[tuple[str, int], ...] = ()) -> Position:
    """The position before the start (RM-2.3, RM-3.1); `dirt` are markers that were left on the stage."""
    position = Position(1, tuple(driver.car for driver in setup.drivers), (), None, dirt)
    order = order_of(setup, position, 1)
    return replace(position, order=order, next=order[0])


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
    """The rule by which a car waits for the one whose turn it is: RM-3.7, or RM-3.8 for cars on one space."""
    if position.next is None or position.car(position.next).space != car.space:
        return "RM-3.7"
    driving = [one for one in position.cars if one.driving]
    ahead, rule = before(setup, starters(setup, position), driving, position.car(position.next), car)
    return rule if ahead < 0 else "RM-3.7"


def _place(position: Position, driver: str) -> int:
    return position.order.index(driver) if driver in position.order else 0


def places_on_the_road(
    setup: Setup, position: Position, claim: Sequence[str] | None = None
) -> Judgement[tuple[str, ...]]:
    """The order of play of the round that is about to begin (RM-3.5, RM-3.7, RM-3.8), or why a claimed one is wrong."""
    question = Question("RM-3.5" if opening(setup, position) else "RM-3.6")
    names = starters(setup, position)
    cars = [position.car(name) for name in order_of(setup, position, position.turn)]
    staggered = position.turn <= len(names) and setup.reading("stagger-order-after-overtake") == "A"
    ranking: Ranking[str] = Ranking(question, "order", [car.driver for car in cars])
    for place, one in enumerate(cars):
        for other in cars[place + 1 :]:
            by_start = names.index(one.driver) < names.index(other.driver), "RM-3.5"
            ahead, rule = before(setup, names, cars, one, other)
            first, rule = by_start if staggered else (ahead < 0, rule)
            bit = ranking.before(one.driver, other.driver)
            question.rule(rule, bit if first else -bit)
    if claim is not None:
        question.claim(ranking.is_(claim))
    return question.judge(ranking.order)


def against_order(setup: Setup, position: Position, claim: Sequence[str]) -> str:
    """The rule against another order than that of the running round: who plays in an opening turn (RM-3.5), that every car still
    driving has one turn (RM-3.6), or the road (RM-3.7)."""
    if opening(setup, position):
        return "RM-3.5"
    return "RM-3.7" if sorted(claim) == sorted(position.order) else "RM-3.6"

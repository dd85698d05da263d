"""The engine's answer to a turn, and when two positions count as equal."""

from collections.abc import Hashable
from typing import Any

from model.rallyman.moves import Turn
from model.rallyman.position import ELIMINATED, FINISHED, NOT_STARTED, Car, Position, Setup
from verifier.rallyman.engine import Outcome, play


def engine_result(setup: Setup, position: Position, turn: Turn) -> Position | tuple[str, ...]:
    """The position after a turn, or the rules that it breaks."""
    done = play(setup, position, turn)
    if isinstance(done, Outcome):
        return done.position
    return tuple(dict.fromkeys(breach.rule for breach in done))


def essence(setup: Setup, position: Position) -> Hashable:
    """The part of a position that later turns and times depend on: of arrivals only their order, and no fact that no later turn
    needs."""
    arrivals = sorted({car.arrival for car in position.cars if _on_the_way(car)})
    cars = tuple(_car(setup, car, arrivals) for car in position.cars)
    play = (position.turn, position.order, position.next) if position.next is not None else None
    return (
        cars,
        play,
        position.dirt,
        tuple(sorted((one.driver, one.point, one.seconds) for one in position.splits)),
    )


def facts_of(essence: Any) -> dict[Hashable, Any]:
    """The facts of such a part of a position, each with a name."""
    cars, play, dirt, splits = essence
    facts: dict[Hashable, Any] = {
        (car[0], len(car), place): fact for car in cars for place, fact in enumerate(car)
    }
    facts |= {("dirt", corner): count for corner, count in dirt}
    turn, order, next = play or (None, None, None)
    return facts | {"turn": turn, "order": order, "next": next, "splits": splits}


def _on_the_way(car: Car) -> bool:
    return car.driving and car.status != NOT_STARTED


def _car(setup: Setup, car: Car, arrivals: list[int]) -> Hashable:
    carried = car.damage, car.flats, car.sisu, car.spare, car.tyres
    if car.status == ELIMINATED:
        stays = setup.ruleset.readings["eliminated-car-on-road"] == "B"
        return car.driver, car.status, car.space if stays else ""
    if car.status == FINISHED:
        return car.driver, car.status, car.chrono, car.markers, carried
    arrival = arrivals.index(car.arrival) if _on_the_way(car) else 0
    seen = car.dirt_seen if setup.ruleset.readings["dirt-and-car-in-corner"] == "B" else None
    return car.driver, car.space, car.gear, car.status, car.markers, car.chrono, carried, arrival, seen

"""RM-7.6, RM-7.9 to RM-7.11: where a car is put that lost control, and where it begins again."""

from model.rallyman.position import ELIMINATED, OFF_ROAD, ON_ROAD, SPUN, STOPPED, Car, Position, Setup
from model.rallyman.stage import DRIFT, INSIDE
from verifier.rallyman.spec.road import backwards, deep


def in_the_way(setup: Setup, car: Car) -> bool:
    """Whether a car stands on the road, so that others must pass it (RM-M.5)."""
    if car.status == ELIMINATED:
        return setup.reading("eliminated-car-on-road") == "B" and car.space in setup.stage.index
    return car.status in (ON_ROAD, SPUN, STOPPED) and car.space in setup.stage.index


def full(setup: Setup, position: Position, space: str, driver: str) -> bool:
    """Whether no further car fits on a space beside those of the other drivers."""
    cars = [car for car in position.cars if car.driver != driver and car.space == space]
    return sum(in_the_way(setup, car) for car in cars) >= setup.stage.index[space].capacity


def inside_of(setup: Setup, space: str) -> str:
    """The inside space of the corner of a space; the space itself where there is none."""
    inside = setup.stage.line(setup.stage.index[space].corner, INSIDE)
    return space if inside is None else inside.id


def restart(setup: Setup, position: Position, car: Car) -> str | None:
    """The space from which a car begins its turn (RM-7.9); None for one that waits until there is room (a reading)."""
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
    """The nearest space behind with room for a car; the space itself where there is none."""
    free = (one for one in backwards(setup.stage, space) if not full(setup, position, one, driver))
    return next(free, space)

"""RM-12: overtaking, and who blocks whom (RM-M.5)."""

from model.rallyman.position import ELIMINATED, ON_ROAD, SPUN, STOPPED, Car, Position, Setup
from model.rallyman.stage import SHORTCUT, Space
from verifier.findings import Breach
from verifier.rallyman.engine.road import ranks
from verifier.rallyman.engine.terms import Breaches


def standing(setup: Setup, position: Position, mover: str) -> list[Car]:
    """The other cars that can block: on the road, spun, or on the space where they restart (RM-12.5)."""
    found = []
    for car in position.cars:
        if car.driver == mover or car.space not in setup.stage.index:
            continue
        stays = car.status == ELIMINATED and setup.reading("eliminated-car-on-road") == "B"
        if stays or car.status in (ON_ROAD, SPUN, STOPPED):
            found.append(car)
    return found


def wide(setup: Setup, space: Space) -> bool:
    """Whether cars can pass each other on a space outside corners (RM-12.2, RM-12.6)."""
    if "RM-12.2" in setup.ruleset.left_out:
        return False
    if space.wide or space.corner or space.capacity < 2:
        return space.wide
    return setup.reading("wide-space-or-long-space") == "B"


def blocking(setup: Setup, position: Position, mover: Car, path: tuple[str, ...], jumped: bool) -> Breaches:
    """Why the mover cannot take this path: the first car in its way (RM-12.1 to RM-12.7, by RM-M.5)."""
    others = standing(setup, position, mover.driver)
    rank = ranks(setup.stage)
    for other in sorted(others, key=lambda car: (-rank[car.space], car.arrival)):
        space = setup.stage.index[other.space]
        if other.space == mover.space:
            if _queues_behind(setup, mover, other, space):
                fact = f"{other.driver} came to {space.id} before {mover.driver}, and cars cannot pass each other there"
                return _refused(setup, "RM-12.2", fact)
        elif rank[mover.space] > rank[other.space] >= rank[path[-1]]:
            refused = _in_the_way(setup, mover, other, space, path, others, jumped)
            if refused:
                return refused
    return ()


def _queues_behind(setup: Setup, mover: Car, other: Car, space: Space) -> bool:
    if min(mover, other, key=lambda car: car.arrival) is mover:
        return False
    return not wide(setup, space) or _across(setup, other, space)


def _across(setup: Setup, other: Car, space: Space) -> bool:
    """Whether a spun car stands across a wide straight (ruling spun-car-on-wide-straight)."""
    return other.status == SPUN and not space.corner and setup.reading("spun-car-on-wide-straight") == "B"


def _in_the_way(
    setup: Setup,
    mover: Car,
    other: Car,
    space: Space,
    path: tuple[str, ...],
    others: list[Car],
    jumped: bool,
) -> Breaches:
    if jumped and other.space != path[-1] and setup.reading("jump-over-opponent") == "B":
        return ()
    name = other.driver
    if space.corner:
        if _other_line(setup, mover, space, path):
            rule = "RM-12.4" if space.role == SHORTCUT else "RM-12.3"
            stands = f"{name} stands on {space.id}"
            return _refused(setup, rule, stands) if rule in setup.ruleset.left_out else ()
        if other.status == SPUN:
            return _refused(setup, "RM-12.5", f"{name} stands turned round on {space.id}")
        if space.role == SHORTCUT:
            return _refused(setup, "RM-12.4", f"{name} stands on the shortcut {space.id}")
        return _refused(setup, "RM-12.3", f"{name} stands on {space.id}")
    count = sum(one.space == space.id for one in others)
    if other.space == path[-1]:
        if count >= space.capacity:
            room = f"room for {space.capacity} car{'s' if space.capacity > 1 else ''}"
            return _refused(setup, "RM-12.6", f"{space.id} has {room}, and {name} is on it")
    elif not wide(setup, space):
        narrow = "" if space.wide else ", which is narrow"
        return _refused(setup, "RM-12.2", f"{name} stands on {space.id}{narrow}")
    elif count >= space.capacity:
        return _refused(setup, "RM-12.2", f"{space.id} is full, and {name} is on it")
    if _across(setup, other, space):
        return _refused(setup, "RM-12.5", f"{name} stands turned round across {space.id}")
    return ()


def _other_line(setup: Setup, mover: Car, space: Space, path: tuple[str, ...]) -> bool:
    """RM-12.3, RM-12.4: the mover takes the shortcut and the other car is on the road of the corner, or the other way round."""
    index = setup.stage.index
    touched = [
        index[one] for one in (mover.space, *path) if one in index and index[one].corner == space.corner
    ]
    return {one.role == SHORTCUT for one in touched} == {space.role != SHORTCUT}


REASONS = {
    "RM-12.2": "cars only pass each other on a wide straight with room",
    "RM-12.3": "a car on the road of a corner can only be passed through the shortcut",
    "RM-12.4": "a car on the shortcut can only be passed on the road",
    "RM-12.5": "a car that has spun blocks the way",
    "RM-12.6": "a space holds as many cars as have room on it",
}


WITHOUT = {
    "RM-12.2": "no straight and no bump is wide enough for cars to pass each other",
    "RM-12.3": "a car on the road of a corner blocks the shortcut too",
    "RM-12.4": "a car on the shortcut blocks the road of the corner too",
}
"""The reasons where a rule is left out."""


def _refused(setup: Setup, rule: str, fact: str) -> Breaches:
    reason = (WITHOUT if rule in setup.ruleset.left_out else REASONS)[rule]
    return (
        Breach("RM-12.1", fact, "an opponent can only be passed where the rules allow it"),
        Breach(rule, fact, reason),
        Breach("RM-12.7", fact, "a driver who cannot overtake ends the turn before the blocked space"),
    )


def passed_rules(setup: Setup, position: Position, mover: Car, path: tuple[str, ...]) -> tuple[str, ...]:
    """The rules by which the mover passed or joined other cars on a free path."""
    rank = ranks(setup.stage)
    found: dict[str, None] = {}
    for car in position.cars:
        if car.driver == mover.driver or car.space not in setup.stage.index:
            continue
        if not rank[mover.space] > rank[car.space] >= rank[path[-1]]:
            continue
        space = setup.stage.index[car.space]
        if car.status not in (ON_ROAD, SPUN, STOPPED):
            found["RM-12.5"] = None
        elif space.corner:
            found["RM-12.4" if space.role == SHORTCUT else "RM-12.3"] = None
        else:
            found["RM-12.6" if car.space == path[-1] else "RM-12.2"] = None
    return (*found, "RM-12.1", "RM-3.9") if found else ()

"""The content of a drawing: the road as a sequence of parts from start to finish, with everything next to it and on it."""

from collections.abc import Mapping
from dataclasses import dataclass

from model.rallyman.facts import FINISH
from model.rallyman.position import ELIMINATED, OFF_LEFT, OFF_RIGHT, SPUN, STOPPED, Car, Position
from model.rallyman.stage import (
    CORNER,
    DRIFT,
    INSIDE,
    ROLES,
    TO_ROAD,
    TO_SHORTCUT,
    Corner,
    Space,
    Stage,
)

SIDES = ("left", "right")
PUSHES = (TO_SHORTCUT, TO_ROAD)
"""Sides of a corner space that are not terrain."""

STATUSES: Mapping[str, str] = {
    SPUN: "turned round",
    OFF_LEFT: "off the road on the left",
    OFF_RIGHT: "off the road on the right",
    STOPPED: "restarts from there",
    ELIMINATED: "eliminated",
}
"""States of a car other than plain driving."""


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of the road: a single space, or a whole corner with its inside, drift spaces in order, and shortcut. `corner` is
    None outside corners."""

    spaces: tuple[Space, ...]
    corner: Corner | None = None

    @property
    def name(self) -> str:
        """The name of the part: its corner, else its space."""
        return self.corner.name if self.corner is not None else self.spaces[0].id

    @property
    def zone(self) -> str:
        """The zone in which the part begins."""
        return self.spaces[0].zone

    def line(self, role: str) -> tuple[Space, ...]:
        """The spaces of one line of a corner in driving direction."""
        return tuple(space for space in self.spaces if space.role == role)


@dataclass(frozen=True, slots=True)
class View:
    """A stage, the position on it if there is one, and the surfaces by zone and timing points by space that a record gives in
    place of the stage file. None: the record gives none."""

    stage: Stage
    position: Position | None = None
    surfaces: Mapping[str, str] | None = None
    timing: Mapping[str, str] | None = None

    def surface(self, zone: str) -> str:
        """The surface of a zone."""
        return (self.surfaces or {}).get(zone) or self.stage.zone(zone).surface

    def split(self, space: Space) -> str:
        """The timing point on a space; empty without one."""
        return space.split if self.timing is None else self.timing.get(space.id, "")

    def damage(self, space: Space, side: str) -> int | None:
        """The damage points next to a space; None where a car is pushed onto the shortcut or the road."""
        beside = self.beside(space, side)
        return None if beside in PUSHES else self.stage.zone(space.zone).damage(beside)

    @staticmethod
    def beside(space: Space, side: str) -> str:
        """What is on a side of a space, `left` or `right`: a terrain, or where a car is pushed to."""
        return space.left if side == "left" else space.right

    @property
    def terrains(self) -> tuple[str, ...]:
        """The terrains next to the road, those with the least damage first."""
        met = {beside for space in self.stage.spaces for beside in (space.left, space.right)} - set(PUSHES)
        return tuple(sorted(met, key=lambda name: (self.costs(name), name)))

    def costs(self, terrain: str) -> tuple[int, ...]:
        """The distinct damage points of a terrain next to the road, lowest first."""
        every = {
            self.stage.zone(space.zone).damage(terrain)
            for space in self.stage.spaces
            if terrain in (space.left, space.right)
        }
        return tuple(sorted(every))

    @property
    def road(self) -> tuple[Space, ...]:
        """The spaces in the order of the road."""
        return tuple(space for part in parts_of(self.stage) for space in part.spaces)

    @property
    def pushes(self) -> bool:
        """Whether a car is pushed onto a shortcut or the road anywhere."""
        return any(self.damage(space, side) is None for space in self.stage.spaces for side in SIDES)

    @property
    def point(self) -> str:
        """The first timing point on the road; otherwise empty."""
        return next(filter(None, map(self.split, self.road)), "")

    @property
    def corners(self) -> tuple[Corner, ...]:
        """The corners in the order of the road."""
        return tuple(part.corner for part in parts_of(self.stage) if part.corner is not None)

    @property
    def cars(self) -> tuple[Car, ...]:
        """All cars in starting order."""
        return self.position.cars if self.position is not None else ()

    @property
    def out(self) -> tuple[str, ...]:
        """The eliminated drivers."""
        return tuple(car.driver for car in self.cars if car.status == ELIMINATED)

    def standing(self) -> dict[str, list[Car]]:
        """The cars on each space, in order of arrival; cars off the road are listed with their space."""
        found: dict[str, list[Car]] = {}
        for car in sorted(self.cars, key=lambda car: car.arrival):
            if car.space:
                found.setdefault(car.space, []).append(car)
        return found

    def dirt(self, corner: str) -> int:
        """The dirt markers on a corner."""
        return self.position.markers_on(corner) if self.position is not None else 0


def parts_of(stage: Stage) -> tuple[Part, ...]:
    """The parts of the road from start to finish; the order of spaces in the file does not matter."""
    found: list[Part] = []
    ahead = stage.start
    while FINISH not in ahead:
        first = stage.index[ahead[0]]
        if first.kind == CORNER:
            mine = [space for space in stage.spaces if space.corner == first.corner]
            mine.sort(key=lambda space: (ROLES.index(space.role), space.index))
            found.append(Part(tuple(mine), stage.corner(first.corner)))
            ahead = found[-1].line(INSIDE)[0].next
        else:
            found.append(Part((first,)))
            ahead = first.next
    return tuple(found)


def words(view: View, space: Space) -> str:
    """Everything printed on a space and next to it, in one line."""
    name = f"{space.role} {space.index}" if space.role == DRIFT else space.role
    kind = (
        f"{name} of {space.corner}" if space.corner else f"{'wide' if space.wide else 'narrow'} {space.kind}"
    )
    found = [f"{space.id}: {kind}"]
    if space.note:
        found.append(f"note {space.note}")
    found += [f"zone {space.zone}", view.surface(space.zone), f"room for {space.capacity}"]
    if view.split(space):
        found.append(f"timing point {view.split(space)}")
    for side in SIDES:
        damage = view.damage(space, side)
        where = "" if damage is None else f" ({damage} damage)"
        found.append(f"{side} {view.beside(space, side)}{where}")
    return ", ".join(found)

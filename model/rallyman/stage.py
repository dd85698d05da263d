"""A stage: its spaces from start to finish, as plain facts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from model.values import value

STRAIGHT, CORNER, BUMP = "straight", "corner", "bump"
KINDS = (STRAIGHT, CORNER, BUMP)

INSIDE, DRIFT, SHORTCUT = "inside", "drift", "shortcut"
"""Lines of a corner (RM-9.1): the roles of its spaces."""
ROLES = (INSIDE, DRIFT, SHORTCUT)

TO_SHORTCUT, TO_ROAD = "shortcut", "road"
"""What lies next to a space of a corner, if not a terrain (RM-7.10, RM-7.11)."""

HANDS = ("left", "right")


@value
class Space:
    """One space of a stage (RM-M.1). `left` and `right`, seen in driving direction, name a terrain or where a car is pushed
    to. Corners and bumps have a `note`. Only corners have `corner`, `role` and, for a drift space, `index` (from 1)."""

    id: str
    zone: str
    kind: str
    left: str
    right: str
    capacity: int
    next: tuple[str, ...]
    wide: bool = False
    note: int = 0
    corner: str = ""
    role: str = ""
    index: int = 0
    split: str = ""


@value
class Zone:
    """One board of a stage: its surface, unless the weather changes it, and the damage points of its terrains (RM-8.1)."""

    name: str
    surface: str
    terrain: tuple[tuple[str, int], ...]

    def damage(self, terrain: str) -> int:
        """The damage points of a terrain; 0 if the legend does not list it."""
        return dict(self.terrain).get(terrain, 0)


@value
class Corner:
    """One corner; `hand` is the side of its inside. `ahead` lists its spaces in their order on the board, front first,
    those abreast together; empty if the stage file does not give it."""

    name: str
    hand: str
    ahead: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """A checked stage. `zones` run from start to finish, `spaces` are in the order of the file, `start` are the spaces
    after the start line. Stages are compared by identity."""

    id: str
    name: str
    version: int
    source: str
    start: tuple[str, ...]
    zones: tuple[Zone, ...]
    corners: tuple[Corner, ...]
    spaces: tuple[Space, ...]
    index: Mapping[str, Space] = field(init=False, repr=False)
    lines: Mapping[tuple[str, str, int], Space] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", MappingProxyType({space.id: space for space in self.spaces}))
        lines = {
            (space.corner, space.role, space.index): space for space in reversed(self.spaces) if space.corner
        }
        object.__setattr__(self, "lines", MappingProxyType(lines))

    def zone(self, name: str) -> Zone:
        """A zone by its name."""
        return next(zone for zone in self.zones if zone.name == name)

    def corner(self, name: str) -> Corner:
        """A corner by its name."""
        return next(corner for corner in self.corners if corner.name == name)

    def line(self, corner: str, role: str, index: int = 0) -> Space | None:
        """The space of a corner with that role, a drift space by its number, or None."""
        return self.lines.get((corner, role, index if role == DRIFT else 0))

    @property
    def without_order(self) -> tuple[str, ...]:
        """The corners of several spaces whose order on the board the file does not give."""
        several = {space.corner for space in self.spaces if space.corner and space.role != INSIDE}
        return tuple(one.name for one in self.corners if one.name in several and not one.ahead)

    @property
    def points(self) -> Mapping[str, str]:
        """Timing point -> space (RM-16.1)."""
        return {space.split: space.id for space in self.spaces if space.split}

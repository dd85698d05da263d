"""A board: its spaces, cities and lines, and the terrain tiles in its bag, as plain facts (GR-24)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from model.values import value

SPACE, CITY = "space", "city"
KINDS = (SPACE, CITY)

SEA, AIR = "sea", "air"
"""Kinds of transport lines (GR-15.1)."""
LINES = (SEA, AIR)


@value
class Place:
    """A space or a city. `column` is its level of the progress track in the direction of the board (GR-24.6). Only spaces can be
    `risk` spaces. Cities have the number of cards that one draws there (`draw`), and may be `purple`: a start or a finish
    (GR-2.2). `near` are the places that share a border with it."""

    id: str
    kind: str
    column: int
    near: tuple[str, ...]
    risk: bool = False
    draw: int = 0
    purple: bool = False


@value
class Line:
    """A line between two cities, and its price in francs."""

    id: str
    kind: str
    ends: tuple[str, str]
    price: int


@value
class Tile:
    """A kind of terrain tile: how many are in the bag, what it costs to enter in fuel and in mechanical points, and its symbols.
    `engine` and `chassis` are points that it shows next to one gauge (ruling gauge-named-by-tile)."""

    id: str
    count: int
    fuel: int
    mech: int = 0
    engine: int = 0
    chassis: int = 0
    danger: bool = False
    stop: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A checked board. `places` and `tiles` are in the order of the file. `assumed`: they are not those of a printed board.
    Boards are compared by identity."""

    id: str
    name: str
    version: int
    source: str
    places: tuple[Place, ...]
    lines: tuple[Line, ...]
    tiles: tuple[Tile, ...]
    assumed: bool = False
    index: Mapping[str, Place] = field(init=False, repr=False)
    terrain: Mapping[str, Tile] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", MappingProxyType({place.id: place for place in self.places}))
        object.__setattr__(self, "terrain", MappingProxyType({tile.id: tile for tile in self.tiles}))

    @property
    def cities(self) -> tuple[Place, ...]:
        """The cities, in the order of the file."""
        return tuple(place for place in self.places if place.kind == CITY)

    @property
    def columns(self) -> int:
        """The highest level of the progress track."""
        return max(place.column for place in self.places)

    def lines_from(self, city: str) -> tuple[Line, ...]:
        """The lines that begin in a city."""
        return tuple(line for line in self.lines if city in line.ends)

    def other_end(self, line: Line, city: str) -> str:
        """The city at the other end of a line."""
        first, second = line.ends
        return second if city == first else first

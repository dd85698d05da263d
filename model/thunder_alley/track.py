"""A Thunder Alley track for the engine: plain tuples over space numbers."""

from dataclasses import dataclass, field

from model.values import value

LANES = "abcdefgh"
"""Lane letters, innermost first."""

APRON = "p"
"""The letter of the apron (pit lane) in the name of a space: `14p`."""


@value
class Section:
    """Sectors `first` to `last`, all with the same lanes, innermost first.

    `turn` ("left" or "right", in driving direction) and `angle` (degrees) give the bend, for drawing only. A straight has
    neither.
    """

    first: int
    last: int
    lanes: tuple[str, ...]
    turn: str | None = None
    angle: int = 0

    @property
    def name(self) -> str:
        """The name in messages: `sectors 6-10`."""
        return f"sectors {self.first}-{self.last}"

    @property
    def sectors(self) -> range:
        return range(self.first, self.last + 1)


@dataclass(frozen=True, slots=True)
class Track:
    """A compiled track. Spaces are numbered sector by sector in driving order, lane a (innermost) first.

    `ahead[s]` and `behind[s]` list space numbers, inner lane first; `inside[s]` is -1 at the apron, `outside[s]` is -1 at
    the wall. Start/Finish lies on the border after sector `line`, the green line after sector `green`. Without `ring` the
    track is open at both ends: spaces in its last sector have nothing ahead. `sectors` are the sector numbers in driving
    order. The apron runs along every sector; its spaces are named `8p`. `restart` are the two restart lanes, inner one
    first (TA-1.3-restart-lanes). `grid` are the grid spaces in order, pole first (TA-1.3-grid). `sections` keep the shape
    for drawing. `index` maps a space to its number, `place` a sector to its index in `sectors`; both are derived.
    """

    id: str
    version: int
    title: str
    spaces: tuple[str, ...]
    sector: tuple[int, ...]
    lane: tuple[str, ...]
    ahead: tuple[tuple[int, ...], ...]
    behind: tuple[tuple[int, ...], ...]
    inside: tuple[int, ...]
    outside: tuple[int, ...]
    sectors: tuple[int, ...]
    ring: bool
    line: int | None = None
    green: int | None = None
    restart: tuple[str, str] | None = None
    grid: tuple[str, ...] = ()
    source: str = ""
    sections: tuple[Section, ...] = ()
    index: dict[str, int] = field(init=False, compare=False, repr=False)
    place: dict[int, int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", {name: number for number, name in enumerate(self.spaces)})
        object.__setattr__(self, "place", {sector: place for place, sector in enumerate(self.sectors)})

    def __hash__(self) -> int:
        # Tables are cached by track. Hashing every tuple at each look-up would be slow.
        return hash((self.id, self.version, len(self.spaces)))

    def has(self, space: str) -> bool:
        """Whether this is a space of the track or of its apron."""
        return space in self.index or (
            space.endswith(APRON) and space in {f"{sector}{APRON}" for sector in self.sectors}
        )

    def extent(self) -> str:
        """The sectors and lanes as a phrase for messages: `sectors 1 to 28, lanes a to c, apron p`."""
        return f"sectors {self.sectors[0]} to {self.sectors[-1]}, lanes a to {max(self.lane)}, apron p"

    def forks(self) -> tuple[int, ...]:
        """The spaces with a choice of lanes ahead (TA-4.5)."""
        return tuple(space for space, ahead in enumerate(self.ahead) if len(ahead) > 1)

    def sector_after(self, sector: int) -> int | None:
        """The next sector in driving order; None at the open end of a stretch."""
        place = self.place[sector] + 1
        if place < len(self.sectors):
            return self.sectors[place]
        return self.sectors[0] if self.ring else None

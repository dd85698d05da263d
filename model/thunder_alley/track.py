"""A Thunder Alley track as the engine reads it: plain tuples over space numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Track:
    """A track, compiled. Spaces are numbered sector by sector in driving order, lane a (innermost) first.

    `ahead[s]` and `behind[s]` list space numbers, inner lane first; `inside[s]` is -1 at the apron, `outside[s]` is -1 at
    the wall. Start/Finish lies on the border after sector `line`, the green line after sector `green`. Without `ring`
    the track is a stretch that is open at both ends: spaces in its last sector have nothing ahead.
    `sectors` are the sector numbers in driving order. The apron runs along every sector: its spaces are named `8p`.
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
    index: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)

    def has(self, space: str) -> bool:
        """Whether this is a space of the track or of its apron."""
        return space in self.index or (space.endswith("p") and space[:-1].isdigit() and int(space[:-1]) in self.sectors)

    def extent(self) -> str:
        """The sectors and lanes in a phrase for messages: `sectors 1 to 28, lanes a to c, apron p`."""
        return f"sectors {self.sectors[0]} to {self.sectors[-1]}, lanes a to {max(self.lane)}, apron p"

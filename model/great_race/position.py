"""The position of The Great Race at one moment."""

from dataclasses import dataclass

from model.great_race.board import Board
from model.great_race.facts import printed_parameters
from model.ruleset import Ruleset
from model.values import replace, value

CAMP, PLANNING, CONVOY, MAINTENANCE, OVER = "camp", "planning", "convoy", "convoy-over", "over"
"""What is due (GR-3.1): a take, a plan, a sequence, the maintenance; nothing more (GR-18.4)."""
PHASES = (CAMP, PLANNING, CONVOY, MAINTENANCE, OVER)

EXPLORER, MECHANIC, ESCORT, TREASURY = "X", "M", "S", "T"
ZONES = (EXPLORER, MECHANIC, ESCORT, TREASURY)
"""Zones of the dashboard (GR-5.2), by their letters in a record."""

Assistants = tuple[int, int, int, int]
"""The assistants in each zone, in the order of `ZONES`."""

NONE: Assistants = (0, 0, 0, 0)


@value
class Player:
    """A player's vehicle, gauges, money (in francs) and assistants still on the dashboard; None for what is not known. `cards` is
    the number of cards in hand; what they are is in the log of cards (`seen.py`). `planned`: the plan of this turn is made.
    `finished` is the rank of arrival, 0 before. `used`: the leader's power was used in this turn. `entered` are the
    cities entered so far, in the order of their names (ruling city-redraw)."""

    name: str
    place: str
    fuel: int | None
    engine: int | None
    chassis: int | None
    money: int | None
    cards: int = 0
    left: Assistants | None = NONE
    planned: bool = False
    passed: bool = False
    finished: int = 0
    used: bool = False
    entered: tuple[str, ...] = ()

    @property
    def broken(self) -> bool:
        """Whether the vehicle has broken down (GR-11.5)."""
        return self.engine == 0

    @property
    def idle(self) -> bool:
        """Whether the player has no part in the rest of the convoy phase (GR-6.1)."""
        return self.passed or bool(self.finished) or self.left == NONE


Stack = tuple[str, ...]
"""The players on one level of the progress track, bottom to top (GR-16.2)."""


@value
class Position:
    """The position. `players` are in turn order (GR-3.2). `next` is the player who acts next, None if it is not known or no
    player acts. `tiles` pairs spaces with the kind of their tile (`?`: not known), in the order of the spaces' names;
    `removed` are tiles out of the game. `bag` has the most tiles of each kind that can be in the bag, and `in_bag` how
    many are there, None if that is not known. `display` are the cards shown in camp. `track` pairs levels with their stacks, in
    ascending order, without empty levels. `owners` pairs spaces with the player who laid their tile,
    where that is known (ruling shared-paths)."""

    turn: int
    phase: str
    players: tuple[Player, ...]
    next: str | None
    tiles: tuple[tuple[str, str], ...] = ()
    removed: tuple[str, ...] = ()
    bag: tuple[tuple[str, int], ...] = ()
    in_bag: int | None = 0
    display: tuple[str, ...] = ()
    track: tuple[tuple[int, Stack], ...] = ()
    owners: tuple[tuple[str, str], ...] = ()

    def player(self, name: str) -> Player:
        """A player by name; KeyError for an unknown one."""
        for player in self.players:
            if player.name == name:
                return player
        raise KeyError(name)

    def tile(self, space: str) -> str | None:
        """The kind of the tile on a space, None if it is free."""
        return dict(self.tiles).get(space)

    def with_player(self, player: Player) -> "Position":
        """The position with this player in place of the one of that name."""
        players = tuple(player if one.name == player.name else one for one in self.players)
        return replace(self, players=players)

    @property
    def order(self) -> tuple[str, ...]:
        """The names in turn order."""
        return tuple(player.name for player in self.players)


@value
class Seat:
    """A `seat` line: the name in the record, the player, the leader if the module is in use."""

    name: str
    player: str = ""
    leader: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Setup:
    """The facts that stay the same during a game. Seats are in the first turn order (GR-2.1)."""

    board: Board
    ruleset: Ruleset
    start: str
    finish: str
    seats: tuple[Seat, ...]

    def reading(self, ruling: str) -> str:
        """The reading in force of a ruling; its use is noted."""
        return self.ruleset.readings[ruling]

    def leader(self, player: str) -> str:
        """The leader of a player; empty without the module."""
        return next(seat.leader for seat in self.seats if seat.name == player)

    def parameter(self, name: str) -> int:
        """The value in force of a parameter: the one set, else the printed one. KeyError for an unknown name."""
        return int(self.ruleset.parameters.get(name, printed_parameters()[name]))

    def level(self, place: str) -> int:
        """The level of the progress track of a place, counted in the direction of this race (GR-24.6)."""
        columns = {place.id: place.column for place in self.board.places}
        ahead = columns[self.start] <= columns[self.finish]
        return columns[place] if ahead else self.board.columns + 1 - columns[place]

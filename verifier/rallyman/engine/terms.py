"""The values that the engine's chapters pass to one another: an unfinished turn, and its outcome."""

from model.rallyman.moves import Turn
from model.rallyman.position import Car, Position
from model.values import replace, value
from verifier.findings import Breach

Breaches = tuple[Breach, ...]

LANDING, ROUND = "landing", "round"
"""Tokens of breaches about a step's asserted end space and about the asserted round. Other dice would not fix these."""

Dirt = tuple[tuple[str, int], ...]
"""Corners with their dirt markers."""


@value
class Run:
    """An unfinished turn. `car` is the mover's current state; `before` is the position in which the turn began, with the mover
    put back (RM-7.9); `dirt` are the current markers. `arrival` is the number that the car gets on arrival.

    `used` are the gear dice used, in order; `gas` counts the gas dice used, `gas_allowed` is their limit and `gas_at_first` the
    limit when the turn began. `symbols` count towards the limit, `snow_symbols` those rolled on snow; `bought` counts safe dice.
    `restart` is the rule by which a car without a gear needs gear die 1. `loss` is the rule by which control was lost, `late`
    whether a symbol was its only cause; `eliminated` is the rule that puts the driver out. `over` is the rule against a further
    die, once there is one. `cancelled`: Sisu was played. `flat`: the last step drew a flat; `stranded`: the dice left cannot be
    used up without the gas die that it took. `marks` pairs timing points with the markers held there. `ends` are the spaces on
    which the steps ended, `reached` the rules that decide where the last one ended, `rules` those applied so far.
    """

    before: Position
    car: Car
    dirt: Dirt
    attack: bool = False
    arrival: int = 0
    used: tuple[int, ...] = ()
    gas: int = 0
    gas_allowed: int = 0
    gas_at_first: int = 0
    symbols: int = 0
    snow_symbols: int = 0
    bought: int = 0
    restart: str = "RM-4.2"
    loss: str = ""
    late: bool = False
    eliminated: str = ""
    over: str = ""
    cancelled: bool = False
    flat: bool = False
    stranded: bool = False
    marks: tuple[tuple[str, int], ...] = ()
    ends: tuple[str, ...] = ()
    reached: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    @property
    def dice(self) -> int:
        """How many dice were used."""
        return len(self.used) + self.gas

    def markers_on(self, corner: str) -> int:
        """The dirt markers of a corner at this moment."""
        return dict(self.dirt).get(corner, 0)

    def by(self, *rules: str) -> "Run":
        """The same turn with further rules applied."""
        new = tuple(rule for rule in rules if rule not in self.rules)
        return replace(self, rules=(*self.rules, *new)) if new else self


@value
class Outcome:
    """The outcome of a turn. `card` is the gear card in record notation (`4`, `4b`, `-`), `seconds` the time it adds (without
    that of a spare-wheel card), `loss` the rule by which control was lost or the driver eliminated, `eliminated` the rule that
    puts the driver out, if any, `ends` the spaces on which the steps ended, `rules` those applied."""

    turn: Turn
    position: Position
    card: str
    seconds: int
    loss: str
    eliminated: str
    symbols: int
    ends: tuple[str, ...]
    rules: tuple[str, ...]

    @property
    def car(self) -> Car:
        """The car after the turn."""
        return self.position.car(self.turn.driver)

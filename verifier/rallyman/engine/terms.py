"""What the chapters of the engine pass to one another: a turn on its way, and what it comes to."""

from model.rallyman.moves import Turn
from model.rallyman.position import Car, Position
from model.values import replace, value
from verifier.findings import Breach

Breaches = tuple[Breach, ...]

LANDING, ROUND = "landing", "round"
"""Tokens of breaches about the space on which a step is asserted to end, and about the asserted round: other dice would not mend
them."""

Dirt = tuple[tuple[str, int], ...]
"""Corners with their dirt markers."""


@value
class Run:
    """A turn on its way. `car` is the mover as it stands now, `before` the position in which the turn began, the mover put back
    (RM-7.9); `dirt` are the markers as they lie now. `arrival` is the number with which the car arrives.

    `used` are the gear dice used, in order; `gas` counts the gas dice used, `gas_allowed` how many there may be in all and
    `gas_at_first` how many there might have been when the turn began. `symbols` count towards the limit, `snow_symbols` those
    rolled on snow; `bought` counts safe dice. `restart` is the rule by which a car without a gear needs gear die 1.
    `loss` is the rule by which control was lost, `late` whether a symbol was its only cause; `eliminated` the rule that takes the
    driver out. `over` is the rule against a further die, once there is one. `cancelled`: Sisu was played. `flat`: the last step
    drew a flat, `stranded`: without the gas die that it took the dice left cannot be used up. `marks` pairs timing points with
    the markers held there. `ends` are the spaces on which the steps ended, `reached` the rules that decide where the last one
    did, `rules` those at work so far.
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
        """The same turn with further rules at work."""
        new = tuple(rule for rule in rules if rule not in self.rules)
        return replace(self, rules=(*self.rules, *new)) if new else self


@value
class Outcome:
    """What a turn comes to. `card` is the gear card as a record writes it (`4`, `4b`, `-`), `seconds` the time it adds (that of a
    spare-wheel card not included), `loss` the rule by which control was lost or the driver eliminated, `eliminated` that which
    takes the driver out, if one does, `ends` the spaces on which the steps ended, `rules` those at work."""

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

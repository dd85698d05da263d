"""What stays the same during a turn, the bits that change from die to die, and the driver's decisions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from model.rallyman.facts import FINISH, GEARS
from model.rallyman.position import Setup
from verifier.rallyman.spec.bumps import Way
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, constant

Bits = Mapping[str, Bit]
"""Spaces, dice or words with the bits that may hold for them. A missing one has the bit `FALSE`."""

OneHot = tuple[Bit, ...]

MOST_GAS, MOST_SYMBOLS, MOST_ON_SNOW, MOST_BOUGHT = 3, 7, 3, 7
"""The highest counts of gas dice, symbols, symbols on snow and bought dice in a turn."""


def hot(value: int, most: int) -> OneHot:
    """A known value of 0 to `most`; higher values become `most`."""
    return tuple(constant(place == min(value, most)) for place in range(most + 1))


@dataclass(frozen=True, slots=True)
class Opponent:
    """Another car. `at` is where it stands, `counts` whether it can be in the way (RM-M.5), `spun` whether it is turned round.
    `earlier`: it came to its space before the car whose turn it is, if both are on that space when the turn begins."""

    name: str
    at: Bits
    counts: Bit = TRUE
    spun: Bit = FALSE
    earlier: Bit = TRUE


@dataclass(frozen=True, slots=True)
class Play:
    """A turn of one driver. `damage` and `markers` are those of the car when the turn begins, one-hot.

    `attack`: all dice are rolled together (RM-5). `cancelled`: in an attack the Sisu card cancels every symbol. `answered`: for
    each step, whether it cancels a loss of control through speed, if RM-7.14 is left out. `restarts`, `changed`: the turn begins
    with a car put back, with a wheel change. `seen` are the dirt markers that count in the corner where the turn begins, if they
    differ from those on it now. `planned`: a plan of dice to be rolled, not a turn (RM-5.3); `loose`: a plan that ignores notes
    and cars. `ways` caches the ways from each space in each gear.
    """

    circuit: Circuit
    setup: Setup
    opponents: tuple[Opponent, ...] = ()
    damage: OneHot = (TRUE,)
    markers: OneHot = (TRUE,)
    snow_tyres: Bit = FALSE
    attack: bool = False
    cancelled: bool = False
    answered: tuple[Bit, ...] = ()
    restarts: bool = False
    changed: bool = False
    seen: Mapping[str, int] = field(default_factory=dict)
    planned: bool = False
    loose: bool = False
    ways: dict[tuple[str, int], list[Way]] = field(default_factory=dict)

    def reads(self, ruling: str, reading: str) -> bool:
        """Whether the ruleset gives a ruling this reading."""
        return self.setup.reading(ruling) == reading

    def lacks(self, rule: str) -> bool:
        """Whether the ruleset leaves a rule out."""
        return rule in self.setup.ruleset.left_out


@dataclass(frozen=True, slots=True)
class State:
    """The bits of a moment between two dice. `at` is where the car is. `gear` and `flats` are one-hot, `dirt` has the markers of
    each corner, one-hot. `sisu`: the card is still held.

    The rest is what the turn has done; by default it is just beginning. `dice` are the gear dice used; `gas` (gas dice used),
    `symbols`, `on_snow` (symbols of dice that ended on snow), `bought` and `punctures` (flats drawn) are one-hot. `before` are
    the flats with which the turn began, empty at its beginning. `drawn`: a flat was drawn; `begun`: a die was used; `lost`,
    `out`: control is lost, the driver is eliminated; `played`: the Sisu card was discarded.
    """

    at: Bits
    gear: OneHot
    flats: OneHot
    dirt: Mapping[str, OneHot]
    sisu: Bit
    dice: Mapping[int, Bit] = field(default_factory=lambda: dict.fromkeys(GEARS, FALSE))
    gas: OneHot = field(default=hot(0, MOST_GAS))
    symbols: OneHot = field(default=hot(0, MOST_SYMBOLS))
    on_snow: OneHot = field(default=hot(0, MOST_ON_SNOW))
    bought: OneHot = field(default=hot(0, MOST_BOUGHT))
    punctures: OneHot = field(default=hot(0, MOST_GAS))
    before: OneHot = ()
    drawn: Bit = FALSE
    begun: Bit = FALSE
    lost: Bit = FALSE
    out: Bit = FALSE
    played: Bit = FALSE

    def over(self, circuit: Circuit) -> Bit:
        """Whether the turn is over."""
        return circuit.any((self.lost, self.out, self.at.get(FINISH, FALSE)))


@dataclass(frozen=True, slots=True)
class Choice:
    """The decisions and luck of one step: the die (`1` to `5`, `g`), its face, the line in a corner, the cut card of a shortcut,
    and whether the Sisu card is discarded. `used`: a die is used at all. `end`: the space that the record gives for the end of
    the step."""

    used: Bit
    die: Bits
    symbol: Bit = FALSE
    safe: Bit = FALSE
    line: Bits = field(default_factory=dict)
    cut: Bits = field(default_factory=dict)
    sisu: Bit = FALSE
    end: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A demand, broken if `bit` does not hold. `step` counts from 1; 0 is the turn as a whole. `fact` describes what is wrong if
    it is broken; `token` names the word at fault in the line if it is not that of the step."""

    id: str
    bit: Bit
    fact: str
    step: int = 0
    token: str | None = None


def number(value: Sequence[Bit]) -> int | None:
    """The value of one-hot bits, if known."""
    return value.index(TRUE) if TRUE in value else None


def amount(value: Sequence[Bit]) -> str:
    """The value of one-hot bits in a sentence."""
    known = number(value)
    return "?" if known is None else str(known)


def raised(circuit: Circuit, value: OneHot, when: Bit) -> OneHot:
    """The value, plus one if `when` holds; the highest value stays."""
    most = len(value) - 1
    return tuple(
        circuit.ite(
            when, circuit.either(value[place - 1] if place else FALSE, bit if place == most else FALSE), bit
        )
        for place, bit in enumerate(value)
    )


def chosen(circuit: Circuit, when: Bit, one: OneHot, other: OneHot) -> OneHot:
    """The first value if `when` holds, else the second."""
    return tuple(circuit.ite(when, a, b) for a, b in zip(one, other, strict=True))


def from_(circuit: Circuit, value: Sequence[Bit], low: int) -> Bit:
    """Whether the value is `low` or more."""
    return circuit.any(value[max(low, 0) :])


def place_of(at: Iterable[tuple[str, Bit]]) -> str:
    """The space where a car is, if known."""
    return next((space for space, bit in at if bit == TRUE), "?")


Taken = Sequence[tuple[Way, int, Bit]]
"""Ways with their gear and the bit that they are taken."""

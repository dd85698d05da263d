"""What stays the same during a turn, the bits of what changes from die to die, and the decisions of the driver."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from model.rallyman.facts import FINISH
from model.rallyman.position import Setup
from verifier.rallyman.spec.bumps import Way
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, constant

Bits = Mapping[str, Bit]
"""Spaces, dice or words with the bits that may hold of them; one that is left out has the bit `FALSE`."""

OneHot = tuple[Bit, ...]

MOST_GAS, MOST_SYMBOLS, MOST_BOUGHT = 3, 7, 7
"""How far gas dice, symbols and bought dice of a turn are counted."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """Another car. `at` is where it stands, `counts` whether it is in the way at all (RM-M.5), `spun` whether it is turned round;
    `earlier`: it came to its space before the car whose turn it is, should both stand there when the turn begins."""

    name: str
    at: Bits
    counts: Bit = TRUE
    spun: Bit = FALSE
    earlier: Bit = TRUE


@dataclass(frozen=True, slots=True)
class Play:
    """A turn of one driver. `damage` and `markers` are those of the car when the turn begins, one-hot.

    `attack`: all dice are rolled together (RM-5). `cancelled`: in an attack the Sisu card cancels every symbol. `restarts`,
    `changed`: the turn begins with a put back car, with a wheel change. `seen` are the dirt markers that count in the corner
    where the turn begins, where they are not those that lie there. `planned`: a plan of dice to be rolled, not a turn (RM-5.3);
    `loose`: one that looks neither at notes nor at cars. `ways` are the ways on from each space in each gear, as far as they
    were asked for.
    """

    circuit: Circuit
    setup: Setup
    opponents: tuple[Opponent, ...] = ()
    damage: OneHot = (TRUE,)
    markers: OneHot = (TRUE,)
    snow_tyres: Bit = FALSE
    attack: bool = False
    cancelled: bool = False
    restarts: bool = False
    changed: bool = False
    seen: Mapping[str, int] = field(default_factory=dict)
    planned: bool = False
    loose: bool = False
    ways: dict[tuple[str, int], list[Way]] = field(default_factory=dict)

    def reads(self, ruling: str, reading: str) -> bool:
        """Whether the ruleset reads a ruling so."""
        return self.setup.reading(ruling) == reading


@dataclass(frozen=True, slots=True)
class State:
    """The bits of a moment between two dice. `at` is where the car is. `gear`, `gas` (gas dice used), `symbols`, `on_snow`
    (symbols of dice that ended on snow), `bought` and `flats` are one-hot. `dice` are the gear dice used, `dirt` the markers of
    each corner, one-hot.

    `drawn`: a flat was drawn in this turn; `begun`: a die was used; `lost`, `out`: control is lost, the driver is eliminated;
    `sisu`: the card is still held; `played`: it was discarded in this turn.
    """

    at: Bits
    gear: OneHot
    dice: Mapping[int, Bit]
    gas: OneHot
    symbols: OneHot
    on_snow: OneHot
    bought: OneHot
    flats: OneHot
    dirt: Mapping[str, OneHot]
    sisu: Bit
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
    """What a driver decides and chance brings at one step: the die (`1` to `5`, `g`), what it shows, the line in a corner, the
    cut card of a shortcut, and whether the Sisu card is discarded. `used`: a die is used at all. `end`: the space on which
    somebody says that the step ends."""

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
    """A demand: broken where `bit` does not hold. `step` counts from 1, 0 is the turn as a whole. `fact` says what is at fault
    where it is broken, `token` which word of a line is meant if it is not that of the step."""

    id: str
    bit: Bit
    fact: str
    step: int = 0
    token: str | None = None


def number(value: Sequence[Bit]) -> int | None:
    """The value of one-hot bits, if it is known."""
    return value.index(TRUE) if TRUE in value else None


def told(value: Sequence[Bit]) -> str:
    """The value of one-hot bits in a sentence."""
    known = number(value)
    return "?" if known is None else str(known)


def hot(value: int, most: int) -> OneHot:
    """A known value of 0 to `most`; more counts as `most`."""
    return tuple(constant(place == min(value, most)) for place in range(most + 1))


def raised(circuit: Circuit, value: OneHot, when: Bit) -> OneHot:
    """The value, one more where `when` holds; the highest one stays."""
    most = len(value) - 1
    return tuple(
        circuit.ite(
            when, circuit.either(value[place - 1] if place else FALSE, bit if place == most else FALSE), bit
        )
        for place, bit in enumerate(value)
    )


def chosen(circuit: Circuit, when: Bit, one: OneHot, other: OneHot) -> OneHot:
    """The first value where `when` holds, else the second."""
    return tuple(circuit.ite(when, a, b) for a, b in zip(one, other, strict=True))


def from_(circuit: Circuit, value: Sequence[Bit], low: int) -> Bit:
    """The value is `low` or more."""
    return circuit.any(value[max(low, 0) :])


def place_of(at: Iterable[tuple[str, Bit]]) -> str:
    """The space where a car is, where that is known."""
    return next((space for space, bit in at if bit == TRUE), "?")


Taken = Sequence[tuple[Way, int, Bit]]
"""Ways with the gear in which they are taken, and where they are."""

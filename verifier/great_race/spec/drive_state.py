"""What stays the same during a move, the bits that change from step to step, and the mover's choices. The cards in hand are not
part of it: they are counted separately (`drive.py`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from verifier.great_race.spec.table import Scene
from verifier.solving.amounts import Amount, fixed
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, mixed, put

Bits = Mapping[str, Bit]
"""Places, kinds of tiles or lines with the bits that may hold for them."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a player, which begins in a scene."""

    circuit: Circuit
    scene: Scene
    who: str

    @property
    def start(self) -> str:
        return self.scene.player(self.who).place

    def entered(self, to: Bits, places: frozenset[str]) -> Bit:
        """One of these places is entered."""
        return self.circuit.any(bit for place, bit in to.items() if place in places)


@dataclass(frozen=True, slots=True)
class State:
    """The vehicle and its player after a step. `tiles` are the kinds of tile that may lie on a space. `steps` are those that
    count (GR-12.14). `over` are the rules that may have ended the move. `free`: a Guide ignores all further STOPs."""

    at: Bits
    fuel: Amount
    engine: Amount
    chassis: Amount
    money: Amount
    escorts: Amount
    tiles: Mapping[str, Bits]
    steps: Amount = field(default_factory=lambda: fixed(0))
    over: Bits = field(default_factory=dict)
    free: Bit = FALSE


@dataclass(frozen=True, slots=True)
class Choice:
    """The mover's choices for a step, and its chance: the place entered, the kind of the line (none: by land), the tile drawn, if
    the vehicle goes back, the split of the points. `escort` (an assistant) and `card` avoid a DANGER, `guide` a STOP. `before`
    and `late` have a bit for each Jerrycan, `transports` for each Transport card."""

    to: Bits
    line: Bits
    tile: Bits
    back: Bit
    engine: Amount
    chassis: Amount
    escort: Bit
    card: Bit
    guide: Bit
    before: tuple[Bit, ...] = ()
    late: tuple[Bit, ...] = ()
    transports: tuple[Bit, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A demand of a rule on a step. Without an id: unless it holds, something that is not known decides."""

    id: str
    bit: Bit
    fact: str


Rules = list[Rule]


def named(bits: Bits) -> str:
    """The one of these that certainly holds."""
    return next((name for name, bit in bits.items() if bit == TRUE), "?")


def tile_at(move: Move, state: State, to: Bits) -> Bits:
    """The kinds of tile that may lie on the space being entered."""
    found: dict[str, Bit] = {}
    for space, here in to.items():
        for kind, bit in state.tiles.get(space, {}).items():
            put(move.circuit, found, kind, move.circuit.both(here, bit))
    return found


def mix(circuit: Circuit, test: Bit, one: State, other: State) -> State:
    """The first state where `test` holds, else the other."""
    spaces = dict.fromkeys((*one.tiles, *other.tiles))
    return State(
        mixed(circuit, test, one.at, other.at),
        mixed(circuit, test, one.fuel, other.fuel),
        mixed(circuit, test, one.engine, other.engine),
        mixed(circuit, test, one.chassis, other.chassis),
        mixed(circuit, test, one.money, other.money),
        mixed(circuit, test, one.escorts, other.escorts),
        {
            space: mixed(circuit, test, one.tiles.get(space, {}), other.tiles.get(space, {}))
            for space in spaces
        },
        mixed(circuit, test, one.steps, other.steps),
        mixed(circuit, test, one.over, other.over),
        circuit.ite(test, one.free, other.free),
    )


def guarded(circuit: Circuit, test: Bit, rules: Rules) -> Rules:
    """Demands that only hold where `test` does."""
    return [Rule(one.id, circuit.implies(test, one.bit), one.fact) for one in rules]

"""Any small position: a few cars whose places are all open."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from operator import attrgetter
from typing import TypeVar

from model.thunder_alley.cards import CARDS, Card
from model.thunder_alley.position import UNNOTED, Car, Position, Setup, make_position
from model.thunder_alley.track import Track
from model.values import replace
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.session import GaveUpError
from verifier.thunder_alley.check.anywhere import Kind, slowest_exit
from verifier.thunder_alley.spec.decode import Values
from verifier.thunder_alley.spec.lapped import settled
from verifier.thunder_alley.spec.play import APRON
from verifier.thunder_alley.spec.segment import penalty
from verifier.thunder_alley.spec.tracking import Tracking

W = TypeVar("W")

LAPS = 2
"""Laps of the race. A car that has crossed Start/Finish this often finishes at its next crossing."""

CROSSED = (LAPS - 1, LAPS)
"""How many times a car may have crossed the line."""

ACTIVE = 1
"""The number of the active car."""

WEAR = (0, 3, 4, 5)
"""Wear marker counts that change the MPs of a card and still let a car drive."""

EXIT = "2a"
"""Where a car that leaves the pits enters the track: just before the corner, so that every kind of border is near."""


@dataclass(frozen=True, slots=True)
class Small:
    """A track with a number of cars anywhere on it, and at most `most` MPs for the active one.

    `spots` are the bits of each car's place and crossings, `mps` those of the MPs, `facts` the constraints on them. `cards` are
    the race cards. Cars are numbered from 1. Car 1 is the active one; it is on the apron if it leaves the pits.
    """

    circuit: Circuit
    track: Track
    kind: Kind
    most: int
    spots: Mapping[int, Mapping[tuple[int, int], Bit]]
    mps: tuple[Bit, ...]
    facts: tuple[Bit, ...]
    cards: Mapping[str, Card]

    @property
    def tracking(self) -> Tracking:
        return Tracking(self.spots)

    @property
    def beside(self) -> int | None:
        """The track space next to the active car on the apron; None if the car is on the track."""
        return self.track.index[EXIT] if self.kind.pit else None

    def place(self, spot: int) -> int:
        """The space of a spot; for a car on the apron, the track space next to it."""
        return self.track.index[EXIT] if spot == APRON else spot

    def name(self, spot: int) -> str:
        """A spot as a record names it."""
        return f"{EXIT[:-1]}p" if spot == APRON else self.track.spaces[spot]

    def decoded(self, values: Values) -> tuple[Position, int]:
        """The position, and the MPs of the active car."""
        amount = next(amount for amount, bit in enumerate(self.mps) if values.holds(bit))
        worn = (UNNOTED,) * played(self.kind, amount, self.cards)[1]
        cars = []
        for number, spots in self.spots.items():
            space, crossed = next(spot for spot, bit in spots.items() if values.holds(bit))
            team, wear = ("Red", worn) if number == ACTIVE else ("Blue", ())
            cars.append(Car(number, team, self.name(space), crossed, wear))
        lap = min(LAPS, max(car.crossed for car in cars))
        places = tuple(range(1, len(cars) + 1))
        return make_position(cars, lap=lap, places_left=places), amount

    def bits(self) -> list[Bit]:
        """All bits from which a position is decoded."""
        mps = [bit for bit in self.mps if bit != FALSE]
        return [*(bit for spots in self.spots.values() for bit in spots.values()), *mps]


def played(kind: Kind, mps: int, deck: Mapping[str, Card] = CARDS) -> tuple[Card, int, int | None]:
    """A card with which a movement of this kind has this many MPs, and the wear markers that make it so. If no card and wear
    fit, the fastest card in mid-movement with the MPs left."""
    if kind.pit:
        fast = max(deck.values(), key=attrgetter("pit_speed"))
        fitting = (card for card in deck.values() if card.pit_speed == mps)
        return (card, 0, None) if (card := next(fitting, None)) else (fast, 0, mps)
    cards = [card for card in deck.values() if (card.movement, card.text) == (kind.movement, kind.text)]
    for markers, card in product(WEAR, cards):
        if card.speed - penalty(markers) == mps:
            return card, markers, None
    return max(cards, key=attrgetter("speed")), 0, mps


def plainer(setup: Setup, position: Position) -> Iterator[Position]:
    """A small position with other crossings, the plainest first, up to the position itself. A witness is shown in the first that
    will do, so that laps and Lap-down markers that do not matter are left out."""
    own = tuple(car.crossed for car in position.cars)
    for numbers in sorted(product(CROSSED, repeat=len(own)), key=sum):
        if numbers == own:
            break
        cars = [
            replace(car, crossed=crossed, lap_down=False)
            for car, crossed in zip(position.cars, numbers, strict=True)
        ]
        laid = make_position(cars, lap=min(LAPS, max(numbers)), places_left=position.places_left)
        yield settled(setup, laid, laid)
    yield position


def in_plainest(setup: Setup, position: Position, tried: Callable[[Position], W | None]) -> W | None:
    """What is found in the plainest of these positions in which anything is; not where `tried` gives up."""
    for one in plainer(setup, position):
        with suppress(GaveUpError):
            if (found := tried(one)) is not None:
                return found
    return None


def small(
    circuit: Circuit,
    track: Track,
    kind: Kind,
    cars: int,
    most: int,
    cards: Mapping[str, Card] = CARDS,
    crossed: Sequence[int] = CROSSED,
) -> Small:
    """Any position with this many cars, which have crossed the line so often. The other cars stand on the track, in the order of
    their numbers."""
    facts: list[Bit] = []
    spots: dict[int, dict[tuple[int, int], Bit]] = {}
    places: dict[int, list[Bit]] = {}
    spaces = range(len(track.spaces))
    for number in range(1, cars + 1):
        here: dict[tuple[int, int], Bit] = {}
        for space in (APRON,) if kind.pit and number == ACTIVE else spaces:
            where = "the apron" if space == APRON else track.spaces[space]
            for often in crossed:
                here[space, often] = circuit.variable(f"car {number} at {where} crossed {often}")
        spots[number] = here
        places[number] = [
            circuit.any(here.get((space, often), FALSE) for often in crossed) for space in spaces
        ]
        facts.append(circuit.exactly_one(list(here.values())))
    for space in spaces:
        facts.append(circuit.at_most_one([bits[space] for bits in places.values()]))
    for number in range(3, cars + 1):
        facts += _in_order(circuit, places[number - 1], places[number])
    mps = tuple(
        circuit.variable(f"{amount} MPs") if amount >= (slowest_exit(cards) if kind.pit else 1) else FALSE
        for amount in range(most + 1)
    )
    facts.append(circuit.exactly_one(mps))
    return Small(circuit, track, kind, most, spots, mps, tuple(fact for fact in facts if fact != TRUE), cards)


def _in_order(circuit: Circuit, one: Sequence[Bit], other: Sequence[Bit]) -> Iterable[Bit]:
    before = FALSE
    for here, there in zip(one, other, strict=True):
        yield circuit.implies(there, before)
        before = circuit.either(before, here)

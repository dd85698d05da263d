"""Any small table: a few cars, all of whose places are open, and an activation from it, all of whose decisions are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from model.ruleset import Ruleset
from model.thunder_alley.cards import CARDS, Card
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Car, Position, Setup, Team, make_position
from model.thunder_alley.track import Track
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.thunder_alley.spec.decisions import KINDS, FreeChoices, Lanes, open_kinds
from verifier.thunder_alley.spec.decode import Reading, Values, movement_bits, path_of
from verifier.thunder_alley.spec.play import Play, Rule
from verifier.thunder_alley.spec.segment import Movement
from verifier.thunder_alley.spec.tracking import Tracking, state_of

LAPS = 2
"""Laps of the race: a car that has crossed Start/Finish so often finishes when it crosses it again."""

CROSSED = (LAPS - 1, LAPS)
"""How often a car may have crossed it."""

ACTIVE = 1
"""The number of the active car."""


@dataclass(frozen=True, slots=True)
class Small:
    """A track, and so many cars somewhere on it, with `most` MPs or fewer for the active one.

    `spots` are the bits of each car's place and crossings, `mps` those of the MPs, `facts` what holds of them. Cars are numbered
    from 1; the active one is car 1.
    """

    circuit: Circuit
    track: Track
    card: Card
    most: int
    spots: dict[int, dict[tuple[int, int], Bit]] = field(default_factory=dict)
    mps: tuple[Bit, ...] = ()
    facts: tuple[Bit, ...] = ()

    @property
    def tracking(self) -> Tracking:
        return Tracking(self.spots)

    def decoded(self, values: Values) -> tuple[Position, int]:
        """The table, and the MPs of the active car."""
        cars = []
        for number, spots in self.spots.items():
            space, crossed = next(spot for spot, bit in spots.items() if values.holds(bit))
            team = "Red" if number == ACTIVE else "Blue"
            cars.append(Car(number, team, self.track.spaces[space], crossed))
        amount = next(amount for amount, bit in enumerate(self.mps) if values.holds(bit))
        lap = min(LAPS, max(car.crossed for car in cars))
        places = tuple(range(1, len(cars) + 1))
        return make_position(cars, lap=lap, places_left=places), amount

    def bits(self) -> list[Bit]:
        """All bits that a table is read from."""
        return [*(bit for spots in self.spots.values() for bit in spots.values()), *self.mps]


def small(circuit: Circuit, track: Track, card: Card, cars: int, most: int) -> Small:
    """Any table with so many cars on the track. The cars other than the active one stand in the order of their numbers."""
    facts: list[Bit] = []
    spots: dict[int, dict[tuple[int, int], Bit]] = {}
    places: dict[int, list[Bit]] = {}
    for number in range(1, cars + 1):
        here: dict[tuple[int, int], Bit] = {}
        for space in range(len(track.spaces)):
            for crossed in CROSSED:
                here[space, crossed] = circuit.variable(
                    f"car {number} at {track.spaces[space]} crossed {crossed}"
                )
        spots[number] = here
        places[number] = [
            circuit.any(here[space, crossed] for crossed in CROSSED) for space in range(len(track.spaces))
        ]
        facts.append(circuit.exactly_one(list(here.values())))
    for space in range(len(track.spaces)):
        facts.append(circuit.at_most_one([bits[space] for bits in places.values()]))
    for number in range(3, cars + 1):
        facts += _in_order(circuit, places[number - 1], places[number])
    mps = tuple(circuit.variable(f"{amount} MPs") for amount in range(most + 1))
    facts.append(circuit.exactly_one(mps))
    return Small(circuit, track, card, most, spots, mps, tuple(fact for fact in facts if fact != TRUE))


def _in_order(circuit: Circuit, one: Sequence[Bit], other: Sequence[Bit]) -> Iterable[Bit]:
    before = FALSE
    for here, there in zip(one, other, strict=True):
        yield circuit.implies(there, before)
        before = circuit.either(before, here)


@dataclass(frozen=True, slots=True)
class Played:
    """An activation from a small table under a ruleset: the rules of each step and of the end, and where it leads."""

    movement: Movement
    steps: tuple[tuple[Rule, ...], ...]
    end: tuple[Rule, ...]

    def legal(self, circuit: Circuit) -> Bit:
        """No rule is broken."""
        return circuit.all(rule.bit for rules in (*self.steps, self.end) for rule in rules)

    def signature(self) -> dict[object, Bit]:
        """What the next table is made of."""
        tracking = self.movement.tracking
        found: dict[object, Bit] = {
            (car, spot): bit for car, spots in tracking.cars.items() for spot, bit in spots.items()
        }
        found |= {("done", *key): bit for key, bit in tracking.done.items()}
        return found


class Decisions:
    """The open decisions of an activation, shared by all rulesets under which it is looked at."""

    def __init__(self, circuit: Circuit, plays: Sequence[Play], most: int) -> None:
        self._circuit = circuit
        kinds = tuple(kind for kind in KINDS if any(kind in open_kinds(play) for play in plays))
        lanes = Lanes(circuit, "lane")
        self.steps = [FreeChoices(circuit, lanes, number + 1, kinds, "step") for number in range(most)]

    def facts(self) -> list[Bit]:
        """What the variables must fulfil: a step only after a step."""
        found, before = [], TRUE
        for choices in self.steps:
            goes = self._circuit.any(choices.kinds.values())
            found += [choices.allowed, self._circuit.implies(goes, before)]
            before = goes
        return found


def play_of(table: Small, ruleset: Ruleset) -> Play:
    """The movement of the active car."""
    cars = len(table.spots) - 1
    return Play(
        table.circuit,
        table.track,
        ruleset,
        table.card.movement,
        table.card.text,
        table.most,
        False,
        True,
        cars,
    )


def played(table: Small, play: Play, decisions: Decisions) -> Played:
    """The activation under the ruleset of this movement."""
    state = state_of(play, table.tracking, ACTIVE, LAPS, FALSE, None)
    state = replace(state, mps=table.mps, gone=FALSE)
    movement = Movement(ACTIVE, play, state, table.tracking, [], [], [], [])
    steps = tuple(tuple(movement.go(choices).rules) for choices in decisions.steps)
    return Played(movement, steps, tuple(movement.end()))


def decode(table: Small, activation: Played, true: Iterable[Bit]) -> tuple[Position, Activation]:
    """The table and the move of an answer."""
    movement = activation.movement
    values = Reading(table.circuit, [*table.bits(), *movement_bits(movement)]).values(true)
    position, amount = table.decoded(values)
    path = path_of(movement, values)
    return position, Activation(ACTIVE, table.card.id, path, left=amount)


def setup_of(table: Small, ruleset: Ruleset) -> Setup:
    """The setup of a table."""
    others = tuple(number for number in table.spots if number != ACTIVE)
    teams = (Team("Red", None, (ACTIVE,)), *((Team("Blue", None, others),) if others else ()))
    return Setup(table.track, ruleset, teams, LAPS)


def card_for(movement: str, text: str | None) -> Card:
    """The fastest card of this movement and text."""
    return max(
        (card for card in CARDS.values() if (card.movement, card.text) == (movement, text)),
        key=lambda card: card.speed,
    )

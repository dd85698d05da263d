"""Positions in which the rules of a movement treat a written move alike, found for thousands of positions at once.

The places of the cars are open in the circuit of the move, and each position is one assignment of them. Positions are alike if
the first stage of the move that fails is the same, and fails by the same demands.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grammar.syntax import Statement
from model.thunder_alley.cards import cards_of
from model.thunder_alley.moves import Activation, has_lost_parts
from model.thunder_alley.position import RACING, Car, Setup, make_position
from model.thunder_alley.track import APRON
from model.values import replace as changed
from verifier.records.speaking import NotationError
from verifier.solving.circuit import TRUE, Bit, Circuit, evaluate
from verifier.thunder_alley.lines.names import names_of
from verifier.thunder_alley.lines.position import laid_out, read_block
from verifier.thunder_alley.lines.read import read_move
from verifier.thunder_alley.lines.terms import Table
from verifier.thunder_alley.spec.segment import Table as Scene
from verifier.thunder_alley.spec.segment import speed
from verifier.thunder_alley.spec.tracking import Tracking
from verifier.thunder_alley.spec.walk import walk_through

MOST_OPEN = 6
"""The most choices of lanes that are tried in all ways."""

ANYWHERE = "anywhere"

Set = int
"""A set of positions: bit k is position k."""

Cars = tuple[Car, ...]


def classes(
    table: Table, statement: Statement, blocks: Sequence[Sequence[Statement]]
) -> list[Hashable | None]:
    """For each `position` block, given by its lines, the class of a move there; None if it has none. Blocks of one class differ
    only in the spaces of other cars."""
    found: list[Hashable | None] = [None] * len(blocks)
    if statement.kind != "activation":
        return found
    names = names_of(table.setup, None)
    lines: dict[str, _Line] = {}
    try:
        move = read_move(statement, names).move
        if not isinstance(move, Activation) or has_lost_parts(move) or move.card == "clean-air":
            return found
        for text, line in {line.source: line for block in blocks for line in block}.items():
            lay = laid_out(read_block(replace(line, body=(line,)), table.setup, names), names, None)
            lines[text] = _line(line, lay.position.cars, move.car)
    except NotationError:
        return found
    tables = [[lines[line.source] for line in block] for block in blocks]
    groups: dict[tuple[str, ...], list[int]] = {}
    for number, block_lines in enumerate(tables):
        groups.setdefault(tuple([line.key for line in block_lines]), []).append(number)
    for members in groups.values():
        about = tuple(line.about for line in tables[members[0]] if line.about is not None)
        cars = [tuple([line.car for line in tables[number] if line.car is not None]) for number in members]
        for number, label in zip(members, _labels(table.setup, move, about, cars), strict=False):
            found[number] = label and (label, tuple([line.rest for line in tables[number]]))
    return found


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a block. `about` is what the circuit of a move needs to know of its car apart from the space, `rest` everything
    but the space of another car. `key` is equal for equal `about`: comparing texts is faster."""

    car: Car | None
    about: Car | None
    key: str
    rest: str


def _line(line: Statement, cars: Cars, active: int) -> _Line:
    if not cars:
        return _Line(None, None, "", line.source)
    [car] = cars
    hidden = changed(car, space=ANYWHERE if car.on_track else APRON, stack=0) if car.space else car
    if car.number == active:
        about = hidden if car.on_track else car
        return _Line(car, about, repr(about), repr(car))
    about = changed(hidden, wear=(), led=0)
    return _Line(car, about, repr(about), repr(hidden))


@dataclass(frozen=True, slots=True)
class _OpenScene(Scene):
    """A position whose cars on the track stand where these bits hold."""

    spots: Mapping[int, Mapping[int, Bit]]

    def tracking(self, active: Car) -> Tracking:
        cars = dict(Scene.tracking(self, active).cars)
        for number, bits in self.spots.items():
            crossed = self.position.known_car(number).crossed
            cars[number] = {(space, crossed): bit for space, bit in bits.items()}
        return Tracking(cars)


def _labels(setup: Setup, move: Activation, about: Cars, tables: Sequence[Cars]) -> list[Hashable | None]:
    """The class of the move in each of these positions, None where it keeps the rules of movement; nothing if they cannot be told
    apart."""
    active = next((car for car in about if car.number == move.car), None)
    track = setup.track
    if (
        active is None
        or active.status != RACING
        or active.space is None
        or track is None
        or move.card is None
    ):
        return []
    circuit = Circuit()
    columns: dict[Bit, Set] = {}
    spots: dict[int, dict[int, Bit]] = {}
    for place, car in enumerate(about):
        for number, cars in enumerate(tables) if car.space == ANYWHERE else ():
            space = track.index[cars[place].space or ""]
            bits = spots.setdefault(car.number, {})
            if space not in bits:
                bits[space] = circuit.variable(f"{car.number} at {space}")
            columns[bits[space]] = columns.get(bits[space], 0) | 1 << number
    card = cards_of(setup.ruleset)[move.card]
    total = speed(setup, active, card) if move.left is None else move.left
    if total > speed(setup, active, card):
        return []
    position = make_position(tables[0])
    scene = _OpenScene(setup, position, track, circuit, spots)
    walk = walk_through(scene, move, position.known_car(move.car), card, total)
    demands = [demand.bit for stage in walk.stages for demand in stage.demands]
    cone = circuit.cone([*walk.facts, *demands])
    lanes = [node for node in cone if circuit.nodes[node].kind == "var" and node not in columns]
    if len(lanes) > MOST_OPEN:
        return []
    ways = _Ways(len(tables), len(lanes))
    known: dict[Bit, Set] = {TRUE: ways.every, -TRUE: 0}
    for bit, column in columns.items():
        known[bit] = ways.repeated(column)
    for number, bit in enumerate(lanes):
        known[bit] = ways.chosen(number)
    known |= {-bit: ways.every ^ column for bit, column in known.items() if bit != TRUE and bit > 0}
    evaluate(circuit, [node for node in cone if circuit.nodes[node].kind != "var"], known)
    alive = ways.every
    for bit in walk.facts:
        alive &= known[bit]
    labels: list[Hashable | None] = [None] * len(tables)
    for number, stage in enumerate(walk.stages):
        after = alive
        for demand in stage.demands:
            after &= known[demand.bit]
        broken = ways.some(alive) & ~ways.some(after)
        parts: dict[tuple[object, ...], Set] = {(number,): broken} if broken else {}
        for demand in stage.demands if parts else ():
            parts = _split(parts, ~ways.some(alive & known[demand.bit]), demand.id)
        for label, members in parts.items():
            for place in _members(members):
                labels[place] = label
        alive = after
    return labels


def _split(parts: Mapping[tuple[object, ...], Set], broken: Set, rule: str) -> dict[tuple[object, ...], Set]:
    """The parts, each divided into the positions in which a demand of this rule is broken, and the others."""
    found = {}
    for label, members in parts.items():
        for name, some in (((*label, rule), members & broken), (label, members & ~broken)):
            if some:
                found[name] = some
    return found


def _members(positions: Set) -> Iterator[int]:
    return (place for place, digit in enumerate(reversed(bin(positions))) if digit == "1")


@dataclass(frozen=True, slots=True)
class _Ways:
    """So many positions, each with all ways to choose some lanes: way w of position k is bit w * positions + k."""

    positions: int
    lanes: int

    @property
    def all(self) -> Set:
        """All positions."""
        return (1 << self.positions) - 1

    @property
    def every(self) -> Set:
        """All ways of all positions."""
        return (1 << (self.positions << self.lanes)) - 1

    def repeated(self, positions: Set) -> Set:
        """All ways of these positions."""
        return sum(positions << self.positions * way for way in range(1 << self.lanes))

    def chosen(self, lane: int) -> Set:
        """The ways in which this lane is chosen."""
        return sum(self.all << self.positions * way for way in range(1 << self.lanes) if way >> lane & 1)

    def some(self, ways: Set) -> Set:
        """The positions of these ways."""
        found = 0
        for way in range(1 << self.lanes):
            found |= ways >> self.positions * way & self.all
        return found

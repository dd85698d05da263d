"""How a record begins: the header of a stage, the first table, and `position` blocks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from grammar.syntax import Leaf, Node, Statement
from model.rallyman.facts import SURFACES
from model.rallyman.position import NOT_STARTED, Car, Driver, Position, Setup, Split
from model.rallyman.stage import Stage
from model.ruleset import Ruleset
from verifier.game import Where
from verifier.rallyman.notation.names import driver, one_of, unquoted
from verifier.rallyman.notation.stages import stage_of
from verifier.rallyman.second.record.said import SPLIT, Said, read_said, with_said
from verifier.rallyman.spec.start import order_of
from verifier.second import NotJudgedError, UnreadableError

SILENT = ("ruling", "parameter", "option", "ruleset", "game", "format", "remark", "date", "expect", "shows")
"""Lines that say nothing of the table."""


def words(node: Node) -> list[str]:
    """All words below a node."""
    return [leaf.text for leaf in node.leaves()]


@dataclass(slots=True)
class Header:
    """What the header lines of a stage record say."""

    known_stage: Stage | None = None
    drivers: dict[str, Driver] = field(default_factory=dict)
    starting: tuple[str, ...] = ()
    surfaces: dict[str, str] = field(default_factory=dict)
    timing: dict[str, str] | None = None

    @property
    def stage(self) -> Stage:
        """The stage. Raises `UnreadableError` where none is named yet."""
        if self.known_stage is None:
            raise UnreadableError("the record names no stage")
        return self.known_stage


KINDS = ("stage", "weather", "timing", "driver", "starting_order")
"""Header lines of a stage record."""


def driver_line(statement: Statement) -> tuple[str, list[Said]]:
    """The name on a `driver` line, and what it says of the car."""
    nodes = [part for part in statement.node.parts if isinstance(part, Node)]
    return unquoted(statement.node.leaves()[0].text), read_said(nodes, ())


def header_line(header: Header, statement: Statement, where: Where) -> None:
    """Takes one line of a header. Raises `UnreadableError`, `NotationError`."""
    match statement.kind:
        case "stage":
            header.known_stage = stage_of(statement, where.folder, where.tracks)
        case "weather":
            pairs = [part.leaves() for part in statement.node.parts if isinstance(part, Node)]
            if any(surface.kind == "UNKNOWN" for _, surface in pairs):
                raise NotJudgedError("the weather is not known")
            zones = [zone.name for zone in header.stage.zones]
            header.surfaces = {
                one_of(zone, "zone", zones): one_of(surface, "surface", SURFACES) for zone, surface in pairs
            }
        case "timing":
            pairs = [part.leaves() for part in statement.node.parts if isinstance(part, Node)]
            header.timing = {one_of(space, "space", header.stage.index): point.text for point, space in pairs}
        case "driver":
            name, said = driver_line(statement)
            tyres_told = any(one.name == "tyres" and one.value is not None for one in said)
            header.drivers[name] = Driver(name, "", with_said(Car(name), said), tyres_told)
        case "starting_order":
            header.starting = tuple(driver(leaf, header.drivers) for leaf in statement.node.leaves())


def setup_of_header(header: Header, rules: Ruleset) -> Setup:
    """The setup of a stage. Raises `UnreadableError`."""
    order = header.starting or tuple(header.drivers)
    if not order or sorted(order) != sorted(header.drivers):
        raise UnreadableError("the drivers and the starting order do not name the same")
    timing = header.timing
    if timing is None:
        timing = {space: name for name, space in header.stage.points.items()}
    drivers = tuple(header.drivers[name] for name in order)
    return Setup(header.stage, rules, drivers, header.surfaces, timing)


@dataclass(slots=True)
class Block:
    """What a `position` block says; None where it says nothing."""

    cars: dict[str, list[Said]] = field(default_factory=dict)
    turn: int | None = None
    order: tuple[str, ...] | None = None
    next: str | None = None
    dirt: dict[str, int] = field(default_factory=dict)


def read_block(setup: Setup, statement: Statement) -> Block:
    """The lines of a block. Raises `NotationError`."""
    block, names = Block(), setup.starting_order
    for line in statement.body:
        leaves = line.node.leaves()
        match line.kind:
            case "turn":
                block.turn = int(leaves[0].text)
            case "order":
                block.order = tuple(driver(leaf, names) for leaf in leaves)
            case "next_driver":
                block.next = driver(leaves[0], names)
            case "dirt_markers":
                block.dirt |= read_dirt(setup, line.node)
            case _:
                nodes = [part for part in line.node.parts if isinstance(part, Node)]
                block.cars[driver(leaves[0], names)] = read_said(nodes, setup.stage.index)
    return block


def read_dirt(setup: Setup, node: Node) -> dict[str, int]:
    """Corners with the dirt markers that a line gives them. Raises `NotationError`."""
    corners = [corner.name for corner in setup.stage.corners]
    pairs: list[list[Leaf]] = [part.leaves() for part in node.parts if isinstance(part, Node)]
    return {one_of(corner, "corner", corners): int(count.text) for corner, count in pairs}


def laid(setup: Setup, block: Block) -> Position:
    """The position with which a record begins. Raises `UnreadableError` for a block that leaves something out."""
    if block.cars.keys() != set(setup.starting_order):
        raise UnreadableError("a position says where every car stands")
    for name, said in block.cars.items():
        if not any(one.name in ("space", "status") for one in said):
            raise UnreadableError(f"where {name} stands is not said")
    arrival = {name: number for number, name in enumerate(block.cars, 1)}
    cars = tuple(
        with_said(replace(one.car, arrival=arrival[one.name]), block.cars[one.name]) for one in setup.drivers
    )
    waiting = all(car.status == NOT_STARTED for car in cars)
    turn = block.turn or (1 if waiting else len(cars) + 1)
    dirt = tuple(sorted((corner, count) for corner, count in block.dirt.items() if count))
    cars = tuple(replace(car, dirt_seen=_lying_there(setup, car, block)) for car in cars)
    position = Position(turn, cars, (), None, dirt, _splits(block.cars))
    order = block.order or order_of(setup, position, turn)
    driving = [name for name in order if position.car(name).driving]
    if block.next is not None and block.next not in driving:
        raise UnreadableError(f"{block.next} has no turn in this round")
    return replace(position, order=order, next=block.next or next(iter(driving), None))


def _lying_there(setup: Setup, car: Car, block: Block) -> int | None:
    """The dirt markers that a block gives to the corner in which it puts a car, None outside of corners: those are the notes that
    the car has found, whatever others draw later (RM-9.8, dirt-and-car-in-corner)."""
    space = setup.stage.index.get(car.space)
    return block.dirt.get(space.corner, 0) if space is not None and space.corner else None


def _splits(cars: Mapping[str, Sequence[Said]]) -> tuple[Split, ...]:
    return tuple(
        Split(name, one.name.removeprefix(SPLIT), one.value)
        for name, said in cars.items()
        for one in said
        if one.name.startswith(SPLIT) and isinstance(one.value, int)
    )

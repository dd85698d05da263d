"""`explain` of `position` blocks and `turn` lines: held against the table by the spec."""

from collections.abc import Iterator, Mapping
from itertools import combinations

from grammar.syntax import Node, Span, Statement
from model.rallyman.position import NOT_STARTED, Driver, Position, Setup
from verifier.findings import Breach
from verifier.rallyman.notation.names import driver
from verifier.rallyman.second.explain_claims import wrong_car, wrong_dirt, wrong_order
from verifier.rallyman.second.record.said import driver_and_fields, read_said, with_said
from verifier.rallyman.second.wrong import Wrong, unless
from verifier.rallyman.spec.assistance import less_than_brought
from verifier.rallyman.table.block import begun
from verifier.rallyman.table.fields import read_fields
from verifier.rallyman.table.inherited import kept_breaches
from verifier.rallyman.table.terms import Table


def wrong_block(table: Table, setup: Setup, statement: Statement) -> Iterator[Wrong]:
    """What a `position` block says and is not so: of the table, or where nothing lies on it yet of what the cars brought."""
    if table.position is None or not begun(table):
        yield from _brought(setup, statement)
        return
    yield from _compared(table, setup, table.position, statement)


def wrong_round(position: Position, statement: Statement) -> list[Wrong]:
    """`turn 3`: the round that is about to be played (RM-3.6), if anybody still drives."""
    if position.next is None:
        return []
    leaf = statement.node.leaves()[0]
    begins = position.next == next(iter(position.order), None)
    right = begins and int(leaf.text) == position.turn
    told = f"round {position.turn} is played" if begins else f"round {position.turn} is not over yet"
    return unless(right, leaf.span, ("RM-3.6",), told)


def _cars(setup: Setup, statement: Statement) -> Iterator[tuple[Driver, list[Node], Span]]:
    """The drivers of a block with what is said of their cars."""
    drivers = {one.name: one for one in setup.drivers}
    for line in statement.body:
        if line.kind == "stands":
            who, nodes = driver_and_fields(line.node)
            yield drivers[driver(who, setup.starting_order)], nodes, line.node.span


def _brought(setup: Setup, statement: Statement) -> Iterator[Wrong]:
    """A new start mends nothing that a car brought to the stage (RM-8.4, RM-9.14, RM-7.13, RM-10.5)."""
    for one, nodes, span in _cars(setup, statement):
        said = read_said(nodes, setup.stage.index)
        wheel = any(part.name == "spare" and part.value is not True for part in said)
        rules = less_than_brought(one, with_said(one.car, said), wheel=wheel)
        if rules:
            told = kept_breaches(one, read_fields(nodes, setup.stage.index))
            fact = f"{one.name} did not begin the stage so"
            yield (
                told[0][0].span if told else span,
                tuple(Breach(rule, told[0][1].fact if told else fact) for rule in rules),
            )


def _compared(table: Table, setup: Setup, position: Position, statement: Statement) -> Iterator[Wrong]:
    over = not any(car.driving for car in position.cars)
    for line in statement.body:
        span, leaves = line.node.span, line.node.leaves()
        match line.kind:
            case "turn" | "order" if over:
                continue  # behind the last turn no round is about to be played (RM-3.6, RM-13.1)
            case "turn":
                right = int(leaves[0].text) == position.turn
                yield from unless(right, span, ("RM-3.6",), f"round {position.turn} is played")
            case "order":
                said = tuple(driver(leaf, setup.starting_order) for leaf in leaves)
                yield from wrong_order(setup, position, span, said)
            case "next_driver":
                right = driver(leaves[0], setup.starting_order) == position.next
                yield from unless(right, span, ("RM-3.7",), f"{position.next or 'nobody'} plays next")
            case "dirt_markers":
                yield from wrong_dirt(setup, position, line.node)
    arrivals: dict[str, Node] = {}
    for one, nodes, span in _cars(setup, statement):
        numbers = [node for node in nodes if node.leaves()[0].text == "arr"]
        others = [node for node in nodes if node not in numbers]
        yield from wrong_car(table, setup, position, one.name, others, span)
        for node in numbers:
            if node.leaves()[1].kind == "INT":
                arrivals[one.name] = node
    yield from _arrived(position, arrivals)


def _arrived(position: Position, said: Mapping[str, Node]) -> Iterator[Wrong]:
    """Cars that came in another order than their numbers say; a car without one keeps its own, and before the start no car has
    one (RM-3.8, RM-M.6)."""
    started = [car for car in position.cars if car.status != NOT_STARTED]
    numbers = {
        car.driver: int(said[car.driver].leaves()[1].text) if car.driver in said else car.arrival
        for car in started
    }
    for one, other in combinations(started, 2):
        told = said.get(other.driver) or said.get(one.driver)
        same = numbers[one.driver] == numbers[other.driver]
        if (
            told is None
            or same
            or (one.arrival < other.arrival) == (numbers[one.driver] < numbers[other.driver])
        ):
            continue
        first = min(one, other, key=lambda car: car.arrival).driver
        yield told.span, (Breach("RM-3.8", f"{first} came first"),)

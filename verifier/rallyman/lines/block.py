"""`position` blocks: reads them, compares them with the current position, or starts again from them."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from types import MappingProxyType

from grammar.syntax import Leaf, Node, Span, Statement
from model.rallyman.claims import Claim
from model.rallyman.facts import FINISH, START
from model.rallyman.moves import Lay
from model.rallyman.position import NOT_STARTED, Car, Position, Setup, Split
from model.rallyman.standing import EMPTY, Standing
from model.values import replace, value
from verifier.answer import Answer
from verifier.findings import Breach, Finding
from verifier.rallyman.lines.checks import read_dirt
from verifier.rallyman.lines.claims import (
    Denied,
    cannot_be,
    car_denied,
    dirt_denied,
    names_denied,
    refuted,
    round_denied,
)
from verifier.rallyman.lines.fields import FIELDS, Said, applied, car_text, field_phrase, read_fields
from verifier.rallyman.lines.names import driver
from verifier.rallyman.lines.terms import ROUND, Speaker, Table
from verifier.rallyman.lines.write import driver_text
from verifier.records.speaking import NotationError, impossible


@value
class Block:
    """A `position` block as written; None for what it leaves out."""

    cars: tuple[tuple[str, tuple[Said, ...], Statement], ...] = ()
    turn: tuple[int, Statement] | None = None
    order: tuple[tuple[str, ...], Statement] | None = None
    next: tuple[str, Statement] | None = None
    dirt: tuple[tuple[str, int, Span], ...] | None = None


def position_block(table: Table, speaker: Speaker, fresh: bool) -> Answer:
    """Handles a `position` block. `fresh`: a new start, because the record could not be followed or nothing has been played."""
    statement = speaker.statement
    assert table.setup is not None
    try:
        block = read_block(table.setup, statement)
        base = (
            (table.position or table.gap) if begun(table) and (table.position is not None or fresh) else None
        )
        position = _written(table.setup, block, base, statement, fresh)
        before = Standing(base) if base is not None else EMPTY
        said = {
            (name, FIELDS[one.name]): one
            for name, fields, _ in block.cars
            for one in fields
            if one.name in FIELDS
        }
        lay = Lay(position, {key: one.value for key, one in said.items()})
        judgement = table.door.judge(table.setup, before, lay)
        names = table.setup.starting_order
        against = [(said[names[(one.car or 1) - 1], one.token or ""], one) for one in judgement.breaches]
        if not judgement.legal:
            return Answer(table.lost(), speaker.troubles(cannot_be(against)), judgement=judgement)
        standing = judgement.outcomes[0].position
        _refuse_next(block, standing.position)
    except NotationError as error:
        return Answer(table.lost(), speaker.troubles(error))
    named = [name for name, _, _ in block.cars]
    turns = {name: one for name, one in table.turns.items() if name not in (ROUND, *named)}
    after = replace(table, standing=standing, gap=None, turns=MappingProxyType(turns), refused=None)
    if fresh or table.position is None or not begun(table):
        found = [_unkept(table.setup, one, breach, speaker) for one, breach in against]
        found.sort(key=lambda one: (one.line, one.column))
        return Answer(after, tuple(found), follow=True, judgement=judgement)
    wrong = sorted(compare(table.position, block), key=lambda one: (one.span.line, one.span.column))
    if wrong:
        return Answer(after, refuted(table, wrong, speaker), follow=True, judgement=judgement)
    return Answer(replace(table, refused=None), judgement=judgement)


def _written(
    setup: Setup, block: Block, base: Position | None, statement: Statement, fresh: bool
) -> Position:
    """The position in a block. A new start with enough facts is read like the first block of a record; any other block takes what
    it leaves out from `base`. Raises `NotationError`."""
    if fresh:
        try:
            return build(setup, block, None, statement)
        except NotationError:
            if base is None:
                raise
    return build(setup, block, base, statement)


def _unkept(setup: Setup, said: Said, breach: Breach, speaker: Speaker) -> Finding:
    """The finding about a value that contradicts what a car brought to the stage."""
    began = setup.drivers[(breach.car or 1) - 1].car
    fact = (
        f"{began.driver} {field_phrase(said.name, getattr(began, FIELDS[said.name]))} when the stage begins"
    )
    return speaker.breaches("claim", said.span, (replace(breach, fact=fact),))


def begun(table: Table) -> bool:
    """Whether the table holds more than the cars before the start."""
    position = table.position or table.gap
    return position is not None and (
        table.last is not None
        or table.gap is not None
        or position.turn > 1
        or any(car.space != START for car in position.cars)
    )


def read_block(setup: Setup, statement: Statement) -> Block:
    """Reads the lines of a block. Raises `NotationError`."""
    block = Block()
    names = setup.starting_order
    for line in statement.body:
        leaves = line.node.leaves()
        span = line.node.span
        match line.kind:
            case "turn":
                block = replace(block, turn=(int(leaves[0].text), line))
                if int(leaves[0].text) < 1:
                    raise impossible(span, "rounds are counted from 1")
            case "order":
                order = tuple(driver(leaf, names) for leaf in leaves)
                if len(set(order)) < len(order):
                    raise impossible(span, "a driver is twice in the order")
                block = replace(block, order=(order, line))
            case "next_driver":
                block = replace(block, next=(driver(leaves[0], names), line))
            case "dirt_markers":
                block = replace(block, dirt=(*(block.dirt or ()), *read_dirt(setup, line.node)))
            case "stands":
                block = replace(block, cars=(*block.cars, _car(setup, line)))
    named = [name for name, _, _ in block.cars]
    for number, (name, _, line) in enumerate(block.cars):
        if name in named[:number]:
            raise impossible(line.node.span, f"{name} is here twice")
    return block


def _car(setup: Setup, line: Statement) -> tuple[str, tuple[Said, ...], Statement]:
    first = line.node.parts[0]
    assert isinstance(first, Leaf)
    nodes = [part for part in line.node.parts if isinstance(part, Node)]
    name = driver(first, setup.starting_order)
    return name, tuple(read_fields(nodes, setup.stage.index)), line


def build(setup: Setup, block: Block, base: Position | None, statement: Statement) -> Position:
    """The position in a block. What it leaves out comes from `base`, or has its default. Raises `NotationError`."""
    known = {name: (said, line) for name, said, line in block.cars}
    cars = []
    for entry in setup.drivers:
        if entry.name not in known:
            if base is None:
                raise impossible(statement.node.span, f"{entry.name} is missing in this position")
            cars.append(base.car(entry.name))
            continue
        said, line = known[entry.name]
        before = entry.car if base is None else base.car(entry.name)
        cars.append(_built(before, said, line, base is not None))
    placed = tuple(_arrivals(cars, block, base))
    splits = _splits(block, base)
    dirt = dict(base.dirt) if base is not None else {}
    dirt.update({corner: count for corner, count, _ in block.dirt or ()})
    turn = block.turn[0] if block.turn else base.turn if base else 0
    markers = tuple(sorted((corner, count) for corner, count in dirt.items() if count))
    order, follows = (base.order, base.next) if base is not None and base.turn == turn else ((), None)
    if block.order:
        order, follows = block.order[0], None
    if block.next:
        follows = block.next[0]
    return Position(turn, placed, order, follows, markers, splits)


def _refuse_next(block: Block, position: Position) -> None:
    """The driver who plays next must have a turn in the round. Raises `NotationError`."""
    if block.next and block.next[0] != position.next:
        fact = f"{block.next[0]} has no turn in round {position.turn}"
        driving = (name for name in position.order if position.car(name).driving)
        help = f"the order is {' '.join(driving)}"
        raise impossible(block.next[1].node.span, fact, help)


def _built(car: Car, said: Sequence[Said], line: Statement, known: bool) -> Car:
    names = {one.name for one in said if one.value is not None}
    span = line.node.span
    built = applied(car, said)
    status = next((one.span for one in said if one.name == "status"), None)
    if status is not None and built.space in (START, FINISH):
        raise impossible(status, f"a car at {built.space} cannot have this status")
    missing = not known and "space" not in names and ("status" not in names or built.driving)
    if missing or (built.driving and not built.space):
        raise impossible(span, f"the space of {car.driver} is missing")
    if not known and "gear" not in names and built.status == "on_road":
        raise impossible(span, f"the gear of {car.driver} is missing", "as in `A s10 g2`")
    return built


def _arrivals(cars: list[Car], block: Block, base: Position | None) -> list[Car]:
    """Numbers the arrivals. Without numbers, cars arrived in the order of the block. This order also splits equal numbers, which
    cars on one space cannot have."""
    given = _numbers_given(block)
    if base is not None and not given:
        return cars
    order = [name for name, _, _ in block.cars]
    rest = [car.driver for car in cars if car.driver not in order]
    places = {name: number for number, name in enumerate([*order, *rest], 1)}
    numbers = {car.driver: car.arrival if car.driver in given else places[car.driver] for car in cars}
    if len(set(numbers.values())) < len(numbers):
        ranked = sorted(numbers, key=lambda name: (numbers[name], places[name]))
        numbers = {name: rank for rank, name in enumerate(ranked, 1)}
    return [replace(car, arrival=numbers[car.driver]) for car in cars]


def _numbers_given(block: Block) -> dict[str, Said]:
    """The arrival numbers in a block."""
    return {
        name: one
        for name, said, _ in block.cars
        for one in said
        if one.name == "arr" and isinstance(one.value, int)
    }


def _splits(block: Block, base: Position | None) -> tuple[Split, ...]:
    found = {(one.driver, one.point): one.seconds for one in (base.splits if base is not None else ())}
    for name, said, _ in block.cars:
        for one in said:
            if one.name.startswith("split ") and isinstance(one.value, int):
                found[name, one.name.removeprefix("split ")] = one.value
    return tuple(Split(driver, point, time) for (driver, point), time in found.items())


def compare(position: Position, block: Block) -> Iterator[Denied]:
    """What a block gets wrong about the current position. Rounds count cars still driving (RM-3.6): once none is driving, no
    number and no order of a round can be wrong."""
    running = any(car.driving for car in position.cars)
    if block.turn:
        yield from round_denied(position, block.turn[0], block.turn[1].node.span, "turn")
    if running and block.order:
        yield from names_denied(
            block.order[1].node, "order", block.order[0], position.order, "the order of play"
        )
    if block.next and block.next[0] != position.next:
        fact = f"{position.next or 'no driver'} plays next, not {block.next[0]}"
        yield Denied(block.next[1].node.span, Claim("next", block.next[0]), fact)
    for corner, count, span in block.dirt or ():
        yield from dirt_denied(position, corner, count, span)
    for name, said, _ in block.cars:
        yield from car_denied(position, position.car(name), (one for one in said if one.name != "arr"))
    yield from _out_of_order(position, block)


def _out_of_order(position: Position, block: Block) -> Iterator[Denied]:
    """Cars whose order of arrival differs from a block's; only the order of its numbers counts (RM-M.6). Cars without a number
    keep theirs. Before the start no car has arrived anywhere. Cars with equal numbers can have arrived in either order, but each
    of them after all those with the next smaller number."""
    given = _numbers_given(block)
    said = [
        (int(given[car.driver].value or 0) if car.driver in given else car.arrival, car)
        for car in position.cars
        if car.status != NOT_STARTED
    ]
    said.sort(key=lambda entry: entry[0])
    ahead: list[Car] = []
    for _, group in groupby(said, key=lambda entry: entry[0]):
        cars = [car for _, car in group]
        before = max(ahead, key=lambda car: car.arrival, default=None)
        for after in cars:
            known = given.get(after.driver, given.get(before.driver) if before is not None else None)
            if before is not None and before.arrival >= after.arrival and known is not None:
                claim = Claim("ahead", after.driver, before.driver)
                yield Denied(known.span, claim, f"{after.driver} arrived before {before.driver}")
        ahead = cars


def block_lines(setup: Setup, position: Position) -> tuple[str, ...]:
    """The lines of a `position` block, without `position` and `end`."""
    lines = [f"turn {position.turn}"]
    if position.order:
        lines.append(f"order {' '.join(map(driver_text, position.order))}")
    if position.next is not None and position.order and position.next != position.order[0]:
        lines.append(f"next {driver_text(position.next)}")
    if position.dirt:
        lines.append(f"dirt {' '.join(f'{corner}={count}' for corner, count in position.dirt)}")
    ranks = {number: rank for rank, number in enumerate(sorted({car.arrival for car in position.cars}), 1)}
    arrivals = [ranks[car.arrival] for car in position.cars]
    told = any(one >= two for one, two in pairwise(arrivals))
    usual = {driver.name: driver.car for driver in setup.drivers}
    for car in (replace(car, arrival=ranks[car.arrival]) for car in position.cars):
        splits = "".join(
            f" split {one.point}={one.seconds // 60}:{one.seconds % 60:02}"
            for one in position.splits
            if one.driver == car.driver
        )
        lines.append(car_text(car, usual[car.driver], told) + splits)
    return tuple(lines)

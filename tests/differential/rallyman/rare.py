"""Turns in situations in which a reading matters: built from the test records that show it, and varied by number.

A random claim seldom meets a rare reading. The test records of a ruling do, so each of their positions is a seed. One to four
things in it change: cars, their state, the dice, dirt, surfaces, options, other readings, or the stage.
"""

from collections.abc import Iterator
from functools import cache
from random import Random

from grammar.parser import ParseResult
from grammar.syntax import Record
from model.rallyman import stages
from model.rallyman.facts import DATA, SURFACES
from model.rallyman.moves import Turn
from model.rallyman.position import Car, Driver
from model.rallyman.stage import Space, Stage
from model.ruleset import with_changes
from model.values import replace
from tests.differential.named import rulings_named
from tests.differential.rallyman.claims import changed
from tests.differential.rallyman.situations import (
    DAMAGE,
    FLATS,
    MARKERS,
    NAMES,
    OPTIONS,
    Situation,
    other_readings,
    somewhere,
    with_reading,
)
from verifier.cli.rule_links import records_of_tests
from verifier.rallyman.lines.turns import read_written
from verifier.rallyman.simulate.driver import POLICIES, Chooser
from verifier.rallyman.spec.start import order_of
from verifier.records.replay import Options, judge_records

WINDOW = 8
"""How many spaces, from the foremost car on, must have the same shape on another stage."""

Seed = tuple[Situation, Turn | None]
"""A position of a test record with the turn that is played on it, None at its end."""


@cache
def seeds(ruling: str) -> tuple[Seed, ...]:
    """The positions in the records about a ruling, under its default reading."""
    return tuple(
        seed
        for record in records_of_tests(DATA)
        if ruling in rulings_named(record)
        for seed in _tables(record)
    )


def _tables(record: Record) -> Iterator[Seed]:
    """The positions of a record before each of its turns, and the final one."""
    (report,) = judge_records(ParseResult((record,), ()), Options(steps=True))
    table = report.table
    for step in report.steps:
        before = step.before
        if (
            step.statement.kind == "drives"
            and before.position is not None
            and before.position.next is not None
        ):
            turn = read_written(before, step.statement.node).turn
            yield Situation(0, before.setup, before.position), None if turn.unwritten else turn
    if table.position is not None and table.position.next is not None:
        yield Situation(0, table.setup, table.position), None


def rare(ruling: str, number: int, seed: int = 1) -> Seed:
    """The turn with this number, in a situation that the ruling affects."""
    rng = Random(f"rallyman rare {ruling} {seed} {number}")
    base, written = rng.choice(seeds(ruling))
    asked = replace(base, number=number)
    for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 4))):
        asked = rng.choice((_other_state, _other_state, _other_cars, _elsewhere, _other_road, _other_rules))(
            rng, asked
        )
    asked = _in_order(rng, asked)
    if written is None or written.driver != asked.driver or rng.random() < 0.4:
        written = Chooser(rng, POLICIES[rng.choice(tuple(POLICIES))]).turn(asked.setup, asked.position)
    for _ in range(rng.choice((0, 0, 1, 1, 2)) if written is not None else 0):
        assert written is not None
        written = changed(rng, asked, written)
    return asked, written


def _with_cars(asked: Situation, cars: list[Car]) -> Situation:
    """The same position with other cars; their drivers start in this order."""
    known = {driver.name: driver for driver in asked.setup.drivers}
    drivers = tuple(known.get(car.driver, Driver(car.driver, "", Car(car.driver))) for car in cars)
    position = replace(asked.position, cars=tuple(cars))
    return replace(asked, setup=replace(asked.setup, drivers=drivers), position=position)


def _other_state(rng: Random, asked: Situation) -> Situation:
    """One car with one part of its state changed."""
    cars = list(asked.position.cars)
    place = rng.randrange(len(cars))
    car = cars[place]
    gear = min(5, max(1, car.gear + rng.choice((-1, 1)))) if car.gear else 0
    field, value = rng.choice(
        (
            ("damage", rng.choice(DAMAGE)),
            ("flats", rng.choice(FLATS)),
            ("markers", rng.choice(MARKERS)),
            ("sisu", not car.sisu),
            ("spare", not car.spare),
            ("tyres", rng.choice(SURFACES)),
            ("chrono", 10 * rng.randint(1, 30)),
            ("gear", gear),
            ("arrival", rng.randint(1, 20)),
            ("dirt_seen", rng.choice((None, 0, 1, 2)) if car.dirt_seen is not None else None),
        )
    )
    cars[place] = replace(car, **{field: value})
    return _with_cars(asked, cars)


def _other_cars(rng: Random, asked: Situation) -> Situation:
    """One car more, one car less, or one moved near the others; the car of the driver whose turn it is stays."""
    stage, cars = asked.setup.stage, list(asked.position.cars)
    others = [car for car in cars if car.driver != asked.driver]
    free = [name for name in NAMES if all(name != car.driver for car in cars)]
    near = [_place(stage, car.space) for car in cars if car.space in stage.index] or [0]
    kind = rng.randrange(3)
    if kind == 0 and others:
        cars.remove(rng.choice(others))
        return _with_cars(asked, cars)
    place = max(0, min(len(stage.spaces) - 1, rng.choice(near) + rng.randint(-3, 4)))
    if kind == 1 and free:
        new = somewhere(rng, stage, free[0], place, wild=False)
        cars.insert(rng.randint(0, len(cars)), replace(new, arrival=rng.randint(1, 20)))
    elif others:
        moved = rng.choice(others)
        new = somewhere(rng, stage, moved.driver, place, wild=False)
        cars[cars.index(moved)] = replace(new, arrival=moved.arrival)
    return _with_cars(asked, cars)


def _place(stage: Stage, space: str) -> int:
    return next(place for place, one in enumerate(stage.spaces) if one.id == space)


def _shape(spaces: tuple[Space, ...]) -> list[tuple[str, str, int]]:
    return [(space.kind, space.role, space.index) for space in spaces]


def _elsewhere(rng: Random, asked: Situation) -> Situation:
    """The same cars where another stretch of road has the same shape, on this stage or on another one."""
    stage, cars = asked.setup.stage, asked.position.cars
    places = [_place(stage, car.space) for car in cars if car.space in stage.index]
    if not places:
        return asked
    first, last = min(places), min(len(stage.spaces), max(places) + WINDOW)
    shape = _shape(stage.spaces[first:last])
    known = [stage, *(stages.load(name) for name in stages.shipped())]
    fits = [
        (other, start)
        for other in known
        for start in range(len(other.spaces) - len(shape) + 1)
        if _shape(other.spaces[start : start + len(shape)]) == shape
    ]
    other, start = rng.choice(fits)
    moved = [
        replace(car, space=other.spaces[start + _place(stage, car.space) - first].id)
        if car.space in stage.index
        else car
        for car in cars
    ]
    timing = {space: point for point, space in other.points.items()} if asked.setup.timing else {}
    corners = {corner.name for corner in other.corners}
    dirt = tuple((name, count) for name, count in asked.position.dirt if name in corners)
    surfaces = {zone.name: zone.surface for zone in other.zones} if other != stage else asked.setup.surfaces
    setup = replace(asked.setup, stage=other, timing=timing, surfaces=surfaces)
    position = replace(asked.position, cars=tuple(moved), dirt=dirt, splits=())
    return replace(asked, setup=setup, position=position)


def _other_road(rng: Random, asked: Situation) -> Situation:
    """Dirt on a corner, snow or none on a zone, timing points."""
    stage = asked.setup.stage
    match rng.randrange(3):
        case 0 if stage.corners:
            dirt = {**dict(asked.position.dirt), rng.choice(stage.corners).name: rng.randint(1, 3)}
            return replace(asked, position=replace(asked.position, dirt=tuple(sorted(dirt.items()))))
        case 1:
            surfaces = {**asked.setup.surfaces, rng.choice(stage.zones).name: rng.choice(SURFACES)}
            return replace(asked, setup=replace(asked.setup, surfaces=surfaces))
    timing = {space: point for point, space in stage.points.items()}
    return replace(asked, setup=replace(asked.setup, timing=timing))


def _other_rules(rng: Random, asked: Situation) -> Situation:
    """One optional rule more or less, or another reading of some ruling."""
    if rng.random() < 0.4:
        option = rng.choice(OPTIONS)
        options = {option: not asked.setup.option(option)}
        ruleset = with_changes(DATA, asked.setup.ruleset, options=options)
        return replace(asked, setup=replace(asked.setup, ruleset=ruleset))
    return with_reading(asked, *rng.choice(other_readings()))


def _in_order(rng: Random, asked: Situation) -> Situation:
    """The order of play of these cars; half of the time it is the last one's turn, so that a round ends."""
    order = order_of(asked.setup, asked.position, asked.position.turn)
    if not order:
        return asked
    driver = asked.driver if asked.driver in order and rng.random() < 0.5 else order[-1]
    return replace(asked, position=replace(asked.position, order=order, next=driver))

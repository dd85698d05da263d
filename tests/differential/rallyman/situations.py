"""Situations for turns: a position and whose turn it is. Seeded, so that a number names a situation.

There are two kinds. A plausible position looks like a stage in progress: cars some spaces apart, gears they can have arrived
with, times that fit the rounds. A wild one is anything that a `position` block can express: cars anywhere, in any order of play,
any cards gone. Half of all positions have the default readings, the other half some others; likewise options.
"""

from dataclasses import dataclass
from random import Random

from model.rallyman import stages
from model.rallyman.facts import DATA, FINISH, START, SURFACES
from model.rallyman.position import (
    ELIMINATED,
    FINISHED,
    NOT_STARTED,
    OFF_LEFT,
    OFF_RIGHT,
    ON_ROAD,
    SPUN,
    STOPPED,
    Car,
    Driver,
    Position,
    Setup,
    Split,
)
from model.rallyman.stage import DRIFT, TO_ROAD, TO_SHORTCUT, Space, Stage
from model.ruleset import Ruleset, default_ruleset, with_changes
from model.rulings import load_rulings
from model.values import replace
from tests.differential.left_out import less
from verifier.rallyman.spec.road import ranks
from verifier.rallyman.spec.start import order_of

OPTIONS = ("attack", "seconds", "weather", "splits", "shakedown")
NAMES = ("A", "B", "C", "D")
DAMAGE = (0, 0, 0, 0, 1, 1, 2, 3, 4)
FLATS = (0, 0, 0, 1, 1, 2)
MARKERS = (0, 0, 1, 2, 3, 6, 8)
"""Points, flats and markers, as often as they occur in a stage."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A position in which `position.next` plays. `number` names the situation within its seed."""

    number: int
    setup: Setup
    position: Position

    @property
    def driver(self) -> str:
        """Who plays next."""
        assert self.position.next is not None
        return self.position.next


def situation(number: int, seed: int = 1, *, left_out: bool = False) -> Situation:
    """The situation with this number; every third one is wild. With `left_out` some rules are left out."""
    rng = Random(f"rallyman situation {seed} {number}")
    names = stages.shipped()
    stage = stages.load(names[number % len(names)])
    wild = number % 3 == 2
    ruleset = _ruleset(rng)
    if left_out:
        ruleset = less(DATA, ruleset, Random(f"left out {seed} {number}"))
    count = rng.choice((1, 2, 2, 3, 4))
    cars = _cars(rng, stage, count, wild)
    surfaces = {zone.name: rng.choice((zone.surface, *SURFACES)) for zone in stage.zones}
    drivers = tuple(Driver(car.driver, "", Car(car.driver, tyres=car.tyres)) for car in cars)
    timing = {space: point for point, space in stage.points.items()} if rng.random() < 0.7 else {}
    setup = Setup(stage, ruleset, drivers, surfaces, timing)
    return Situation(number, setup, _table(rng, setup, cars, wild))


def other_readings() -> list[tuple[str, str]]:
    """Every reading that is not the default of its ruling."""
    return [
        (ruling.id, reading)
        for ruling in load_rulings(DATA).rulings.values()
        for reading in ruling.choices()
        if reading != ruling.default
    ]


def with_reading(asked: Situation, ruling: str, reading: str) -> Situation:
    """The same situation under another reading."""
    ruleset = asked.setup.ruleset
    readings = {**ruleset.readings, ruling: reading}
    return replace(asked, setup=replace(asked.setup, ruleset=replace(ruleset, readings=readings)))


def _ruleset(rng: Random) -> Ruleset:
    ruleset = default_ruleset(DATA)
    if rng.random() < 0.5:
        odds = rng.choice((0.1, 0.5))
        readings = {ruling: reading for ruling, reading in other_readings() if rng.random() < odds}
        ruleset = with_changes(DATA, ruleset, rulings=readings)
    if rng.random() < 0.5:
        chosen = {option: rng.random() < (0.2 if option == "shakedown" else 0.7) for option in OPTIONS}
        ruleset = with_changes(DATA, ruleset, options=chosen)
    return ruleset


def _cars(rng: Random, stage: Stage, count: int, wild: bool) -> list[Car]:
    """The cars in starting order, each with another arrival; at least one of them is driving."""
    lead = rng.randrange(len(stage.spaces))
    spread = rng.choice((2, 4, 8, 16))
    arrivals = rng.sample(range(1, 20), count)
    cars: list[Car] = []
    for name, arrival in zip(NAMES, arrivals, strict=False):
        place = rng.randrange(len(stage.spaces)) if wild else max(-1, lead - rng.randrange(spread))
        car = somewhere(rng, stage, name, place, wild)
        cars.append(replace(car, arrival=arrival))
    rng.shuffle(cars)
    if not any(car.driving for car in cars):
        cars[0] = replace(cars[0], space=START, gear=0, status=NOT_STARTED)
    return cars


def somewhere(rng: Random, stage: Stage, name: str, place: int, wild: bool) -> Car:
    """A car on the space with this number in the stage file, or out of the race; -1 is before the start."""
    car = Car(
        name,
        damage=rng.choice(DAMAGE),
        flats=rng.choice(FLATS),
        sisu=rng.random() < 0.6,
        spare=rng.random() < 0.6,
        tyres=rng.choice(SURFACES),
    )
    fate = rng.random()
    if place < 0 or fate < 0.05:
        return car
    car = replace(car, chrono=10 * rng.randint(1, 30), markers=rng.choice(MARKERS))
    if fate < 0.1:
        return replace(car, space=FINISH, gear=rng.randint(1, 5), status=FINISHED)
    if fate < 0.13:
        return replace(car, space="", status=ELIMINATED)
    space = stage.spaces[place]
    car = replace(car, space=space.id, dirt_seen=rng.choice((None, 0, 1)) if space.corner else None)
    if fate < 0.4:
        return replace(car, status=rng.choice(_standings(space, wild)))
    if fate < 0.43:
        return replace(car, status=ON_ROAD)
    highest = 5 if wild or not space.note else min(5, space.note + (not space.corner))
    return replace(car, gear=rng.randint(1, highest), status=ON_ROAD)


def _standings(space: Space, wild: bool) -> list[str]:
    """The states a car can be in on this space after a loss of control."""
    beside = [
        status
        for status, met in ((OFF_LEFT, space.left), (OFF_RIGHT, space.right))
        if wild or met not in (TO_ROAD, TO_SHORTCUT)
    ]
    spun = [SPUN] if space.role != DRIFT else []
    stopped = [STOPPED] if space.role not in ("", DRIFT) or (wild and not space.role) else []
    return beside + spun + stopped or [OFF_LEFT]


def _table(rng: Random, setup: Setup, cars: list[Car], wild: bool) -> Position:
    """The cars with dirt, splits of the points behind them, and an order of play."""
    stage, count = setup.stage, len(cars)
    dirt = sorted((one.name, rng.randint(1, 3)) for one in stage.corners if rng.random() < 0.2)
    splits = tuple(
        Split(car.driver, point, 10 * rng.randint(1, 20))
        for car in cars
        for space, point in setup.timing.items()
        if car.driving and ranks(stage)[space] >= ranks(stage)[car.space] and rng.random() < 0.6
    )
    starting = any(car.status == NOT_STARTED for car in cars)
    turn = (
        rng.randint(1, count + 9)
        if wild
        else rng.randint(1, count)
        if starting
        else count + rng.randint(1, 9)
    )
    position = Position(turn, tuple(cars), (), None, tuple(dirt), splits)
    order = order_of(setup, position, turn)
    if not order:
        position = replace(position, turn=count + 1)
        order = order_of(setup, position, count + 1)
    if wild and turn > count:
        order = tuple(rng.sample(order, len(order)))
    return replace(position, order=order, next=rng.choice(order))

"""Positions with open facts for what dice alone do not decide: how a turn begins, what follows its dice, who plays next."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from itertools import combinations, permutations
from typing import Any

from model.rallyman import stages
from model.rallyman.facts import DIRTY, FINISH, GAS, GEARS, SPIN
from model.rallyman.moves import ATTACK, BASIC, BLOCKED, Die, Step, Turn
from model.rallyman.position import (
    ELIMINATED,
    NOT_STARTED,
    OFF_LEFT,
    OFF_RIGHT,
    ON_ROAD,
    SPUN,
    STOPPED,
    Car,
    Position,
)
from model.rallyman.stage import DRIFT, INSIDE, SHORTCUT, TO_ROAD, TO_SHORTCUT, Stage
from model.ruleset import Ruleset
from model.values import replace, value
from verifier.rallyman.check.board import NARROW_START, road
from verifier.rallyman.check.dice import PlayedDice, played
from verifier.rallyman.check.plain import Worn
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.road import ranks
from verifier.rulesets.changes import RULE, Change
from verifier.rulesets.scenes import Kinds, ties
from verifier.solving.cases import Cases, in_each_case

HOME, DEEP, TURNS = "mill-lane", "quarry-run", "hollow-pine"
"""Stages: one with every feature, one with long drifts, one with long corners of three lines."""

NEAR = 12
"""The spaces of the first stage on which a car begins its turn next to another one."""

Ways = tuple[tuple[Turn, ...], ...]


@value
class Scene:
    """A position with open facts, and the turns of each way to go on from there; no turn: the position is laid out. `driven` is
    what the dice of the only turn do, if no open fact alters that. `kinds` are those that need edge cases."""

    cases: Cases
    stage: Stage
    position: Position
    ways: Ways
    driven: Driven | None = None
    kinds: Kinds = field(default_factory=dict)


def _position(cars: Sequence[Car], turn: int, order: Sequence[str] = (), **facts: Any) -> Position:
    return Position(turn, tuple(cars), tuple(order), "A" if order else None, **facts)


@in_each_case
def _natural(stage: Stage, gear: int, id: str) -> bool:
    """Whether a car may be on a space in this gear with control."""
    space = stage.index[id]
    return not space.corner or (gear == space.note if space.role == DRIFT else gear <= space.note)


FIRST = Step(Die("1"))

# the order of play


def orders(ruleset: Ruleset, worn: Worn) -> Iterator[Scene]:
    """RM-3.6 to RM-3.8: two cars anywhere on one stage, and in one corner of every shipped stage, in any gears."""
    stage = road(TURNS)
    yield from _orders(stage, _ids(stage))
    for other in map(road, stages.shipped()):
        for corner in other.corners:
            every = [space.id for space in other.spaces if space.corner == corner.name]
            if len(every) > 1:
                yield from _orders(other, every)


def staggered(ruleset: Ruleset, worn: Worn) -> Iterator[Scene]:
    """RM-3.5: the last opening turn; the third driver is about to start."""
    stage = road(TURNS)
    yield from _orders(stage, _ids(stage), Car("C", arrival=3))


def starts(ruleset: Ruleset, worn: Worn) -> Iterator[Scene]:
    """RM-3.1, RM-3.2, RM-3.5: the first turn of a stage, and who plays next."""
    cars = [Car(name, arrival=place) for place, name in enumerate("AB", 1)]
    scene = _only(road(TURNS), cars, 1, (Turn("A", BASIC, (FIRST,)),))
    yield replace(scene, position=_position(cars, 1))


def _orders(stage: Stage, every: Sequence[str], *late: Car) -> Iterator[Scene]:
    for arrivals in permutations((1, 2)):
        yield _level(stage, every, GEARS, arrivals, *late)


def level(ruleset: Ruleset, worn: Worn) -> Iterator[Scene]:
    """RM-3.7, RM-3.8: three cars in a corner with lines of unlike lengths."""
    stage = road(DEEP)
    every = [space.id for space in stage.spaces if space.corner == stage.corners[0].name]
    for arrivals in permutations((1, 2, 3)):
        yield _level(stage, every, GEARS[:3], arrivals)


def _level(
    stage: Stage, every: Sequence[str], gears: Sequence[int], arrivals: Sequence[int], *late: Car
) -> Scene:
    """Cars on any of these spaces and in any of these gears."""
    cases = Cases()
    where, engaged = ([cases.choice(values) for _ in arrivals] for values in (every, gears))
    cases.begin()
    cars = [
        Car(name, space, gear, ON_ROAD, arrival=arrival)
        for name, space, gear, arrival in zip("ABC", where, engaged, arrivals, strict=False)
    ]
    for car in cars:
        cases.allow(_natural(stage, car.gear, car.space))
    for one, other in combinations(where, 2):
        cases.allow(_room(stage, one, other))
    rows = [_row(stage, space) for space in where]
    return Scene(
        cases, stage, _position([*cars, *late], len(cars) + 1), ((),), kinds=ties(cases, "road order", rows)
    )


@in_each_case
def _room(stage: Stage, one: str, other: str) -> bool:
    """Whether one car may be on the first space, and one on the second."""
    return one != other or stage.index[one].capacity > 1


@in_each_case
def _row(stage: Stage, id: str) -> int:
    """How far a space is from the finish, more if it is nearer."""
    return len(stage.spaces) - ranks(stage)[id]


def _ids(stage: Stage) -> tuple[str, ...]:
    return tuple(space.id for space in stage.spaces)


# how a turn begins


RESTARTS = tuple((Turn("A", BASIC, (replace(FIRST, line=line),)),) for line in (None, INSIDE, DRIFT))
WAIT, WHEEL, WHEEL_AND_ON = (
    Turn("A", BLOCKED),
    Turn("A", BASIC, wheel=True),
    Turn("A", BASIC, (FIRST,), wheel=True),
)


def begins(ruleset: Ruleset, worn: Worn) -> Iterator[Scene]:
    """RM-7.9, RM-10, RM-12.8: a car at the start, on the road, or after a loss of control."""
    yield _only(road(HOME), [Car("A")], 1, (WAIT,))
    yield from _wheels(road(HOME), worn)
    yield from _begins(1)


def begins_beside(ruleset: Ruleset, worn: Worn) -> Iterator[Scene]:
    """RM-7.9, RM-12.8: the same with another car just ahead, next to it or on its space."""
    narrow = road(NARROW_START)
    yield _only(narrow, [Car("B", narrow.start[0], 1, ON_ROAD, arrival=1), Car("A", arrival=2)], 3, (WAIT,))
    yield from _begins(2)


def _begins(cars: int) -> Iterator[Scene]:
    home, deep = road(HOME), road(DEEP)
    every = _ids(home)[:NEAR] if cars > 1 else _ids(home)
    yield from _beginning(home, every, (SPUN, OFF_LEFT, OFF_RIGHT, STOPPED), cars, (*RESTARTS, (WAIT,)))
    ways = (
        (WAIT,),
        *RESTARTS[: cars - 1],
    )  # dice, for a car that has left the race and still blocks the road
    yield from _beginning(home, every, (ON_ROAD,), cars, ways, (ON_ROAD, ELIMINATED))
    drifts = [space.id for space in deep.spaces if space.role == DRIFT and space.index > 2]
    yield from _beginning(deep, drifts, (OFF_RIGHT, OFF_LEFT), cars, RESTARTS)


def _only(stage: Stage, cars: Sequence[Car], turn: int, *ways: tuple[Turn, ...]) -> Scene:
    cases = Cases()
    cases.begin()
    return Scene(cases, stage, _position(cars, turn, [car.driver for car in cars]), ways)


def _wheels(stage: Stage, worn: Worn) -> Iterator[Scene]:
    """Changing a wheel: before the start, on the road, turned round."""
    ways = (WHEEL,), (WHEEL_AND_ON,)
    if not worn.flats:
        return
    yield _only(stage, [Car("A", flats=1)], 1, *ways)
    for status, gears in ((ON_ROAD, GEARS), (SPUN, (0,))):
        cases = Cases()
        car = Car("A", cases.choice(_ids(stage)), cases.choice(gears), status, flats=1)
        cases.begin()
        if status == ON_ROAD:
            cases.allow(_natural(stage, car.gear, car.space))
        yield Scene(cases, stage, _position([car], 2, ["A"]), ways)


def _beginning(
    stage: Stage,
    every: Sequence[str],
    statuses: Sequence[str],
    count: int,
    ways: Ways,
    beside: Sequence[str] = (ON_ROAD,),
) -> Iterator[Scene]:
    """A car with one of these statuses; of two cars the other one is near it and came earlier."""
    cases = Cases()
    space, status = cases.choice(every), cases.choice(statuses)
    gear = cases.choice(GEARS) if ON_ROAD in statuses else 0
    where, other = cases.choice(range(4)), cases.choice(beside)
    cases.begin()
    cars = [Car("A", space, gear, status, arrival=count)]
    if gear:
        cases.allow(_natural(stage, gear, space))
    else:
        cases.allow(_left_there(stage, space, status))
    if count > 1:
        cars.insert(0, Car("B", _near(stage, space, where), _engaged(other), other, arrival=1))
    yield Scene(cases, stage, _position(cars, count + 1, [car.driver for car in cars]), ways)


@in_each_case
def _left_there(stage: Stage, id: str, status: str) -> bool:
    """Whether a loss of control can leave a car on a space with this status."""
    space = stage.index[id]
    if status == STOPPED:
        return space.role in (INSIDE, SHORTCUT)
    if status == SPUN:
        return space.role != DRIFT
    return {OFF_LEFT: space.left, OFF_RIGHT: space.right}[status] not in (TO_SHORTCUT, TO_ROAD)


@in_each_case
def _engaged(status: str) -> int:
    """A gear in which a car with this status may be."""
    return 1 if status == ON_ROAD else 0


@in_each_case
def _near(stage: Stage, id: str, which: int) -> str:
    """The first space ahead, the next ones, the inside of the same corner, or the space itself."""
    space = stage.index[id]
    inside = stage.line(space.corner, INSIDE)
    near = [one for one in space.next if one != FINISH]
    return (*near, inside.id if inside is not None else id, id, id, id)[which]


# what follows the dice


def ends(ruleset: Ruleset, worn: Worn) -> Iterator[Scene]:
    """RM-4.11, RM-4.12, RM-7.4 to RM-7.11, RM-8, RM-13, RM-16: where a car is after its die, what it has then, its time."""
    for one in played(ruleset):
        yield ended(one, worn)


def ended(one: PlayedDice, worn: Worn, corner: str = "") -> Scene:
    """A car with any damage and flats whose dice do the same as those of an undamaged one; with another car in this corner."""
    cases = Cases()
    # A flat too many would alter what the die does.
    most = max(worn.flats - one.driven.flats, 0)
    damage, flats = cases.choice(range(worn.damage + 1)), cases.choice(range(most + 1))
    spaces = [space.id for space in one.stage.spaces if corner and space.corner == corner]
    where, gear = (cases.choice(spaces), cases.choice(GEARS)) if spaces else ("", 0)
    cases.begin()
    car = replace(one.car, damage=damage, flats=flats)
    cars = [car]
    if spaces:
        cases.allow(_natural(one.stage, gear, where))
        cars = [Car("B", where, gear, ON_ROAD, arrival=1), replace(car, arrival=2)]
    driven = replace(one.driven, flats=one.driven.flats + flats)
    turn = len(cars) + (car.status != NOT_STARTED)
    position = _position(cars, turn, [each.driver for each in cars])
    return Scene(cases, one.stage, position, ((one.turn,),), driven)


def attacks(ruleset: Ruleset, worn: Worn) -> Iterator[Scene]:
    """RM-5.1, RM-5.2, RM-5.6: time attacks of two dice whose second one leads into a corner, too fast or not."""
    stage = road(HOME)
    for space in (one for one in stage.spaces if any(_before_a_corner(stage, id) for id in one.next)):
        for gear in GEARS[:2]:
            turn = Turn("A", ATTACK, (Step(Die(str(gear))), Step(Die(str(gear + 1)))))
            car = Car("A", space.id, gear, ON_ROAD, arrival=1)
            yield _only(stage, [car], 2, *((replace(turn, loss=loss),) for loss in (None, SPIN)))


def _before_a_corner(stage: Stage, id: str) -> bool:
    """Whether a straight space lies before a corner."""
    space = stage.index.get(id)
    ahead = () if space is None or space.corner else space.next
    return any(one != FINISH and bool(stage.index[one].corner) for one in ahead)


def ends_beside(ruleset: Ruleset, worn: Worn) -> Iterator[Scene]:
    """RM-7.6, RM-7.10, RM-7.11: another car is on the inside or the shortcut of the corner in which control is lost."""
    met = set()
    for one in played(ruleset):
        corner = one.stage.index[one.driven.space].corner if one.driven.lost and not one.driven.home else ""
        end = one.driven.space, one.turn.loss, one.turn.loss_cut
        for role in (INSIDE, SHORTCUT) if corner and end not in met else ():
            space = one.stage.line(corner, role)
            if space is not None:
                cars = [Car("B", space.id, 1, ON_ROAD, arrival=1), replace(one.car, arrival=2)]
                yield _only(one.stage, cars, 3, (one.turn,))
        met.add(end)


# two turns


def dirtied(ruleset: Ruleset, worn: Worn) -> Iterator[Scene]:
    """RM-9.8: a car drives on in a corner that another one has made dirty meanwhile."""
    stage = road(TURNS)
    for space in (one for one in stage.spaces if one.role == DRIFT and stage.line(one.corner, SHORTCUT)):
        ways = [
            Turn("B", BASIC, (Step(Die(die), line),))
            for die in (GAS, str(space.note - 1))
            for line in (None, DRIFT, INSIDE)
        ]
        for before in (
            one for one in stage.spaces if any(_enters(stage, id, space.corner) for id in one.next)
        ):
            for gear in GEARS:
                cars = [
                    Car("B", space.id, space.note, ON_ROAD, arrival=1),
                    Car("A", before.id, gear, ON_ROAD, arrival=2),
                ]
                first = Turn("A", BASIC, (Step(Die(str(gear)), SHORTCUT, DIRTY),))
                scene = _only(stage, cars, 3, *((first, second) for second in ways))
                yield replace(scene, position=replace(scene.position, order=("A", "B")))


def _enters(stage: Stage, id: str, corner: str) -> bool:
    """Whether a space is the shortcut of a corner."""
    return id != FINISH and stage.index[id].role == SHORTCUT and stage.index[id].corner == corner


START_ORDER = "stagger-order-after-overtake"
ORDER = ("order-inside-a-corner", "arrival-tie")
WHEELS = (
    *("spare-wheel-time", "spare-wheel-before-start", "spare-wheel-then-stop", "spare_wheel_seconds"),
    *("position-after-off-road-from-drift", "restart-deep-in-drift", "turn-without-dice"),
)
BLOCKS = (
    *("blocked-in-neutral", "blocked-at-start-line", "blocked_neutral_seconds", "blocked_at_start_seconds"),
    *("place-taken-after-loss", "eliminated-car-on-road"),
)
WAITS = "RM-7.9", "RM-9.4", "RM-12"
AFTER = (
    *("gear_card_back_seconds", "max_flats_before_elimination", "damage_that_retires", "finish_loss_damage"),
    *("fifth-damage-point", "damage-when-pushed-into-shortcut", "split-in-mid-turn", "split-flown-over"),
    *("splits", "shakedown", *(f"gear_{gear}_card_seconds" for gear in GEARS)),
)


@value
class Chapter:
    """Positions of one kind, and what can show in them without showing in the dice of a turn: rulings, numbers and options, and
    rules by the beginnings of their ids."""

    name: str
    names: tuple[str, ...]
    rules: tuple[str, ...]
    scenes: Callable[[Ruleset, Worn], Iterator[Scene]]

    def shows(self, change: Change) -> bool:
        """Whether a change can show in it."""
        return change.name.startswith(self.rules) if change.kind == RULE else change.name in self.names


CHAPTERS = (
    Chapter(f"how a turn begins on {HOME}", WHEELS, ("RM-4.13", "RM-7.9", "RM-10", "RM-12.8"), begins),
    Chapter(
        f"how a turn ends on {HOME}",
        AFTER,
        ("RM-4.1", "RM-7", "RM-8", "RM-9", "RM-13", "RM-16", "RM-17"),
        ends,
    ),
    Chapter(
        f"time attacks with 2 dice on {HOME}",
        ("attack", "attack-seconds-on-overspeed"),
        ("RM-5", "RM-6"),
        attacks,
    ),
    Chapter("the order of two cars", ORDER, ("RM-3",), orders),
    Chapter("the order of three cars in a corner", ("arrival-tie",), ("RM-3",), level),
    Chapter("the start of two cars", (), ("RM-3",), starts),
    Chapter(f"how a turn begins next to a car on {HOME}", BLOCKS, WAITS, begins_beside),
    Chapter(f"how a turn ends next to a car on {HOME}", ("place-taken-after-loss",), ("RM-7",), ends_beside),
    Chapter("two turns in a dirty corner", ("dirt-and-car-in-corner",), ("RM-9.8",), dirtied),
    Chapter("the start of three cars", (START_ORDER,), ("RM-3",), staggered),
)
"""Fewest cars first."""

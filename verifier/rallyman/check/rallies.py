"""What a change does between the stages of a rally: times and places, the cars, the drivers' choices, and dirt left behind."""

from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import partial
from itertools import chain
from typing import Any

from model.rallyman.facts import DATA, FINISH, SNOW
from model.rallyman.moves import Assistance, RallyDecision, SpareWheel, StageDriven, Start, Tyres
from model.rallyman.position import FINISHED, ON_ROAD, Car, Position
from model.rallyman.standing import EMPTY, Rally, RallySetup, clock
from model.ruleset import Ruleset, parameter
from model.values import replace, value
from verifier.rallyman.check.board import road
from verifier.rallyman.check.dice import setup_of
from verifier.rallyman.check.record import picture_of
from verifier.rallyman.engine import door as engine
from verifier.rallyman.lines.fields import car_text
from verifier.rallyman.lines.terms import Door
from verifier.rallyman.spec import door as spec
from verifier.rulesets.changes import RULE, Change, rule_lines
from verifier.rulesets.checking import WAYS, Looked, Witness
from verifier.rulesets.scenes import Altered, Kinds, Result, ties
from verifier.solving.cases import Cases, in_case
from verifier.words import counted

STAGE, LAST, DIRTY = "mill-lane", "s9", "K1"
"""A short stage, its last space, and its first corner."""

SECONDS = (50, 60, 70)
"""Seconds on the cards of a car before the last one of a stage."""

TIES, DIRT_LEFT = "tie-in-times", "dirt-between-stages"
RULES = ("RM-2", "RM-3.3", "RM-3.4", "RM-8.4", "RM-8.5", "RM-9.14", "RM-10", "RM-13", "RM-14", "RM-15.4")
"""The rulings, and the beginnings of the ids of rules, that show between stages."""

BOUND = f"two stages of a rally, 3 cars, {len(SECONDS)} different times"

CHOICES: tuple[tuple[RallyDecision, ...], ...] = (
    (),
    (Assistance(),),
    (Tyres("A", SNOW),),
    (SpareWheel("A"),),
    (Assistance(), Tyres("A", SNOW)),
    (Assistance(), SpareWheel("A")),
)
"""What may be done after a stage."""


@value
class Driven:
    """A rally so far: the cars at the end of each stage, and what was done afterwards."""

    stages: tuple[tuple[Car, ...], ...]
    choices: tuple[RallyDecision, ...] = ()


@value
class Scene:
    """Stages whose cars or times are open, and what may be done afterwards. `kinds` are those that need edge cases."""

    cases: Cases
    ways: tuple[Driven, ...]
    kinds: Kinds = field(default_factory=dict)


def concerns(change: Change) -> bool:
    """Whether a change can show in cars and times."""
    return change.name.startswith(RULES) if change.kind == RULE else change.name == TIES


def look(both: tuple[Ruleset, Ruleset], change: Change, ways: Sequence[str] = WAYS) -> Looked:
    """The plainest rally that goes on otherwise with the change, in one of these ways."""
    if not concerns(change) and change.name != DIRT_LEFT:
        return Looked(BOUND, False)
    altered = Altered(both[0], change, ways)
    found = next(chain(_by_scenes(altered), _by_dirt(altered)), None)
    return Looked(BOUND, altered.asked or found is not None, found, altered.limit)


# cars and times


def scenes(ruleset: Ruleset) -> Iterator[Scene]:
    """A car after one stage, with any wear, and every choice; two cars after one stage, two and three after two."""
    cases = Cases()
    damage, flats, markers = (cases.choice((0, 1)) for _ in range(3))
    spare = cases.choice((True, False))
    cases.begin()
    car = replace(home(ruleset, "A", SECONDS[0]), damage=damage, flats=flats, markers=markers, spare=spare)
    yield Scene(cases, tuple(Driven(((car,),), choices) for choices in CHOICES))
    for names, stages in (("AB", 1), ("AB", 2), ("ABC", 2)):
        cases = Cases()
        times = [[cases.choice(SECONDS) for _ in names] for _ in range(stages)]
        cases.begin()
        cars = tuple(tuple(map(partial(home, ruleset), names, seconds)) for seconds in times)
        yield Scene(
            cases,
            (Driven(cars),),
            ties(cases, "times", [-sum(seconds) for seconds in zip(*times, strict=True)]),
        )


def _by_scenes(altered: Altered) -> Iterator[Witness]:
    for scene in scenes(altered.rulesets[0]):
        for driven in scene.ways:
            for case in altered.cases(scene.cases, partial(after, spec, driven)):
                exact = in_case(driven, case)
                results = altered.confirmed(partial(after, engine, exact), partial(after, spec, exact))
                if results is not None:
                    yield _witness(altered, exact, results)


def home(ruleset: Ruleset, name: str, before: Any) -> Car:
    """A car that has crossed the finish in first gear."""
    seconds = before + _last_card(ruleset)
    return Car(name, FINISH, 1, FINISHED, chrono=seconds, arrival=ord(name) - ord("A") + 1)


def _last_card(ruleset: Ruleset) -> int:
    return parameter(DATA, ruleset, "gear_1_card_seconds")


def after(door: Door, driven: Driven, ruleset: Ruleset) -> Result:
    """The rally after these stages and choices."""
    names = tuple(car.driver for car in driven.stages[0])
    setup = RallySetup(ruleset, names)
    rally = Rally("", cars=tuple(map(Car, names)), starting=names)
    ends = (StageDriven(STAGE, names, Position(4, cars, (), None)) for cars in driven.stages)
    for decision in (*ends, *driven.choices):
        judgement = door.judge_rally(setup, rally, decision)
        if judgement.breaches:
            return Result(judgement.breaches[0].rule)
        rally = judgement.outcomes[0].position
    return Result("", ((rally.cars, rally.sums, rally.starters, rally.places, rally.leaders),))


def _witness(altered: Altered, driven: Driven, results: Sequence[Result]) -> Witness:
    """The rally as a record; if it is legal under both rulesets, with a fact of the first that does not hold under the second."""
    drivers = tuple(f"driver {car.driver}" for car in driven.stages[0])
    ruleset = altered.rulesets[0]
    before = [_before_the_end(ruleset, cars) for cars in driven.stages]
    stages = [(f"stage {STAGE}", *drivers, *_finish(position)) for position in before]
    one, two = map(told, results)
    checks = [check for check in one if check not in two][:1] if one and two else []
    record = _records(
        ruleset, stages, (*drivers, *_races(stages), *map(choice_line, driven.choices), *checks)
    )
    first, second = (
        f"illegal, {result.rule}" if result.rule else " ".join(("legal:", *fact[:1])).removesuffix(":")
        for result, fact in zip(results, (checks, [check for check in two if check not in one]), strict=True)
    )
    return Witness(
        altered.rulesets,
        record,
        (first.replace("check ", ""), second.replace("check ", "")),
        f"{counted(len(drivers), 'car')}, {counted(len(stages), 'stage')}",
        "\n".join(_drawn(f"the end of race #{number}", ruleset, one) for number, one in enumerate(before, 1)),
    )


def choice_line(choice: RallyDecision) -> str:
    match choice:
        case Assistance():
            return "assistance"
        case Tyres(driver, tyres):
            return f"tyres {driver} {tyres}"
        case SpareWheel(driver):
            return f"spare {driver}"
    raise TypeError(f"{choice} is no line")


def told(result: Result) -> list[str]:
    """What a record can check in a rally; nothing if the last decision is illegal."""
    if result.rule:
        return []
    cars, sums, starters, places, leaders = result.ways[0]
    totals = " ".join(f"{name} {clock(seconds)}" for name, seconds in sums)
    checks = [f"check total {totals}"]
    for word, names in (("start", starters), ("places", places), ("winner", leaders)):
        checks += [f"check {word} {' '.join(names)}"] if names else []
    for car in cars:
        cards = f"spare={'held' if car.spare else 'used'} tyres={car.tyres}"
        checks.append(f"check {car.driver} dmg={car.damage} flats={car.flats} {cards}")
    return checks


def _before_the_end(ruleset: Ruleset, cars: Sequence[Car]) -> Position:
    """The cars before each of them crosses the finish in first gear."""
    seconds = _last_card(ruleset)
    last = (replace(car, space=LAST, status=ON_ROAD, chrono=car.chrono - seconds) for car in cars)
    return Position(3, tuple(last), (), None)


def _finish(before: Position) -> Iterator[str]:
    """The end of a stage: each car crosses the finish in first gear."""
    yield from ("position", f"  turn {before.turn}")
    yield from (f"  {car_text(car, Car(car.driver))}" for car in before.cars)
    yield from ("end", *(f"{car.driver}: 1" for car in before.cars))


def _drawn(what: str, ruleset: Ruleset, position: Position) -> str:
    """A position on the stage, with a heading."""
    picture = picture_of(setup_of(road(STAGE), ruleset, position.cars), position)
    return f"{what}:\n{picture.rstrip()}\n"


# dirt left behind


def _by_dirt(altered: Altered) -> Iterator[Witness]:
    """RM-2.3: dirt on a corner at the end of a stage, and a second stage over the same corner. The driver brings two flats, so
    that the next one ends the stage."""
    cases = Cases()
    markers = cases.choice((1, 2))
    cases.begin()
    for case in altered.cases(cases, partial(begins, spec, markers)):
        exact = in_case(markers, case)
        results = altered.confirmed(partial(begins, engine, exact), partial(begins, spec, exact))
        if results is not None:
            driver = "driver A flats=2"
            before = "position", "  turn 2", f"  dirt {DIRTY}={exact}", f"  A {LAST} g1", "end", "A: 1"
            again = "R1 A: 1 2", "R2 A: 2 1", "R3 A: 1/kx *out"
            stages = [(f"stage {STAGE}", driver, *lines) for lines in (before, again)]
            record = _records(altered.rulesets[0], stages, (driver, *_races(stages)))
            first, second = (f"legal: the second stage begins with {_dirt(result)}" for result in results)
            begun = Position(1, (Car("A"),), (), None, ((DIRTY, exact),))
            drawn = _drawn("race #2, with the dirt of race #1", altered.rulesets[0], begun)
            yield Witness(altered.rulesets, record, (first, second), "1 car, 2 stages", drawn)


def begins(door: Door, markers: int, ruleset: Ruleset) -> Result:
    """The dirt on a stage at its start, after an earlier stage that left these markers."""
    setup = setup_of(road(STAGE), ruleset, [Car("A")])
    standing = door.judge(setup, EMPTY, Start(((DIRTY, markers),))).outcomes[0].position
    return Result("", (standing.position.dirt,))


def _dirt(result: Result) -> str:
    return ", ".join(f"{corner} dirt {count}" for corner, count in result.ways[0]) or "no dirt"


# records


def _races(stages: Sequence[object]) -> list[str]:
    """The lines of a rally that name the records before it."""
    return [f'race "#{number}"' for number, _ in enumerate(stages, 1)]


def _records(ruleset: Ruleset, stages: Sequence[tuple[str, ...]], rally: tuple[str, ...]) -> tuple[str, ...]:
    """The records of these stages and that of the rally."""
    head = "game rallyman", "format 1", *rule_lines(DATA, ruleset)
    return (*chain.from_iterable((*head, *stage, "") for stage in stages), *head, 'rally "witness"', *rally)

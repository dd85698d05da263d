"""Time attacks with a different outcome under another reading of which dice may be rolled, or of the gas die that a flat takes.

The solver lists the dice that may be rolled from a position under both readings. If the lists differ, attacks with such dice
are tried one by one; for the question of a flat, attacks in which a flat takes no gas die although one is left.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from model.rallyman import stages
from model.rallyman.facts import FLAT, GAS, GEARS
from model.rallyman.moves import ATTACK, Die, Turn
from model.rallyman.position import ON_ROAD, Car, Driver, Position, Setup
from model.rallyman.stage import DRIFT, Stage
from model.ruleset import Ruleset
from verifier.rallyman.spec.attack import Selections
from verifier.rallyman.spec.listing import attacks
from verifier.rallyman.spec.turn import rollable

FLAT_TAKES = "attack-flat-gives-up-which"
ASKED = ("attack-selection-test", "attack-blocked", FLAT_TAKES, "time_attack_min_dice")
"""The rulings, and the parameter, for which attacks are searched."""

STAGES = ("mill-lane", "hollow-pine")
NEAR, AHEAD, DICE, ROUNDS = 12, 3, 4, 40
"""Limits of the search: spaces of a stage, steps to a second car, dice used, candidates per position."""

BOUND = f"the first {NEAR} spaces of {', '.join(STAGES)}; 2 cars, {DICE} dice used"

Candidate = tuple[Setup, Position, Turn]
Legal = frozenset[tuple[frozenset[str], int]]


def differing_attack(
    ruleset: Ruleset, other: Ruleset, ruling: str, confirmed: Callable[[Candidate], bool]
) -> Candidate | None:
    """A position and a time attack confirmed to differ under two rulesets that read one ruling in two ways; first alone on the
    road, then with a car ahead.

    Satisfiable, for a position: there is a candidate. Unsatisfiable: there is none with so few dice.
    """
    for setup, position in _positions(ruleset):
        candidates = ((setup, position, turn) for turn in _attacks(setup, other, position, ruling))
        found = next(filter(confirmed, islice(candidates, ROUNDS)), None)
        if found is not None:
            return found
    return None


def _attacks(setup: Setup, other: Ruleset, position: Position, ruling: str) -> Iterator[Turn]:
    """The attacks that may differ under another ruleset."""
    again = replace(setup, ruleset=other)
    if ruling == FLAT_TAKES:
        yield from attacks(again, position, "A", Selections(_legal(again, position), 0), _keeps_gas)
        return
    first, second = _legal(setup, position), _legal(again, position)
    for under, only in ((setup, first - second), (again, second - first)):
        if only:
            least = min(len(gear) + gas for gear, gas in only)
            fewest = [(gear, gas) for gear, gas in only if len(gear) + gas == least]
            yield from attacks(under, position, "A", Selections(fewest, 0), lambda _: True)


def _keeps_gas(turn: Turn) -> bool:
    """Whether a flat is drawn while a gas die is unused, and no die is handed in."""
    flat = next((number for number, step in enumerate(turn.steps, 1) if step.cut == FLAT), None)
    left = [*(step.die for step in turn.steps[flat:]), *turn.unused]
    return flat is not None and turn.handed is None and Die(GAS) in left


def _positions(ruleset: Ruleset) -> Iterator[tuple[Setup, Position]]:
    """A car on the road in each gear possible there; then with another car a few steps ahead."""
    for accompanied in (False, True):
        for stage in map(stages.load, STAGES):
            for car in _cars(stage):
                seconds = [
                    [Car("B", id, 1, ON_ROAD, chrono=60, arrival=1)] for id in _ahead(stage, car.space)
                ]
                for second in seconds if accompanied else [[]]:
                    cars = (car, *second)
                    drivers = tuple(Driver(one.driver, "", Car(one.driver)) for one in cars)
                    order = tuple(one.driver for one in reversed(cars))
                    yield Setup(stage, ruleset, drivers), Position(len(cars) + 1, cars, order, "A")


def _cars(stage: Stage) -> Iterator[Car]:
    for space in stage.spaces[:NEAR]:
        highest = space.note if space.corner else GEARS[-1]
        for gear in (space.note,) if space.role == DRIFT else range(1, highest + 1):
            yield Car("A", space.id, gear, ON_ROAD, chrono=60, arrival=2)


def _ahead(stage: Stage, id: str) -> list[str]:
    found, here = [], [id]
    for _ in range(AHEAD):
        here = [one for before in here for one in stage.index[before].next if one in stage.index]
        found += here
    return list(dict.fromkeys(found))


def _legal(setup: Setup, position: Position) -> Legal:
    """The dice that may be rolled, up to the number that an attack here uses."""
    least = setup.parameter("time_attack_min_dice")
    return rollable(setup, position, Turn("A", ATTACK), least, DICE).legal

"""Time attacks with a different outcome under another reading of which dice may be rolled, or of the gas die that a flat takes.

The solver lists the dice that may be rolled from a position under both readings. If the lists differ, it searches for an attack
with such dice. For the question of a flat, it searches for an attack in which a flat takes no gas die although one is left.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from model.rallyman import stages
from model.rallyman.facts import GEARS
from model.rallyman.moves import ATTACK, Turn
from model.rallyman.position import ON_ROAD, Car, Driver, Position, Setup
from model.rallyman.stage import DRIFT, Stage
from model.ruleset import Ruleset
from verifier.rallyman.spec.attack import Planned, Selections, handing_bits
from verifier.rallyman.spec.decisions import selected
from verifier.rallyman.spec.freed import Freed, freed, gas_rolled
from verifier.rallyman.spec.turn import begun
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.session import Session
from verifier.solving.witness import find_witness

FLAT_TAKES = "attack-flat-gives-up-which"
ASKED = ("attack-selection-test", "attack-blocked", FLAT_TAKES, "time_attack_min_dice")
"""The rulings, and the parameter, for which attacks are searched."""

STAGES = ("mill-lane", "hollow-pine")
NEAR, AHEAD, DICE, ROUNDS = 12, 3, 4, 40
"""Limits of the search: spaces of a stage, steps to a second car, dice used, candidates per position."""

BOUND = f"the first {NEAR} spaces of {', '.join(STAGES)}; 2 cars, {DICE} dice used"

Candidate = tuple[Setup, Position, Turn]
Open = tuple[Freed, list[Bit], list[Bit]]
Legal = frozenset[tuple[frozenset[str], int]]


def differing_attack(
    ruleset: Ruleset, other: Ruleset, ruling: str, confirmed: Callable[[Candidate], bool]
) -> Candidate | None:
    """A position and a time attack confirmed to differ under two rulesets that read one ruling in two ways; first alone on the
    road, then with a car ahead.

    Satisfiable, for a position: there is a candidate. Unsatisfiable: there is none with so few dice.
    """
    for setup, position in _positions(ruleset):
        for free, facts, shown in _open(setup, replace(setup, ruleset=other), position, ruling):
            if FALSE not in facts:
                session = Session(free.circuit, facts, more=[*free.decisions, *shown])
                decode = partial(_candidate, setup, position, free)
                found = find_witness(session, shown, decode, confirmed, ROUNDS).witness
                if found is not None:
                    return found
    return None


def _candidate(setup: Setup, position: Position, free: Freed, true: list[Bit]) -> Candidate:
    return setup, position, free.turn_of(true)


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


def _open(one: Setup, two: Setup, position: Position, ruling: str) -> Iterator[Open]:
    """Attacks with the parts open that may differ, their constraints, and the bits that distinguish them."""
    if ruling == FLAT_TAKES:
        legal = _legal(two, position)
        if legal:
            free = _attack(two, position, legal)
            gas = gas_rolled(free.circuit, free.made.end.gas, free.unused_gas, free.handed)
            used = selected(free.circuit, free.made.choices)
            dice = (free.circuit.either(bit, used[die]) for die, bit in free.unused.items())
            taken = free.circuit.all(rule.bit for rule in handing_bits(free.made, gas, free.handed, FALSE))
            yield (
                free,
                [*free.given, *(rule.bit for rule in free.rules), -taken],
                _until_flat(free, (*dice, *gas)),
            )
        return
    first, second = _legal(one, position), _legal(two, position)
    for setup, only in ((one, first - second), (two, second - first)):
        if only:
            least = min(len(gear) + gas for gear, gas in only)
            fewest = frozenset((gear, gas) for gear, gas in only if len(gear) + gas == least)
            free = _attack(setup, position, fewest)
            yield free, [*free.given, *(rule.bit for rule in free.rules)], free.decisions


def _until_flat(free: Freed, rest: Iterable[Bit]) -> list[Bit]:
    """The bits that decide whether a gas die may be kept: the steps to the flat, and the dice rolled (`rest`)."""
    circuit, made = free.circuit, free.made
    bits = list(rest)
    for choice, before in zip(made.choices, made.states, strict=False):
        said = (*choice.die.values(), *choice.line.values(), *choice.cut.values())
        bits += [circuit.both(bit, -before.drawn) for bit in said]
    return [bit for bit in dict.fromkeys(bits) if abs(bit) != TRUE]


def _legal(setup: Setup, position: Position) -> Legal:
    """The dice that may be rolled, up to the number that an attack here uses."""
    planned = Planned(*begun(Circuit(), setup, position, Turn("A", ATTACK)), most=DICE)
    return Selections(planned.selections(), setup.parameter("time_attack_min_dice")).legal


def _attack(setup: Setup, position: Position, legal: Legal) -> Freed:
    return freed(setup, position, Turn("A", ATTACK), more=DICE, selections=Selections(legal, 0))

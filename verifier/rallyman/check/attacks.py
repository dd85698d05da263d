"""Time attacks with a different outcome under another reading of which dice may be rolled, or of the gas die that a flat takes.

The solver lists the dice that may be rolled from a position under both readings. If the lists differ, attacks with such dice
are tried one by one; for the question of a flat, attacks in which a flat takes no gas die although one is left.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from types import MappingProxyType

from model.rallyman import stages
from model.rallyman.facts import FLAT, GAS, GEARS
from model.rallyman.moves import ATTACK, Die, Turn
from model.rallyman.position import ON_ROAD, Car, Position, Setup
from model.rallyman.stage import DRIFT, Stage
from model.ruleset import Ruleset
from verifier.rallyman.answers import engine_result
from verifier.rallyman.check.dice import setup_of
from verifier.rallyman.spec.attack import Selections
from verifier.rallyman.spec.listing import attacks
from verifier.rallyman.spec.turn import rollable
from verifier.solving.session import GaveUpError

FLAT_TAKES = "attack-flat-gives-up-which"
STAGE = "mill-lane"
NEAR, AHEAD, DICE, FLAT_DICE, ROUNDS = 8, 2, 3, 4, 40
"""Limits of the search: spaces of the stage, steps to a second car, dice of a car alone (one less with another car), dice for
the question of a flat, and candidates per position."""

BLOCKED = "attack-blocked"
"""The ruling that shows only with another car."""

BOUND = f"time attacks with {DICE} dice, with a flat {FLAT_DICE}, on the first {NEAR} spaces of {STAGE}"

ASKED = ("attack-selection-test", BLOCKED, FLAT_TAKES, "time_attack_min_dice")
"""The rulings, and the parameter, for which attacks are searched."""

RULED: Mapping[str, str] = MappingProxyType({"RM-5.3": "attack-selection-test", "RM-5.11": FLAT_TAKES})
"""Rules that can be left out, each with the ruling whose attacks show it."""

Candidate = tuple[Setup, Position, Turn]
Legal = frozenset[tuple[frozenset[str], int]]


def differing_attack(
    ruleset: Ruleset, other: Ruleset, ruling: str, confirmed: Callable[[Candidate], bool]
) -> Candidate | None:
    """A position and a time attack confirmed to differ under two rulesets that read one ruling in two ways; fewest cars first,
    then dice.

    Satisfiable, for a position: there is a candidate. Unsatisfiable: none exists with so few dice. Raises `GaveUpError` if
    there are candidates and the judges confirm none.
    """
    refused = False
    for accompanied, dice in _sizes(ruling):
        for setup, position in _positions(ruleset, accompanied=accompanied):
            turns = _attacks(setup, other, position, ruling, dice)
            for turn in islice(turns, ROUNDS):
                if confirmed((setup, position, turn)):
                    return setup, position, turn
                refused = True
    if refused:
        raise GaveUpError("time attacks that the judges do not confirm")
    return None


def _sizes(ruling: str) -> Iterator[tuple[bool, int]]:
    """Whether there is another car, and the number of dice."""
    if ruling != BLOCKED:
        yield from ((False, dice) for dice in ((FLAT_DICE,) if ruling == FLAT_TAKES else range(1, DICE + 1)))
    else:
        yield from ((True, dice) for dice in range(1, DICE))


def _attacks(setup: Setup, other: Ruleset, position: Position, ruling: str, dice: int) -> Iterator[Turn]:
    """The attacks with this many dice that may differ under another ruleset."""
    again = replace(setup, ruleset=other)
    if ruling == FLAT_TAKES:
        for keeper in (again, setup):
            legal = _legal(keeper, position, dice)

            def differs(turn: Turn) -> bool:
                """Ask the engine, which is quick, before the spec."""
                if not _keeps_gas(turn):
                    return False
                one, two = (engine_result(own, position, turn) for own in (setup, again))
                return one != two

            yield from attacks(keeper, position, "A", Selections(legal, 0), differs)
        return
    first, second = _legal(setup, position, dice), _legal(again, position, dice)
    for under, only in ((setup, first - second), (again, second - first)):
        if only:
            yield from attacks(under, position, "A", Selections(only, 0), lambda _: True)
    if ruling == BLOCKED:
        for under in (setup, again):
            yield from attacks(under, position, "A", Selections(first | second, 0), _stops)


def _stops(turn: Turn) -> bool:
    """Whether dice stay unused although control is kept."""
    return bool(turn.unused) and turn.loss is None


def _keeps_gas(turn: Turn) -> bool:
    """Whether a flat is drawn while a gas die is unused, and no die is handed in."""
    flat = next((number for number, step in enumerate(turn.steps, 1) if step.cut == FLAT), None)
    left = [*(step.die for step in turn.steps[flat:]), *turn.unused]
    return flat is not None and turn.handed is None and Die(GAS) in left


def _positions(ruleset: Ruleset, *, accompanied: bool) -> Iterator[tuple[Setup, Position]]:
    """A car on the road in each gear possible there; `accompanied`: with another car a few steps ahead."""
    stage = stages.load(STAGE)
    for car in _cars(stage):
        seconds = [[Car("B", id, 1, ON_ROAD, arrival=1)] for id in _ahead(stage, car.space)]
        for second in seconds if accompanied else [[]]:
            cars = (*second, car)
            order = tuple(one.driver for one in cars)
            yield setup_of(stage, ruleset, cars), Position(len(cars) + 1, cars, order, "A")


def _cars(stage: Stage) -> Iterator[Car]:
    for space in stage.spaces[:NEAR]:
        highest = space.note if space.corner else GEARS[-1]
        for gear in (space.note,) if space.role == DRIFT else range(1, highest + 1):
            yield Car("A", space.id, gear, ON_ROAD, arrival=2)


def _ahead(stage: Stage, id: str) -> list[str]:
    found, here = [], [id]
    for _ in range(AHEAD):
        here = [one for before in here for one in stage.index[before].next if one in stage.index]
        found += here
    return list(dict.fromkeys(found))


def _legal(setup: Setup, position: Position, dice: int) -> Legal:
    """The choices of exactly this many dice that may be rolled."""
    legal = rollable(setup, position, Turn("A", ATTACK), 0, dice).legal
    least = max(dice, setup.parameter("time_attack_min_dice"))
    return frozenset(one for one in legal if len(one[0]) + one[1] == dice >= least)

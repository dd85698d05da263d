"""The running order is a total order: of any two cars in the race exactly one is ahead, and no three form a cycle (TA-4.1).

Which of two cars is ahead depends on these two alone, so three cars stand for any three of a full position. The spec answers
for every pair of spaces. It only compares crossings and places in a stack, so one pair covers each comparison.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from model.ruleset import Ruleset
from model.thunder_alley.position import Car, Setup
from model.values import replace
from verifier.controls import Control, controlled
from verifier.second import FOUND, PROVED, Checked
from verifier.solving.circuit import Bit, Circuit
from verifier.solving.numbers import equal, less
from verifier.solving.session import Session
from verifier.solving.witness import Search
from verifier.thunder_alley.second.check.board import SECTORS, ring
from verifier.thunder_alley.spec.order import ahead

NAME = "the running order is total"
RULES = ("TA-4.1",)
CROSSINGS, HEIGHT = 5, 5
"""Bits for a car's crossings and for its place in a stack: up to 31 of each."""

CARS = 21
BOUND = f"{SECTORS} sectors, {CARS} cars on the track and the apron, up to {2**CROSSINGS - 1} crossings"

Ahead = Callable[[Setup, Car, Car], bool]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a car may be: a bit for each space, and numbers for its crossings and its place in a stack."""

    spaces: dict[str, Bit]
    crossed: list[Bit]
    stack: list[Bit]


def check_order(ruleset: Ruleset) -> Iterator[Checked]:
    """The running order; as controls an order that ignores lanes, and one that is total under any rules.

    SAT: two cars of which none or both are ahead, or three in a cycle. UNSAT: the order is total in every position.
    """

    def questions() -> Iterator[Checked]:
        fault = order_fault(ruleset, ahead)
        yield Checked("invariants", NAME, FOUND if fault else PROVED, BOUND, fault, PROVED, RULES)

    def search(is_ahead: Ahead) -> Search[str]:
        return Search(order_fault(ruleset, is_ahead) or None)

    control = Control(
        "a running order that forgets lanes",
        partial(search, _by_sector),
        "an order by the names of spaces",
        partial(search, _by_name),
    )
    yield from controlled(questions, control, BOUND)


def order_fault(ruleset: Ruleset, is_ahead: Ahead) -> str:
    """Why the order is not total; empty if it is. Raises `GaveUpError` at a limit."""
    circuit = Circuit()
    setup = Setup(ring(), ruleset)
    places = [_place(circuit, setup, number) for number in range(3)]
    facts = [circuit.exactly_one(list(place.spaces.values())) for place in places]
    facts += [-_same_place(circuit, one, other) for one, other in combinations(places, 2)]
    table = _table(setup, is_ahead)
    one, two, three = places
    first, back = _is_ahead(circuit, table, one, two), _is_ahead(circuit, table, two, one)
    onward, around = _is_ahead(circuit, table, two, three), _is_ahead(circuit, table, three, one)
    faults = {
        "neither of two cars is ahead": circuit.both(-first, -back),
        "both of two cars are ahead of each other": circuit.both(first, back),
        "three cars are ahead of each other in a circle": circuit.all((first, onward, around)),
    }
    session = Session(circuit, facts, faults)
    return "; ".join(fault for fault in faults if session.fits([fault]))


def _place(circuit: Circuit, setup: Setup, number: int) -> _Place:
    assert setup.track is not None
    names = [*setup.track.spaces, *(f"{sector}p" for sector in setup.track.sectors)]
    return _Place(
        {name: circuit.variable(f"car {number} at {name}") for name in names},
        [circuit.variable(f"car {number} crossed.{place}") for place in range(CROSSINGS)],
        [circuit.variable(f"car {number} stack.{place}") for place in range(HEIGHT)],
    )


def _same_place(circuit: Circuit, one: _Place, other: _Place) -> Bit:
    """Both cars are on one space and, on the apron, at the same place in its stack."""
    level = equal(circuit, one.stack, other.stack)
    return circuit.any(
        circuit.all((bit, other.spaces[name], *((level,) if name.endswith("p") else ())))
        for name, bit in one.spaces.items()
    )


Table = dict[tuple[str, int, int], list[str]]
"""The space of one car, and whether its crossings and its place in the stack are fewer (-1), the same (0) or more than
another car's -> the spaces in which the other car is behind."""


def _table(setup: Setup, is_ahead: Ahead) -> Table:
    assert setup.track is not None
    names = [*setup.track.spaces, *(f"{sector}p" for sector in setup.track.sectors)]
    found: Table = {}
    for name in names:
        for crossed in (-1, 0, 1):
            for stack in (-1, 0, 1) if name.endswith("p") else (0,):
                car = Car(1, "", name, 1 + crossed, stack=1 + stack)
                found[name, crossed, stack] = [
                    other for other in names if is_ahead(setup, car, Car(2, "", other, 1, stack=1))
                ]
    return found


def _is_ahead(circuit: Circuit, table: Table, one: _Place, other: _Place) -> Bit:
    crossed, stack = (
        _compared(circuit, one.crossed, other.crossed),
        _compared(circuit, one.stack, other.stack),
    )
    found = []
    for (name, crossings, height), behind in table.items():
        there = circuit.any(other.spaces[space] for space in behind)
        level = (stack[height],) if name.endswith("p") else ()
        found.append(circuit.all((one.spaces[name], crossed[crossings], *level, there)))
    return circuit.any(found)


def _compared(circuit: Circuit, one: list[Bit], other: list[Bit]) -> dict[int, Bit]:
    return {-1: less(circuit, one, other), 0: equal(circuit, one, other), 1: less(circuit, other, one)}


def _by_sector(setup: Setup, one: Car, other: Car) -> bool:
    """The planted fault: nothing separates cars that are next to each other."""

    def inside(car: Car) -> Car:
        assert car.space is not None
        return car if car.on_apron else replace(car, space=f"{car.space[:-1]}a")

    return ahead(setup, inside(one), inside(other))


def _by_name(_: Setup, one: Car, other: Car) -> bool:
    return (str(one.space), one.crossed, one.stack) > (str(other.space), other.crossed, other.stack)

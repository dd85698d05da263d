"""The running order is a total order: of any two cars in the race exactly one is ahead, and no three form a cycle (TA-4.1).

Which of two cars is ahead depends on these two alone, so three cars stand for any three of a full position. The spec only
compares crossings and places in a stack, so three numbers of each cover every comparison of three cars.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations

from model.ruleset import Ruleset
from model.thunder_alley.position import Car, Setup
from model.values import replace
from verifier.rulesets.checking import PROVED, Checked, Found, Question, control, guarded
from verifier.thunder_alley.check.board import SECTORS, ring
from verifier.thunder_alley.spec.order import ahead

NAME = "the running order is total"
NUMBERS = range(3)
"""Crossings, and places in a stack."""

BOUND = f"{SECTORS} sectors, 21 cars on the track and the apron, up to 31 crossings"

Ahead = Callable[[Setup, Car, Car], bool]


def check_order(ruleset: Ruleset) -> Iterator[Checked]:
    """The running order; as controls an order that ignores lanes, and one that is total under any rules."""
    fault = partial(order_fault, ruleset)

    def questions() -> Iterator[Checked]:
        total = Question("invariants", NAME, BOUND, PROVED, ("TA-4.1",))
        yield total.ask(partial(fault, ahead))

    def controls() -> Iterator[Checked]:
        yield control("a running order that forgets lanes", BOUND, partial(fault, _by_sector))
        yield control("an order by the names of spaces", BOUND, partial(fault, _by_name), PROVED)

    yield from guarded(questions(), controls())


def order_fault(ruleset: Ruleset, is_ahead: Ahead) -> Found | None:
    """Why the order is not total; None if it is."""
    setup = Setup(ring(), ruleset)
    cars = list(_cars())
    behind = dict.fromkeys(cars, 0)
    for one, other in combinations(cars, 2):
        first, back = is_ahead(setup, one, other), is_ahead(setup, other, one)
        if first == back:
            return Found(
                "both of two cars are ahead of each other" if first else "neither of two cars is ahead"
            )
        behind[one if first else other] += 1
    # Without a circle each car has another number of cars behind it.
    circle = len(set(behind.values())) < len(cars)
    return Found("three cars are ahead of each other in a circle") if circle else None


def _cars() -> Iterator[Car]:
    """A car in every space of the track and the apron, with each number of crossings and each place in a stack."""
    track = ring()
    for crossed in NUMBERS:
        yield from (Car(1, "", space, crossed) for space in track.spaces)
        yield from (
            Car(1, "", f"{sector}p", crossed, stack=place) for sector in track.sectors for place in NUMBERS
        )


def _by_sector(setup: Setup, one: Car, other: Car) -> bool:
    """The planted fault: nothing separates cars that are next to each other."""

    def inside(car: Car) -> Car:
        assert car.space is not None
        return car if car.on_apron else replace(car, space=f"{car.space[:-1]}a")

    return ahead(setup, inside(one), inside(other))


def _by_name(_: Setup, one: Car, other: Car) -> bool:
    return (str(one.space), one.crossed, one.stack) > (str(other.space), other.crossed, other.stack)

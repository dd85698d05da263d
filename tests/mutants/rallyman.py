"""What Rallyman has beside its cases and records: claims on which both judges agree, and counts of the turns that are listed."""

import copyreg
import tomllib
from collections.abc import Hashable, Iterator
from functools import partial
from types import MappingProxyType
from typing import Any

from model.rallyman.moves import Turn
from model.rallyman.position import Position, Setup
from model.values import replace, value
from tests.mutants.children import Child
from tests.mutants.engines import ROOT

COUNTS = ROOT / "tests" / "counts" / "rallyman.toml"


@value
class Claim:
    """A turn in a situation. `answer` is the step at which it is refused, or the card and what it leads to."""

    name: str
    setup: Setup
    position: Position
    turn: Turn
    answer: Hashable


def counts() -> Iterator[tuple[str, partial[bool]]]:
    """The counts by name, each with what asks whether it is still right."""
    for count in tomllib.loads(COUNTS.read_text(encoding="utf-8"))["count"]:
        yield count["id"], partial(_counted, count)


def _counted(count: dict[str, Any]) -> bool:
    from tests.counts.test_rallyman import test_count

    test_count(count)
    return True


def claims() -> Iterator[tuple[str, partial[bool]]]:
    """The claims of `make test` on which both judges agree, each with what asks whether the engine still answers so. Another
    process draws and judges them, because that asks the engine."""
    copyreg.pickle(MappingProxyType, lambda shown: (_shown, (dict(shown),)))
    found = Child.of(_agreed).result()
    assert found is not None, "the claims could not be drawn"
    for one in found:
        yield one.name, partial(_answered, one)


def _shown(table: dict[str, Any]) -> MappingProxyType[str, Any]:
    """A table that cannot be changed; it has no name by which it could be sent from a process to another."""
    return MappingProxyType(table)


def _agreed() -> list[Claim]:
    from tests.differential.rallyman.agreement import claim
    from tests.differential.rallyman.claims import claim as claim_of
    from tests.differential.rallyman.situations import other_readings, with_reading
    from tests.differential.rallyman.test_agreement import CLAIMS, EACH

    asked = [(f"claim {number}", *claim_of(number, seed=3)) for number in range(CLAIMS)]
    for number in range(EACH):
        table, turn = claim_of(number, seed=4)
        for pair in other_readings():
            asked.append((f"claim {number} by {' = '.join(pair)}", with_reading(table, *pair), turn))
    return [
        Claim(name, table.setup, table.position, turn, _answer(table.setup, table.position, turn))
        for name, table, turn in asked
        if not claim(table, turn)
    ]


def _answered(asked: Claim) -> bool:
    return _answer(asked.setup, asked.position, asked.turn) == asked.answer


def _answer(setup: Setup, position: Position, turn: Turn) -> Hashable:
    from verifier.rallyman.engine import Outcome, play

    found = play(setup, position, turn)
    if not isinstance(found, Outcome):
        return found[0].step
    return found.card, _told(found.position)


def _told(position: Position) -> Position:
    """The position, of arrivals their order only."""
    arrivals = sorted({car.arrival for car in position.cars})
    cars = tuple(replace(car, arrival=arrivals.index(car.arrival)) for car in position.cars)
    return replace(position, cars=cars)

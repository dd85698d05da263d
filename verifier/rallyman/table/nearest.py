"""Of the ways in which a turn with lost parts can have gone the one that comes nearest to what its line says."""

from collections.abc import Sequence

from model.rallyman.moves import UNKNOWN, Turn
from model.rallyman.position import OFF_ROAD, Car, Position, Setup
from model.rallyman.stage import Stage
from model.rallyman.standing import Standing
from verifier.judging import Outcome
from verifier.rallyman.engine.road import ranks
from verifier.rallyman.table.fields import NUMBERS, Said
from verifier.rallyman.table.terms import told_of

FIELDS = ("space", "status", "gear", "t", *NUMBERS, "sisu", "spare", "tyres")
"""What is said of a car, in the order in which it is held against the ways: first where the car stands."""

Distance = tuple[int, ...]
"""How far a way is from what is written; the smaller the nearer."""


def nearest(
    setup: Setup, outcomes: Sequence[Outcome[Standing]], turn: Turn, said: Sequence[Said]
) -> Outcome[Standing]:
    """The way of which the fewest claims of a line are wrong. Of several the one that ends nearest to the space that is written,
    then the one nearest to the other fields in the order of `FIELDS`, the card behind the gear, then to the split times; at last
    the one with the fewest dice. So the rule that is told belongs to what has to be changed least."""
    return min(outcomes, key=lambda one: _distance(setup, one, turn, said))


def _distance(setup: Setup, outcome: Outcome[Standing], turn: Turn, said: Sequence[Said]) -> Distance:
    fields = {one.name: one for one in said if one.value is not None}
    position, last = outcome.position.position, outcome.position.last
    assert last is not None
    car = position.car(turn.driver)
    parts = [_apart(setup.stage, car, fields[name]) if name in fields else 0 for name in FIELDS]
    parts.insert(FIELDS.index("gear") + 1, _card_apart(turn, last.card))
    parts += [_split_apart(position, car, one) for one in fields.values() if _is_split(one)]
    return (sum(part > 0 for part in parts), *parts, len(told_of(outcome).turn.steps))


def _is_split(said: Said) -> bool:
    return said.name.startswith("split ")


def _apart(stage: Stage, car: Car, said: Said) -> int:
    """How far a field of the car is from what is said of it; 0 where it is so."""
    actual = getattr(car, {**NUMBERS, "t": "chrono"}.get(said.name, said.name))
    if actual == said.value:
        return 0
    if said.name == "space":
        places = ranks(stage)
        far = len(places)
        return max(1, abs(places.get(actual, far) - places.get(str(said.value), far)))
    if said.name == "status":
        return 1 if {actual, said.value} == set(OFF_ROAD) else 2
    if said.name in ("gear", "t", *NUMBERS):
        return abs(int(actual) - int(said.value or 0))
    return 1


def _card_apart(turn: Turn, taken: str) -> int:
    """The same for the card: first whether it was turned over, then its gear."""
    written = turn.card
    if written in (None, UNKNOWN, taken):
        return 0
    assert written is not None
    turned = written.endswith("b") != taken.endswith("b")
    return 10 * turned + abs(_gear(written) - _gear(taken))


def _gear(card: str) -> int:
    return int(card[0]) if card[0].isdigit() else 0


def _split_apart(position: Position, car: Car, said: Said) -> int:
    time = position.split(car.driver, said.name.removeprefix("split "))
    if time == said.value:
        return 0
    return max(1, abs(time - int(said.value or 0))) if time is not None else 10_000

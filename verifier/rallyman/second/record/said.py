"""What a record says of a car: on a `driver` line, in a `position` block, in a check, after `>`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from grammar.syntax import Leaf, Node
from model.rallyman.facts import FINISH, START, SURFACES
from model.rallyman.moves import UNKNOWN, Turn
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
    Position,
    Setup,
)
from verifier.rallyman.notation.names import one_of, seconds
from verifier.rallyman.spec.cards import rule_of_card
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.effects import FEWER_MARKERS, STANDING, Effects
from verifier.second import UnreadableError

STATUS = {
    "spun": SPUN,
    "left": OFF_LEFT,
    "right": OFF_RIGHT,
    "stopped": STOPPED,
    "road": ON_ROAD,
    "out": ELIMINATED,
}
NUMBERS = {"m": "markers", "dmg": "damage", "flats": "flats", "arr": "arrival"}
CARDS = ("sisu", "spare")
SPLIT = "split "
NO_SPLIT = "none"
OUTCOMES = ("loss", "symbols", "card")
"""What a line says of its turn, and not of the car after it."""


@dataclass(frozen=True, slots=True)
class Said:
    """A value of a car by its name in `Car`, or `split T1`; the value is None where it is not known."""

    name: str
    value: str | int | bool | None


def driver_and_fields(node: Node) -> tuple[Leaf, list[Node]]:
    """The parts of words about one car: the name of its driver, and what is said of it."""
    first, *rest = node.parts
    assert isinstance(first, Leaf)
    return first, [part for part in rest if isinstance(part, Node)]


def read_said(nodes: Iterable[Node], spaces: Iterable[str]) -> list[Said]:
    """The values in the order of the line; `spaces` are those of the stage. Raises `UnreadableError`, `NotationError`."""
    return [_said(node, (START, FINISH, *spaces)) for node in nodes]


def _said(node: Node, spaces: Sequence[str]) -> Said:
    first, *rest = node.leaves()
    match node.kind:
        case "at":
            return Said("space", None if first.kind == "UNKNOWN" else one_of(first, "space", spaces))
        case "gear":
            return Said("gear", int(first.text[1:]))
        case "status" | "out":
            return Said("status", STATUS[first.text])
        case "split":
            time = rest[0].text if rest[0].kind == "WORD" else seconds(rest[0])
            if isinstance(time, str) and time != NO_SPLIT:
                raise UnreadableError(f"`{time}` is no split time")
            return Said(f"{SPLIT}{first.text}", time)
        case "outcome":
            return Said(first.text, int(rest[0].text) if rest[0].kind == "INT" else rest[0].text)
    return _keyed(first.text, rest[0])


def _keyed(key: str, leaf: Leaf) -> Said:
    name = {**NUMBERS, "t": "chrono"}.get(key, key)
    if leaf.kind == "UNKNOWN":
        return Said(name, None)
    if key == "t" and leaf.kind != "WORD":
        return Said(name, seconds(leaf))
    if key in NUMBERS and leaf.kind == "INT":
        return Said(name, int(leaf.text))
    if key in CARDS and leaf.text in ("held", "used"):
        return Said(name, leaf.text == "held")
    if key == "tyres" and leaf.text in SURFACES:
        return Said(name, leaf.text)
    raise UnreadableError(f"`{key}` cannot be `{leaf.text}`")


def with_said(car: Car, said: Sequence[Said]) -> Car:
    """The car as it is said to be: without a status word it is on the road, with one no gear is engaged."""
    values = {one.name: one.value for one in said if one.value is not None and not one.name.startswith(SPLIT)}
    if "space" in values:
        there = {START: NOT_STARTED, FINISH: FINISHED}.get(str(values["space"]), ON_ROAD)
        values = {"status": there, **({"gear": 0} if there == NOT_STARTED else {}), **values}
        car = replace(car, dirt_seen=None)
    if any(one.name == "status" for one in said):
        values = {"gear": 0, **values}
    if values.get("status") == ELIMINATED:
        values = {"space": "", **values}
    return replace(car, **values)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Played:
    """A legal turn, with what came of its dice (None where none was used) and the gear card taken."""

    turn: Turn
    driven: Driven | None
    card: str


def denied_outcome(played: Played, name: str, value: object) -> tuple[str, ...]:
    """The rule by which a turn did not come to what is said of it: another card, cause of the loss, or count of symbols."""
    driven = played.driven
    if name == "card":
        said = replace(played.turn, card=str(value))
        return () if value in (UNKNOWN, played.card) else (rule_of_card(said, driven, played.card),)
    if name == "symbols":
        return () if value == (driven.symbols if driven is not None else 0) else ("RM-4.9",)
    cause = driven.cause if driven is not None else ""
    return () if value == cause else (cause or "RM-7.1",)


def denied(
    setup: Setup, position: Position, car: Car, said: Sequence[Said], effects: Effects = STANDING
) -> tuple[str, ...]:
    """The rules that are broken by the first value that is not so: those by which the car has another one."""
    for one in said:
        if one.value is None:
            continue
        if one.name.startswith(SPLIT):
            point = one.name.removeprefix(SPLIT)
            time = position.split(car.driver, point)
            if (NO_SPLIT if time is None else time) != one.value:
                known = point in setup.timing.values() or not setup.option("splits")
                return ("RM-16.2",) if known else ("RM-16.1",)
        elif (real := getattr(car, one.name)) != one.value:
            fewer = one.name == "markers" and isinstance(one.value, int) and one.value < real
            return effects[FEWER_MARKERS if fewer else one.name]
    return ()

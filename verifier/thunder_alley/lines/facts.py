"""Facts that a record asserts about a position: the rule that decides each, and which ones are false."""

from collections.abc import Mapping
from types import MappingProxyType

from model.thunder_alley.position import FINISHED, OUT, RACING, UNNOTED, Car, Position, may_have_place
from verifier.findings import Breach
from verifier.thunder_alley.lines.position import Value, WrittenCar

RULES: Mapping[str, str] = MappingProxyType(
    {
        "wear": "TA-7.1",
        "crossed": "TA-4.6",
        "led": "TA-3.5.1",
        "flipped": "TA-3.4-7",
        "lap_down": "TA-4.2",
        "place": "TA-10.1",
        "status": "TA-4.3",
        "turn": "TA-3.1",
        "first": "TA-3.5.4",
        "next": "TA-3.4-1",
        "lap": "TA-4.6",
        "places_left": "TA-10.1",
        "step": "TA-3.2",
        "flag": "TA-8.2",
        "turn_leaders": "TA-3.5.1",
        "rain": "TA-EV-rain",
    }
)
"""Fact -> the rule that decides it."""


REASONS: Mapping[str, str] = MappingProxyType(
    {
        "wear": "a car carries the markers it had in the position and those that its cards gave it since",
        "crossed": "counted are the crossings of the position and those of the moves since",
        "flipped": "a car is flipped by its own segment and by nothing else",
    }
)
"""Fact -> how its value arises, if the rulebook's phrase does not say so."""


SIX = 6
"""Wear markers at which a car retires when it is next activated (TA-7.2)."""


def rule_of(key: str, real: Car, value: Value) -> str:
    """The rule that decides a fact of a car."""
    if key == "crossed" and 0 in (real.crossed, value):
        return "TA-1.3-first-crossing"
    if key == "place" and real.status == OUT:
        return "TA-4.3"
    if key == "status" and value == OUT and real.status == RACING and len(real.wear) >= SIX:
        return "TA-7.2"
    if key in ("place", "status") and value is not OUT and real.status == RACING and real.crossed <= 1:
        return "TA-1.3-first-crossing"
    return RULES[key]


def differences(table: Position, real: Car, written: WrittenCar) -> list[tuple[str, Breach]]:
    """The facts written about a car that are false in the position, except its space."""
    found = []
    for key, value in written.fields.items():
        if key in ("space", "team"):
            continue
        actual = getattr(real, key)
        same = actual == value
        if key == "wear" and isinstance(value, tuple):
            same = wear_agrees(actual, value)
        if key == "place":
            same = same or may_have_place(table, real, value)
        if not same:
            said = {"crossed": value, "led": value, "wear": value and _value(key, value)}
            claimed = said.get(key, _value(key, value))
            fact = f"car {real.number} {_phrase(key, actual)}"
            if key not in ("flipped", "lap_down"):
                fact += f", not {claimed if claimed != () else 'none'}"
            found.append((key, Breach(rule_of(key, real, value), fact, REASONS.get(key, ""))))
    return found


def wear_agrees(real: tuple[str, ...], written: tuple[str, ...]) -> bool:
    """Whether both can be the same markers: equal counts, and matching colours where noted."""
    noted = [(tuple(c for c in side if c != UNNOTED)) for side in (real, written)]
    kinds = {colour for side in noted for colour in side}
    needed = sum(max(side.count(colour) for side in noted) for colour in kinds)
    return len(real) == len(written) and needed <= len(real)


def _phrase(key: str, actual: Value) -> str:
    match key:
        case "wear":
            return f"carries {_value(key, actual)}"
        case "crossed":
            return f"has crossed the line {_value(key, actual)}"
        case "led":
            return f"has {_value(key, actual)}"
        case "place":
            return f"has {_value(key, actual)}"
        case "status":
            return f"is {_value(key, actual)}"
        case "flipped":
            return "has been flipped" if actual else "has not been flipped"
    return "has a Lap-down marker" if actual else "has no Lap-down marker"


def _value(key: str, value: Value) -> str:
    match key:
        case "wear" if isinstance(value, tuple):
            if not value:
                return "no wear markers"
            if set(value) == {UNNOTED}:
                return f"{len(value)} {'marker' if len(value) == 1 else 'markers'}"
            return " ".join("?" if colour == UNNOTED else colour for colour in value)
        case "crossed":
            return f"{value} {'time' if value == 1 else 'times'}"
        case "led":
            return f"{value} Turn Leader {'marker' if value == 1 else 'markers'}"
        case "place":
            return "no place yet" if value is None else f"place {value}"
        case "status":
            return {OUT: "out of the race", FINISHED: "finished", RACING: "racing"}[str(value)]
    return "so"

"""Compares the facts that a record claims about a car with a position."""

from collections.abc import Iterator

from model.thunder_alley.position import FINISHED, OUT, RACING, UNNOTED, Position, may_have_place
from verifier.thunder_alley.lines.claims import Denied
from verifier.thunder_alley.lines.position import Value, WrittenCar
from verifier.words import counted


def car_denied(position: Position, written: WrittenCar) -> Iterator[Denied]:
    """The false claims about a car of the position."""
    real, space = position.car(written.number), written.fields.get("space")
    assert real is not None
    if space is not None and real.status != RACING:
        fact = f"car {real.number} has place {real.place} and is off the track"
        if real.status == OUT:
            fact = f"car {real.number} is out of the race"
        yield Denied("status", written.spans.get("space", written.span), fact, real.number)
    elif space is not None and real.space not in (None, space):
        fact = f"{real.number} stands at `{real.space}`, not at `{space}`"
        yield Denied("space", written.spans.get("space", written.span), fact, real.number)
    for key, value in written.fields.items():
        if key in ("space", "team"):
            continue
        actual = getattr(real, key)
        same = actual == value
        if key == "wear" and isinstance(value, tuple):
            same = wear_agrees(actual, value)
        if key == "place":
            # A claim that the car is off the track when it races, or the reverse, is false as a whole.
            as_said = written.fields.get("status", real.status) == real.status
            same = same or not as_said or may_have_place(position, real, value)
        if same:
            continue
        claimed = value if key in ("crossed", "led") else _value(key, value) if value != () else "none"
        fact = f"car {real.number} {_phrase(key, actual)}"
        if key not in ("flipped", "lap_down"):
            fact += f", not {claimed}"
        help = ""
        if key == "status" and real.status == OUT and "place" in written.fields:
            help = f"a lost car is written `{real.number} out place {written.fields['place']}`"
        yield Denied(key, written.spans.get(key, written.span), fact, real.number, help)


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
                return counted(len(value), "marker")
            return " ".join("?" if colour == UNNOTED else colour for colour in value)
        case "crossed" if isinstance(value, int):
            return counted(value, "time")
        case "led" if isinstance(value, int):
            return counted(value, "Turn Leader marker")
        case "place":
            return "no place yet" if value is None else f"place {value}"
        case "status":
            return {OUT: "out of the race", FINISHED: "finished", RACING: "racing"}[str(value)]
    return "so"

"""A case as model values: its cars, its dice and its turn, for whoever judges it. No rule stands here."""

from collections.abc import Mapping
from typing import Any

from model.rallyman.moves import ATTACK, BASIC, BLOCKED, CLEAR, SAFE, SYMBOL, Die, Step, Turn
from model.rallyman.position import ELIMINATED, ON_ROAD, Car
from model.rallyman.stage import CORNER, INSIDE, Stage
from verifier.case_runs import Case, CaseError

OPTIONS = {
    "time_attack": "attack",
    "seconds_markers": "seconds",
    "weather_and_tyres": "weather",
    "split_times": "splits",
    "shakedown": "shakedown",
}
"""Optional rules as cases call them."""

SHOWN = {"clear": CLEAR, "hazard": SYMBOL, "safe": SAFE}


def read_car(entry: Mapping[str, Any]) -> Car:
    """A car as a case writes it."""
    status = entry.get("status", ON_ROAD)
    return Car(
        str(entry["driver"]),
        str(entry["space"]),
        int(entry.get("gear", 0)),
        str(status),
        int(entry.get("damage", 0)),
        int(entry.get("flats", 0)),
        int(entry.get("seconds", 0)),
        bool(entry.get("sisu", True)),
        bool(entry.get("spare", True)),
        str(entry.get("tyres", "asphalt")),
        int(entry.get("chrono", 0)),
        int(entry.get("arrival", 1)),
    )


def read_turn(case: Case, stage: Stage, expect: Mapping[str, Any]) -> Turn:
    """The turn of a case."""
    entry = case["turn"]
    mode = str(entry.get("mode", BASIC))
    if mode not in (BASIC, ATTACK, BLOCKED):
        raise CaseError(f"there is no mode `{mode}`")
    after = entry.get("sisu_after") if entry.get("sisu") else None
    written = entry.get("steps", ())
    came = (str(car["space"]) for car in case["car"] if car["driver"] == entry["driver"])
    before = [next(came, ""), *(str(one["to"]) for one in written)]
    steps = tuple(
        _step(one, stage, space, number == after)
        for number, (one, space) in enumerate(zip(written, before, strict=False), 1)
    )
    handed = entry.get("given_up")
    return Turn(
        str(entry["driver"]),
        mode,
        steps,
        bool(entry.get("spare_wheel", False)),
        tuple(die_of(one) for one in entry.get("unused", ())),
        die_of(handed) if handed else None,
        bool(entry.get("sisu", False)) and mode == ATTACK,
        _end(entry, expect),
        entry.get("loss_cut"),
    )


def _end(entry: Mapping[str, Any], expect: Mapping[str, Any]) -> str | None:
    """What the record says of a loss: the event, or that there is none because the driver finished or is out."""
    lost = expect.get("loss", "none") != "none"
    if lost and expect.get("space") == "FINISH":
        return "line"
    if "loss_event" in entry:
        return str(entry["loss_event"])
    return "out" if expect.get("status") == ELIMINATED else None


def die_of(entry: Mapping[str, Any]) -> Die:
    """A die of a case."""
    return Die(str(entry["die"]), SHOWN[entry.get("result", "clear")])


def _step(entry: Mapping[str, Any], stage: Stage, before: str, sisu: bool) -> Step:
    known = stage.index.get(str(entry["to"]))
    line = known.role if known is not None and known.kind == CORNER else None
    if line == INSIDE and known is not None and _own_inside(stage, before) not in (None, known.id):
        line = None  # `/i` means the inside of the corner that the car stands in
    return Step(die_of(entry), line, entry.get("cut"), sisu)


def _own_inside(stage: Stage, space: str) -> str | None:
    """The inside of the corner of a space, if it is one step ahead."""
    here = stage.index.get(space)
    inside = stage.line(here.corner, INSIDE) if here is not None and here.corner else None
    return inside.id if here is not None and inside is not None and inside.id in here.next else None

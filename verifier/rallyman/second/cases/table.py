"""Cases as model values: the setup, the position and the turn. It translates and knows no rule."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from model.rallyman import stages
from model.rallyman.facts import DATA
from model.rallyman.moves import ATTACK, BASIC, BLOCKED, CLEAR, SAFE, SYMBOL, Die, Step, Turn
from model.rallyman.position import ELIMINATED, ON_ROAD, Car, Driver, Position, Setup
from model.rallyman.stage import CORNER, INSIDE, Stage
from model.ruleset import Ruleset, default_ruleset, load_ruleset, with_changes
from verifier.case_runs import CaseError
from verifier.rallyman.spec.start import order_of

Case = Mapping[str, Any]

OPTIONS = {
    "time_attack": "attack",
    "seconds_markers": "seconds",
    "weather_and_tyres": "weather",
    "split_times": "splits",
    "shakedown": "shakedown",
}
"""Optional rules as cases call them."""

SHOWN = {"clear": CLEAR, "hazard": SYMBOL, "safe": SAFE}


def rules_of(case: Case, readings: Mapping[str, str], name: str | None = None) -> Ruleset:
    """The ruleset of a case: the named one (None: the default) with these readings and the options and parameters of the case.
    Raises `ModelError` for what there cannot be."""
    base = default_ruleset(DATA) if name is None else load_ruleset(DATA, name, Path())
    options = {OPTIONS.get(key, key): value for key, value in case.get("options", {}).items()}
    return with_changes(DATA, base, readings, parameters=case.get("parameters"), options=options)


def stage_of(case: Case) -> Stage:
    """The stage of a case, with other facts of single spaces."""
    stage = stages.load(str(case["stage"]))
    changed = {str(entry["space"]): entry for entry in case.get("stage_patch", ())}
    spaces = tuple(_patched(space, changed.get(space.id, {})) for space in stage.spaces)
    return replace(stage, spaces=spaces) if changed else stage


def _patched(space: Any, entry: Mapping[str, Any]) -> Any:
    facts = {key: value for key, value in entry.items() if key not in ("space", "width")}
    if "next" in facts:
        facts["next"] = tuple(facts["next"])
    if "width" in entry:
        facts["wide"] = entry["width"] == "wide"
    return replace(space, **facts)


def setup_of(case: Case, ruleset: Ruleset) -> Setup:
    """What stays the same during the stage of a case."""
    stage = stage_of(case)
    drivers = tuple(Driver(str(entry["driver"]), "", car_of(entry)) for entry in case.get("car", ()))
    timing = {space: name for name, space in stage.points.items()}
    return Setup(stage, ruleset, drivers, case.get("weather", {}), timing)


def position_of(case: Case, setup: Setup, mover: str | None = None) -> Position:
    """The position of a case; without a number of its round it is an ordinary one, and `mover` plays next."""
    cars = tuple(car_of(entry) for entry in case["car"])
    dirt = tuple(sorted((corner, count) for corner, count in case.get("dirt", {}).items() if count))
    turn = int(case.get("turn_number", len(cars) + 1))
    position = Position(turn, cars, (), None, dirt)
    order = order_of(setup, position, turn)
    return replace(position, order=order, next=mover if mover is not None else next(iter(order), None))


def car_of(entry: Mapping[str, Any]) -> Car:
    """A car as a case writes it."""
    return Car(
        str(entry["driver"]),
        str(entry["space"]),
        int(entry.get("gear", 0)),
        str(entry.get("status", ON_ROAD)),
        int(entry.get("damage", 0)),
        int(entry.get("flats", 0)),
        int(entry.get("seconds", 0)),
        bool(entry.get("sisu", True)),
        bool(entry.get("spare", True)),
        str(entry.get("tyres", "asphalt")),
        int(entry.get("chrono", 0)),
        int(entry.get("arrival", 1)),
    )


def turn_of(case: Case, stage: Stage, expect: Mapping[str, Any]) -> Turn:
    """The turn of a case. What a record would say of a loss of control stands in its expectations."""
    entry = case["turn"]
    mode = str(entry.get("mode", BASIC))
    if mode not in (BASIC, ATTACK, BLOCKED):
        raise CaseError(f"there is no mode `{mode}`")
    after = entry.get("sisu_after") if entry.get("sisu") else None
    written = entry.get("steps", ())
    start = next(str(car["space"]) for car in case["car"] if str(car["driver"]) == str(entry["driver"]))
    before = (start, *(str(one["to"]) for one in written))
    handed = entry.get("given_up")
    return Turn(
        str(entry["driver"]),
        mode,
        tuple(
            _step(one, stage, number == after, before[number - 1]) for number, one in enumerate(written, 1)
        ),
        bool(entry.get("spare_wheel", False)),
        tuple(die_of(one) for one in entry.get("unused", ())),
        die_of(handed) if handed else None,
        bool(entry.get("sisu", False)) and mode == ATTACK,
        _loss(entry, expect),
        entry.get("loss_cut"),
    )


def _loss(entry: Mapping[str, Any], expect: Mapping[str, Any]) -> str | None:
    if expect.get("loss", "none") != "none" and expect.get("space") == "FINISH":
        return "line"
    if "loss_event" in entry:
        return str(entry["loss_event"])
    return "out" if expect.get("status") == ELIMINATED else None


def die_of(entry: Mapping[str, Any]) -> Die:
    """A die of a case."""
    return Die(str(entry["die"]), SHOWN[entry.get("result", "clear")])


def _step(entry: Mapping[str, Any], stage: Stage, sisu: bool, before: str) -> Step:
    """A step that ends on a space; from one corner into the next nothing is written for the inside."""
    known, here = stage.index.get(str(entry["to"])), stage.index.get(before)
    line = known.role if known is not None and known.kind == CORNER else None
    if line == INSIDE and here is not None and known is not None and here.corner not in ("", known.corner):
        line = None
    return Step(die_of(entry), line, entry.get("cut"), sisu)


def ends_of(case: Case, turn: Turn) -> tuple[str | None, ...]:
    """Where the steps of a case end; where control is lost a reading may put the last one elsewhere."""
    ends = [str(one["to"]) for one in case["turn"].get("steps", ())]
    if turn.loss is not None and ends:
        return (*ends[:-1], None)
    return tuple(ends)

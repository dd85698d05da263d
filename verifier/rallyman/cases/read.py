"""A case as model values: its cars, its dice and its turn, for whoever judges it. No rule stands here."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from typing import Any

from model.rallyman import stages
from model.rallyman.facts import CUTS, EVENTS, FINISH, GAS, GEARS, START, SURFACES
from model.rallyman.moves import AT_LINE, ATTACK, BASIC, BLOCKED, CLEAR, SAFE, SYMBOL, Die, Step, Turn
from model.rallyman.moves import ELIMINATED as OUT_MARK
from model.rallyman.position import ELIMINATED, FINISHED, NOT_STARTED, ON_ROAD, OUT, RESTARTING, Car, Setup
from model.rallyman.stage import CORNER, INSIDE, Space, Stage
from verifier.case_runs import Case, CaseError
from verifier.names import did_you_mean

OPTIONS = {
    "time_attack": "attack",
    "seconds_markers": "seconds",
    "weather_and_tyres": "weather",
    "split_times": "splits",
    "shakedown": "shakedown",
}
"""Optional rules as cases call them."""

STATUSES = (NOT_STARTED, ON_ROAD, *RESTARTING, *OUT)
DICE = (*map(str, GEARS), GAS)
SHOWN = {"clear": CLEAR, "hazard": SYMBOL, "safe": SAFE}


SPACE_KEYS = (*(field.name for field in fields(Space) if field.name != "id"), "width")
"""What a case can change of a space."""


def stage_patch(case: Case) -> dict[str, dict[str, Any]]:
    """What a case changes of single spaces: space -> facts. Raises `CaseError` for spaces and facts that there are not."""
    found: dict[str, dict[str, Any]] = {}
    entries = case.get("stage_patch", ())
    known = [space.id for space in stages.load(str(case["stage"])).spaces] if entries else []
    for entry in entries:
        name = str(entry["space"])
        if name not in known:
            raise CaseError(
                f"`stage_patch` names the space `{name}`, which is not on the stage {case['stage']}"
            )
        facts = {key: value for key, value in entry.items() if key != "space"}
        for key in facts:
            if key not in SPACE_KEYS:
                near = did_you_mean(key, SPACE_KEYS)
                raise CaseError(
                    f"`{key}` of `stage_patch` is no fact of a space{f': {near}' if near else ''}"
                )
        if "next" in facts:
            facts["next"] = tuple(facts["next"])
        if "width" in facts:
            facts["wide"] = facts.pop("width") == "wide"
        found[name] = facts
    return found


def read_car(entry: Mapping[str, Any]) -> Car:
    """A car as a case writes it; one that restarts has no gear. Raises `CaseError` for a gear, status or tyres that there are
    not, and for a status that does not fit the space."""
    space = str(entry["space"])
    usual = {START: NOT_STARTED, FINISH: FINISHED}.get(space, ON_ROAD)
    status = _one_of(entry.get("status", usual), STATUSES, "status")
    if (
        status != ELIMINATED
        and (FINISHED in (status, usual) or NOT_STARTED in (status, usual))
        and status != usual
    ):
        raise CaseError(f"a car that is {status} does not stand on `{space}`")
    gear = int(_one_of(entry.get("gear", 0), ("0", *map(str, GEARS)), "gear"))
    return Car(
        str(entry["driver"]),
        space,
        0 if status in (NOT_STARTED, *RESTARTING) else gear,
        status,
        int(entry.get("damage", 0)),
        int(entry.get("flats", 0)),
        int(entry.get("seconds", 0)),
        bool(entry.get("sisu", True)),
        bool(entry.get("spare", True)),
        _one_of(entry.get("tyres", "asphalt"), SURFACES, "tyre"),
        int(entry.get("chrono", 0)),
        int(entry.get("arrival", 1)),
    )


def read_turn(case: Case, stage: Stage, expect: Mapping[str, Any]) -> Turn:
    """The turn of a case. Raises `CaseError` for words in it that mean nothing."""
    entry = case["turn"]
    mode = _one_of(entry.get("mode", BASIC), (BASIC, ATTACK, BLOCKED), "mode")
    for car in case["car"]:
        _one_of(car["space"], ("", START, FINISH, *stage.index), "space")
    after = entry.get("sisu_after") if entry.get("sisu") else None
    written = entry.get("steps", ())
    came = (str(car["space"]) for car in case["car"] if car["driver"] == entry["driver"])
    before = [next(came, ""), *(str(one["to"]) for one in written)]
    steps = tuple(
        _step(one, stage, space, number == after)
        for number, (one, space) in enumerate(zip(written, before, strict=False), 1)
    )
    return Turn(
        str(entry["driver"]),
        mode,
        steps,
        bool(entry.get("spare_wheel", False)),
        tuple(die_of(one) for one in entry.get("unused", ())),
        _handed(entry.get("given_up", ())),
        bool(entry.get("sisu", False)) and mode == ATTACK,
        _end(entry, expect),
        _one_of(entry["loss_cut"], CUTS, "cut card") if "loss_cut" in entry else None,
    )


def _one_of(word: object, known: Collection[str], what: str) -> str:
    """A word of a case. Raises `CaseError` if it is none of those known."""
    if str(word) in known:
        return str(word)
    near = did_you_mean(str(word), known)
    raise CaseError(f"there is no {what} `{word}`{f': {near}' if near else ''}")


def _handed(entry: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> Die | None:
    """The die handed in, by itself or as a list of one. Raises `CaseError` for several."""
    dice = [entry] if isinstance(entry, Mapping) else list(entry)
    if len(dice) > 1:
        raise CaseError(f"one die is handed in after a flat, not {len(dice)}")
    return die_of(dice[0]) if dice else None


def _end(entry: Mapping[str, Any], expect: Mapping[str, Any]) -> str | None:
    """What the record says of a loss: the event, or that there is none because the driver finished or is out."""
    lost = expect.get("loss", "none") != "none"
    if lost and (expect.get("space") == FINISH or expect.get("status") == FINISHED):
        return AT_LINE
    if "loss_event" in entry:
        return _one_of(entry["loss_event"], EVENTS, "event")
    return OUT_MARK if expect.get("status") == ELIMINATED else None


def loss_moves(setup: Setup) -> bool:
    """Whether by a reading control that is lost by a jump is lost elsewhere than where the jump usually ends."""
    places = (("bump-loss-location", "B"), ("flight-past-the-finish", "B"), ("bump-beyond-two", "C"))
    return any(setup.reading(ruling) == other for ruling, other in places)


def die_of(entry: Mapping[str, Any]) -> Die:
    """A die of a case. Raises `CaseError` for one that there is not."""
    shown = _one_of(entry.get("result", "clear"), SHOWN, "result of a die")
    return Die(_one_of(entry["die"], DICE, "die"), SHOWN[shown])


def _step(entry: Mapping[str, Any], stage: Stage, before: str, sisu: bool) -> Step:
    known = stage.index.get(_one_of(entry["to"], (FINISH, *stage.index), "space"))
    line = known.role if known is not None and known.kind == CORNER else None
    if line == INSIDE and known is not None and _own_inside(stage, before) not in (None, known.id):
        line = None  # `/i` means the inside of the corner that the car stands in
    cut = _one_of(entry["cut"], CUTS, "cut card") if "cut" in entry else None
    return Step(die_of(entry), line, cut, sisu)


def _own_inside(stage: Stage, space: str) -> str | None:
    """The inside of the corner of a space, if it is one step ahead."""
    here = stage.index.get(space)
    inside = stage.line(here.corner, INSIDE) if here is not None and here.corner else None
    return inside.id if here is not None and inside is not None and inside.id in here.next else None


def read_times(case: Mapping[str, Any]) -> list[dict[str, int | None]]:
    """The times of each stage so far, by driver, as `input.times` has them. Raises `CaseError`."""
    times = case["input"]["times"]
    as_in = "`times = { SS1 = { A = 140, B = 150 } }`, seconds by stage and driver"
    if not isinstance(times, Mapping) or not times:
        raise CaseError(f"`times` names no stage: {as_in}")
    for stage, known in times.items():
        if not isinstance(known, Mapping) or not known:
            raise CaseError(f"`times.{stage}` names no driver: {as_in}")
        for driver, seconds in known.items():
            if not isinstance(seconds, int) or isinstance(seconds, bool):
                raise CaseError(f"`times.{stage}.{driver}` is no number of seconds: {as_in}")
    return [dict(known) for known in times.values()]

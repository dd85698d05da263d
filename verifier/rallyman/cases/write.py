"""The last turn of a table as a case file, with what came out as what is expected."""

from collections.abc import Mapping, Sequence
from typing import Any

from model.rallyman import stages
from model.rallyman.moves import ATTACK, SAFE, SYMBOL, Die, Step, Turn
from model.rallyman.position import Car, Position
from verifier.errors import in_quotes
from verifier.findings import LEGAL
from verifier.rallyman.cases.read import OPTIONS
from verifier.rallyman.cases.terms import Judged
from verifier.rallyman.cases.turn import after
from verifier.rallyman.engine.road import neighbour
from verifier.rallyman.table.terms import Table

SHOWN = {SYMBOL: "hazard", SAFE: "safe"}
NAMES = {name: long for long, name in OPTIONS.items()}


def case_text(table: Table) -> str:
    """The case; empty where no turn was judged, or where it was not the driver's turn."""
    turn = (
        table.refused.turn
        if table.refused is not None
        else table.last.turn
        if table.last is not None
        else None
    )
    if turn is None or table.before is None or table.setup is None:
        return ""
    if table.refused is not None and table.refused.breaches[0].token == "driver":
        return ""  # in a case it is always the turn of its driver
    setup = table.setup
    stage = setup.stage.id
    known = stage in stages.shipped() and stages.load(stage) is setup.stage
    lines = [
        'game = "rallyman"',
        'id = "my-case"',
        'kind = "turn"',
        'title = "what this case shows"',
        f"rules = {_toml(_rules(table))}",
        "rulings = []",
        f"stage = {_toml(stage)}" + ("" if known else "  # only shipped stages can stand here"),
        f"weather = {_toml({zone.name: setup.surfaces.get(zone.name, zone.surface) for zone in setup.stage.zones})}",
    ]
    if table.ruleset.changed:
        lines.append(f"readings = {_toml(dict(table.ruleset.changed))}")
    options = {NAMES[name]: name in table.ruleset.options for name in NAMES}
    lines += ["", "[options]", *(f"{name} = {_toml(on)}" for name, on in options.items())]
    if table.before.dirt:
        lines += ["", "[dirt]", *(f"{corner} = {count}" for corner, count in table.before.dirt)]
    for car in table.before.cars:
        lines += ["", "[[car]]", *(f"{key} = {_toml(value)}" for key, value in _car(car).items())]
    lines += ["", "[turn]", *_turn(table, turn, table.before)]
    expected = _expected(table, turn)
    return (
        "\n".join([*lines, "", "[expect]", *(f"{key} = {_toml(value)}" for key, value in expected.items())])
        + "\n"
    )


def _rules(table: Table) -> list[str]:
    if table.refused is not None:
        return [table.refused.breaches[0].rule]
    return list(table.last.rules) if table.last is not None else []


def _car(car: Car) -> dict[str, Any]:
    return {
        "driver": car.driver,
        "space": car.space,
        "gear": car.gear,
        "status": car.status,
        "damage": car.damage,
        "flats": car.flats,
        "seconds": car.markers,
        "sisu": car.sisu,
        "spare": car.spare,
        "tyres": car.tyres,
        "chrono": car.chrono,
        "arrival": car.arrival,
    }


def _turn(table: Table, turn: Turn, before: Position) -> list[str]:
    found: dict[str, Any] = {"driver": turn.driver, "mode": turn.mode}
    if turn.wheel:
        found["spare_wheel"] = True
    after_step = next((number for number, step in enumerate(turn.steps, 1) if step.sisu), 0)
    if turn.sisu or after_step:
        found["sisu"] = True
    if after_step:
        found["sisu_after"] = after_step
    if turn.loss in ("spin", "left", "right"):
        found["loss_event"] = turn.loss
    if turn.loss_cut is not None:
        found["loss_cut"] = turn.loss_cut
    if turn.mode == ATTACK and turn.unused:
        found["unused"] = [_die(die) for die in turn.unused]
    if turn.handed is not None:
        found["given_up"] = _die(turn.handed)
    lines = [f"{key} = {_toml(value)}" for key, value in found.items()]
    steps = [f"  {_toml(step)}," for step in _steps(table, turn, before)]
    return [*lines, "steps = [", *steps, "]"] if steps else [*lines, "steps = []"]


def _steps(table: Table, turn: Turn, before: Position) -> list[dict[str, Any]]:
    """The dice with the spaces on which they ended; behind a refused step the road is followed."""
    assert table.setup is not None
    ends: Sequence[str] = table.last.ends if table.refused is None and table.last is not None else ()
    space = before.car(turn.driver).space
    found = []
    for number, step in enumerate(turn.steps):
        ahead = (
            neighbour(table.setup.stage, space, step.line)
            if space in table.setup.stage.index or not number
            else None
        )
        space = ends[number] if number < len(ends) else ahead or space
        found.append(_step(step, space))
    return found


def _step(step: Step, space: str) -> dict[str, Any]:
    return {**_die(step.die), "to": space, **({"cut": step.cut} if step.cut is not None else {})}


def _die(die: Die) -> dict[str, Any]:
    return {"die": die.name, "result": SHOWN.get(die.shown, "clear")}


def _expected(table: Table, turn: Turn) -> dict[str, Any]:
    if table.refused is not None:
        first, *others = table.refused.breaches
        also = list(dict.fromkeys(one.rule for one in others))
        return {
            "verdict": "illegal",
            "rule": first.rule,
            "step": first.step,
            **({"also": also} if also else {}),
        }
    assert table.before is not None
    came = after(Judged(LEGAL, (), Table(table.ruleset, position=table.before), table), turn)
    known = {key: value for key, value in came.items() if key not in ("next", "order", "split", "dirt")}
    if came["status"] == "eliminated":
        known = {key: came[key] for key in ("status", "loss")}
    return {"verdict": LEGAL, **known}


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(entry)}" for key, entry in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return in_quotes(str(value))

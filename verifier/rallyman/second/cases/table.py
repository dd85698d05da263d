"""Cases as model values: the setup, the position and the turn. It translates and knows no rule."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from model.rallyman import stages
from model.rallyman.facts import DATA
from model.rallyman.moves import Turn
from model.rallyman.position import Driver, Position, Setup
from model.rallyman.stage import Stage
from model.ruleset import Ruleset, default_ruleset, load_ruleset, with_changes
from verifier.case_runs import Case
from verifier.rallyman.cases.read import OPTIONS, loss_moves, read_car, stage_patch
from verifier.rallyman.spec.start import order_of


def rules_of(case: Case, readings: Mapping[str, str], name: str | None = None) -> Ruleset:
    """The ruleset of a case: the named one (None: the default) with these readings and the options and parameters of the case.
    Raises `ModelError` for what there cannot be."""
    base = default_ruleset(DATA) if name is None else load_ruleset(DATA, name, Path())
    options = {OPTIONS.get(key, key): value for key, value in case.get("options", {}).items()}
    return with_changes(DATA, base, readings, parameters=case.get("parameters"), options=options)


def stage_of(case: Case) -> Stage:
    """The stage of a case, a shipped one or a file in its `folder`, with other facts of single spaces."""
    stage = stages.find(str(case["stage"]), case.get("folder"), case.get("folders", ()))
    changed = stage_patch(case)
    spaces = tuple(replace(space, **changed.get(space.id, {})) for space in stage.spaces)
    return replace(stage, spaces=spaces) if changed else stage


def setup_of(case: Case, ruleset: Ruleset) -> Setup:
    """What stays the same during the stage of a case."""
    stage = stage_of(case)
    drivers = tuple(Driver(str(entry["driver"]), "", read_car(entry)) for entry in case.get("car", ()))
    timing = {space: name for name, space in stage.points.items()}
    return Setup(stage, ruleset, drivers, case.get("weather", {}), timing)


def position_of(case: Case, setup: Setup, mover: str | None = None) -> Position:
    """The position of a case; without a number of its round it is an ordinary one, and `mover` plays next."""
    cars = tuple(read_car(entry) for entry in case["car"])
    dirt = tuple(sorted((corner, count) for corner, count in case.get("dirt", {}).items() if count))
    turn = int(case.get("turn_number", len(cars) + 1))
    position = Position(turn, cars, (), None, dirt)
    order = order_of(setup, position, turn)
    return replace(position, order=order, next=mover if mover is not None else next(iter(order), None))


def ends_of(case: Case, turn: Turn, setup: Setup) -> tuple[str | None, ...]:
    """Where the steps of a case end; where control is lost a reading may put the last one elsewhere."""
    ends = [str(one["to"]) for one in case["turn"].get("steps", ())]
    if turn.loss is not None and ends and loss_moves(setup):
        return (*ends[:-1], None)
    return tuple(ends)

"""Witnesses as records that can be replayed, and a judge's result in a few words."""

from model.rallyman.facts import DATA
from model.rallyman.moves import BLOCKED, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.stage import SHORTCUT
from verifier.changes import rule_lines
from verifier.rallyman.lines.block import block_lines
from verifier.rallyman.lines.fields import WORD_OF
from verifier.rallyman.lines.write import driver_text, line_text


def record_of(setup: Setup, position: Position, turn: Turn) -> tuple[str, ...]:
    """The lines of a record that has this position and this turn and stops there."""
    return (
        "game rallyman",
        "format 1",
        *rule_lines(DATA, setup.ruleset),
        f"stage {setup.stage.id}",
        *(f"driver {driver_text(one.name)} tyres={one.car.tyres}" for one in setup.drivers),
        "position",
        *(f"  {line}" for line in block_lines(setup, position)),
        "end",
        line_text(turn, position.turn),
    )


def writable(turn: Turn) -> bool:
    """Whether a record can express this turn: a shortcut has its cut card, other spaces have none, and something is played."""
    marked = all((one.line == SHORTCUT) == (one.cut is not None) for one in turn.steps)
    return marked and (bool(turn.steps) or turn.wheel or turn.mode == BLOCKED)


def result_text(turn: Turn, result: Position | tuple[str, ...]) -> str:
    """A judge's result for a turn: the rules it breaks, or where the car is and what it has."""
    if not isinstance(result, Position):
        return f"illegal, {' '.join(result)}"
    car = result.car(turn.driver)
    status = f" {WORD_OF.get(car.status, car.status)}" if car.status != "on_road" else ""
    others = f", {result.next} plays next" if result.next is not None and len(result.cars) > 1 else ""
    dirt = "".join(f", {corner} has {count} dirt" for corner, count in result.dirt)
    splits = "".join(f", split {one.point} {one.seconds} s" for one in result.splits)
    carried = f"{car.chrono} s, {car.markers} markers, {car.damage} damage, {car.flats} flats"
    return f"legal: {car.space or 'out'} g{car.gear}{status}, {carried}{dirt}{splits}{others}"

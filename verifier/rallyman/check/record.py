"""Witnesses as records that can be replayed, and a judge's result in a few words."""

from model.rallyman.facts import ASPHALT, DATA
from model.rallyman.moves import BLOCKED, Turn
from model.rallyman.position import ELIMINATED, Car, Position, Setup
from model.rallyman.stage import SHORTCUT
from verifier.rallyman.check.board import stage_lines
from verifier.rallyman.lines.block import block_lines
from verifier.rallyman.lines.fields import WORD_OF
from verifier.rallyman.lines.write import driver_text, line_text
from verifier.rallyman.pictures.text import text_picture
from verifier.rallyman.pictures.view import View
from verifier.rulesets.changes import rule_lines
from verifier.words import counted

PICTURE_WIDTH = 90


def record_of(setup: Setup, position: Position, *turns: Turn) -> tuple[str, ...]:
    """The lines of a record that has this position and these turns and stops there."""
    return "game rallyman", "format 1", *head_lines(setup), *played_lines(setup, position, *turns)


def head_lines(setup: Setup) -> tuple[str, ...]:
    """The rules, the stage and the drivers."""
    drivers = (driver_line(one.car) for one in setup.drivers)
    return *rule_lines(DATA, setup.ruleset), *stage_lines(setup.stage), *drivers


def played_lines(setup: Setup, position: Position, *turns: Turn) -> tuple[str, ...]:
    """A position and turns."""
    block = (f"  {line}" for line in block_lines(setup, position))
    lines = (line_text(turn, position.turn if number == 0 else None) for number, turn in enumerate(turns))
    return "position", *block, "end", *lines


def after_lines(setup: Setup, before: Position, after: Position) -> tuple[str, ...]:
    """A position to which turns lead, as a block that also writes the zeros of each car that the turns have changed. Nothing
    follows the last finish, so no round is named."""
    cars = {driver_text(one.driver): one for one in after.cars if one not in before.cars}
    lines = []
    for line in block_lines(setup, after)[0 if any(car.driving for car in after.cars) else 1 :]:
        car = cars.get(line.split()[0])
        if car is not None and car.status != ELIMINATED:
            none = {"t=0": car.chrono, "m=0": car.markers, "dmg=0": car.damage, "flats=0": car.flats}
            line = " ".join((line, *(words for words, number in none.items() if not number)))
        lines.append(f"  {line}")
    return "position", *lines, "end"


def driver_line(car: Car) -> str:
    """The `driver` line of a car as it comes to the stage."""
    tyres = "" if car.tyres == ASPHALT else f" tyres={car.tyres}"
    return f"driver {driver_text(car.driver)}{tyres}"


def size_text(position: Position, *turns: Turn) -> str:
    """The size of a witness: `2 cars, 1 die`."""
    dice = sum(len(turn.steps) + len(turn.unused) + (turn.handed is not None) for turn in turns)
    return f"{counted(len(position.cars), 'car')}, {dice} {'die' if dice == 1 else 'dice'}"


def picture_of(setup: Setup, position: Position) -> str:
    """The road where the cars are, as plain text."""
    return text_picture(View(setup.stage, position), PICTURE_WIDTH, near=True)


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

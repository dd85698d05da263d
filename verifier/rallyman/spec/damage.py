"""RM-8: damage. The points kept, the gear dice left, and when damage ends the rally."""

from collections.abc import Iterator
from dataclasses import replace

from model.rallyman.facts import DATA, GAS
from model.rallyman.position import OFF_ROAD, Car, Setup
from model.rallyman.stage import Space
from model.ruleset import Ruleset, parameter
from verifier.rallyman.spec.corners import eliminated
from verifier.rallyman.spec.counts import gear_dice, too_many
from verifier.rallyman.spec.play import Choice, Play, Rule, State, amount
from verifier.solving.circuit import FALSE


def kept_points(setup: Setup, points: int) -> int:
    """The damage points that a car keeps (RM-8.5)."""
    if setup.reading("fifth-damage-point") == "B":
        return min(points, setup.parameter("damage_that_retires") - 1)
    return points


def retires(ruleset: Ruleset, car: Car) -> bool:
    """Whether a car has no gear die left at the start, so that its driver retires (RM-8.5)."""
    enough = car.damage >= parameter(DATA, ruleset, "damage_that_retires")
    return enough and ruleset.readings["fifth-damage-point"] == "A"


def retired(setup: Setup, car: Car) -> Car:
    """A car without a gear die is out (RM-8.5); next to the road it blocks no car (RM-12.5)."""
    if not retires(setup.ruleset, car):
        return car
    out = eliminated(setup, car)
    return replace(out, space="") if car.status in OFF_ROAD else out


def hurt(setup: Setup, car: Car, space: Space, terrain: str) -> Car:
    """A car that left the road, with the points that the legend of this space gives for the terrain (RM-8.1)."""
    points = 0 if "RM-8.1" in setup.ruleset.left_out else setup.stage.zone(space.zone).damage(terrain)
    return replace(car, damage=kept_points(setup, car.damage + points))


def damage_rules(play: Play, state: State, choice: Choice, step: int) -> Iterator[Rule]:
    """RM-8.2: each point of damage removes one gear die, of any number (RM-8.3)."""
    circuit, used = play.circuit, gear_dice(play, state)
    any_gear = circuit.both(choice.used, -choice.die.get(GAS, FALSE))
    if play.lacks("RM-8.2"):
        return
    beyond = too_many(play, used, play.setup.parameter("black_dice"), play.damage)
    fact = f"{amount(used)} gear dice were used, and {amount(play.damage)} points of damage leave no more"
    yield Rule("RM-8.2", -circuit.both(any_gear, beyond), fact, step)

"""RM-8: damage."""

from collections.abc import Iterator

from model.rallyman.facts import DATA
from model.rallyman.moves import Die
from model.rallyman.position import ELIMINATED, Car, Setup
from model.ruleset import Ruleset, parameter
from model.values import replace
from verifier.findings import Breach
from verifier.rallyman.engine.terms import Breaches, Run


def gear_dice(setup: Setup, car: Car) -> int:
    """The gear dice that a turn may have (RM-8.2)."""
    points = 0 if "RM-8.2" in setup.ruleset.left_out else car.damage
    return max(0, setup.parameter("black_dice") - points)


def damage_breaches(setup: Setup, run: Run, die: Die) -> Breaches:
    """A gear die beyond what the damage allows; the numbers on them make no difference (RM-8.2, RM-8.3)."""
    allowed = gear_dice(setup, run.car)
    if not die.gear or len(run.used) < allowed:
        return ()
    points = run.car.damage
    fact = f"{points} point{'s' if points != 1 else ''} of damage leave {allowed} gear dice a turn, and all are used"
    reason = "each point of damage is one gear die less"
    numbers = {"damage": points, "gear_dice": allowed}
    return Breach("RM-8.2", fact, reason, numbers=numbers), Breach("RM-4.7", fact, reason)


def terrain_points(setup: Setup, space: str, side: str) -> int:
    """The damage points of the terrain next to a space (RM-8.1)."""
    if "RM-8.1" in setup.ruleset.left_out:
        return 0
    known = setup.stage.index[space]
    return setup.stage.zone(known.zone).damage(known.left if side == "left" else known.right)


def damaged(setup: Setup, car: Car, points: int) -> Car:
    """The car with further damage points; with the fifth the driver retires (RM-8.5)."""
    most = setup.parameter("damage_that_retires")
    total = car.damage + points
    if total < most:
        return replace(car, damage=total)
    match setup.reading("fifth-damage-point"):
        case "B":
            return replace(car, damage=most - 1)
        case "C":
            return replace(car, damage=total)
    return replace(car, damage=total, status=ELIMINATED, space="", gear=0, dirt_seen=None)


def retires(ruleset: Ruleset, damage: int) -> bool:
    """Whether a driver with this much damage is out, or will be as soon as the car is to drive on (RM-8.5)."""
    if damage < parameter(DATA, ruleset, "damage_that_retires"):
        return False
    return ruleset.readings["fifth-damage-point"] == "A"


def worn_out(ruleset: Ruleset, car: Car) -> Iterator[Breach]:
    """Why a car with this damage and these flats cannot be in the race (RM-8.5, RM-9.10)."""
    most = parameter(DATA, ruleset, "damage_that_retires") if car.damage else 1
    if car.driving and car.damage >= most and ruleset.readings["fifth-damage-point"] != "C":
        fact = f"with {car.damage} points of damage {car.driver} cannot drive (RM-8.5)"
        yield Breach("RM-8.5", fact, "write `out`, or fewer points", token="damage")
    if "RM-9.10" in ruleset.left_out:
        return
    if car.status != ELIMINATED and car.flats > parameter(DATA, ruleset, "max_flats_before_elimination"):
        fact = f"with {car.flats} flats {car.driver} is out (RM-9.10)"
        yield Breach("RM-9.10", fact, "write `out`, or fewer flats", token="flats")


def damage_rules(setup: Setup, car: Car) -> tuple[str, ...]:
    """The rules applied when damage points are taken."""
    retired = car.damage >= setup.parameter("damage_that_retires")
    return ("RM-8.1", "RM-8.5") if retired else ("RM-8.1",)

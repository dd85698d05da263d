"""RM-14 and RM-15.3: what happens between two stages."""

from dataclasses import replace

from model.rallyman.claims import Claim
from model.rallyman.facts import START
from model.rallyman.position import NOT_STARTED, Car
from model.rallyman.standing import Rally
from model.ruleset import Ruleset


def assisted(ruleset: Ruleset, car: Car) -> Car:
    """The car after assistance: repaired, with a spare-wheel card. The Sisu card is not replaced (RM-14.1, RM-14.2)."""
    if "RM-14.1" not in ruleset.left_out:
        car = replace(car, damage=0, flats=0)
    return car if "RM-14.2" in ruleset.left_out else replace(car, spare=True)


def carrying_rules(rally: Rally, claim: Claim) -> tuple[str, ...]:
    """The rules against a claim about a car between two stages, or that a driver is still in the rally. They depend on whether
    there was assistance after the stage before (RM-2.3)."""
    if claim.about == "driver":
        return ("RM-8.5",) if claim.driver in rally.retired else ("RM-13.6",)
    mended, kept = {
        "damage": ("RM-14.1", "RM-8.4"),
        "flats": ("RM-14.1", "RM-9.14"),
        "spare": ("RM-14.2", "RM-10.5"),
        "sisu": ("RM-7.13", "RM-7.13"),
        "tyres": ("RM-14.3", "RM-15.4"),
    }.get(claim.about, ("RM-2.3", "RM-2.3"))
    return (mended if rally.assistance else kept,)


def for_next_stage(ruleset: Ruleset, car: Car) -> Car:
    """The car before the next stage: times and markers start again, everything else carries over (RM-2.3). Without RM-8.4 and
    RM-9.14 damage and flats do not."""
    gone = ruleset.left_out
    return replace(
        car,
        space=START,
        gear=0,
        status=NOT_STARTED,
        damage=0 if "RM-8.4" in gone else car.damage,
        flats=0 if "RM-9.14" in gone else car.flats,
        markers=0,
        chrono=0,
        arrival=0,
        dirt_seen=None,
    )

"""RM-6: seconds markers, and what they buy."""

from model.rallyman.moves import SAFE, Die
from model.rallyman.position import Setup
from model.values import replace
from verifier.findings import Breach
from verifier.rallyman.engine.terms import Breaches, Run


def bought_breaches(setup: Setup, run: Run, die: Die) -> Breaches:
    """Why this die cannot be bought now (RM-5.10, RM-6.1, RM-6.4)."""
    if die.shown != SAFE:
        return ()
    if run.attack:
        fact = f"die {die.name} is bought in a time attack"
        return (
            Breach("RM-5.10", fact, "no markers may be spent in a time attack"),
            Breach("RM-6.6", fact, "dice are only bought in basic driving"),
        )
    if not setup.option("seconds"):
        fact = f"die {die.name} is bought, but `option seconds` is not in force"
        return (Breach("RM-6.1", fact, "markers can only be spent with that option"),)
    price, held = run.bought + 1, run.car.markers
    if held < price:
        fact = f"bought die number {price} of the turn costs {price}, but the driver has {held} marker{'s' if held != 1 else ''}"
        return (
            Breach(
                "RM-6.4",
                fact,
                "the n-th bought die of a turn costs n markers",
                numbers={"price": price, "held": held},
            ),
            Breach("RM-6.1", fact, "only markers earned before can be spent"),
        )
    return ()


def paid(run: Run, die: Die) -> Run:
    """The turn after the die is paid for (RM-6.4); a bought die otherwise works like any other (RM-6.7)."""
    if die.shown != SAFE:
        return run
    price = run.bought + 1
    mixed = ("RM-6.5",) if run.dice > run.bought else ()
    car = replace(run.car, markers=run.car.markers - price)
    return replace(run, bought=price, car=car).by("RM-6.3", "RM-6.4", "RM-6.7", *mixed)

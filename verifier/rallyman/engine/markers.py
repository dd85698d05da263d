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
    price, held = _price(setup, run), run.car.markers
    if held < price and "RM-6.4" in setup.ruleset.left_out:
        fact = f"a bought die costs {price}, but the driver has no markers"
        return (Breach("RM-6.1", fact, "only markers earned before can be spent"),)
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


def _price(setup: Setup, run: Run) -> int:
    """What the next bought die of the turn costs: the first one 1, the second 2, and so on (RM-6.4)."""
    return 1 if "RM-6.4" in setup.ruleset.left_out else run.bought + 1


def paid(setup: Setup, run: Run, die: Die) -> Run:
    """The turn after the die is paid for (RM-6.4); a bought die otherwise works like any other (RM-6.7)."""
    if die.shown != SAFE:
        return run
    mixed = ("RM-6.5",) if run.dice > run.bought else ()
    car = replace(run.car, markers=run.car.markers - _price(setup, run))
    return replace(run, bought=run.bought + 1, car=car).by("RM-6.3", "RM-6.4", "RM-6.7", *mixed)

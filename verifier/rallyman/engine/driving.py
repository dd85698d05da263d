"""RM-4: dice. Which die may be used next, and which card a turn costs."""

from collections.abc import Iterator

from model.rallyman.facts import GAS
from model.rallyman.moves import Die
from model.rallyman.position import Setup
from verifier.findings import Breach
from verifier.rallyman.engine.corners import flat_breaches
from verifier.rallyman.engine.damage import damage_breaches
from verifier.rallyman.engine.terms import Breaches, Run
from verifier.rallyman.engine.weather import on_snow


def die_breaches(setup: Setup, run: Run, die: Die) -> Iterator[Breaches]:
    """Why this die cannot be used now: used already, not allowed, or not in the chain (RM-4.2 to RM-4.7)."""
    yield _used_already(setup, run, die)
    yield damage_breaches(setup, run, die)
    yield flat_breaches(setup, run, die)
    yield _first_or_chained(setup, run, die)


def _used_already(setup: Setup, run: Run, die: Die) -> Breaches:
    reason = "each die is used once a turn"
    if die.name == GAS and run.gas >= setup.parameter("white_dice"):
        count = {1: "the gas die was", 2: "both gas dice were"}.get(run.gas, "every gas die was")
        return (Breach("RM-4.4", f"{count} used already this turn", reason),)
    if die.gear and die.gear in run.used:
        found = (Breach("RM-4.4", f"gear die {die.name} was used already this turn", reason),)
        if die.shown == "safe":
            return (*found, Breach("RM-6.2", found[0].fact, "a die is bought before it is rolled"))
        return found
    return ()


def _first_or_chained(setup: Setup, run: Run, die: Die) -> Breaches:
    """RM-4.2, RM-4.3, RM-4.5: gear die 1 from gear 0, then one gear at a time; a car that restarts or had its wheel changed is in
    gear 0 by RM-7.9 or RM-10.3."""
    gear = run.car.gear
    if gear == 0:
        if die.gear == 1:
            return ()
        named = "a gas die" if die.name == GAS else f"gear die {die.name}"
        fact = f"no gear is engaged, but {named} comes first"
        first = Breach(run.restart, fact, "the first die is gear die 1")
        if run.restart != "RM-4.2":
            return first, Breach("RM-4.2", fact, "the first die is gear die 1")
        return (first,)
    if die.name == GAS:
        return ()
    if die.gear < gear and _down_on_snow(setup, run, die):
        return ()
    gap = abs(die.gear - gear)
    if not run.used:
        if "RM-4.3" in setup.ruleset.left_out:
            return ()
        if gap > 1:
            reason = "the first gear die is one below, equal to or one above the gear held"
            return (Breach("RM-4.3", f"gear {gear} is held, but gear die {die.name} comes first", reason),)
        if gap == 0 and run.gas and setup.reading("gas-then-same-gear") == "B":
            reason = "after a gas die the gear has to change by one"
            return (Breach("RM-4.3", f"gear {gear} is held and a gas die was used", reason),)
        return ()
    if gap != 1 and "RM-4.5" not in setup.ruleset.left_out:
        reason = "each further gear die differs by exactly one"
        return (Breach("RM-4.5", f"gear {gear} is engaged, but gear die {die.name} follows", reason),)
    return ()


def _down_on_snow(setup: Setup, run: Run, die: Die) -> bool:
    """Whether a car on snow can go down to the gear of this die at once."""
    return on_snow(setup, run.car) and run.car.gear - die.gear <= setup.parameter("gears_down_on_snow")


def die_rules(run: Run, die: Die) -> tuple[str, ...]:
    """The rules by which a die that may be used is used."""
    if run.car.damage:
        return ("RM-8.3", "RM-4.7", *_chain_rules(run, die))
    return _chain_rules(run, die)


def _chain_rules(run: Run, die: Die) -> tuple[str, ...]:
    if run.car.gear == 0:
        return (run.restart,)
    if die.name == GAS:
        return ("RM-4.3", "RM-4.6") if not run.dice else ("RM-4.6",)
    return ("RM-4.5",) if run.used else ("RM-4.3",)


def card_gear(run: Run) -> int:
    """The gear on the card of a turn without a loss: that of the last gear die, else the current gear (RM-4.11)."""
    return run.used[-1] if run.used else run.car.gear


def card_breaches(setup: Setup, run: Run) -> Breaches:
    """A turn of gas dice alone for which no card can be taken. An eliminated driver takes none."""
    gas_only = run.dice and not run.used
    if gas_only and not run.eliminated and setup.reading("card-after-gas-only-turn") == "B":
        fact = "only gas dice were used, so no card is taken"
        return (Breach("RM-4.11", fact, "the card is that of the last gear die"),)
    return ()


def face_up(setup: Setup, gear: int) -> int:
    """The seconds on a gear card (RM-4.12)."""
    return setup.card_seconds(gear)

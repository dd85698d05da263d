"""Impossible states of a car."""

from collections.abc import Sequence

from model.rallyman.facts import DATA, FINISH, START
from model.rallyman.position import ELIMINATED, FINISHED, ON_ROAD, Car
from model.ruleset import Ruleset, parameter
from verifier.rallyman.engine.damage import retires
from verifier.rallyman.lines.fields import Said
from verifier.speaking import IMPOSSIBLE, Trouble


def wrong_state(ruleset: Ruleset, car: Car, said: Sequence[Said]) -> Trouble | None:
    """Why a car cannot be in its stated condition, if it cannot."""
    named = {one.name: one for one in said}
    status = named.get("status")
    if status is not None and car.space in (START, FINISH) and car.status != ELIMINATED:
        return Trouble(IMPOSSIBLE, status.span, f"a car at {car.space} cannot have this status")
    gear = named.get("gear")
    if gear is not None and gear.value and car.status not in (ON_ROAD, FINISHED):
        return Trouble(
            IMPOSSIBLE,
            gear.span,
            "no gear is engaged before the start, after a loss of control and outside the race",
        )
    return worn_out(ruleset, car, said)


def worn_out(ruleset: Ruleset, car: Car, said: Sequence[Said]) -> Trouble | None:
    """Why a driver with this damage and these flats cannot still be driving (RM-8.5, RM-9.10)."""
    named = {one.name: one for one in said}
    damage, flats = named.get("dmg"), named.get("flats")
    if damage is not None and car.driving and retires(ruleset, car.damage):
        fact = f"with {car.damage} points of damage {car.driver} is out (RM-8.5)"
        return Trouble(IMPOSSIBLE, damage.span, fact, "write `out`, or fewer points")
    most = parameter(DATA, ruleset, "max_flats_before_elimination")
    if flats is not None and car.status != ELIMINATED and car.flats > most:
        fact = f"with {car.flats} flats {car.driver} is out (RM-9.10)"
        return Trouble(IMPOSSIBLE, flats.span, fact, "write `out`, or fewer flats")
    return None

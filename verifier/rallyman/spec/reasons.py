"""Why a claim is false, in words: a sentence for each rule, with the numbers from the turn that set the fact."""

from collections.abc import Mapping

from model.rallyman.facts import GAS
from model.rallyman.moves import ATTACK, SAFE, Turn
from model.rallyman.position import ELIMINATED, Position, Setup
from model.rallyman.standing import clock
from verifier.rallyman.spec.attack import reward
from verifier.rallyman.spec.cards import NO_CARD, card_of
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.driving import card_seconds
from verifier.rallyman.spec.finish import by_times, stage_times
from verifier.rallyman.spec.judgement import Played
from verifier.rallyman.spec.markers import price
from verifier.rallyman.spec.wheel import time_of_wheel


def reason(setup: Setup, played: Played, rule: str, driver: str) -> str:
    """Why a rule leaves the position, or a driver's car, as it is; empty if neither the turn nor the position adds any
    numbers."""
    before, after, turn, driven = played.before, played.after, played.turn, played.driven
    own = dict(_of_the_table(setup, after, driver))
    if turn is not None:
        own |= _of_the_turn(setup, before, after, turn, driven)
        if driven is not None:
            own |= {**_of_the_dice(setup, before, turn, driven), **_of_the_jumps(setup, driven)}
        if after.car(turn.driver).status == ELIMINATED:
            out = f"{turn.driver} is eliminated in this turn: a driver who is out takes no gear card"
            own |= dict.fromkeys(("RM-8.5", "RM-9.10", driven.cause if driven else ""), out)
    if not setup.option("splits"):
        own["RM-16.2"] = "split times are taken only with `option splits`"
    return own.get(rule, "")


def _of_the_table(setup: Setup, after: Position, driver: str) -> Mapping[str, str]:
    """Sentences about whose turn it is, and about a driver's time."""
    now = f"{after.next} plays next, in round {after.turn}, whose order is {' '.join(after.order)}"
    now = now if after.next else ""
    found = {"RM-3.5": now, "RM-3.6": now}
    if not after.next:
        found |= dict.fromkeys(("RM-13.3", "RM-13.4"), by_times(stage_times(setup.ruleset, after)))
    if driver:
        car = after.car(driver)
        markers = f"{car.markers} {'marker' if car.markers == 1 else 'markers'}"
        less = "" if "RM-13.2" in setup.ruleset.left_out else f", less {markers} of one second each"
        found["RM-13.2"] = f"the cards come to {clock(car.chrono)}{less}"
        if car.driving:
            found["RM-13.1"] = f"a time counts at the finish, and {driver} is at {car.space}"
    return found


def _of_the_turn(
    setup: Setup, before: Position, after: Position, turn: Turn, driven: Driven | None
) -> Mapping[str, str]:
    """Sentences that apply even without dice."""
    old, new = before.car(turn.driver), after.car(turn.driver)
    card = card_of(setup, before, turn, driven)
    pile = f"the pile was {clock(old.chrono)}"
    wheel = time_of_wheel(setup)
    found = {
        "RM-8.1": f"{old.damage} {'point' if old.damage == 1 else 'points'} before this turn, {new.damage} after it",
        "RM-9.10": f"{old.flats} flats before this turn, {new.flats} after it",
        "RM-9.14": f"flats stay until they are repaired: {old.flats} before this turn, {new.flats} after it",
        "RM-16.2": f"a split is the pile before the card of this turn, {clock(old.chrono)}, less the markers held at the point",
        "RM-7.13": "the Sisu card is discarded in this turn" if old.sisu and not new.sisu else "",
        "RM-12.8": (
            f"a car that cannot advance takes the card of its gear, here {card}"
            if new.gear
            else f"a car that cannot advance and is in no gear takes {'no card' if card == NO_CARD else f'card {card}'}"
        ),
        "RM-10.3": f"{turn.driver} used no die: the wheel change takes the turn and brings no gear card",
        "RM-10.2": f"the spare-wheel card brings {clock(wheel)} and gear 0, and takes one flat"
        if turn.wheel
        else "",
    }
    if card != NO_CARD:
        seconds = card_seconds(setup, card)
        found["RM-4.12"] = f"{pile}, and the card {card} adds {seconds} s: {clock(new.chrono)}"
        if turn.wheel:
            found["RM-4.12"] = (
                f"{pile}, the spare-wheel card adds {wheel} s and the card {card} {seconds} s: {clock(new.chrono)}"
            )
    return found


def _of_the_dice(setup: Setup, before: Position, turn: Turn, driven: Driven) -> Mapping[str, str]:
    old, card = before.car(turn.driver), card_of(setup, before, turn, driven)
    last = next((one.die.name for one in reversed(turn.steps) if one.die.name != GAS), None)
    bought = sum(one.die.shown == SAFE for one in turn.steps)
    taken = f"the last gear die used is {last}" if last else "no gear die was used"
    back = setup.parameter("gear_card_back_seconds")
    dice = len(turn.steps) + len(turn.unused) + (turn.handed is not None)
    earned = reward(setup, turn, driven)
    paid = price(setup.ruleset, bought)
    cost = f"{bought} bought dice cost {paid} of {old.markers} markers"
    left = f"{cost}: {old.markers - paid} are left"
    return {
        "RM-4.1": f"the dice of this turn lead to {', '.join(way.end for way in driven.ways)}",
        "RM-4.6": f"{taken}, and a gas die keeps the gear: {driven.gear}",
        "RM-4.11": f"{taken}, so the card of gear {driven.gear} is taken",
        "RM-5.9": f"in the time attack {taken}, so the card is {card}",
        "RM-5.6": (
            f"{dice} dice were rolled in the time attack and bring {earned} markers, {old.markers} were held"
            if turn.mode == ATTACK
            else f"only a time attack brings markers, and {old.markers} were held before this turn"
        ),
        "RM-6.4": left if bought else f"no die was bought, so all {old.markers} markers are left",
        "RM-7.5": (
            f"control is lost in gear {driven.gear}, so its card is turned over: {back} s and gear 0"
            if driven.lost
            else f"control is not lost, so the card of gear {driven.gear} is not turned over"
        ),
        "RM-7.4": f"control is lost at {driven.space}, where the step ended",
        "RM-13.5": f"control is lost on the line: card {card} is not turned over, and one point of damage is taken",
    }


def _of_the_jumps(setup: Setup, driven: Driven) -> Mapping[str, str]:
    """Sentences about bumps: the last one that mattered."""
    found: dict[str, str] = {}
    for way in driven.ways:
        for bump, _ in way.thrown:
            note = setup.stage.index[bump].note
            said = f"gear {way.gear} enters the bump {bump}, note {note}, and lands on {way.end}"
            found |= dict.fromkeys(("RM-11.2", "RM-11.3", "RM-11.4"), said)
            found["RM-11.5"] = (
                f"the jump over {bump} cannot be refused: one die from {way.start} to {way.end}"
            )
    return found

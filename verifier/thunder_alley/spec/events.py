"""TA-8, TA-3.5.2: events. The possible outcomes of an event in a position, including its markers (TA-7.1), or why the claimed
outcome is impossible."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import permutations

from model.thunder_alley.position import Car, Position, Setup
from verifier.solving.circuit import FALSE, TRUE, Bit
from verifier.solving.questions import Answer, Choice, Judgement
from verifier.thunder_alley.spec import events_contact, events_rain, events_setback, events_wear
from verifier.thunder_alley.spec.after import decode, settled
from verifier.thunder_alley.spec.lapped import better, lowest_places
from verifier.thunder_alley.spec.leader import somebody_finished
from verifier.thunder_alley.spec.order import ahead
from verifier.thunder_alley.spec.place import standing
from verifier.thunder_alley.spec.resolution import EventChoices, EventClaim, EventOutcome, Resolution

EFFECTS: Mapping[str, Callable[[Resolution], None]] = {
    "TA-EV-blown-engine": events_wear.blown_engine,
    "TA-EV-blown-tire": events_setback.blown_tire,
    "TA-EV-blown-transmission": events_wear.blown_transmission,
    "TA-EV-brush-the-wall": events_contact.brush_the_wall,
    "TA-EV-collision": events_contact.collision,
    "TA-EV-debris-caution": events_wear.debris_caution,
    "TA-EV-engine-damage": events_wear.engine_damage,
    "TA-EV-front-end-damage": events_contact.front_end_damage,
    "TA-EV-fuel-miscalculation": events_wear.fuel_miscalculation,
    "TA-EV-gear-box-damage": events_wear.gear_box_damage,
    "TA-EV-its-getting-worse": events_wear.its_getting_worse,
    "TA-EV-loose": events_wear.loose,
    "TA-EV-marbles": events_wear.marbles,
    "TA-EV-overcast": events_wear.overcast,
    "TA-EV-pileup": events_contact.pileup,
    "TA-EV-spinout": events_setback.spinout,
    "TA-EV-sun-on-the-track": events_wear.sun_on_the_track,
    "TA-EV-tight": events_wear.tight,
}
"""Rule of an event -> its demands. Rain is handled separately in `events_rain`."""

NEEDS_NOBODY = ("debris-caution",)
"""Yellow events that take place without hitting a car."""


def event_outcomes(
    setup: Setup,
    position: Position,
    event: str,
    choices: EventChoices | None = None,
    claim: EventClaim | None = None,
) -> Judgement[EventOutcome]:
    """The possible outcomes of an event (its id) in this position, given the choices that were noted, or the rules that forbid
    those choices or the claim. There are several outcomes if a choice or the Team Bar is unknown.

    Once a car has finished, there is no event (TA-3.5.2).
    """
    choices, claim = choices or EventChoices(), claim or EventClaim()
    if somebody_finished(position):
        return Judgement((), ("TA-3.5.2",))
    if event == "rain":
        return events_rain.rain(setup, position, claim)
    rule = f"TA-EV-{event}"
    case = Resolution(setup, position, event, rule, choices, claim)
    EFFECTS[rule](case)
    flag = _flag(case)
    _spots(case)
    _retirements(case)
    case.state_choices()
    case.state_claims()
    if claim.flag is not None:
        case.question.claim(flag.is_(claim.flag), stage=1)

    def outcome(answer: Answer) -> EventOutcome:
        hit = tuple(number for number, bit in case.hit.items() if answer.holds(bit))
        table = replace(decode(position, case.after, answer), flag=answer[flag])
        if any(_place(car) != _place(table.car(car.number)) for car in position.cars):
            table = settled(setup, position, table)
        return EventOutcome(table, hit, hit if event == "collision" else (), case.by_bar and bool(hit))

    return case.question.judge(outcome)


def _flag(case: Resolution) -> Choice[str]:
    """TA-8.2: the flag on the card. A yellow event that hits no car raises no yellow flag (`event-without-target-flag`)."""
    flag = case.question.choice("flag", ["green", "yellow", "red"])
    happens = case.circuit.any(case.hit.values())
    if case.card.id in NEEDS_NOBODY or case.readings["event-without-target-flag"] == "yellow-anyway":
        happens = TRUE
    yellow: Bit = happens if case.card.initiates_yellow else FALSE
    case.question.rule("TA-8.2", case.circuit.ite(yellow, flag.is_("yellow"), flag.is_("green")))
    return flag


def _spots(case: Resolution) -> None:
    """Cars that the event does not move stay where they are."""
    for number, car in case.after.items():
        case.demand(case.spots.get(number, car.stays))


def _retirements(case: Resolution) -> None:
    """Retire the cars the event puts out, and under `six-markers-timing: at-once` those with six markers (TA-7.2).

    They take the lowest places left. Of cars that leave at the same moment, the rearmost takes the lowest place, as lapped cars
    do (TA-3.5.5), because no other text orders them.
    """
    circuit, at_once = case.circuit, case.readings["six-markers-timing"] == "at-once"
    for number, car in case.after.items():
        retires = case.retires.get(number, FALSE)
        worn = circuit.both(car.markers(6), -car.change.is_(())) if at_once else FALSE
        case.demand(circuit.implies(retires, car.out))
        case.demand(circuit.implies(car.out, circuit.either(retires, worn)))
        if at_once:
            case.question.rule("TA-7.2", circuit.implies(worn, car.out))
    for one, other in permutations(standing(case.position) if at_once else (), 2):
        if ahead(case.setup, one, other):
            first, second = case.after[one.number].place, case.after[other.number].place
            case.question.rule("TA-7.2", better(case.question, first, second))
    rule = case.rule if case.retires else "TA-7.2"
    lowest_places(case.question, case.position, {n: car.place for n, car in case.after.items()}, rule)


def _place(car: Car | None) -> tuple[str | None, int] | None:
    """The parts of a car that decide whether it is lapped."""
    return None if car is None else (car.space, car.crossed)

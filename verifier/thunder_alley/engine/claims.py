"""A record says where the cars stand after a move, and it is not so: which rule moved the car that is elsewhere."""

from collections.abc import Mapping

from model.thunder_alley.position import Position
from verifier.findings import Breach
from verifier.thunder_alley.engine.run import DRAFT, LEAD, PURSUIT
from verifier.thunder_alley.engine.terms import Outcome, Shift

UNMOVED = {DRAFT: "TA-6.4.1-line-moves", PURSUIT: "TA-6.5-push-only", LEAD: "TA-6.6-link-at-start"}
"""The rule that says which other cars move, by movement type; Solo moves none (TA-6.3)."""


def disputed(before: Position, outcome: Outcome, claimed: Mapping[int, str | None]) -> Breach | None:
    """What speaks against the claimed places (car number -> space) after this outcome; None if they are right.

    The deciding rule is the one that carried the first car, in the order in which cars are moved, that stands elsewhere than
    claimed; a car that nothing moved is decided by the movement type of the card.
    """
    real = {car.number: car.space for car in outcome.position.cars}
    wrong = [number for number, space in claimed.items() if number in real and real[number] != space]
    if not wrong:
        return None
    order = {
        number: place for place, number in enumerate(dict.fromkeys(shift.car for shift in outcome.shifts))
    }
    number = min(wrong, key=lambda car: (order.get(car, len(order)), car))
    where = f"at `{real[number]}`" if real[number] else "off the track"
    said = f"at `{claimed[number]}`" if claimed[number] else "off the track"
    fact = f"{number} stands {where}, not {said}"
    moves = [shift for shift in outcome.shifts if shift.car == number]
    if not moves:
        return Breach(UNMOVED.get(outcome.movement, "TA-6.3"), fact, "nothing in this move carries that car")
    shift = next((shift for shift in moves if shift.start == claimed[number]), moves[-1])
    return Breach(_rule(before, shift, claimed[number]), fact, "the move carries it there", step=shift.step)


def _rule(before: Position, shift: Shift, claimed: str | None) -> str:
    car = before.car(shift.car)
    if shift.rule == "TA-6.6-follow" and car is not None and car.space == claimed:
        return "TA-6.6-must-follow"
    return shift.rule

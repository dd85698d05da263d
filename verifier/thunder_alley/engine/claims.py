"""A record says where the cars stand after a move, and it is not so: which rule moved the car that is elsewhere."""

from collections.abc import Mapping

from model.thunder_alley.moves import INWARD, OUTWARD, Activation
from model.thunder_alley.position import Position
from verifier.findings import Breach
from verifier.thunder_alley.engine.run import DRAFT, LEAD, PURSUIT
from verifier.thunder_alley.engine.terms import Outcome, Shift

STAYS = {
    "TA-6.2": "it is not in the line that moves",
    "TA-6.3": "with Solo only the active car moves, and nothing displaces this car",
    "TA-6.5-push-only": "Pursuit pushes cars ahead and pulls none behind; nothing in this move carries it",
    "TA-6.6-link-at-start": "it was not linked behind at the start of this move",
    "TA-6.7-wall": "an empty space ends the row of cars that fall back, and this one stands beyond it",
    "TA-6.8-cascade": "an empty space ends a push, and this car stands beyond it",
}
"""Why a car stays where it is, by the rule that would have had to carry it."""

CARRIED = {
    "TA-6.1-directions": "its own steps lead",
    "TA-6.4.1-line-moves": "it is in the line and moves with it",
    "TA-6.5-push-only": "it is in the line ahead and is pushed",
    "TA-6.6-follow": "it follows the car before it",
    "TA-6.7": "it is displaced sideways",
    "TA-6.7-cascade": "it is displaced sideways by the car beside it",
    "TA-6.7-wall": "there is no room beside it, so it falls back",
    "TA-6.8": "it is pushed ahead",
    "TA-6.8-cascade": "it is pushed ahead by the car behind it",
    "TA-UNIQUE": "nobody falls back onto the line that the active car leads, so it goes forward",
    "TA-RC-working-the-pack": "the swap puts it back",
}
"""What carried a car, by the rule that did it."""


def disputed(before: Position, outcome: Outcome, claimed: Mapping[int, str | None]) -> Breach | None:
    """What speaks against the claimed places (car number -> space) after this outcome; None if they are right.

    The deciding rule is the one that carried the first car, in the order in which cars are moved, that stands elsewhere than
    claimed; a car that nothing moved is decided by the rule that would have had to move it.
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
        rule = _rule_of_unmoved(outcome, real[number], claimed[number])
        return Breach(rule, fact, STAYS[rule])
    shift = next((shift for shift in moves if shift.start == claimed[number]), moves[-1])
    rule = _rule(before, outcome, shift, claimed[number])
    return Breach(rule, fact, _carried(moves, shift), step=shift.step)


def _carried(moves: list[Shift], shift: Shift) -> str:
    """What carried the car, from where to where: the shift and those after it by the same rule."""
    run = moves if shift.rule == "TA-6.1-directions" else moves[moves.index(shift) :]
    alike = shift.rule == "TA-6.1-directions" or all(other.rule == shift.rule for other in run)
    last = run[-1] if alike else shift
    end = f"to `{last.end}`" if last.end else "off the track"
    return f"{CARRIED.get(shift.rule, 'the move carries it')} from `{run[0].start}` {end}"


def _rule(before: Position, outcome: Outcome, shift: Shift, claimed: str | None) -> str:
    """The rule against a claim about a car that was moved; a car left where it stood broke the link."""
    if shift.rule == "TA-6.6-follow" and shift.start == claimed:
        return "TA-6.6-must-follow"
    car = before.car(shift.car)
    if car is None or car.space != claimed:
        return shift.rule
    if shift.rule == "TA-6.4.1-line-moves" and _sideways_first(outcome):
        return "TA-6.4.2-link-on-forward"
    return shift.rule


def _sideways_first(outcome: Outcome) -> bool:
    move = outcome.move
    steps = move.path.steps if isinstance(move, Activation) and move.path is not None else ()
    return bool(steps) and steps[0].kind in (INWARD, OUTWARD)


def _rule_of_unmoved(outcome: Outcome, real: str | None, claimed: str | None) -> str:
    """The rule that would have had to carry a car that nothing moved: a push-back or a push that ended before it, or a line it
    does not stand in."""
    rules = {shift.rule for shift in outcome.shifts}
    back, ahead = _direction(real, claimed)
    if back and "TA-6.7-wall" in rules:
        return "TA-6.7-wall"
    if outcome.movement == PURSUIT:
        return "TA-6.5-push-only"
    if outcome.movement == LEAD and len(outcome.steps) > 1:
        return "TA-6.6-link-at-start"  # a car met on the way never follows
    if outcome.movement in (DRAFT, LEAD):
        return "TA-6.2"
    return "TA-6.8-cascade" if ahead and "TA-6.8" in rules else "TA-6.3"


def _direction(real: str | None, claimed: str | None) -> tuple[bool, bool]:
    """Whether the claimed space lies a sector back, or ahead; over Start/Finish the numbers start again."""
    if real is None or claimed is None:
        return False, False
    distance = int(claimed[:-1]) - int(real[:-1])
    return distance == -1 or distance > 1, distance == 1 or distance < -1

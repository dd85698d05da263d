"""A record claims wrong places after a move: which rule moved the misplaced car."""

from collections.abc import Mapping

from model.thunder_alley.moves import INWARD, OUTWARD, Activation
from model.thunder_alley.position import Position, Setup
from model.thunder_alley.track import Track
from verifier.findings import Breach
from verifier.thunder_alley.engine.card_rules import CARD_RULES
from verifier.thunder_alley.engine.ground import leaves_corner
from verifier.thunder_alley.engine.run import DRAFT, PURSUIT
from verifier.thunder_alley.engine.tables import OWN_STEP, further_ahead, leads_through, torn_from_line
from verifier.thunder_alley.engine.terms import Outcome, Shift
from verifier.thunder_alley.engine.unmoved import LINE_CARDS, STAYS, rule_of_unmoved

CARRIED = {
    "TA-6.1-directions": "its own steps lead",
    "TA-6.4.1-line-moves": "it is in the line and moves with it",
    "TA-6.4.2-moves-like-solo": "the car that moves has linked with it on the way",
    "TA-6.5-push-only": "it is in the line ahead and is pushed",
    "TA-6.6-follow": "it follows the car before it",
    "TA-6.7": "it is displaced sideways",
    "TA-6.7-cascade": "it is displaced sideways by the car beside it",
    "TA-6.7-wall": "there is no room beside it, so it falls back",
    "TA-6.8": "it is pushed ahead",
    "TA-6.8-cascade": "it is pushed ahead by the car behind it",
    "TA-UNIQUE": "nobody falls back onto the line that the active car leads, so it goes forward",
    "TA-RC-slingshot": "it makes the diagonal step",
    "TA-RC-working-the-pack": "the swap carries it",
}
"""What carried a car, by rule."""

SHIFTS = {card: CARD_RULES[card] for card in ("oversteer", "understeer")}
"""The rules of the cards that shift the active car after its movement: inward, and outward."""


def disputed(setup: Setup, before: Position, outcome: Outcome, claimed: Mapping[int, str]) -> Breach | None:
    """The breach against the claimed places (car number -> space) after this outcome; None if they are right. Cars without
    a space are not compared.

    The deciding rule is the one that carried a misplaced car: the one whose last shift came earliest, or the car that had
    to make room for it. A car that did not move is decided by the rule that would have had to move it.
    """
    real = {car.number: car.space for car in outcome.position.cars if car.space is not None}
    wrong = {number: space for number, space in claimed.items() if real.get(number, space) != space}
    if not wrong:
        return None
    latest = {shift.car: place for place, shift in enumerate(outcome.shifts)}
    number = min(wrong, key=lambda car: (latest.get(car, len(outcome.shifts)), car))
    number = _did_not_make_room(outcome, wrong, number) or number
    space = wrong[number]
    fact = f"{number} stands at `{real[number]}`, not at `{space}`"
    moves = [shift for shift in outcome.shifts if shift.car == number]
    assert setup.track is not None
    if not moves:
        rule = rule_of_unmoved(setup.track, before, outcome, real[number], space)
        return Breach(rule, fact, STAYS[rule])
    more = (
        _not_shifted(setup.track, outcome, number, space)
        or _off_the_lane(setup.track, outcome, moves, space)
        or _taken_along(setup.track, outcome, moves[-1], space)
    )
    if more is not None:
        return Breach(more[0], fact, more[1], step=moves[-1].step)
    shift = next((shift for shift in moves if shift.start == space), moves[-1])
    rule = _rule(before, outcome, shift, wrong)
    return Breach(rule, fact, _carried(moves, shift), step=shift.step)


def _did_not_make_room(outcome: Outcome, wrong: Mapping[int, str], number: int) -> int | None:
    """The car that the claim leaves standing where this one was carried to."""
    last = next((shift for shift in reversed(outcome.shifts) if shift.car == number), None)
    for shift in outcome.shifts:
        if last is not None and shift.step == last.step and shift.start == last.end == wrong.get(shift.car):
            return shift.car
    return None


def _not_shifted(track: Track, outcome: Outcome, number: int, claimed: str) -> tuple[str, str] | None:
    """The rule and reason against a claim that the active car was shifted by its card where there is no room, or stands on the
    apron."""
    move = outcome.move
    car = outcome.position.car(number)
    if not isinstance(move, Activation) or number != move.car or car is None:
        return None
    rule = SHIFTS.get(move.card or "")
    if outcome.pit_exit:
        return _text_claimed(track, rule, car.space, claimed)
    skipped = outcome.complete and all(shift.rule != rule for shift in outcome.shifts)
    if rule is not None and skipped and car.space is not None and car.space in track.index:
        inward = rule == "TA-RC-oversteer"
        beside = (track.inside if inward else track.outside)[track.index[car.space]]
        if beside >= 0 and claimed == track.spaces[beside]:
            there = next((other.number for other in outcome.position.cars if other.space == claimed), None)
            taken = f": `{claimed}` is taken by {there}" if there is not None else ""
            return rule, f"the shift is skipped{taken}"
        if beside < 0 and inward and claimed == f"{car.space[:-1]}p":
            return rule, "the shift is skipped: it would lead onto the apron"
    if claimed.endswith("p"):
        return "TA-1.3-apron", "only a pit stop leads onto the apron"
    return None


def _text_claimed(track: Track, rule: str | None, real: str | None, claimed: str) -> tuple[str, str] | None:
    """The rule and reason against a claim that a car from the pits was shifted by its card."""
    at = track.index.get(real or "")
    if rule is None or at is None:
        return None
    beside = (track.inside if rule == "TA-RC-oversteer" else track.outside)[at]
    if beside < 0 or claimed != track.spaces[beside]:
        return None
    return "TA-9.4", "a car that leaves the pits moves as with Solo; the card's text does not count"


def _off_the_lane(track: Track, outcome: Outcome, moves: list[Shift], claimed: str) -> tuple[str, str] | None:
    """The rule and reason against a claim that a car of a Draft or Pursuit line took another lane at a fork than the line, or
    than the card allows."""
    if outcome.movement not in (DRAFT, PURSUIT):
        return None
    fork = torn_from_line(track, outcome, moves, claimed)
    if fork is None:
        return None
    card = getattr(outcome.move, "card", None)
    if card in LINE_CARDS:
        return CARD_RULES[card], f"the card demands the way from `{fork.start}` to `{fork.end}`"
    if fork.rule == OWN_STEP and leads_through(outcome, fork):
        return None
    rule = "TA-6.9.2" if leaves_corner(track, track.index[fork.start]) else "TA-6.9.1"
    return rule, f"the whole line goes from `{fork.start}` to `{fork.end}`"


def _taken_along(track: Track, outcome: Outcome, last: Shift, claimed: str) -> tuple[str, str] | None:
    """The rule and reason against a claim that a car put back by a swap came along behind the active car."""
    if last.rule != "TA-RC-working-the-pack" or not isinstance(outcome.move, Activation):
        return None
    mover = outcome.position.car(outcome.move.car)
    if mover is None or mover.space is None or mover.number == last.car:
        return None
    if further_ahead(track, claimed, last.start) and further_ahead(track, mover.space, claimed):
        return "TA-6.3", "with Solo only the active car moves, and nobody comes along behind it"
    return None


def _carried(moves: list[Shift], shift: Shift) -> str:
    """What carried the car, from where to where: the shift and the following ones by the same rule."""
    run = moves if shift.rule == "TA-6.1-directions" else moves[moves.index(shift) :]
    alike = shift.rule == "TA-6.1-directions" or all(other.rule == shift.rule for other in run)
    last = run[-1] if alike else shift
    end = f"to `{last.end}`" if last.end else "off the track"
    return f"{CARRIED.get(shift.rule, 'the move carries it')} from `{run[0].start}` {end}"


def _rule(before: Position, outcome: Outcome, shift: Shift, wrong: Mapping[int, str]) -> str:
    """The rule against claims about a car that was moved; a car left where it stood broke the link."""
    claimed = wrong[shift.car]
    if shift.rule == "TA-6.6-follow" and shift.start == claimed and not _other_order(outcome, wrong):
        return "TA-6.6-must-follow"
    if shift.rule == "TA-6.7-wall" and shift.start == claimed and _passed_on(outcome, shift, wrong):
        return "TA-6.7-cascade"
    car = before.car(shift.car)
    if car is None or car.space is None or car.space[:-1] != claimed[:-1] or not _sideways_first(outcome):
        return shift.rule
    linked = {
        "TA-6.4.1-line-moves": "TA-6.4.2-link-on-forward",
        "TA-6.5-push-only": "TA-6.5-line-joins",
    }
    return linked.get(shift.rule, shift.rule)


def _passed_on(outcome: Outcome, shift: Shift, wrong: Mapping[int, str]) -> bool:
    """Whether a car going sideways displaces this one by entering its space, and the claim denies that it does."""
    return any(
        other.car in wrong
        and (other.step, other.end) == (shift.step, shift.start)
        and other.rule in ("TA-6.7", "TA-6.7-cascade")
        for other in outcome.shifts
    )


def _other_order(outcome: Outcome, wrong: Mapping[int, str]) -> bool:
    """Whether the followers stand on the spaces of their line, but in another order than claimed."""
    led = {
        shift.car: shift.end
        for shift in outcome.shifts
        if shift.rule == "TA-6.6-follow" and shift.car in wrong
    }
    return {wrong[car] for car in led} == set(led.values())


def _sideways_first(outcome: Outcome) -> bool:
    move = outcome.move
    steps = move.path.steps if isinstance(move, Activation) and move.path is not None else ()
    return bool(steps) and steps[0].kind in (INWARD, OUTWARD)

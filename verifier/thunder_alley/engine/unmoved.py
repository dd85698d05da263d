"""The record claims that a car moved, but nothing moved it: the rule that would have had to carry it."""

from collections.abc import Sequence

from model.thunder_alley.cards import CARDS
from model.thunder_alley.position import Position
from model.thunder_alley.track import Track
from verifier.thunder_alley.engine.card_rules import CARD_RULES
from verifier.thunder_alley.engine.run import DRAFT, LEAD, PURSUIT
from verifier.thunder_alley.engine.tables import (
    IN_LINE,
    OWN_STEP,
    Standing,
    first_ahead,
    further_ahead,
    goes_ahead,
    row,
    tables,
)
from verifier.thunder_alley.engine.terms import Outcome, Shift

STAYS = {
    "TA-6.2": "it is not in the line that moves",
    "TA-6.3": "with Solo only the active car moves, and nothing displaces this car",
    "TA-6.4.2-lateral-before-forward": "nobody is linked while a Draft car goes sideways before its first step ahead",
    "TA-6.5-like-solo": "a Pursuit car that goes sideways is linked with nobody meanwhile",
    "TA-6.5-push-only": "Pursuit pushes cars ahead and pulls none behind; nothing in this move carries it",
    "TA-6.6-link-at-start": "it was not linked behind at the start of this move",
    "TA-6.7-wall": "an empty space ends the row of cars that fall back, and this one stands beyond it",
    "TA-6.8-cascade": "an empty space ends a push, and this car stands beyond it",
    "TA-6.9.3-case-1": "where lanes part or meet one of them counts as the line, and this car stands in another",
    "TA-6.9.3-case-2": "where lanes part or meet one of them counts as the line, and this car stands in another",
    "TA-UNIQUE": "the car beside the wall or the apron goes forward, so nobody falls back here",
    "TA-RC-inside-line": "the card demands the inner lane, and this car stands in the other",
    "TA-RC-outside-line": "the card demands the outer lane, and this car stands in the other",
    "TA-9.4": "a car that leaves the pits moves as with Solo, whatever the card says, and draws nobody along",
}
"""Why a car stays where it is, by the rule that would have had to carry it."""

NO_LINE = {DRAFT: "TA-6.2", PURSUIT: "TA-6.5-push-only", LEAD: "TA-6.2"}
"""Why a car in no line at all stays, by the movement type of the line."""

LINE_CARDS = ("inside-line", "outside-line")
"""Cards that decide which lane is taken at a fork."""


def rule_of_unmoved(track: Track, before: Position, outcome: Outcome, real: str, claimed: str) -> str:
    """The rule (a key of `STAYS`) that would have had to carry a car from `real` to `claimed`: a push-back or a push that
    ended before it, a line in another lane, or a line that does not include it."""
    space = track.index.get(real)
    if space is None:
        return NO_LINE.get(outcome.movement, "TA-6.3")
    ahead = further_ahead(track, claimed, real) and _in_reach(track, outcome, real, claimed)
    if further_ahead(track, real, claimed):
        for falls_back in ("TA-6.7-wall", "TA-UNIQUE"):
            if any(shift.rule == falls_back for shift in outcome.shifts):
                return falls_back
    standing = tables(track, before, outcome)
    if outcome.movement in (DRAFT, PURSUIT):
        rule = None
        if ahead:
            rule = _lane_ahead(track, outcome, standing, space) or _lane_behind(
                track, outcome, standing, space
            )
        return rule or _not_in_line(track, outcome, standing, space)
    if ahead and _beyond_a_push(track, outcome, track.spaces[space]):
        return "TA-6.8-cascade"
    if outcome.movement == LEAD:
        return _lane_behind(track, outcome, standing, space) or _not_led(track, outcome, standing, space)
    return "TA-9.4" if _type_not_counted(outcome) else "TA-6.3"


def _type_not_counted(outcome: Outcome) -> bool:
    """Whether the car left the pits with a card whose type draws cars along; from the pits the type does not count (TA-9.4)."""
    card = getattr(outcome.move, "card", None)
    return outcome.pit_exit and card is not None and CARDS[card].movement in (DRAFT, LEAD)


def _in_reach(track: Track, outcome: Outcome, real: str, claimed: str) -> bool:
    """Whether no more sectors lie between two spaces than the move has steps ahead."""
    one, two = [track.place[int(name[:-1])] for name in (real, claimed)]
    steps = {shift.step for shift in outcome.shifts if goes_ahead(track, shift)}
    return (two - one) % len(track.sectors) <= len(steps)


def _lane_ahead(track: Track, outcome: Outcome, standing: Sequence[Standing], space: int) -> str | None:
    """The rule that let a Draft or Pursuit line take another lane ahead of a fork than the one in which the car stands."""
    for shift in outcome.shifts:
        if shift.rule not in IN_LINE or not goes_ahead(track, shift):
            continue
        lanes = track.ahead[track.index[shift.start]]
        others = [lane for lane in lanes if track.spaces[lane] != shift.end]
        if space in row(standing[shift.step - 1], others, track.ahead):
            card = getattr(outcome.move, "card", None)
            return CARD_RULES[card] if card in LINE_CARDS else _case(track, outcome, shift)
    return None


def _lane_behind(track: Track, outcome: Outcome, standing: Sequence[Standing], space: int) -> str | None:
    """The rule by which another lane than that of the car, or no lane, counted as the line behind where lanes run together:
    with Draft at each step ahead, with Lead at the first step."""
    if outcome.movement == PURSUIT:
        return None
    for shift in outcome.shifts:
        links = shift.step == 1 if outcome.movement == LEAD else goes_ahead(track, shift)
        start = track.index.get(shift.start)
        if shift.rule not in IN_LINE or not links or start is None or len(track.behind[start]) < 2:
            continue
        if space in row(standing[shift.step - 1], track.behind[start], track.behind):
            return _case(track, outcome, shift)
    return None


def _case(track: Track, outcome: Outcome, shift: Shift) -> str:
    """Whether a fork or merge was there when the line first went ahead, or was reached on the way."""
    movers = {other.car for other in outcome.shifts if other.step == shift.step and other.rule == OWN_STEP}
    began = [first_ahead(track, outcome, mover) or shift.step for mover in movers]
    return "TA-6.9.3-case-2" if any(step < shift.step for step in began) else "TA-6.9.3-case-1"


def _not_in_line(track: Track, outcome: Outcome, standing: Sequence[Standing], space: int) -> str:
    """The rule that leaves a car out of a Draft or Pursuit line: it was next to the moving car only while that one went
    sideways, it stands behind a car that pushes, or it is in no line at all."""
    for shift in outcome.shifts:
        if shift.rule != OWN_STEP:
            continue
        began = first_ahead(track, outcome, shift.car)
        at = track.index.get(shift.start)
        if at is None or goes_ahead(track, shift) or (began is not None and shift.step > began):
            continue
        place = standing[shift.step - 1]
        if space in row(place, track.ahead[at], track.ahead):
            return "TA-6.5-like-solo" if outcome.movement == PURSUIT else "TA-6.4.2-lateral-before-forward"
        if outcome.movement == DRAFT and space in row(place, track.behind[at], track.behind):
            return "TA-6.4.2-lateral-before-forward"
    start = next((shift.start for shift in outcome.shifts if shift.rule == OWN_STEP), None)
    if start is not None and not _beside_or_behind(track, track.spaces[space], start):
        return "TA-6.2"  # no rule about cars behind keeps it there: the line has not reached it
    return NO_LINE[outcome.movement]


def _beside_or_behind(track: Track, space: str, start: str) -> bool:
    """Whether a space is level with another one or further back. A space half a lap away does not count: driving leads there."""
    return space[:-1] == start[:-1] or further_ahead(track, start, space)


def _beyond_a_push(track: Track, outcome: Outcome, space: str) -> bool:
    """Whether the car stands further ahead than one that was pushed there by a car behind it (TA-6.8)."""
    pushed = [shift.start for shift in outcome.shifts if shift.rule == "TA-6.8"]
    return any(further_ahead(track, space, start) for start in pushed)


def _not_led(track: Track, outcome: Outcome, standing: Sequence[Standing], space: int) -> str:
    """The rule that leaves a car out of a led line: the line has come in front of it on the way, or never."""
    led = {shift.car for shift in outcome.shifts if shift.rule in IN_LINE}
    for place in standing:
        line = [at for at, car in place.items() if car in led]
        behind = [at for front in line for at in track.behind[front]]
        if space in row(place, behind, track.behind):
            return "TA-6.6-link-at-start"
    return NO_LINE[LEAD]

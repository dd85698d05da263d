"""The positions within an outcome: where cars stood, which stood nose to tail, which went ahead."""

from collections.abc import Iterable, Mapping, Sequence

from model.thunder_alley.position import Position
from model.thunder_alley.track import Track
from verifier.thunder_alley.engine.terms import Outcome, Shift

OWN_STEP = "TA-6.1-directions"
"""The rule for shifts of the moving car; what only a card allows has the rule of the card."""

IN_LINE = (
    OWN_STEP,
    "TA-6.4.1-line-moves",
    "TA-6.4.1-line-joins",
    "TA-6.4.2-moves-like-solo",
    "TA-6.5-push-only",
    "TA-6.5-line-joins",
    "TA-6.6-follow",
)
"""The rules for shifts of the moving car and of those in line with it."""

Standing = Mapping[int, int]
"""Space number -> car number, for the spaces with a car."""


def tables(track: Track, before: Position, outcome: Outcome) -> list[Standing]:
    """Where the cars stand before the first step and after each step."""
    start = {at: car.number for car in before.cars if (at := track.index.get(car.space or "")) is not None}
    steps = [
        {track.index[space]: number for number, space in after.spaces.items()} for after in outcome.steps
    ]
    return [start, *steps]


def row(standing: Standing, spaces: Iterable[int], onward: Sequence[Sequence[int]]) -> set[int]:
    """The taken spaces among `spaces`, and those that stand nose to tail with them in the direction of `onward` (`ahead` or
    `behind` of the track)."""
    found: set[int] = set()
    waiting = list(spaces)
    while waiting:
        space = waiting.pop()
        if space in standing and space not in found:
            found.add(space)
            waiting += onward[space]
    return found


def goes_ahead(track: Track, shift: Shift) -> bool:
    """Whether a shift leads a sector ahead, along a border that both spaces share."""
    start = track.index.get(shift.start)
    return start is not None and track.index.get(shift.end or "") in track.ahead[start]


def first_ahead(track: Track, outcome: Outcome, mover: int) -> int | None:
    """The step with which the moving car first goes ahead; None if it never does."""
    own = [shift for shift in outcome.shifts if shift.car == mover and shift.rule == OWN_STEP]
    return min((shift.step for shift in own if goes_ahead(track, shift)), default=None)


def further_ahead(track: Track, space: str, other: str) -> bool:
    """Whether the first of two spaces lies in a sector further ahead than the second; on a ring by less than half a lap."""
    one, two = [track.place[int(name[:-1])] for name in (space, other)]
    if not track.ring:
        return one > two
    return 0 < (one - two) % len(track.sectors) < len(track.sectors) / 2


def torn_from_line(track: Track, outcome: Outcome, moves: Sequence[Shift], claimed: str) -> Shift | None:
    """The shift of one car that led from a fork into the lane of its Draft or Pursuit line (TA-6.9.1, TA-6.9.2), if with the
    other lane the car would have reached `claimed`; None if there is no such fork."""
    for place, shift in enumerate(moves):
        rest = moves[place:]
        if not all(other.rule in IN_LINE and goes_ahead(track, other) for other in rest):
            continue
        lanes = track.ahead[track.index[shift.start]]
        reached = {lane for lane in lanes if track.spaces[lane] != shift.end}
        for _ in rest[1:]:
            reached = {onward for space in reached for onward in track.ahead[space]}
        if track.index.get(claimed) in reached:
            return shift
    return None


def leads_through(outcome: Outcome, fork: Shift) -> bool:
    """Whether no car of the line went through a fork before the one that this shift carried through it."""
    return not any(
        shift.start == fork.start and shift.step < fork.step and shift.rule in IN_LINE
        for shift in outcome.shifts
    )

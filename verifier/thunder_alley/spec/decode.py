"""From an answer of the solver to tables and moves: where the cars stand, who finished, which steps were made."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from model.thunder_alley.moves import Path
from model.thunder_alley.moves import Step as Written
from model.thunder_alley.position import Setup
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, Evaluation
from verifier.solving.session import Session
from verifier.thunder_alley.spec.decisions import ASLANT, BACK, LINK
from verifier.thunder_alley.spec.next_position import Ended
from verifier.thunder_alley.spec.play import Shift
from verifier.thunder_alley.spec.segment import Movement
from verifier.thunder_alley.spec.tracking import Spot, Tracking

HISTORY = (("lapped-trigger", "on-entry"), ("lapped-new-leader", "kept"), ("lapped-same-lap", "literal"))
"""Readings under which a table does not only depend on where the cars stand in the end."""


def asks_history(setup: Setup) -> bool:
    """Whether Lap-down markers depend on how a table came about."""
    return any(setup.ruleset.readings[ruling] == reading for ruling, reading in HISTORY)


class Reading:
    """Bits that are read from one answer after another."""

    def __init__(self, circuit: Circuit, bits: Iterable[Bit]) -> None:
        self._bits = [bit for bit in dict.fromkeys(bits) if bit not in (TRUE, FALSE)]
        self._evaluation = Evaluation(circuit, self._bits)

    def values(self, true: Iterable[Bit]) -> "Values":
        """Their values where these variables hold."""
        return Values(dict(zip(self._bits, self._evaluation.values(true), strict=True)) if self._bits else {})


class Values:
    """The values of bits under an answer."""

    def __init__(self, known: Mapping[Bit, bool]) -> None:
        self._known = known

    def holds(self, bit: Bit) -> bool:
        """Whether a bit holds."""
        return bit == TRUE if bit in (TRUE, FALSE) else self._known[bit]


def tracking_bits(tracking: Tracking) -> list[Bit]:
    """Every bit of a tracking."""
    bits = [bit for spots in tracking.cars.values() for bit in spots.values()]
    return [*bits, *tracking.done.values(), *tracking.highest.values()]


def spots_of(tracking: Tracking, values: Values) -> dict[int, Spot]:
    """Where each car stands that is still on the board."""
    return {
        car: spot for car, spots in tracking.cars.items() for spot, bit in spots.items() if values.holds(bit)
    }


def ended(tracking: Tracking, values: Values, moments: Sequence[tuple[int, Tracking]] = ()) -> Ended:
    """What an answer came to."""
    finishers = sorted((rank, car) for (car, rank), bit in tracking.done.items() if values.holds(bit))
    highest = max((crossed for crossed, bit in tracking.highest.items() if values.holds(bit)), default=0)
    return Ended(
        spots_of(tracking, values),
        tuple(car for _, car in finishers),
        highest,
        tuple((mover, spots_of(moment, values)) for mover, moment in moments),
    )


def different_answers(
    session: Session, tracking: Tracking, reading: Reading, moments: Sequence[tuple[int, Tracking]]
) -> Iterator[Values]:
    """Answers that lead to different tables, each found only once; ends when the solver has proved that there are no more.

    A table is told by where its cars stand and by the laps reached on the way, and where there are `moments`, by where they
    stood in each of these. Raises `GaveUpError` at a limit.
    """
    where = [*tracking.done.values()]
    for cars in (tracking, *(moment for _, moment in moments)):
        where += [bit for spots in cars.cars.values() for bit in spots.values()]
    where = [bit for bit in dict.fromkeys(where) if bit not in (TRUE, FALSE)]
    reached = [bit for bit in tracking.highest.values() if bit not in (TRUE, FALSE)]
    while session.fits():
        values = reading.values(session.true_variables())
        yield values
        session.forbid(
            [
                *(bit for bit in where if values.holds(bit)),
                *(bit if values.holds(bit) else -bit for bit in reached),
            ]
        )


def movement_bits(movement: Movement) -> list[Bit]:
    """The bits that say which steps a movement made."""
    bits = []
    for number, choices in enumerate(movement.choices):
        bits += [*choices.kinds.values(), *(lane[3] for lane in movement.lanes(number))]
        bits += [shift.bit for shift, _ in _over_forks(movement, number)]
    return bits


def _over_forks(movement: Movement, number: int) -> Iterator[tuple[Shift, str]]:
    """The shifts of a step that leave a space where ways part or meet, and in which direction."""
    track = movement.play.track
    for shift in movement.steps[number].shifts:
        if shift.start < 0:
            continue
        if len(track.ahead[shift.start]) > 1 and shift.end in track.ahead[shift.start]:
            yield shift, ">"
        elif len(track.behind[shift.start]) > 1 and shift.end in track.behind[shift.start]:
            yield shift, "<"


def path_of(movement: Movement, values: Values) -> Path:
    """The steps of an answer, with every lane chosen. A choice that is written lasts, so it is written again where somebody goes
    another way later, even a car that only follows."""
    track = movement.play.track
    steps: list[Written] = []
    lasting: dict[tuple[str, str], str] = {}
    for number, choices in enumerate(movement.choices):
        kind = next((kind for kind, bit in choices.kinds.items() if values.holds(bit)), None)
        if kind is None:
            continue
        forks: dict[tuple[str, str], str] = {}
        to = None
        for shift, way in _over_forks(movement, number):
            place = (track.spaces[shift.start], way)
            if values.holds(shift.bit) and lasting.get(place, track.lane[shift.end]) != track.lane[shift.end]:
                forks[place] = track.lane[shift.end]
        for role, space, option, bit in movement.lanes(number):
            if values.holds(bit) and role == ASLANT:
                to = track.spaces[option]
            elif values.holds(bit):
                forks[track.spaces[space], "<" if role in (BACK, LINK) else ">"] = track.lane[option]
        lasting |= forks
        written = tuple((place, way, lane) for (place, way), lane in forks.items())
        steps.append(Written(kind.rstrip("!"), kind.endswith("!"), forks=written, to=to, token=len(steps)))
    return Path(tuple(steps))

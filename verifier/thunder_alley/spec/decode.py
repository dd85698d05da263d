"""Reads positions and moves from solver answers: where the cars stand, who finished, and which steps were made."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations

from model.thunder_alley.moves import Path
from model.thunder_alley.moves import Step as Written
from model.thunder_alley.position import Setup
from model.thunder_alley.track import Track
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, Evaluation
from verifier.solving.sweep import sweep
from verifier.solving.trial import Checks
from verifier.thunder_alley.spec.decisions import ASLANT, BACK, LINK
from verifier.thunder_alley.spec.outcome import Ended
from verifier.thunder_alley.spec.play import Shift, Step
from verifier.thunder_alley.spec.segment import Movement
from verifier.thunder_alley.spec.tracking import Spot, Tracking


def asks_history(setup: Setup) -> bool:
    """Whether Lap-down markers depend on how a position arose, not only on where the cars end up."""
    return setup.ruleset.readings["lapped-trigger"] == "on-entry"


WIDEST = 10_000
"""Assignments tried out at once."""


class Reading:
    """Bits read from one answer after another. `facts` hold in every answer."""

    def __init__(self, circuit: Circuit, bits: Iterable[Bit], facts: Iterable[Bit] = ()) -> None:
        self._circuit = circuit
        self._bits = [bit for bit in dict.fromkeys(bits) if bit not in (TRUE, FALSE)]
        self._facts = [bit for bit in dict.fromkeys(facts) if bit != TRUE]
        self._evaluation = Evaluation(circuit, [*self._bits, *self._facts])
        self._variables = self._evaluation.variables
        self._flips: dict[Bit, int] = {}
        self._width = 0

    def values(self, true: Iterable[Bit]) -> "Values":
        """The values when exactly these variables hold."""
        found = self._evaluation.values(holding := frozenset(true))[: len(self._bits)]
        return Values(dict(zip(self._bits, found, strict=True)), holding)

    def tried(self, shown: Iterable[Bit]) -> Iterator["Values"]:
        """The values in answers found by trial; no two agree in every bit of `shown`."""
        answers = [true for true, _ in sweep(self._circuit, self._facts, shown)]
        columns: dict[Bit, int] = dict.fromkeys(self._variables, 0)
        for place, answer in enumerate(answers):
            for bit in answer:
                columns[bit] |= 1 << place
        found = dict(zip(self._bits, self._evaluation.columns(columns, len(answers)), strict=False))
        for place, answer in enumerate(answers):
            yield Values({bit: bool(column >> place & 1) for bit, column in found.items()}, frozenset(answer))

    def near(
        self,
        answers: Sequence["Values"],
        tell: Callable[["Values"], Sequence[Bit]],
        told: list[Sequence[Bit]],
    ) -> Iterator["Values"]:
        """The values in answers that differ from one of `answers` in at most two variables, skipping those whose `tell` result is
        already in `told`. New results are added to `told`."""
        self._number_flips()
        at_once = max(1, WIDEST // self._width)
        for place in range(0, len(answers), at_once):
            yield from self._near(answers[place : place + at_once], tell, told)

    def _near(
        self,
        answers: Sequence["Values"],
        tell: Callable[["Values"], Sequence[Bit]],
        told: list[Sequence[Bit]],
    ) -> Iterator["Values"]:
        row = (1 << self._width) - 1
        columns = dict.fromkeys(self._flips, 0)
        for answer in answers:
            for bit, flip in self._flips.items():
                columns[bit] = columns[bit] << self._width | (flip ^ row if bit in answer.true else flip)
        every = (1 << self._width * len(answers)) - 1
        values = self._evaluation.columns(columns, self._width * len(answers))
        found = dict(zip(self._bits, values, strict=False))
        left = every
        for column in values[len(self._bits) :]:
            left &= column

        def without(left: int, bits: Sequence[Bit]) -> int:
            same = left
            for bit in bits:
                same &= found[bit] if bit in found else found[-bit] ^ every
            return left ^ same

        for bits in told:
            left = without(left, bits)
        while left:
            place = (left & -left).bit_length() - 1
            known = {bit: bool(column >> place & 1) for bit, column in found.items()}
            one = Values(known, frozenset(bit for bit, column in columns.items() if column >> place & 1))
            told.append(tell(one))
            left = without(left, told[-1])
            yield one

    def _number_flips(self) -> None:
        """Number each neighbouring assignment, and record for each variable the assignments in which it is flipped."""
        if self._width:
            return
        self._flips = dict.fromkeys(self._variables, 0)
        self._width = 1
        for flipped in chain(combinations(self._variables, 1), combinations(self._variables, 2)):
            for bit in flipped:
                self._flips[bit] |= 1 << self._width
            self._width += 1


class Values:
    """The values of bits in an answer; `true` holds the variables that are true in it."""

    def __init__(self, known: Mapping[Bit, bool], true: frozenset[Bit] = frozenset()) -> None:
        self._known = known
        self.true = true

    def holds(self, bit: Bit) -> bool:
        """Whether a bit holds."""
        return bit == TRUE if bit in (TRUE, FALSE) else self._known[bit]


def tracking_bits(tracking: Tracking) -> list[Bit]:
    """Every bit of a tracking."""
    bits = [bit for spots in tracking.cars.values() for bit in spots.values()]
    return [*bits, *tracking.done.values(), *tracking.highest.values()]


def spots_of(tracking: Tracking, values: Values) -> dict[int, Spot]:
    """Where each car still on the board stands."""
    return {
        car: spot for car, spots in tracking.cars.items() for spot, bit in spots.items() if values.holds(bit)
    }


def ended(tracking: Tracking, values: Values, moments: Sequence[tuple[int, Tracking]] = ()) -> Ended:
    """The result of an answer."""
    finishers = sorted(
        (rank, car, crossed) for (car, rank, crossed), bit in tracking.done.items() if values.holds(bit)
    )
    highest = max((crossed for crossed, bit in tracking.highest.items() if values.holds(bit)), default=0)
    return Ended(
        spots_of(tracking, values),
        tuple((car, crossed) for _, car, crossed in finishers),
        highest,
        tuple((mover, spots_of(moment, values)) for mover, moment in moments),
    )


def different_answers(
    session: Checks, tracking: Tracking, reading: Reading, moments: Sequence[tuple[int, Tracking]]
) -> Iterator[Values]:
    """Yield answers that lead to different positions, each once. It ends when the solver has proved that no more exist.

    A position is identified by where its cars stand and the laps reached on the way, and if there are `moments`, by where cars
    stood in each. The solver finds an answer that leads somewhere new. Its neighbours are then tried, which is faster. `reading`
    knows the facts. Raises `GaveUpError` at a limit.
    """
    where = [*tracking.done.values()]
    for cars in (tracking, *(moment for _, moment in moments)):
        where += [bit for spots in cars.cars.values() for bit in spots.values()]
    where = [bit for bit in dict.fromkeys(where) if bit not in (TRUE, FALSE)]
    reached = [bit for bit in tracking.highest.values() if bit not in (TRUE, FALSE)]

    def tell(values: Values) -> list[Bit]:
        return [
            *(bit for bit in where if values.holds(bit)),
            *(bit if values.holds(bit) else -bit for bit in reached),
        ]

    told: list[Sequence[Bit]] = []
    for values in reading.tried([*where, *reached]):
        told.append(tell(values))
        session.forbid(told[-1])
        yield values
    while session.fits():
        before = len(told)
        waiting = [reading.values(session.true_variables())]
        told.append(tell(waiting[0]))
        while waiting:
            yield from waiting
            waiting = list(reading.near(waiting, tell, told))
        for bits in told[before:]:
            session.forbid(bits)


def movement_bits(movement: Movement) -> list[Bit]:
    """The bits that record which steps a movement made."""
    bits = []
    for taken in movement.steps:
        bits += [*taken.kinds.values(), *(lane[3] for lane in taken.made.lanes)]
        bits += [shift.bit for shift, _ in _over_forks(movement.play.track, taken.made)]
    return bits


def _over_forks(track: Track, made: Step) -> Iterator[tuple[Shift, str]]:
    """The shifts of a step that leave a space where ways split or meet, with their direction."""
    for shift in made.shifts:
        if shift.start < 0:
            continue
        if len(track.ahead[shift.start]) > 1 and shift.end in track.ahead[shift.start]:
            yield shift, ">"
        elif len(track.behind[shift.start]) > 1 and shift.end in track.behind[shift.start]:
            yield shift, "<"


def path_of(movement: Movement, values: Values) -> Path:
    """The steps of an answer with every lane chosen. A written choice lasts, so it is written again when a car later goes another
    way, even a car that only follows."""
    track = movement.play.track
    steps: list[Written] = []
    lasting: dict[tuple[str, str], str] = {}
    for taken in movement.steps:
        kind = next((kind for kind, bit in taken.kinds.items() if values.holds(bit)), None)
        if kind is None:
            continue
        forks: dict[tuple[str, str], str] = {}
        to = None
        for shift, way in _over_forks(track, taken.made):
            place = (track.spaces[shift.start], way)
            if values.holds(shift.bit) and lasting.get(place, track.lane[shift.end]) != track.lane[shift.end]:
                forks[place] = track.lane[shift.end]
        for role, space, option, bit in taken.made.lanes:
            if values.holds(bit) and role == ASLANT:
                to = track.spaces[option]
            elif values.holds(bit):
                forks[track.spaces[space], "<" if role in (BACK, LINK) else ">"] = track.lane[option]
        lasting |= forks
        written = tuple((place, way, lane) for (place, way), lane in forks.items())
        steps.append(Written(kind.rstrip("!"), kind.endswith("!"), forks=written, to=to, token=len(steps)))
    return Path(tuple(steps))

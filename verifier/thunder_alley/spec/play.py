"""What stays constant while one car moves (track, card, readings), and the bits of the state that changes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from model.ruleset import Ruleset
from model.thunder_alley.track import Track
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit

SOLO, DRAFT, PURSUIT, LEAD = "solo", "draft", "pursuit", "lead"

LEVELS = 4
"""How many of a car's crossings before its finish the model tracks: no car crosses four times in one segment."""

Bits = Mapping[int, Bit]
"""Spaces with the bits that may hold there; a missing space has the bit `FALSE`."""

Edges = Mapping[tuple[int, int], Bit]
"""Pairs of spaces, "from here to there", with their bits."""


@dataclass(frozen=True, slots=True)
class Play:
    """One car's movement. With `pit` it leaves the apron (TA-9.4); then `movement` is Solo and `text` is None.

    `text` names the card's own text, and `total` is its MPs. `laps`: those of the race, if some car may finish in this segment.
    `cars`: how many others are on the track, None if unknown. `most`: in a search, the most MPs that can be left at this step.
    """

    circuit: Circuit
    track: Track
    ruleset: Ruleset
    movement: str
    text: str | None
    total: int
    pit: bool = False
    laps: int | None = None
    cars: int | None = None
    most: int | None = None

    def reads(self, ruling: str, reading: str) -> bool:
        """Whether the ruleset takes this reading of a ruling."""
        return self.ruleset.readings[ruling] == reading

    @property
    def searching(self) -> bool:
        """Whether only legal steps matter, so that the effects of an illegal step can be skipped."""
        return self.most is not None

    def cannot_pay(self, price: int) -> bool:
        """Whether a search can skip a step of this price: it breaks TA-6.1-mp-total in every case."""
        return self.most is not None and self.most < price

    @property
    def finish(self) -> bool:
        """Whether some car may finish the race in this segment."""
        return self.laps is not None

    @property
    def line(self) -> bool:
        """Whether the car pushes a line: Draft and Pursuit."""
        return self.movement in (DRAFT, PURSUIT)

    @property
    def enters_anew(self) -> bool:
        """Whether cars may enter a space again because the rule against it is left out. Never where sideways steps are free."""
        return "TA-6.1-once-per-space" in self.ruleset.left_out and self.text != "rubbin-is-racin"

    @property
    def follows(self) -> bool:
        """Whether cars behind can follow: Draft and Lead."""
        return self.movement in (DRAFT, LEAD)

    def crosses(self, start: int, end: int) -> int:
        """1 if going from one space to another crosses Start/Finish forward, -1 if backward, else 0 (TA-1.3-line)."""
        track = self.track
        if track.line is None:
            return 0
        after = track.sector_after(track.line)
        if track.sector[start] == track.line and track.sector[end] == after:
            return 1
        return -1 if track.sector[end] == track.line and track.sector[start] == after else 0

    def narrows(self, space: int) -> bool:
        """Whether the next sector has fewer lanes: the way into a corner (TA-4.5.2)."""
        track = self.track
        after = track.sector[track.ahead[space][0]]
        return track.sector.count(after) < track.sector.count(track.sector[space])

    @property
    def may_close(self) -> bool:
        """Whether a row of cars can reach all around the track (`train-around-the-track`, `no-space-behind`)."""
        return self.track.ring and self.longest >= len(self.track.sectors) - 1

    @property
    def surrounds(self) -> bool:
        """Whether the cars are known and there are enough of them to stand all around the track."""
        return self.cars is not None and self.may_close

    @property
    def longest(self) -> int:
        """The most cars that can move in a row. On a short ring a row may come round again in another lane."""
        return len(self.track.sectors) if self.cars is None else self.cars


@dataclass(frozen=True, slots=True)
class State:
    """The bits of a moment in the middle of a move. Spaces are numbers of the track.

    `at` is where the active car stands: nowhere once it has finished, and the space next to it before it has left the apron.
    `others` are the spaces of all other cars on the track. `mps` is one-hot. `entered` are spaces that may not be entered
    again. `followers` are the cars linked behind, and `path` the ways on which they follow. `members` are the cars of the line
    ahead, kept only where cars may finish: a gap left by a finished car does not break the line. `gaps` are the places of led
    cars that have finished; they go on with the line. `taken` are the lanes that the line, or pushed cars, took at forks.

    `forward`: a forward step was made. `aside`: the car did not reach its space by one. `linked`: it may not leave its line.
    `gone`: the active car has finished. `bumped`: MPs were wasted. `diagonal`: the one diagonal step was made. `exited`: the
    car stands on the track. `due[k]` holds where the car of that space finishes with its k-th crossing from now, counted from
    0; `own_due` is the same for the active car. `won`: a car has finished.
    """

    at: Bits
    others: Bits
    mps: tuple[Bit, ...]
    entered: Bits = field(default_factory=dict)
    forward: Bit = FALSE
    linked: Bit = FALSE
    aside: Bit = TRUE
    gone: Bit = FALSE
    bumped: Bit = FALSE
    diagonal: Bit = FALSE
    exited: Bit = TRUE
    followers: Bits = field(default_factory=dict)
    path: Edges = field(default_factory=dict)
    members: Bits = field(default_factory=dict)
    gaps: Bits = field(default_factory=dict)
    taken: Edges = field(default_factory=dict)
    due: tuple[Bits, ...] = ()
    own_due: tuple[Bit, ...] = ()
    won: Bit = FALSE


@dataclass(frozen=True, slots=True)
class Shift:
    """One car going from a space to another where `bit` holds. `active` marks the car that moves by its own MPs. `why` is the
    rule that moves it. A car that leaves the apron starts at `APRON`."""

    start: int
    end: int
    bit: Bit
    why: str
    active: bool = False


def shifts_of(moves: Mapping[tuple[int, int], Bit], why: str) -> list[Shift]:
    """The shifts of displaced cars, with the rule that moves them."""
    return [Shift(start, end, bit, why) for (start, end), bit in moves.items()]


APRON = -1
"""Where a car stands that has not left the pits."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A demand on a step or a whole move, broken where `bit` does not hold. `fact` describes the fault. `claim`: it is an
    assertion of the record, and `id` is the rule that decides it. `token` and `step` locate it, if it is not about the step as
    a whole. `undrawn`: a car would go where the track is not drawn, so the effect is unknown."""

    id: str
    bit: Bit
    fact: str
    claim: bool = False
    token: str | None = None
    step: int = 0
    undrawn: bool = False


Lane = tuple[str, int, int, Bit]
"""A way taken where ways part or meet: role, space left, space entered, and the bit under which it is taken."""


@dataclass(slots=True)
class Act:
    """What one kind of step does where it is chosen. `target` is where the active car goes. `costs` pairs an amount of MPs
    with where it is due; `drained` is where all remaining MPs are due. `barred` are the rules that forbid the step whatever
    stands at its target; they decide before the other `rules`. `displaced`: a car not linked behind is moved.
    `followers` and `path` are given where cars become linked. `fallen` are followers pushed back before they follow. `aslant`
    are the ways of followers that make the diagonal step of Slingshot themselves."""

    target: dict[int, Bit] = field(default_factory=dict)
    shifts: list[Shift] = field(default_factory=list)
    costs: list[tuple[int, Bit]] = field(default_factory=list)
    drained: Bit = FALSE
    barred: list[Rule] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    lanes: list[Lane] = field(default_factory=list)
    displaced: Bit = FALSE
    joined: dict[int, Bit] = field(default_factory=dict)
    ways: dict[tuple[int, int], Bit] = field(default_factory=dict)
    pushed: dict[tuple[int, int], Bit] = field(default_factory=dict)
    fallen: dict[tuple[int, int], Bit] = field(default_factory=dict)
    aslant: dict[tuple[int, int], Bit] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """The result of one step: the state after it, its rules, the moves of cars, the ways taken, and the price (one-hot, in
    MPs). `finished` names the shifts that end their car's race, by index in `shifts`; `earlier` holds where others do so
    before in the same step. `displaced`: a car other than a follower was moved. `shifts` has each way once, `causes` once for
    each rule that moves a car along it. `fallen` are followers pushed back before they follow."""

    state: State
    rules: tuple[Rule, ...]
    shifts: tuple[Shift, ...]
    lanes: tuple[Lane, ...]
    costs: tuple[tuple[int, Bit], ...]
    finished: Mapping[int, Bit]
    earlier: Mapping[int, tuple[Bit, ...]]
    displaced: Bit
    linked_now: Bits
    causes: tuple[Shift, ...]
    fallen: Mapping[tuple[int, int], Bit]

    def broken(self) -> Iterator[Rule]:
        """The rules that are broken in every case."""
        return (rule for rule in self.rules if rule.bit == FALSE)

    def space_entered(self, circuit: Circuit) -> dict[int, Bit]:
        """Where the car stands after the step, or the space by which it crossed the finish."""
        found = dict(self.state.at)
        for number, bit in self.finished.items():
            shift = self.shifts[number]
            if shift.active:
                found[shift.end] = circuit.either(found.get(shift.end, FALSE), bit)
        return found

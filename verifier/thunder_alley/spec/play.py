"""What stays the same while one car moves: track, card, readings; and the bits of the state that changes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from model.ruleset import Ruleset
from model.thunder_alley.track import Track
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit

SOLO, DRAFT, PURSUIT, LEAD = "solo", "draft", "pursuit", "lead"

LEVELS = 4
"""How many crossings before its finish a car is watched: four of one car in one segment are out of reach."""

Bits = Mapping[int, Bit]
"""Spaces with the bits that may hold there; a space that is left out has the bit `FALSE`."""

Edges = Mapping[tuple[int, int], Bit]
"""Pairs of spaces, "from here to there", with their bits."""


@dataclass(frozen=True, slots=True)
class Play:
    """One car's movement: with `pit` it leaves the apron (TA-9.4), and then `movement` is Solo and `text` None.

    `text` names the card's own text, `total` are the MPs. `finish` says whether any car can finish the race in this segment;
    `cars` how many others are on the track, None where that is open. `most`: in a search, the most MPs that can be left at this
    step.
    """

    circuit: Circuit
    track: Track
    ruleset: Ruleset
    movement: str
    text: str | None
    total: int
    pit: bool = False
    finish: bool = False
    cars: int | None = None
    most: int | None = None

    def reads(self, ruling: str, reading: str) -> bool:
        """Whether the ruleset reads a ruling so."""
        return self.ruleset.readings[ruling] == reading

    @property
    def searching(self) -> bool:
        """Whether only legal steps are looked for, so that what a broken one does need not be followed."""
        return self.most is not None

    def cannot_pay(self, price: int) -> bool:
        """Whether a search need not follow what a step does for so many MPs: it breaks TA-6.1-mp-total whatever is left open."""
        return self.most is not None and self.most < price

    @property
    def line(self) -> bool:
        """Whether the car pushes a line: Draft and Pursuit (TA-6.4, TA-6.5)."""
        return self.movement in (DRAFT, PURSUIT)

    @property
    def weaves(self) -> bool:
        """Whether a linked car may step sideways, out of its line; its next step forward forms another (`rubbin-when-linked`)."""
        if self.lane_free:
            return True
        return self.text == "rubbin-is-racin" and self.reads("rubbin-when-linked", "allowed")

    @property
    def lane_free(self) -> bool:
        """Whether the rule is left out that keeps a linked car in its lane."""
        kept = {DRAFT: "TA-6.4.2-no-lateral-once-linked", PURSUIT: "TA-6.5-no-lane-change"}.get(self.movement)
        return kept in self.ruleset.left_out

    @property
    def enters_anew(self) -> bool:
        """Whether spaces may be entered again, since the rule is left out; where sideways steps are free, it is not."""
        return "TA-6.1-once-per-space" in self.ruleset.left_out and self.text != "rubbin-is-racin"

    @property
    def lines(self) -> bool:
        """Whether a fork can be met again: by another line, or by one that reaches all around the track."""
        round_again = self.track.ring and self.longest + self.total >= len(self.track.sectors)
        return self.weaves or (self.line and round_again)

    @property
    def follows(self) -> bool:
        """Whether cars behind can follow: Draft and Lead (TA-6.4.1, TA-6.6)."""
        return self.movement in (DRAFT, LEAD)

    def crosses(self, start: int, end: int) -> int:
        """1 where going from a space to another leads forward over Start/Finish, -1 back over it, else 0 (TA-1.3-line)."""
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
        """Whether there can be a row of cars all around the track (`train-around-the-track`, `no-space-behind`)."""
        return self.track.ring and self.longest >= len(self.track.sectors) - 1

    @property
    def surrounds(self) -> bool:
        """Whether the cars are known, and enough of them to stand all around the track."""
        return self.cars is not None and self.may_close

    @property
    def longest(self) -> int:
        """The most cars that can move in a row: on a short ring a row may come round again in another lane."""
        return len(self.track.sectors) if self.cars is None else self.cars


@dataclass(frozen=True, slots=True)
class State:
    """The bits of a moment in the middle of a move. Spaces are numbers of the track.

    `at` is where the active car stands (nowhere once it has finished; before it has left the apron, the space beside it),
    `others` the spaces of all other cars on the track. `mps` is one-hot. `entered` are spaces that may not be entered again.
    `followers` are the cars linked behind, `path` the ways on which they follow, `members` the cars of the line ahead (kept
    only where cars may finish: a gap that one leaves does not break the line), `gaps` the places of led cars that have finished,
    which go on with the line, `taken` the lanes that the line, or pushed cars, took at forks.

    `forward`: a forward step was made; `aside`: the car did not come to its space by one; `linked`: it may not leave its line;
    `gone`: the active car has finished; `bumped`: MPs were wasted; `diagonal`: the one diagonal step was made; `exited`: the
    car stands on the track. `due[k]` holds where the car of that space finishes with its k-th crossing from now, counted from
    0; `own_due` is the same for the active car; `won`: somebody has finished.
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
    """One car going from a space to another, where `bit` holds; `active` for the car that moves by its own MPs. `why` is the rule
    that moves it. A car that leaves the apron starts at `APRON`."""

    start: int
    end: int
    bit: Bit
    why: str
    active: bool = False


APRON = -1
"""Where a car stands that has not left the pits."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A demand on a step: broken where `bit` does not hold. `fact` says what is at fault where it is broken. `undrawn`: a car
    would go where the track is not drawn, so that nobody knows what comes of it."""

    id: str
    bit: Bit
    fact: str
    undrawn: bool = False


Lane = tuple[str, int, int, Bit]
"""A way taken where ways part or meet: role, space left, space entered, and where it is so."""


@dataclass(slots=True)
class Act:
    """What one kind of step does, where it is chosen. `target` is where the active car goes, `costs` pairs an amount of MPs
    with where it is due, and `drained` is where all that are left are due; `displaced`: some car is moved that is not linked
    behind. `followers` and `path` are given where cars become linked, `fallen` are followers pushed back before they follow,
    `aslant` the ways of those that make the diagonal step of Slingshot themselves."""

    target: dict[int, Bit] = field(default_factory=dict)
    shifts: list[Shift] = field(default_factory=list)
    costs: list[tuple[int, Bit]] = field(default_factory=list)
    drained: Bit = FALSE
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
    """What one step came to: the state after it, its rules, who went where, the ways taken, the price (one-hot, in MPs), which
    shifts end the race of their car (by place in `shifts`; `earlier` where others do so before in the same step), and whether a
    car other than a follower was moved. `shifts` has each way once, `causes` once for each rule that moves a car along it."""

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

    def broken(self) -> Iterator[Rule]:
        """The rules that are broken whatever is left open."""
        return (rule for rule in self.rules if rule.bit == FALSE)

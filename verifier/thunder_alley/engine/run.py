"""One activation, compiled: what stays the same while the mover spends its MPs, and the state that changes.

Cars are numbered from 1 in the order of the position; code GHOST keeps the place of a finished car in a moving line
(TA-10.1, finish-removed-space).
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple, final

from model.thunder_alley.cards import Card
from model.thunder_alley.moves import (
    BACKWARD,
    DIAGONAL_IN,
    DIAGONAL_OUT,
    FORWARD,
    INWARD,
    OUTWARD,
    SWAP,
    Step,
)
from model.thunder_alley.position import FINISHED, RACING, Car, Position, Setup
from model.thunder_alley.track import Track
from verifier.thunder_alley.engine.card_rules import CARD_RULES
from verifier.thunder_alley.engine.ground import GHOST as GHOST
from verifier.thunder_alley.engine.ground import ground_of
from verifier.thunder_alley.engine.readings import Readings

APRON, GONE = -1, -2
BEGUN, LINKED, SLUNG, MERGED, BUMPED, ENDED = 1, 2, 4, 8, 16, 32


class State(NamedTuple):
    """What changes with each step. States are compared, hashed and kept by the thousand."""

    mps_left: int
    at: int
    """Space number of the mover; APRON before it has left the pits, GONE when it has finished."""
    trail: tuple[int, ...]
    """Spaces of the cars linked behind it, nearest first."""
    board: bytes
    """Space number -> car code, 0 for an empty space; without the mover and its trail."""
    seen: int
    """Bit set of the spaces that may not be entered again (TA-6.1-once-per-space)."""
    mode: int
    """Flags: forward movement BEGUN, LINKED in a line, diagonal step used (SLUNG), came forward through a merge whose other
    lane does not link (MERGED), only bumps may follow (BUMPED), no further step (ENDED)."""
    lanes: tuple[tuple[int, int], ...]
    """(fork, chosen space) for the forks that a line is passing (TA-6.9)."""
    crossed: bytes
    """Car code -> crossings of Start/Finish; code 0 -> the lap that the leader reached before it fell back over the line."""
    finished: tuple[int, ...]
    """Codes of the cars that finished in this activation, in order."""
    crew: tuple[int, ...]
    """Codes of the mover and of its trail."""


LEAVING = (FORWARD, SWAP, DIAGONAL_IN, DIAGONAL_OUT)
"""Steps into the next sector."""

SIDEWAYS = (INWARD, OUTWARD)

SOLO, DRAFT, PURSUIT, LEAD = "solo", "draft", "pursuit", "lead"

FORWARD_PRICE = 3
"""MPs of a step ahead into a car (TA-6.1-cost), unless the card says otherwise."""

LATERAL_PRICE = 2
"""MPs of a sideways step into a car (TA-6.1-cost), unless the card or a reading of bump-lateral-wording lowers it."""


def prices(left_out: frozenset[str]) -> tuple[int, int]:
    """MPs of a step into a car, ahead and sideways; without TA-6.1-cost it costs as much as any other."""
    return (1, 1) if "TA-6.1-cost" in left_out else (FORWARD_PRICE, LATERAL_PRICE)


TYPES = {DRAFT: "TA-6.4", PURSUIT: "TA-6.5", LEAD: "TA-6.6"}
"""Movement type -> the rule without which its cars move as with Solo."""


@lru_cache(maxsize=64)
def sector_spaces(track: Track) -> dict[int, tuple[int, ...]]:
    """Sector number -> its spaces, inside first."""
    return {
        number: tuple(s for s, sector in enumerate(track.sector) if sector == number)
        for number in track.sectors
    }


def _movement_without(movement: str, left_out: frozenset[str]) -> str:
    """The movement type by which a card moves a car if a comparison leaves out these rules."""
    if movement == PURSUIT and "TA-6.5-push-only" in left_out:
        movement = DRAFT
    return SOLO if TYPES.get(movement) in left_out else movement


@final
class Run:
    """The fixed part of one car's movement with one card.

    `places`, `crossed` and `cells` are those of the position before it, as in `Layout`; `bits` has the bit of each space in
    the set `seen` of a state, `diverge` marks the spaces that leave a corner (TA-4.5.3). `home` is the space where the
    mover stands before its first step, APRON on the apron; `wear` is the marker of the card, None for a car that leaves the
    pits (TA-3.4-6, TA-9.4).
    """

    def __init__(
        self, setup: Setup, position: Position, mover: Car, card: Card, total: int, *, second: bool = False
    ):
        if setup.track is None:
            raise ValueError("a car can only be moved on a track")
        track = setup.track
        ground = ground_of(setup, track)
        layout = ground.layout(position.cars)
        self.ground, self.layout = ground, layout
        self.setup = setup
        self.position = position
        self.track = track
        self.card = card
        self.total = total
        self.second = second
        self.readings: Readings = ground.readings
        self.left_out = left_out = ground.left_out
        self.ahead, self.behind = ground.ahead, ground.behind
        self.inside, self.outside = ground.inside, ground.outside
        self.before, self.after, self.near_line = ground.before, ground.after, ground.near_line
        self.diverge, self.watch_line = ground.diverge, ground.watch_line
        self.bits = ground.bits
        self.laps = setup.laps
        self.codes, self.numbers = layout.codes, layout.numbers
        self.places, self.crossed, self.cells = layout.places, layout.crossed, layout.cells
        self.mover = self.codes[mover.number]
        self.home = ground.index.get(mover.space or "", APRON)
        self.pit_exit = mover.on_apron
        self.exit_space = track.index[f"{mover.space[:-1]}a"] if self.pit_exit and mover.space else -1
        self.wear = None if self.pit_exit or "TA-3.4-6" in left_out else card.wear
        self.movement, text = (SOLO, "") if self.pit_exit else (card.movement, card.text or "")
        if not self.pit_exit:
            self.movement = _movement_without(card.movement, left_out)
            text = "" if CARD_RULES[card.id] in left_out else text
        self.text = text
        # Steps that cost nothing would never end.
        self.enters_anew = "TA-6.1-once-per-space" in left_out and self.text != "rubbin-is-racin"
        # A forward step never leads back into an earlier sector unless the move is as long as the whole ring.
        self.keep_seen = -1 if ground.ring and ground.a_lap <= total else 0
        # What follows from movement type and card text for single steps (TA-6.3 to 6.6, TA-RC).
        self.in_line = self.movement in (DRAFT, PURSUIT)
        self.pulls = self.movement == DRAFT
        self.leads = self.movement == LEAD
        self.forward_price, self.lateral_price = prices(left_out)
        self.no_cascade = "TA-6.7-cascade" in left_out
        self.edge_leads_on = "TA-6.7-wall" in left_out
        self.spares_line = "TA-UNIQUE" not in left_out
        self.unlinks_sideways = self.leads and "TA-6.6-must-follow" in left_out
        self.side_cost = 0 if text == "rubbin-is-racin" else 1
        self.no_inward = text in ("riding-the-draft", "chasing-the-race", "outside-line")
        self.no_outward = text in ("riding-the-draft", "chasing-the-race", "inside-line")
        self.no_forward = text == "outside-line" and not self.readings.outside_forward
        self.fork_side = 0 if text == "inside-line" else 1 if text == "outside-line" else None
        self.slides = self.inside if text == "oversteer" else self.outside if text == "understeer" else None
        self.swaps = text == "working-the-pack"
        self.slings = text == "slingshot"

    @cached_property
    def won(self) -> bool:
        """Whether a car had finished before this activation."""
        return any(car.place is not None and car.status == FINISHED for car in self.position.cars)

    @cached_property
    def push_cost(self) -> int:
        """MPs of a step ahead into a car: with Draft and Pursuit the line goes on for 1 MP."""
        return 1 if self.in_line or self._counts_spaces else self.forward_price

    @cached_property
    def side_push_cost(self) -> int:
        """MPs of a sideways step into a car."""
        if not self.side_cost and self.readings.rubbin_all_free:
            return 0
        return 1 if self._counts_spaces or self.readings.lateral_price_one else self.lateral_price

    @cached_property
    def _counts_spaces(self) -> bool:
        return self.text == "teamwork" and self.readings.teamwork_spaces

    def goes_ahead(self, steps: Sequence[Step]) -> bool:
        """Whether the path leaves the first sector with its first step and never returns to it."""
        return bool(steps) and steps[0].kind == FORWARD and not steps[0].bump and not self.keep_seen

    def may_return(self, steps: Sequence[Step]) -> bool:
        """Whether the path might return to the space where it starts: not if it goes to one side only and then ahead, without
        a step back."""
        if self.keep_seen or any([step.bump or step.kind == BACKWARD for step in steps]):
            return True
        side = ""
        for step in steps:
            if step.kind in LEAVING:
                return False
            if step.kind not in SIDEWAYS or side not in ("", step.kind):
                return True
            side = step.kind
        return True

    def start(
        self, steps: Sequence[Step] = (), left: tuple[bytes, bytes, tuple[int, ...]] | None = None
    ) -> State:
        """The state before the first step, with no car linked yet. `steps` are the path if it is known already; only a path
        that may return to its start needs a ruling on that (reenter-start-space). `left`: the cars on the track, the
        crossings and the cars that have finished, as Teamwork's first car has left them."""
        board, crossed, finished = left or (self.cells, self.crossed, ())
        at, seen = self.home, 0
        if at >= 0:
            board = board[:at] + b"\0" + board[at + 1 :]
            if not self.enters_anew and self.may_return(steps) and self.readings.start_entered:
                seen = self.bits[at]
        return State(self.total, at, (), board, seen, 0, (), crossed, finished, (self.mover,))


def in_race(car: Car) -> bool:
    """Whether the car still drives: neither lost nor finished."""
    return car.status == RACING

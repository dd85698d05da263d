"""What lies on the table between two lines of a record, and what one line comes to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from model.asked import unrecorded
from model.thunder_alley.moves import Move, Pass, Retire
from model.thunder_alley.position import Position, Setup
from model.values import replace, value
from verifier.findings import Breach, Finding
from verifier.speaking import Speaker as Speaker
from verifier.thunder_alley.engine.terms import Outcome
from verifier.thunder_alley.engine.turn import after_segment

if TYPE_CHECKING:
    from verifier.thunder_alley.engine.closing import Closing
    from verifier.thunder_alley.engine.decks import Decks
    from verifier.thunder_alley.engine.events import Draw, EventOutcome
    from verifier.thunder_alley.engine.season import Season

NO_LINES: Mapping[str, int] = MappingProxyType({})


@dataclass(slots=True, eq=False)
class Past:
    """A move that was judged: the position before it, what it led to, its line. Two are the same for later lines if they did the
    same to the cars, which is what speaks against a wrong place."""

    before: Position
    outcome: Outcome
    line: int

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Past) and self._did() == other._did())

    def __hash__(self) -> int:
        return hash(self._did())

    def _did(self) -> tuple[object, ...]:
        return self.line, self.outcome.shifts, self.outcome.wear, self.outcome.pit_exit


@value
class Settled:
    """A step of the end of a turn that was judged: an event, the pit stops. `rules` are those applied; `draw` is the event as it
    was noted, `outcome` what came of it, `closing` holds the stages of pit stops and restart."""

    kind: str
    before: Position
    after: Position
    line: int
    rules: tuple[str, ...] = ()
    closing: "Closing | None" = None
    outcome: "EventOutcome | None" = None
    draw: "Draw | None" = None

    @property
    def sentence(self) -> str:
        """What happened, for a trace."""
        if self.outcome is not None:
            return self.outcome.sentence
        return self.closing.judged.sentence if self.closing is not None else ""


@value
class Refused:
    """A move that was judged illegal in the position that still lies on the table."""

    move: Move
    breaches: tuple[Breach, ...]


@value
class Table:
    """The table with everything that a later line may ask for.

    `position` is None while nobody knows where the cars stand. `past` are the moves of this turn and the last one since the last
    `position` block, `settled` what was settled at the end of this turn. `pit_base` is the table before the first `pit` line of
    this turn: a second `pit` line goes on from there. `bars` are the Team Bars of
    the grid, `bar_cards` the cards they were on as far as they were noted, `decks` what is known of the cards,
    `numbers` the cards told by number and where they lie (`table/numbers.py`).
    `gap` is the last table known before missing lines (`...`), until a `position` block gives a new start, and `since` the same
    table with what was told after them and never goes back; `points` are those told there. `turn_open`: that block did not say
    which turn it is, or a `turn` line left one out, so the next line that does is believed.
    `stopped` is the line of a move that stops in the middle: only a position or checks can follow it. `refused` is the move of
    the last line if it was illegal. `season` is the season that a race belongs to, or that a record is about. `lines` says in
    which line of the header a thing was said: `track`, `laps`, `team Red`, `car 29`, `name dave`.
    """

    setup: Setup
    position: Position | None = None
    past: tuple[Past, ...] = ()
    settled: tuple[Settled, ...] = ()
    pit_base: Position | None = None
    bars: tuple[tuple[str, ...], ...] = ()
    bar_cards: tuple[str | None, ...] = ()
    decks: "Decks | None" = None
    numbers: tuple[tuple[int, str], ...] = ()
    season: "Season | None" = None
    stopped: int | None = None
    refused: Refused | None = None
    gap: Position | None = None
    since: Position | None = None
    points: tuple[tuple[str, int], ...] = ()
    turn_open: bool = False
    lines: Mapping[str, int] = field(default_factory=lambda: NO_LINES)

    @property
    def last(self) -> Outcome | None:
        """What the last judged move led to."""
        return self.past[-1].outcome if self.past else None

    def after(self, outcome: Outcome, line: int) -> "Table":
        """The table once a move has been made."""
        assert self.position is not None
        made: tuple[Past, ...] = (Past(self.position, outcome, line),)
        stopped = None if outcome.complete else line
        position = outcome.position
        team = segment_of(self.position, outcome.move) if outcome.complete else None
        if team is not None:
            position = after_segment(self.setup, position, team)
        return replace(self, position=position, past=self.past + made, stopped=stopped, refused=None)

    def at(self, position: Position) -> "Table":
        """The table later on, when nothing but what follows by itself has happened; a new turn forgets the moves before the
        last one."""
        if self.position is None or position is self.position:
            return self
        if position.turn == self.position.turn:
            return replace(self, position=position, refused=None)
        past = tuple(one for one in self.past if one.before.turn >= self.position.turn)
        return replace(self, position=position, past=past, settled=(), pit_base=None, refused=None)

    def unasked(self) -> "Table":
        """The same table, for what is said beside a verdict: no ruling that is asked of it counts as asked."""
        return replace(self, setup=replace(self.setup, ruleset=unrecorded(self.setup.ruleset)))

    def lost(self) -> "Table":
        """The table when nobody can say any more where the cars stand."""
        return replace(self, position=None, past=(), settled=(), pit_base=None, stopped=None, refused=None)


def segment_of(position: Position, move: Move) -> str | None:
    """The team whose segment a move is; None for a car retired outside of one (voluntary-retirement-timing)."""
    if isinstance(move, Pass) and move.car is None:
        return move.team
    car = position.car(getattr(move, "car", 0))
    if car is None or (isinstance(move, Retire) and (car.flipped or position.next not in (None, car.team))):
        return None
    return car.team


@value
class Reply:
    """What a line comes to: the table after it and what there is to say. Not `judged`: nothing was decided about it.
    `follow`: whether later lines can be judged from this table; None where that depends on the other two. `others` are further
    tables that the line can have led to, where something was not written down. `applied` are the rules that a line without a move
    kept, `sentence` what it came to, or what tells it."""

    table: Table
    findings: tuple[Finding, ...] = ()
    judged: bool = True
    follow: bool | None = None
    consulted: tuple[str, ...] = ()
    others: tuple[Table, ...] = ()
    applied: tuple[str, ...] = ()
    sentence: str | Callable[[], str] = ""

    def said(self) -> str:
        """What the line came to, in a sentence."""
        return self.sentence if isinstance(self.sentence, str) else self.sentence()

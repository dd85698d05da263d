"""The state of a race between two lines of a record, and the reply to one line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from model.asked import unrecorded
from model.thunder_alley.cards_seen import NO_CARDS, Cards, TeamBar
from model.thunder_alley.moves import Activation, Chosen, Decision, Draw, Move, Pass, Retire
from model.thunder_alley.position import Position, Setup
from model.thunder_alley.standing import Standing, Stops
from model.values import replace, value
from verifier.findings import Breach, Finding
from verifier.judging import Judge, Judgement
from verifier.judging import Outcome as Led
from verifier.speaking import Speaker as Speaker
from verifier.thunder_alley.engine.door import judge as by_engine
from verifier.thunder_alley.engine.segments import Moved
from verifier.thunder_alley.engine.terms import MOVES, PASSES, RETIRES, Outcome

if TYPE_CHECKING:
    from verifier.thunder_alley.engine.closing import Closing
    from verifier.thunder_alley.engine.events import EventOutcome
    from verifier.thunder_alley.engine.season import Season

EFFECTS: Mapping[type[Move], str] = MappingProxyType(
    {Pass: PASSES, Retire: RETIRES, Activation: MOVES, Chosen: MOVES}
)

NO_LINES: Mapping[str, int] = MappingProxyType({})


@dataclass(slots=True, eq=False)
class Past:
    """A judged move as written: the position before it, its outcome, its line."""

    before: Position
    outcome: Outcome
    line: int
    written: Move


@value
class Settled:
    """A judged step at the end of a turn: an event, the pit stops. `rules` are those applied; `draw` is the event as noted,
    `outcome` its result, `closing` holds the stages of pit stops and restart."""

    kind: str
    before: Position
    after: Position
    line: int
    rules: tuple[str, ...] = ()
    closing: "Closing | None" = None
    outcome: "EventOutcome | None" = None
    draw: Draw | None = None

    @property
    def sentence(self) -> str:
        """What happened, for a trace."""
        if self.outcome is not None:
            return self.outcome.sentence
        return self.closing.judged.sentence if self.closing is not None else ""


@value
class Refused:
    """A move judged illegal in the position that is still current."""

    move: Move
    breaches: tuple[Breach, ...]


@value
class Table:
    """The state of a race with everything that a later line may need.

    `position` is None while it is unknown where the cars stand. `past` holds the moves of this turn and the last one since
    the last `position` block, `settled` the judged steps at the end of this turn. `stops` are the pit stops of this turn, to
    which a second `pit` line adds; `discarded`: cards have been discarded since. `cards` is the log of the cards seen. `gap` is
    the last position known before missing lines (`...`), until a `position` block gives a new start, and `since` the same
    position with the facts recorded after them that never go back; `points` are those recorded there. `turn_open`: that block
    did not give the turn, or a `turn` line skipped one, so the next line that gives it is believed. `stopped` is the line of
    a move that stops in the middle: only a position or checks can follow it. `refused` is the move of the last line if it was
    illegal. `season` is the season that a race belongs to, or that a record is about. `lines` has the line of each header
    fact: `track`, `laps`, `team Red`, `car 29`, `name dave`. `judge` judges the decisions of lines.
    """

    setup: Setup
    position: Position | None = None
    past: tuple[Past, ...] = ()
    settled: tuple[Settled, ...] = ()
    stops: Stops | None = None
    discarded: bool = False
    cards: Cards = NO_CARDS
    season: "Season | None" = None
    stopped: int | None = None
    refused: Refused | None = None
    gap: Position | None = None
    since: Position | None = None
    points: tuple[tuple[str, int], ...] = ()
    turn_open: bool = False
    lines: Mapping[str, int] = field(default_factory=lambda: NO_LINES)
    judge: Judge[Setup, Standing, Decision] = by_engine

    @property
    def last(self) -> Outcome | None:
        """What the last judged move led to."""
        return self.past[-1].outcome if self.past else None

    @property
    def bars(self) -> tuple[tuple[str, ...], ...]:
        """The Team Bars turned up for the grid."""
        return tuple(seen.colours for seen, _ in self.cards.seen if isinstance(seen, TeamBar))

    def standing(self, position: Position) -> Standing:
        """The race and position in the form that a judge takes."""
        return Standing(position, self.stops, self.discarded, turn_open=self.turn_open, cards=self.cards)

    def gone_on(self, judgement: Judgement[Standing]) -> "Table":
        """The table in which a decision was judged, after all automatic steps."""
        return self if judgement.at is None else self.at(judgement.at)

    def after(self, led: Led[Standing], move: Move, line: int) -> "Table":
        """The table after a move."""
        assert self.position is not None
        position, cards = led.position.position, led.position.cards
        made = (
            led.effects.outcome
            if isinstance(led.effects, Moved)
            else Outcome(position, EFFECTS[type(move)], move)
        )
        past: tuple[Past, ...] = (*self.past, Past(self.position, made, line, move))
        stopped = line if led.position.unfinished else None
        return replace(self, position=position, past=past, cards=cards, stopped=stopped, refused=None)

    def at(self, standing: Standing) -> "Table":
        """The table after automatic steps only; a new turn drops the moves before the last one."""
        position, cards = standing.position, standing.cards
        if self.position is None or position is self.position:
            return self
        if position.turn == self.position.turn:
            return replace(self, position=position, cards=cards, refused=None)
        past = tuple(one for one in self.past if one.before.turn >= self.position.turn)
        return replace(
            self,
            position=position,
            past=past,
            settled=(),
            stops=None,
            discarded=False,
            cards=cards,
            refused=None,
        )

    def unasked(self) -> "Table":
        """The same table for remarks outside a verdict: rulings that they consult are not recorded."""
        return replace(self, setup=replace(self.setup, ruleset=unrecorded(self.setup.ruleset)))

    def lost(self) -> "Table":
        """The table once the positions of the cars are unknown."""
        return replace(
            self,
            position=None,
            past=(),
            settled=(),
            stops=None,
            discarded=False,
            cards=NO_CARDS,
            stopped=None,
            refused=None,
        )


@value
class Reply:
    """The reply to a line: the table after it and the findings. Not `judged`: no decision was made about the line. `follow`:
    whether later lines can be judged from this table; None if that depends on the other two. `others` are further tables that
    the line can have led to, if it was not noted completely. `applied` are the rules that a line without a move kept,
    `sentence` its result, or a function that gives it."""

    table: Table
    findings: tuple[Finding, ...] = ()
    judged: bool = True
    follow: bool | None = None
    consulted: tuple[str, ...] = ()
    others: tuple[Table, ...] = ()
    applied: tuple[str, ...] = ()
    sentence: str | Callable[[], str] = ""
    judgement: Judgement[Standing] | None = None

    def said(self) -> str:
        """The result of the line, in a sentence."""
        return self.sentence if isinstance(self.sentence, str) else self.sentence()

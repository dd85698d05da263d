"""The state of a race between two lines of a record."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from types import MappingProxyType
from typing import Protocol

from model.asked import unrecorded
from model.thunder_alley.claims import Claim, Decided
from model.thunder_alley.moves import Decision, Move, PitStops
from model.thunder_alley.position import Position, Setup
from model.thunder_alley.standing import EMPTY, Season, Standing
from model.values import replace, value
from verifier.answer import Answer as Answer
from verifier.findings import Breach
from verifier.judging import Effects, Judgement, Outcome
from verifier.records.speaking import Speaker as Speaker
from verifier.thunder_alley.engine import door as engine
from verifier.thunder_alley.told import Told

Refute = Callable[[Setup, Position, Sequence[Decided[Decision]], Claim], Judgement[Position]]
"""Judges a claim about a position: the rules against it, or that it is possible."""


class Door(Protocol):
    """A judge, and what it derives from a position: the positions to which the race comes without a further decision, the current
    one first (`onward`); the running order; the leader; the position with the Lap-down markers that are due (`marked`); the
    points of the teams, None while they are unknown."""

    def judge(self, setup: Setup, standing: Standing, decision: Decision, /) -> Judgement[Standing]: ...
    def onward(self, setup: Setup, position: Position, /) -> Sequence[Position]: ...
    def running_order(self, setup: Setup, position: Position, /) -> Sequence[int]: ...
    def leader(self, setup: Setup, position: Position, /) -> int | None: ...
    def marked(self, setup: Setup, position: Position, /) -> Position: ...
    def points(self, setup: Setup, standing: Standing, /) -> Mapping[str, int] | None: ...


NO_LINES: Mapping[str, int] = MappingProxyType({})


@value
class Past:
    """A judged decision of this turn: its line, the position before it, the decision with everything filled in that it left
    open, the position right after it, and its effects."""

    line: int
    before: Position
    decision: Decision
    after: Position
    effects: Effects

    def moved(self, number: int) -> bool:
        """Whether a car stands elsewhere afterwards."""
        before, after = self.before.car(number), self.after.car(number)
        return (before and before.space) != (after and after.space)


@value
class Refused:
    """A move judged illegal in the position that is still current."""

    move: Move
    breaches: tuple[Breach, ...]


@value
class Table:
    """The state of a race with everything that a later line may need.

    `standing` is what a judge needs; `EMPTY`, apart from the cards, while it is unknown where the cars stand. `past` holds the
    decisions of this turn and the moves of the last one, since the last `position` block that changed something. `gap` is the
    last standing known before missing lines (`...`), with what was reported after them, until a `position` block gives a new
    start. `stopped` is the line of a move that stops in the middle: only a position or checks can follow it. `refused` is the
    move of the last line if it was illegal. `season` is the season that a race belongs to, or that a record is about. `lines`
    has the line of each header fact: `track`, `laps`, `team Red`, `car 29`, `name dave`. `door` leads to the judge, `refute`
    judges false claims (None: they cite general rules).
    """

    setup: Setup
    standing: Standing = EMPTY
    past: tuple[Past, ...] = ()
    season: Season | None = None
    stopped: int | None = None
    refused: Refused | None = None
    gap: Standing | None = None
    lines: Mapping[str, int] = field(default_factory=lambda: NO_LINES)
    door: Door = engine
    refute: Refute | None = None

    @property
    def position(self) -> Position | None:
        """Where the cars stand; None while that is unknown."""
        position = self.standing.position
        return None if position is EMPTY.position else position

    @property
    def latest(self) -> Standing:
        """The standing, or the last one known before missing lines."""
        return self.standing if self.position is not None or self.gap is None else self.gap

    @property
    def bars(self) -> tuple[tuple[str, ...], ...]:
        """The Team Bars turned up for the grid."""
        return self.standing.bars

    def judged(self, decision: Decision) -> Judgement[Standing]:
        """The judgement of a decision at this table."""
        return self.door.judge(self.setup, self.standing, decision)

    def gone_on(self, judgement: Judgement[Standing]) -> "Table":
        """The table in which a decision was judged, after all automatic steps."""
        return self if judgement.at is None else self.at(judgement.at)

    def at(self, standing: Standing) -> "Table":
        """The table at another standing. A new turn keeps only the moves of the last one."""
        past = self.past
        if standing.position.turn != self.standing.position.turn:
            turn = self.standing.position.turn
            past = tuple(one for one in past if isinstance(one.decision, Move) and one.before.turn >= turn)
        return replace(self, standing=standing, past=past, refused=None)

    def after(self, outcome: Outcome[Standing], decision: Decision, line: int) -> "Table":
        """The table after a decision."""
        standing, effects = outcome.position, outcome.effects
        made = effects.made if isinstance(effects, Told) else None
        decision = outcome.decision if isinstance(outcome.decision, Move) else decision
        before, past = self.standing.position, self.past
        if isinstance(decision, PitStops) and standing.stops is not None:
            # Earlier `pit` lines of the turn are part of this decision.
            before, decision = standing.stops.before, PitStops(standing.stops.cars)
            past = tuple(one for one in past if not isinstance(one.decision, PitStops))
        step = Past(line, before, decision, made or standing.position, effects)
        stopped = line if standing.unfinished else None
        return replace(self, standing=standing, past=(*past, step), stopped=stopped, refused=None)

    def noting(self, line: int, *keys: str) -> "Table":
        """The table with the line of these header facts, unless they have one."""
        return replace(self, lines=MappingProxyType({**dict.fromkeys(keys, line), **self.lines}))

    def unasked(self) -> "Table":
        """The same table for remarks outside a verdict: rulings that they consult are not recorded."""
        return replace(self, setup=replace(self.setup, ruleset=unrecorded(self.setup.ruleset)))

    def lost(self) -> "Table":
        """The table once the positions of the cars are unknown."""
        return replace(self, standing=EMPTY, past=(), stopped=None, refused=None)

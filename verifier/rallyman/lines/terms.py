"""The state between two lines of a record, and the reply to one line."""

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from model.asked import unrecorded
from model.rallyman.claims import Claim
from model.rallyman.moves import RallyDecision, StageDecision, Turn
from model.rallyman.position import Driver, Position, Setup
from model.rallyman.stage import Stage
from model.rallyman.standing import LastTurn, Rally, RallySetup, Standing
from model.ruleset import Ruleset
from model.values import replace, value
from verifier.answer import Answer
from verifier.findings import Breach
from verifier.judging import Effects, Judgement, Outcome, no_effects
from verifier.rallyman.engine import door as engine
from verifier.records.speaking import Speaker as Speaker

if TYPE_CHECKING:
    from verifier.records.heading import Overrides

NO_LINES: Mapping[str, int] = MappingProxyType({})
NO_NAMES: Mapping[str, str] = MappingProxyType({})
NO_TURNS: Mapping[str, tuple[Position, Turn]] = MappingProxyType({})
ROUND = ""
"""The key for the driver whose turn began the round."""


class Door(Protocol):
    """A judge of the lines of play in a stage, and of those between stages."""

    def judge(self, setup: Setup, standing: Standing, decision: StageDecision, /) -> Judgement[Standing]: ...
    def judge_rally(
        self, setup: RallySetup, rally: Rally, decision: RallyDecision, /
    ) -> Judgement[Rally]: ...


@value
class Refused:
    """A turn judged illegal in the current position."""

    turn: Turn
    breaches: tuple[Breach, ...]


@value
class Table:
    """The state of a record, with everything that a later line may need.

    The header fills `stage`, `drivers`, `start`, `surfaces` and `timing`; the first line that needs `setup` builds it from them.
    `stage_lines` is the block that changes a stage, if there is one. `standing` is None while the position is unknown; `before`
    is the position in which the last turn, even a refused one, was played. `effects` are those of the last turn. `turns` has the
    last turn of each driver with the position before it, and under `ROUND` the turn that began the round. `refuted` counts the
    false claims so far. `gap` is the last position known before missing lines. `refused` is the turn of the last line if it was
    illegal. `rally` is set in a rally record, `inherited` in the record of a stage judged as part of one: the rally before that
    stage, whose `starters` are those that the drivers agreed on if it is the first. `lines` maps header keys to their lines.
    `overrides` replace header lines from the command line. `door` leads to the judge. `mends`: a refused turn gets corrections,
    which the engine finds.
    """

    ruleset: Ruleset
    stage: Stage | None = None
    stage_lines: tuple[str, ...] = ()
    drivers: tuple[Driver, ...] = ()
    start: tuple[str, ...] = ()
    surfaces: Mapping[str, str] = field(default_factory=lambda: NO_NAMES)
    timing: Mapping[str, str] | None = None
    setup: Setup | None = None
    standing: Standing | None = None
    before: Position | None = None
    effects: Effects = no_effects
    turns: Mapping[str, tuple[Position, Turn]] = field(default_factory=lambda: NO_TURNS)
    refuted: int = 0
    gap: Position | None = None
    refused: Refused | None = None
    rally: Rally | None = None
    inherited: Rally | None = None
    lines: Mapping[str, int] = field(default_factory=lambda: NO_LINES)
    overrides: "Overrides | None" = None
    door: Door = engine
    mends: bool = True

    @property
    def position(self) -> Position | None:
        """The current position; None while it is unknown."""
        return self.standing.position if self.standing is not None else None

    @property
    def last(self) -> LastTurn | None:
        """The turn just played, if any."""
        return self.standing.last if self.standing is not None else None

    @property
    def names(self) -> tuple[str, ...]:
        """The drivers in the order of the header."""
        return tuple(driver.name for driver in self.drivers)

    def unasked(self) -> "Table":
        """The same table for remarks next to a verdict. Rulings that it looks up are not recorded."""
        ruleset = unrecorded(self.ruleset)
        setup = replace(self.setup, ruleset=ruleset) if self.setup is not None else None
        return replace(self, ruleset=ruleset, setup=setup)

    def asking(self, door: Door) -> "Table":
        """The same table with another judge and without corrections. Rulings that it looks up are not recorded."""
        return replace(self.unasked(), door=door, mends=False)

    def lost(self) -> "Table":
        """The table once the position is unknown."""
        gap = self.position or self.gap
        return replace(self, standing=None, turns=NO_TURNS, gap=gap, refused=None)

    def played(self, outcome: Outcome[Standing]) -> "Table":
        """The table after a legal turn."""
        turn, before = outcome.decision, self.position
        assert isinstance(turn, Turn) and before is not None
        turns = {**self.turns, turn.driver: (before, turn)}
        if outcome.position.position.turn != before.turn:
            turns[ROUND] = before, turn
        return replace(
            self,
            standing=outcome.position,
            before=before,
            effects=outcome.effects,
            turns=MappingProxyType(turns),
            refused=None,
        )

    def decision(self, claim: Claim) -> tuple[Position, Turn] | None:
        """The last turn that can have set the fact of a claim, with the position before it; None if the record itself set the
        fact."""
        if claim.about in ("order", "turn"):
            return self.turns.get(ROUND)
        last = self.last.driver if self.last is not None else ROUND
        return self.turns.get(claim.driver or last)


def decided(table: Table, rally: Rally, decision: RallyDecision, speaker: Speaker) -> Answer:
    """The reply to a decision in a rally."""
    judgement = table.door.judge_rally(RallySetup(table.ruleset, table.names), rally, decision)
    if not judgement.legal:
        node = speaker.statement.node
        span = node.leaves()[0].span if judgement.breaches[0].token == "driver" else node.span
        return Answer(table, (speaker.breaches("illegal", span, judgement.breaches),), judgement=judgement)
    (outcome,) = judgement.outcomes
    return Answer(replace(table, rally=outcome.position), effects=outcome.effects, judgement=judgement)

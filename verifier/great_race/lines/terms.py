"""The state between two lines of a record."""

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from model.asked import unrecorded
from model.great_race.board import Board
from model.great_race.claims import Claim, Decided
from model.great_race.moves import Decision
from model.great_race.position import Position, Seat, Setup
from model.great_race.seen import Seen
from model.great_race.standing import Standing
from model.ruleset import Ruleset
from model.values import replace, value
from verifier.findings import Breach
from verifier.great_race.engine import door as engine
from verifier.judging import Effects, Judgement, no_effects
from verifier.records.speaking import Speaker as Speaker

if TYPE_CHECKING:
    from verifier.answer import Overrides

NO_LINES: Mapping[str, int] = MappingProxyType({})


class Door(Protocol):
    """A judge of the lines of play."""

    def judge(self, setup: Setup, standing: Standing, decision: Decision, /) -> Judgement[Standing]: ...

    def can_be(self, setup: Setup, standing: Standing, seen: Seen, /) -> bool: ...


class Refute(Protocol):
    """Asks why a claim is false."""

    def __call__(
        self, setup: Setup, before: Standing, decision: Decision | None, claim: Claim, /
    ) -> Judgement[Standing]: ...


@value
class Refused:
    """A decision that breaks rules."""

    decision: Decision
    breaches: tuple[Breach, ...]


@value
class Table:
    """The state of a record, with everything that a later line may need.

    The header fills `board`, `route` (start and finish) and `seats`; the first line that needs `setup` builds it from them.
    `standing` is None while the position is unknown; `gap` is the last position known before that. `effects` are those of the
    last line of play, `refused` is that line if it breaks a rule, `past` are the decisions since the last `position` block.
    `lines` maps header keys to their lines. `overrides` replace header lines from the command line. `door` leads to the judge,
    `refute` to the one of false claims.
    """

    ruleset: Ruleset
    board: Board | None = None
    route: tuple[str, str] | None = None
    seats: tuple[Seat, ...] = ()
    setup: Setup | None = None
    standing: Standing | None = None
    gap: Position | None = None
    effects: Effects = no_effects
    refused: Refused | None = None
    past: tuple[Decided, ...] = ()
    lines: Mapping[str, int] = field(default_factory=lambda: NO_LINES)
    overrides: "Overrides | None" = None
    door: Door = engine
    refute: Refute | None = None

    @property
    def position(self) -> Position | None:
        """The current position; None while it is unknown."""
        return self.standing.position if self.standing is not None else None

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the order of the header."""
        return tuple(seat.name for seat in self.seats)

    def unasked(self) -> "Table":
        """The same table for remarks next to a verdict. Rulings that it looks up are not recorded."""
        ruleset = unrecorded(self.ruleset)
        setup = replace(self.setup, ruleset=ruleset) if self.setup is not None else None
        return replace(self, ruleset=ruleset, setup=setup)

    def lost(self) -> "Table":
        """The table once the position is unknown."""
        return replace(self, standing=None, past=(), gap=self.position or self.gap)

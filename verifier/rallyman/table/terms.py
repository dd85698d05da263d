"""What lies on the table between two lines of a record, and what one line comes to."""

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import TYPE_CHECKING

from model.asked import unrecorded
from model.rallyman.moves import Turn
from model.rallyman.position import Driver, Position, Setup
from model.rallyman.stage import Stage
from model.ruleset import Ruleset
from model.values import replace, value
from verifier.findings import Breach, Finding
from verifier.rallyman.engine import Outcome
from verifier.speaking import Speaker as Speaker

if TYPE_CHECKING:
    from verifier.heading import Overrides
    from verifier.rallyman.table.inherited import Inherited
    from verifier.rallyman.table.rally_terms import Rally

NO_LINES: Mapping[str, int] = MappingProxyType({})
NO_NAMES: Mapping[str, str] = MappingProxyType({})
NO_RULES: Mapping[str, tuple[str, ...]] = MappingProxyType({})


@value
class Refused:
    """A turn that was judged illegal in the position that still lies on the table."""

    turn: Turn
    breaches: tuple[Breach, ...]


@value
class Table:
    """The table with everything that a later line may ask for.

    The header is gathered in `stage`, `drivers`, `start`, `surfaces`, `timing`; `setup` is made of it before the first line
    that needs it. `stage_lines` is the block that changes a stage, if one does. `position` is None while nobody knows how the
    cars stand; `last` is the last turn judged, `before` the position in which the last turn, refused ones too, was played.
    `worked` names for each driver the rules at work in the driver's last turn, `stands` those that decided where the car stood
    after it. `gap` is the last position known before missing lines. `refused` is the turn of the last line if it was illegal.
    `rally` is there in a rally record, `inherited` in the record of a stage that is judged as one of a rally. `lines` says in
    which line of the header a thing was said. `overrides` is what a command line puts in place of header lines.
    """

    ruleset: Ruleset
    stage: Stage | None = None
    stage_lines: tuple[str, ...] = ()
    drivers: tuple[Driver, ...] = ()
    start: tuple[str, ...] = ()
    surfaces: Mapping[str, str] = field(default_factory=lambda: NO_NAMES)
    timing: Mapping[str, str] | None = None
    setup: Setup | None = None
    position: Position | None = None
    last: Outcome | None = None
    before: Position | None = None
    worked: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: NO_RULES)
    stands: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: NO_RULES)
    gap: Position | None = None
    refused: Refused | None = None
    rally: "Rally | None" = None
    inherited: "Inherited | None" = None
    lines: Mapping[str, int] = field(default_factory=lambda: NO_LINES)
    overrides: "Overrides | None" = None

    @property
    def names(self) -> tuple[str, ...]:
        """The drivers in the order of the header."""
        return tuple(driver.name for driver in self.drivers)

    def unasked(self) -> "Table":
        """The same table, for what is said beside a verdict: no ruling that is asked of it counts as asked."""
        ruleset = unrecorded(self.ruleset)
        setup = replace(self.setup, ruleset=ruleset) if self.setup is not None else None
        return replace(self, ruleset=ruleset, setup=setup)

    def lost(self) -> "Table":
        """The table when nobody can say any more how the cars stand."""
        gap = self.position or self.gap
        return replace(
            self, position=None, last=None, worked=NO_RULES, stands=NO_RULES, gap=gap, refused=None
        )

    def played(self, outcome: Outcome) -> "Table":
        """The table after a legal turn."""
        driver = outcome.turn.driver
        return replace(
            self,
            position=outcome.position,
            last=outcome,
            before=self.position,
            worked=MappingProxyType({**self.worked, driver: outcome.rules}),
            stands=MappingProxyType({**self.stands, driver: outcome.space_rules}),
            refused=None,
        )


@value
class Reply:
    """What a line comes to: the table after it and what there is to say. The fields are those of `verifier.game.Answer`,
    `applied` and `sentence` as values."""

    table: Table
    findings: tuple[Finding, ...] = ()
    judged: bool = True
    follow: bool | None = None
    others: tuple[Table, ...] = ()
    applied: tuple[str, ...] = ()
    sentence: str = ""

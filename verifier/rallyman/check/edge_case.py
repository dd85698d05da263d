"""Turns from a position as one of two edge cases."""

from model.rallyman.facts import DATA
from model.rallyman.moves import Turn
from model.rallyman.position import Position, Setup
from model.ruleset import Ruleset
from model.values import value
from verifier.rallyman.check.elsewhere import exact_result, reached
from verifier.rallyman.check.record import after_lines, head_lines, played_lines
from verifier.rallyman.engine import door as engine
from verifier.rallyman.spec import door as spec
from verifier.rulesets.scenes import Result


@value
class Played:
    """Turns from a position, or none: then the position is only laid out."""

    setup: Setup
    position: Position
    decision: tuple[Turn, ...]

    game = DATA.game
    before = ()

    @property
    def head(self) -> tuple[str, ...]:
        return head_lines(self.setup)

    @property
    def lines(self) -> tuple[str, ...]:
        return played_lines(self.setup, self.position, *self.decision)

    def by_engine(self, ruleset: Ruleset) -> Result | None:
        return exact_result(engine, self.setup, self.position, self.decision, ruleset)

    def by_spec(self, ruleset: Ruleset) -> Result | None:
        return exact_result(spec, self.setup, self.position, self.decision, ruleset)

    def told(self, ruleset: Ruleset) -> tuple[str, ...]:
        """The position after the turns."""
        after = reached(self.setup, self.position, self.decision, ruleset)
        return after_lines(self.setup, self.position, after)

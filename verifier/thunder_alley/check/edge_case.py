"""A decision in a position as one of two edge cases, and the track that their records share."""

from model.ruleset import Ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Decision
from model.thunder_alley.position import Position, Setup
from model.values import value
from verifier.rulesets.scenes import Result
from verifier.thunder_alley.check.candidates import under
from verifier.thunder_alley.check.elsewhere import result_of
from verifier.thunder_alley.check.record import after_lines, decision_text, head_lines, position_lines
from verifier.thunder_alley.engine import door as engine
from verifier.thunder_alley.engine.order import running_order
from verifier.thunder_alley.spec import door as spec

RING = "ring-8.toml"
RING_FILE = """\
# The track of the edge cases.
title = "Ring of 8 sectors"
source = "our own design"

[track]
ring = 8
start_finish_after_sector = 8
green_line_after_sector = 6
restart_lanes = ["a", "b"]
max_cars = 16
section = [
  { sectors = [1, 2], lanes = ["a", "b", "c"] },
  { sectors = [3, 4], lanes = ["a", "b"] },
  { sectors = [5, 8], lanes = ["a", "b", "c"] },
]
edge = [
  { from = "2b", to = ["3a", "3b"] },
  { from = "2c", to = ["3b"] },
  { from = "4a", to = ["5a", "5b"] },
  { from = "4b", to = ["5b", "5c"] },
]
"""


@value
class Played:
    """A decision in a position; None for the points at the end of a race."""

    setup: Setup
    position: Position
    decision: Decision | None

    game = DATA.game
    before = ()

    @property
    def head(self) -> tuple[str, ...]:
        return head_lines(self.setup)

    @property
    def lines(self) -> tuple[str, ...]:
        block = position_lines(self.setup, self.position)
        return block if self.decision is None else (*block, decision_text(self.decision))

    def by_engine(self, ruleset: Ruleset) -> Result | None:
        return result_of(engine, under(self.setup, ruleset), self.position, self.decision)

    def by_spec(self, ruleset: Ruleset) -> Result | None:
        return result_of(spec, under(self.setup, ruleset), self.position, self.decision)

    def told(self, ruleset: Ruleset) -> tuple[str, ...]:
        """The points, or the position after the decision and the running order."""
        result = self.by_engine(ruleset)
        assert result is not None
        if self.decision is None:
            return (f"result {result.ways[0]}",)
        order = running_order(under(self.setup, ruleset), result.ways[0])
        check = [f"check order {' '.join(map(str, order))}"] if len(order) > 1 else []
        return (*after_lines(self.setup, self.position, result.ways[0]), *check)

"""Pit stops and restart of one turn, stage by stage."""

from model.thunder_alley.moves import Pitting
from model.thunder_alley.position import Position, Setup
from model.values import value
from verifier.thunder_alley.engine.pits import PitJudgement, judge_pits
from verifier.thunder_alley.engine.restart import Restart, close_restart
from verifier.thunder_alley.engine.way_back import Obstacle


@value
class Closing:
    """How a turn was closed, before TA-3.5.3 to TA-3.5.5: `base` is the position before the pit stops, `pits` the cars that
    pitted, in order of decision. `restart` is None under green; then `final` is the position after the pit stops."""

    base: Position
    pits: tuple[Pitting, ...]
    judged: PitJudgement
    restart: Restart | None

    @property
    def after_pits(self) -> Position:
        return self.judged.position

    @property
    def after_step_5(self) -> Position:
        return self.restart.after_step_5 if self.restart is not None else self.after_pits

    @property
    def final(self) -> Position:
        return self.restart.final if self.restart is not None else self.after_pits

    @property
    def lead(self) -> int | None:
        """The lead car of a restart."""
        return self.restart.lead if self.restart is not None else None

    @property
    def obstacle(self) -> Obstacle | None:
        """Why the result cannot be determined, if it cannot."""
        if self.judged.obstacles:
            return self.judged.obstacles[0]
        return self.restart.obstacle if self.restart is not None else None

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that apply, in order."""
        if self.restart is None:
            return self.judged.rules
        return (*self.judged.rules, "TA-9.6-4", *self.restart.rules)

    @property
    def stages(self) -> tuple[Position, ...]:
        """The positions on the way, the last one first; under green there is one."""
        return (self.final,) if self.restart is None else (self.final, self.after_step_5, self.after_pits)


def close_pits(setup: Setup, base: Position, pits: tuple[Pitting, ...]) -> Closing:
    """Carries out the pit stops and, under yellow, everything up to the green line (TA-9.1 to TA-9.7)."""
    judged = judge_pits(setup, base, pits)
    if base.flag != "yellow" or judged.breaches or judged.obstacles:
        return Closing(base, pits, judged, None)
    return Closing(base, pits, judged, close_restart(setup, judged.position, base))


def marker_rules(closing: Closing, after: Position) -> tuple[str, ...]:
    """The rule that gave a new leader a Turn Leader marker once the turn was closed; empty if there is no new leader."""
    if len(after.turn_leaders) <= len(closing.base.turn_leaders):
        return ()
    return ("TA-9.6-7" if closing.restart is not None else "TA-3.5.3",)

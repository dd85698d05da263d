"""Segments as lines of a record: whose it is, the move, and what follows from it (TA-3.1, TA-3.4, TA-10.1)."""

from typing import final

from model.thunder_alley.cards_seen import Played, RaceCard
from model.thunder_alley.moves import Activation, Move, Pass, Path, Retire, has_lost_parts
from model.thunder_alley.position import DISCARD, OVER, PITS, Position, Setup
from model.thunder_alley.standing import Standing
from model.values import replace
from verifier.findings import Breach
from verifier.judging import Effect, Judgement
from verifier.judging import Outcome as Led
from verifier.thunder_alley.engine import terms
from verifier.thunder_alley.engine.effects import applied
from verifier.thunder_alley.engine.end_of_turn import nobody_drives
from verifier.thunder_alley.engine.judge import judge
from verifier.thunder_alley.engine.segment import uses_segment
from verifier.thunder_alley.engine.terms import Outcome, where
from verifier.thunder_alley.engine.turn import after_segment, onward, over, pass_until
from verifier.thunder_alley.told import Told


@final
class Moved(Told):
    """What a segment did: MPs, where the car ends, its wear; then each car that was carried from one space to another."""

    def __init__(self, setup: Setup, before: Position, outcome: Outcome) -> None:
        self._setup, self._before, self.outcome = setup, before, outcome
        self.made = outcome.position

    def __call__(self) -> tuple[Effect, ...]:
        whole = Effect(applied(self._setup, self._before, self.outcome), self._words())
        moved = (
            Effect((one.rule,), who=str(one.car), what="space", now=one.end or "")
            for one in self.outcome.shifts
        )
        return (whole, *moved)

    def _words(self) -> str:
        outcome = self.outcome
        if not outcome.total or not outcome.move.car:
            return ""
        wear = f", {outcome.wear}" if outcome.wear and outcome.complete else ""
        return f"{outcome.spent} of {outcome.total} MPs, {where(outcome.position, outcome.move.car)}{wear}"


def segment(setup: Setup, standing: Standing, move: Move) -> Judgement[Standing]:
    """A segment, after the passes and the end of the turn that need no line."""
    at = standing
    position = standing.position
    if position.step in (PITS, DISCARD) and not (isinstance(move, Retire) and _any_time(setup)):
        at = standing.on(onward(setup, position)[-1])
        position = at.position
    elif position.step == OVER and not isinstance(move, Pass):
        return Judgement(breaches=over(position, "no segment"))
    team = _team(position, move)
    if team is not None and position.next is not None and position.next != team:
        at = at.on(pass_until(setup, position, team))
        position = at.position
    if not isinstance(move, Activation):
        judgement = judge(setup, position, move)
    elif has_lost_parts(move) or move.destination is not None:
        judgement = _completed(setup, position, move)
    elif move.path and move.path.left_after is not None and (wrong := _wrong_start(setup, position, move)):
        judgement = terms.Judgement((wrong,))
    else:
        judgement = judge(setup, position, move)
    led: dict[Standing, Led[Standing]] = {}
    for outcome in judgement.outcomes:
        # When the race ends with this segment, its ways can lead to the same places.
        after = _after(setup, at, move, outcome)
        led.setdefault(after, Led(after, Moved(setup, position, outcome), outcome.move))
    return Judgement(tuple(led.values()), judgement.breaches, limit=judgement.limit, at=at)


def _any_time(setup: Setup) -> bool:
    """Whether a car may leave the race outside of any segment; otherwise a retirement begins the next turn."""
    return setup.ruleset.readings["voluntary-retirement-timing"] == "any-time"


def _team(position: Position, move: Move) -> str | None:
    """The team that claims the segment; None if that is not written."""
    if isinstance(move, Pass) and move.car is None:
        return move.team
    car = position.car(move.car or 0)
    return car.team if car is not None else None


def _after(setup: Setup, at: Standing, move: Move, outcome: Outcome) -> Standing:
    """The race once a segment is over."""
    if isinstance(move, Activation) and isinstance(outcome.move, Activation):
        player = at.position.known_car(outcome.move.car).team
        at = at.seeing(Played(player, RaceCard(move.card, move.number)))
    position = outcome.position
    if not outcome.complete:
        return replace(at.on(position), unfinished=True)
    car = at.position.car(move.car) if isinstance(move, Retire) else None
    team = _team(at.position, outcome.move)
    if team is None or (car is not None and not uses_segment(at.position, car)):
        # A car withdrawn outside of any segment can be the last one.
        over = nobody_drives(position)
        return at.on(replace(position, step=OVER, next=None) if over else position)
    return at.on(after_segment(setup, position, team))


def _wrong_start(setup: Setup, position: Position, move: Activation) -> Breach | None:
    """`15 Charge: left 4` gives the MPs of a car before its first step: the speed less the penalty (TA-7.4), from the pits
    another speed (TA-9.4)."""
    path = move.path
    if move.left is not None or path is None or path.steps or path.left_after is None:
        return None
    for outcome in judge(setup, position, replace(move, path=Path(open_end=True))).outcomes:
        if outcome.total != path.left_after:
            sum_ = f"{outcome.speed} - {outcome.penalty} = " if outcome.penalty else ""
            numbers = {"speed": outcome.speed, "penalty": outcome.penalty, "mp_total": outcome.total}
            fact = f"{sum_}{outcome.total} MPs, not {path.left_after}"
            rule = "TA-7.4"
            reason = "wear markers take off MPs: 3, 4 or 5 from three, four or five on, fewer none"
            if outcome.pit_exit:
                rule, reason = "TA-9.4", "a car leaves the pits by the pit speed of the card"
            return Breach(rule, fact, reason, token="left_after", numbers=numbers)
    return None


def _completed(setup: Setup, position: Position, move: Activation) -> terms.Judgement:
    """A move with lost parts, or with only its last space written: every legal way to fill it in."""
    from verifier.thunder_alley.engine.lost import MOST_TABLES, completions

    found = completions(setup, position, move)
    if found.more:
        limit = f"what was not written down here leaves more than {MOST_TABLES} possible positions"
        return terms.Judgement(limit=limit)
    if found.breaches or found.outcomes:
        return terms.Judgement(found.breaches, found.outcomes)
    reason = "a card is played for a car that is not flipped"
    return terms.Judgement((Breach("TA-3.4-1", "no car can have been meant here", reason, token="car"),))

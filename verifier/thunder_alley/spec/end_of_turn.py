"""TA-3.5.3, TA-9.6-7: the Turn Leader markers after the pit stops."""

from model.thunder_alley.position import Position, Setup
from verifier.solving.questions import Judgement, Question
from verifier.thunder_alley.spec.leader import (
    state_new_leader,
)


def new_leader_markers(
    setup: Setup,
    before: Position,
    after: Position,
    first: int | None,
    *,
    restarted: bool,
) -> Judgement[tuple[int, ...]]:
    """The cars that get a Turn Leader marker after the pit stops because `first` now leads.

    `before` is the position of TA-3.5.1, `after` the one after the pit stops (TA-3.5.3, TA-9.6-7).
    """
    question = Question("TA-3.5.3")
    old = before.turn_leaders[0] if before.turn_leaders else None
    got = state_new_leader(question, setup, after, first, old, restarted=restarted)
    return question.judge(
        lambda answer: tuple(sorted(number for number, bit in got.items() if answer.holds(bit)))
    )

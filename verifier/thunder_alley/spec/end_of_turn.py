"""TA-3.5: the end of a turn, step by step, put together from its chapters."""

from collections import Counter
from collections.abc import Sequence

from model.thunder_alley.position import Position, Setup
from verifier.solving.circuit import FALSE
from verifier.solving.numbers import count_one_hot
from verifier.solving.questions import Judgement, Question
from verifier.thunder_alley.spec.leader import state_new_leader, state_turn_leaders


def markers_of_the_turn(
    setup: Setup,
    before: Position,
    after: Position,
    first: int | None,
    claim: Sequence[int],
    *,
    restarted: bool,
) -> Judgement[tuple[int, ...]]:
    """All Turn Leader markers of one turn, a car as often as it gets one: those of the action phase (TA-3.5.1, table `before`) and those
    of a new leader (TA-3.5.3 or TA-9.6-7, table `after`, where `first` leads); or why a claimed list is wrong."""
    question = Question()
    old = before.turn_leaders[0] if before.turn_leaders else None
    early = state_turn_leaders(question, setup, before)
    late = state_new_leader(question, setup, after, first, old, restarted=restarted)
    claimed = Counter(claim)
    for number in {*early, *late}:
        got = count_one_hot(question.circuit, [early.get(number, FALSE), late.get(number, FALSE)], 2)
        question.claim(got[claimed[number]] if claimed[number] < len(got) else FALSE)
    return question.judge(
        lambda answer: tuple(
            sorted(number for part in (early, late) for number, bit in part.items() if answer.holds(bit))
        )
    )

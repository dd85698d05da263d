"""TA-3.5: the end of a turn, step by step, put together from its chapters."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from model.thunder_alley.position import Position, Setup
from model.values import value
from verifier.solving.circuit import FALSE
from verifier.solving.numbers import count_one_hot
from verifier.solving.questions import Judgement, Question
from verifier.thunder_alley.spec.leader import (
    claim_exactly,
    leader,
    somebody_finished,
    state_new_leader,
    state_turn_leaders,
    turn_leaders,
)
from verifier.thunder_alley.spec.pits import green_pit_stops
from verifier.thunder_alley.spec.restart import restart


def markers_of_the_turn(
    setup: Setup,
    before: Position,
    after: Position,
    first: int | None,
    claim: Sequence[int] | None = None,
    *,
    restarted: bool,
) -> Judgement[tuple[int, ...]]:
    """All Turn Leader markers of one turn, a car as often as it gets one; or why a claimed list is wrong.

    Those of the action phase (TA-3.5.1) are given on the table `before`, those of a new leader (TA-3.5.3 or TA-9.6-7) on the
    table `after`, where `first` leads.
    """
    question = Question("TA-3.5.1")
    old = before.turn_leaders[0] if before.turn_leaders else None
    early = state_turn_leaders(question, setup, before)
    late = state_new_leader(question, setup, after, first, old, restarted=restarted)
    claimed = Counter(claim or ())
    for number in {*early, *late} if claim is not None else ():
        got = count_one_hot(question.circuit, [early.get(number, FALSE), late.get(number, FALSE)], 2)
        question.claim(got[claimed[number]] if claimed[number] < len(got) else FALSE)
    return question.judge(
        lambda answer: tuple(
            sorted(number for part in (early, late) for number, bit in part.items() if answer.holds(bit))
        )
    )


def new_leader_markers(
    setup: Setup,
    before: Position,
    after: Position,
    first: int | None,
    claim: Sequence[int] | None = None,
    *,
    restarted: bool,
) -> Judgement[tuple[int, ...]]:
    """The cars that get a Turn Leader marker after the pit stops because `first` leads now; or why a claimed list is wrong.

    `before` is the table of TA-3.5.1, `after` the one after the pit stops (TA-3.5.3, TA-9.6-7).
    """
    question = Question("TA-3.5.3")
    old = before.turn_leaders[0] if before.turn_leaders else None
    got = state_new_leader(question, setup, after, first, old, restarted=restarted)
    if claim is not None:
        claim_exactly(question, got, claim)
    return question.judge(
        lambda answer: tuple(sorted(number for number, bit in got.items() if answer.holds(bit)))
    )


@value
class EndOfTurn:
    """The table after the pit stops of a turn, and the Turn Leader markers of the turn, a car as often as it gets one."""

    position: Position
    markers: tuple[int, ...]


def end_of_turn(
    setup: Setup,
    position: Position,
    flag: str,
    pits: Sequence[int],
    rear: Sequence[int] = (),
    claim: Sequence[int] | None = None,
) -> Judgement[EndOfTurn]:
    """The end of a turn from the action phase to its pit stops, its event being resolved with this flag (TA-3.5.1, TA-3.5.3).

    Or why the pit stops or the claimed markers cannot be. `rear` are the cars of a Collision.
    """
    leaders = () if somebody_finished(position) else turn_leaders(setup, position).outcome
    before = replace(position, turn_leaders=leaders, flag=flag)
    restarted = flag == "yellow"
    after: list[tuple[Position, int | None]] = []
    if restarted:
        restarts = restart(setup, before, pits, rear=rear)
        broken, together, complete = restarts.broken, restarts.together, restarts.complete
        after += [(one.final, one.lead) for one in restarts.outcomes]
    else:
        stops = green_pit_stops(setup, before, pits)
        broken, together, complete = stops.broken, stops.together, stops.complete
        after += [(table, leader(setup, table).outcome) for table in stops.outcomes]
    if not after:
        return Judgement((), broken, together)
    found: list[EndOfTurn] = []
    for table, first in after:
        markers = markers_of_the_turn(setup, before, table, first, claim, restarted=restarted)
        found += [EndOfTurn(table, one) for one in markers.outcomes]
    return (
        Judgement(tuple(found), complete=complete)
        if found
        else Judgement((), markers.broken, markers.together)
    )

"""TA-4.1: the running order, for two cars and for all of them."""

from collections.abc import Sequence
from itertools import combinations

from model.thunder_alley.position import Car, Position, Setup
from verifier.solving.circuit import constant
from verifier.solving.questions import Judgement, Question
from verifier.solving.ranking import Ranking
from verifier.thunder_alley.spec.place import lane_of, past_line, standing, track_of


def ahead(setup: Setup, one: Car, other: Car) -> bool:
    """Whether one standing car is ahead of another (TA-4.1). In turn: more crossings of the line, fewer sectors to the next
    crossing, track before apron, inside before outside (ruling `running-order-lane`), and the lower counter of a stack before
    the upper."""
    assert one.space is not None and other.space is not None
    track = track_of(setup)
    if one.crossed != other.crossed:
        return one.crossed > other.crossed
    places = past_line(track, one.space), past_line(track, other.space)
    if places[0] != places[1]:
        return places[0] > places[1]
    if one.on_apron != other.on_apron:
        return other.on_apron
    if one.on_apron:
        return one.stack < other.stack
    inside = lane_of(one.space) < lane_of(other.space)
    return inside if setup.ruleset.readings["running-order-lane"] == "inside-first" else not inside


def order(setup: Setup, position: Position, claim: Sequence[int] | None = None) -> Judgement[tuple[int, ...]]:
    """The running order, first to last, of the cars on the track and its apron, or why a claimed order is wrong."""
    question = Question("TA-4.1")
    cars = standing(position)
    ranking = Ranking(question, "order", [car.number for car in cars])
    for one, other in combinations(cars, 2):
        first = constant(ahead(setup, one, other))
        question.rule("TA-4.1", question.circuit.same(ranking.before(one.number, other.number), first))
    if claim is not None:
        question.claim(ranking.is_(claim))
    return question.judge(ranking.order)


def running_order(setup: Setup, position: Position) -> tuple[int, ...]:
    """The running order of the cars on the track and its apron, first to last (TA-4.1)."""
    return order(setup, position).outcome

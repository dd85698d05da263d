"""Why a claim of a record is false: asks the chapter that the claim belongs to, about the decisions that led to the position."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from model.thunder_alley.claims import Claim, Decided
from model.thunder_alley.moves import Activation, Event, PitStops
from model.thunder_alley.position import Position, Setup
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome
from verifier.thunder_alley.spec.refute import (
    NO_RULE,
    Denied,
    block_denied,
    car_denied,
    fact_denied,
    first_player_denied,
    leader_denied,
    order_denied,
    places_denied,
)
from verifier.thunder_alley.spec.refute_steps import Drawn, Moment, Moved, Stops, moment


def refuted(
    setup: Setup, position: Position, decided: Sequence[Decided], claim: Claim
) -> Judgement[Position]:
    """Judge a claim about a position by the decisions that led to it."""
    then = moment_of(setup, position, decided)
    denied = claim_denied(then, claim) if then is not None else None
    if denied is None:
        return Judgement(limit="the solver does not know enough about this claim")
    if not denied.broken:
        return Judgement((Outcome(denied.table),))
    breaches = [
        Breach(one.rule, one.fact, one.fact, one.step, one.car, one.token)
        for one in denied.broken
        if one.rule != NO_RULE
    ]
    return Judgement(breaches=tuple(breaches), limit="" if breaches else "no decision explains this")


def moment_of(setup: Setup, position: Position, decided: Sequence[Decided]) -> Moment | None:
    """The position with the decisions that led to it; None if an event was not noted."""
    stops = drawn = None
    moves = []
    for one in decided:
        match one.decision:
            case Activation() as move:
                moves.append(Moved(one.before, move, one.after))
            case PitStops(cars=cars):
                kept = tuple((car.car, car.keeps or ()) for car in cars)
                stops = Stops(one.before, tuple(car.car for car in cars), kept)
            case Event(draw=None):
                return None
            case Event(draw=draw) if draw is not None:
                drawn = Drawn(one.before, draw.event, draw.bar or None, draw.cars)
    return moment(setup, position, tuple(moves), stops, drawn)


def claim_denied(then: Moment, claim: Claim) -> Denied | None:
    """The rules against a claim; None if too little is known."""
    return CHAPTERS[claim.about](then, claim.value)


CHAPTERS: Mapping[str, Callable[[Moment, Any], Denied | None]] = MappingProxyType(
    {
        "car": car_denied,
        "position": block_denied,
        "leader": leader_denied,
        "order": order_denied,
        "places": places_denied,
        "first": first_player_denied,
        "flag": lambda then, value: fact_denied(then, "flag", value),
        "lap": lambda then, value: fact_denied(then, "lap", value),
    }
)
"""The refutation of each kind of claim."""

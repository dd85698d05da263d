"""The spec's one entry point for judging the lines of a record: decisions, and claims that are false."""

from collections.abc import Sequence
from contextlib import suppress

from model.thunder_alley.cards_seen import NO_CARDS, Discards, Hand, Joined, Reshuffle, TeamBar
from model.thunder_alley.claims import Claim, Decided
from model.thunder_alley.moves import (
    Absent,
    Decision,
    Event,
    Grid,
    Lay,
    NewTurn,
    PitStops,
    RaceHeld,
    Reports,
)
from model.thunder_alley.position import Position, Setup
from model.thunder_alley.reports import Scored
from model.thunder_alley.standing import Standing
from model.values import replace
from verifier.judging import Judgement, Outcome
from verifier.solving.session import NoAnswerError
from verifier.thunder_alley.spec.decks import counted
from verifier.thunder_alley.spec.grid import laid
from verifier.thunder_alley.spec.lapped import mark_lapped
from verifier.thunder_alley.spec.missing import laid_out, reported
from verifier.thunder_alley.spec.order import leader as leader
from verifier.thunder_alley.spec.order import running_order as running_order
from verifier.thunder_alley.spec.season import absent, held, scored
from verifier.thunder_alley.spec.season import points as points
from verifier.thunder_alley.spec.segments import segment
from verifier.thunder_alley.spec.steps_of_turn import by_itself, discards, drawn, new_turn, pitted


def judge(setup: Setup, standing: Standing, decision: Decision) -> Judgement[Standing]:
    """Judge a decision in a race at this standing."""
    try:
        return counted(setup, _judge(setup, standing, decision))
    except NoAnswerError as error:
        return Judgement(limit=str(error))


def _judge(setup: Setup, standing: Standing, decision: Decision) -> Judgement[Standing]:
    match decision:
        case Event():
            return drawn(setup, standing, decision)
        case PitStops():
            return pitted(setup, standing, decision)
        case Grid():
            return laid(setup, standing, decision)
        case Discards():
            return discards(setup, standing, decision)
        case NewTurn():
            return new_turn(setup, standing, decision)
        case Joined():
            return Judgement((Outcome(replace(standing, cards=NO_CARDS).seeing(decision)),))
        case TeamBar() | Hand() | Reshuffle():
            return Judgement((Outcome(standing.seeing(decision)),))
        case Reports():
            return reported(setup, standing, decision.reports)
        case Lay():
            return laid_out(setup, standing, decision)
        case Scored():
            return scored(setup, standing, decision)
        case RaceHeld():
            return held(setup, standing, decision)
        case Absent():
            return absent(setup, standing, decision)
    return segment(setup, standing, decision)


def onward(setup: Setup, position: Position) -> tuple[Position, ...]:
    """The positions to which a race comes without a further decision, the current one first; as far as there is an answer."""
    found: list[Position] = []
    with suppress(NoAnswerError):
        found += by_itself(setup, position)
    return tuple(found)


def marked(setup: Setup, position: Position) -> Position:
    """The position with the Lap-down markers that are due where the cars stand (TA-4.2)."""
    return mark_lapped(setup, position, position, ())


def refute(
    setup: Setup, position: Position, decided: Sequence[Decided[Decision]], claim: Claim
) -> Judgement[Position]:
    """Judge a claim about a position by the decisions that led to it.

    Legal: the claim is possible. Breaches: the rules that exclude it; none if no decision explains it.
    """
    from verifier.thunder_alley.spec.refute import refuted

    try:
        return refuted(setup, position, decided, claim)
    except NoAnswerError as error:
        return Judgement(limit=str(error))

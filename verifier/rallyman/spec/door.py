"""The spec's entry point for the lines of a record: takes a decision and returns a judgement."""

from functools import partial

from model.rallyman.moves import Lay, StageDecision, Start, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.standing import LastTurn, Standing
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome
from verifier.rallyman.spec.cards import card_of
from verifier.rallyman.spec.described import described
from verifier.rallyman.spec.finish import with_times
from verifier.rallyman.spec.judgement import Played
from verifier.rallyman.spec.judging import judge as judge_turn
from verifier.rallyman.spec.laid import laid_out
from verifier.rallyman.spec.rally import judge_rally as judge_rally
from verifier.rallyman.spec.start import first_position, round_rules
from verifier.solving.circuit import FALSE


def judge(setup: Setup, standing: Standing, decision: StageDecision) -> Judgement[Standing]:
    """The result of a decision in a stage; several outcomes if the record leaves part of it open."""
    match decision:
        case Turn():
            return _turn(setup, standing.position, decision)
        case Start():
            return Judgement((Outcome(with_times(setup, first_position(setup, decision.dirt))),))
        case Lay():
            return laid_out(setup, standing.position, decision)


def _turn(setup: Setup, position: Position, turn: Turn) -> Judgement[Standing]:
    """The judgement of a turn.

    Satisfiable, for the dice and all rules: the turn is legal. Unsatisfiable: the rules named exclude it.
    """
    for rule in round_rules(setup, position, turn.round):
        if rule.bit == FALSE:
            reason = f"{position.next} plays next, in round {position.turn}"
            return Judgement(breaches=(Breach(rule.id, rule.fact, reason, token=rule.token),))
    judged = judge_turn(setup, position, turn, turn.ends)
    if judged.limit:
        return Judgement(limit=judged.limit)
    outcomes = tuple(_led(setup, outcome.position) for outcome in judged.outcomes)
    return Judgement(outcomes, judged.breaches, judged.together)


def _led(setup: Setup, played: Played) -> Outcome[Standing]:
    before, after, turn, driven = played.before, played.after, played.turn, played.driven
    assert turn is not None
    card = card_of(setup, before, turn, driven)
    last = LastTurn(turn.driver, card)
    if driven is not None:
        last = LastTurn(turn.driver, card, driven.cause, driven.symbols)
    return Outcome(
        with_times(setup, after, last), partial(described, setup, before, after, turn, driven), turn
    )

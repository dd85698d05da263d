"""The engine's only entry point for the lines of a record: takes a decision and returns a judgement."""

from functools import partial

from model.rallyman.moves import StageDecision, Start, Turn
from model.rallyman.position import Setup
from model.rallyman.standing import LastTurn, Standing
from verifier.judging import Judgement
from verifier.judging import Outcome as Led
from verifier.rallyman.engine.described import described
from verifier.rallyman.engine.finish import standing_of
from verifier.rallyman.engine.laid import laid_out
from verifier.rallyman.engine.rally import judge_rally as judge_rally
from verifier.rallyman.engine.start import first_position, wrong_round
from verifier.rallyman.engine.terms import Outcome
from verifier.rallyman.engine.turn import play


def judge(setup: Setup, standing: Standing, decision: StageDecision) -> Judgement[Standing]:
    """The result of a decision in a stage; several outcomes if the record leaves part of it open."""
    if isinstance(decision, Turn):
        return _turn(setup, standing, decision)
    if isinstance(decision, Start):
        return Judgement((Led(standing_of(setup, first_position(setup, decision.dirt), None)),))
    return laid_out(setup, standing.position, decision)


def _turn(setup: Setup, standing: Standing, turn: Turn) -> Judgement[Standing]:
    if wrong := wrong_round(setup, standing.position, turn.round):
        return Judgement(breaches=wrong)
    if turn.unwritten:
        return _unwritten(setup, standing, turn)
    done = play(setup, standing.position, turn)
    return Judgement((_led(setup, done),)) if isinstance(done, Outcome) else Judgement(breaches=done)


def _led(setup: Setup, done: Outcome) -> Led[Standing]:
    last = LastTurn(done.turn.driver, done.card, done.loss, done.symbols)
    return Led(standing_of(setup, done.position, last), partial(described, done), done.turn)


def _unwritten(setup: Setup, standing: Standing, turn: Turn) -> Judgement[Standing]:
    """Every outcome of a turn with lost parts."""
    from verifier.rallyman.engine.lost import MOST, TooManyError, fillings

    if turn.lost:
        return Judgement(limit="nothing about this turn is known, not even the number of dice")
    try:
        found = fillings(setup, standing.position, turn)
    except TooManyError:
        return Judgement(limit=f"the lost parts leave more than {MOST} possible positions")
    if not isinstance(found, list):
        return Judgement(breaches=found)
    return Judgement(tuple(_led(setup, one) for one in found))

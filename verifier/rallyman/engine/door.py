"""The engine's entry point in a stage: takes a decision and returns a judgement. `rally.py` has the one between stages."""

from functools import partial

from model.rallyman.moves import StageDecision, Start, Turn
from model.rallyman.position import Setup
from model.rallyman.standing import LastTurn, Standing
from verifier.findings import Breach
from verifier.judging import Judgement
from verifier.judging import Outcome as Led
from verifier.rallyman.engine.described import described
from verifier.rallyman.engine.finish import standing_of
from verifier.rallyman.engine.laid import laid_out
from verifier.rallyman.engine.start import first_position, wrong_round
from verifier.rallyman.engine.terms import LANDING, Breaches, Outcome
from verifier.rallyman.engine.turn import play, run_before


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
    done = _landed(setup, standing, turn, play(setup, standing.position, turn))
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
    landed = [_landed(setup, standing, one.turn, one) for one in found]
    there = tuple(_led(setup, one) for one in landed if isinstance(one, Outcome))
    refused = next((one for one in landed if not isinstance(one, Outcome)), ())
    return Judgement(there) if there else Judgement(breaches=refused)


def _landed(setup: Setup, standing: Standing, turn: Turn, done: Outcome | Breaches) -> Outcome | Breaches:
    """Compares the outcome of a turn with the spaces on which the record ends its steps (RM-4.1, RM-11.5). The first step that
    ends elsewhere decides, if no earlier one breaks a rule."""
    if not turn.ends or (not isinstance(done, Outcome) and done[0].token == "driver"):
        return done
    broken = 0 if isinstance(done, Outcome) else done[0].step
    for number, end in enumerate(turn.ends, 1):
        run = run_before(setup, standing.position, turn, number + 1) if not 0 < broken <= number else None
        if run is None:
            break
        if end is not None and run.ends[-1] != end:
            fact = f"the step ends on {run.ends[-1]}, not on {end}"
            first = [rule for rule in ("RM-11.5", "RM-4.1") if rule in run.reached]
            rules = dict.fromkeys([*first, *run.reached])
            return tuple(Breach(rule, fact, step=number, token=LANDING) for rule in rules)
    return done

"""The spec's entry point: takes a decision and returns a judgement."""

from functools import partial
from typing import overload

from model.rallyman.facts import DATA
from model.rallyman.moves import UNKNOWN, Lay, RallyDecision, StageDecision, Start, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.standing import LastTurn, Rally, RallySetup, Standing
from model.rules import load_rules
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome
from verifier.rallyman.spec.attack import all_dice
from verifier.rallyman.spec.cards import card_of
from verifier.rallyman.spec.described import described
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.finish import with_times
from verifier.rallyman.spec.judgement import Judgement as Judged
from verifier.rallyman.spec.judging import judge as judge_turn
from verifier.rallyman.spec.rally import between_stages
from verifier.rallyman.spec.selection import selection_facts
from verifier.rallyman.spec.start import first_position, laid, round_rules
from verifier.solving.circuit import FALSE

SELECTION = "RM-5.3"


@overload
def judge(setup: Setup, standing: Standing, decision: StageDecision) -> Judgement[Standing]: ...
@overload
def judge(setup: RallySetup, standing: Rally, decision: RallyDecision) -> Judgement[Rally]: ...
def judge(
    setup: Setup | RallySetup, standing: Standing | Rally, decision: StageDecision | RallyDecision
) -> Judgement[Standing] | Judgement[Rally]:
    """The result of a decision; several outcomes if the record leaves part of it open."""
    if isinstance(setup, Setup):
        assert isinstance(standing, Standing) and isinstance(decision, StageDecision)
        return _of_stage(setup, standing, decision)
    assert isinstance(standing, Rally) and isinstance(decision, RallyDecision)
    return between_stages(setup, standing, decision)


def _of_stage(setup: Setup, standing: Standing, decision: StageDecision) -> Judgement[Standing]:
    match decision:
        case Turn():
            return _turn(setup, standing.position, decision)
        case Start():
            position = first_position(setup, decision.dirt)
        case Lay():
            position = laid(setup, standing.position, decision.position)
    return Judgement((Outcome(with_times(setup, position)),))


def _turn(setup: Setup, position: Position, turn: Turn) -> Judgement[Standing]:
    """The judgement of a turn.

    Satisfiable, for the dice and all rules: the turn is legal. Unsatisfiable: the rules named exclude it.
    """
    for rule in round_rules(setup, position, turn.round):
        if rule.bit == FALSE:
            reason = f"{position.next} plays next, in round {position.turn}"
            return Judgement(breaches=(Breach(rule.id, rule.fact, reason, token=rule.token),))
    judged = judge_turn(setup, position, turn, turn.ends)
    if judged.gave_up is not None:
        return Judgement(limit=f"the solver does not say: {judged.gave_up}")
    if not judged.legal:
        return _refused(setup, position, turn, judged)
    came = zip(judged.positions, judged.turns, judged.driven, strict=True)
    return Judgement(tuple(_led(setup, position, *one) for one in came))


def _led(
    setup: Setup, before: Position, after: Position, turn: Turn, driven: Driven | None
) -> Outcome[Standing]:
    card = card_of(setup, before, turn, driven)
    last = LastTurn(turn.driver, card)
    if driven is not None:
        last = LastTurn(turn.driver, card, driven.cause, driven.symbols)
    return Outcome(
        with_times(setup, after, last), partial(described, setup, before, after, turn, driven), turn
    )


def _refused(setup: Setup, position: Position, turn: Turn, judged: Judged) -> Judgement[Standing]:
    book, first = load_rules(DATA), judged.broken[0]
    breaches = tuple(
        Breach(
            one.rule,
            one.fact,
            book.short(one.rule) if one.fact in ("", first.fact) else one.fact,
            one.step,
            token=one.token,
        )
        for one in judged.broken
    )
    said = {one.rule: one.fact for one in judged.broken[::-1]}
    if first.rule == SELECTION and UNKNOWN not in all_dice(turn):
        said |= selection_facts(setup, position, turn)
    together = (
        tuple((rule, said.get(rule) or book.short(rule)) for rule in core) for core in judged.together
    )
    return Judgement(breaches=breaches, together=tuple(together))

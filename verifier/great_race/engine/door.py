"""The door of the engine: a decision goes in, a judgement comes out."""

from model.great_race.moves import (
    Begin,
    Bonus,
    Decision,
    Display,
    Interrupt,
    Order,
    Plan,
    Sequence,
    Take,
    Turn,
)
from model.great_race.position import Setup
from model.great_race.standing import Standing
from verifier.great_race.engine import camp, convoy, maintenance
from verifier.great_race.engine.beginning import begin
from verifier.great_race.engine.planning import plan
from verifier.great_race.engine.table import IllegalError, NotKnownError, Table
from verifier.judging import Judgement, Outcome


def judge(setup: Setup, standing: Standing, decision: Decision) -> Judgement[Standing]:
    """Judges a decision. Never raises for anything that a record can contain."""
    table = Table(setup, standing)
    try:
        _carry_out(table, decision)
    except IllegalError as error:
        return Judgement(breaches=(error.breach,))
    except NotKnownError as error:
        return Judgement(limit=str(error))
    effects = tuple(table.effects)
    return Judgement(outcomes=(Outcome(table.standing, lambda: effects, decision),))


def _carry_out(table: Table, decision: Decision) -> None:
    match decision:
        case Begin():
            begin(table)
        case Turn():
            maintenance.begin_turn(table, decision)
        case Display():
            camp.show(table, decision)
        case Take():
            camp.take(table, decision)
        case Plan():
            plan(table, decision)
        case Sequence():
            convoy.sequence(table, decision)
        case Interrupt():
            convoy.interrupt(table, decision)
        case Order():
            maintenance.state_order(table, decision)
        case Bonus():
            maintenance.state_bonus(table, decision)

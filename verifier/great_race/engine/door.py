"""The door of the engine: it takes a decision and returns a judgement."""

from functools import partial

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
from model.great_race.seen import Seen
from model.great_race.standing import Standing
from verifier.findings import Breach
from verifier.great_race.engine import camp, convoy, maintenance
from verifier.great_race.engine.cards import clash
from verifier.great_race.engine.lost import outcomes
from verifier.great_race.engine.planning import plan
from verifier.great_race.engine.start import begin
from verifier.great_race.engine.table import NotKnownError, Table
from verifier.judging import Judgement, Outcome


def judge(setup: Setup, standing: Standing, decision: Decision) -> Judgement[Standing]:
    """Judges a decision. Never raises for anything that a record can contain."""
    try:
        found = outcomes(partial(Table, setup, standing), partial(carry_out, decision))
    except NotKnownError as error:
        return Judgement(limit=str(error))
    if isinstance(found, Breach):
        return Judgement(breaches=(found,))
    ways = (Outcome(after, partial(tuple, effects), decision) for after, effects in found.items())
    return Judgement(outcomes=tuple(ways))


def can_be(setup: Setup, standing: Standing, seen: Seen) -> bool:
    """Whether something about hidden cards fits what was seen (GR-25.2)."""
    return clash(setup, (*standing.cards, seen)) is None


def carry_out(decision: Decision, table: Table) -> None:
    """Carries out a decision on a table."""
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

"""Judges one turn: legal with the next position, or the rules that it breaks."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from model.rallyman.moves import ATTACK, UNKNOWN, Turn
from model.rallyman.position import Position, Setup
from verifier.judging import Judgement, Outcome
from verifier.rallyman.spec.attack import (
    Selections,
    all_dice,
    excused,
    handing_rules,
    keeps_die,
    names_of,
    rolled,
    selection_rules,
    voided,
)
from verifier.rallyman.spec.decisions import claimed
from verifier.rallyman.spec.driven import Drive, Values, drive, driven
from verifier.rallyman.spec.judgement import Judged, Played, refused
from verifier.rallyman.spec.play import Rule
from verifier.rallyman.spec.selection import selection_facts
from verifier.rallyman.spec.start import driver_rules
from verifier.rallyman.spec.turn import (
    attack_dice_rules,
    before_the_dice,
    begun,
    end_rules,
    next_position,
    planned,
    rollable,
    said_of,
)
from verifier.solving.circuit import FALSE, Circuit, constant
from verifier.solving.session import GaveUpError


@dataclass(slots=True)
class Case:
    """A turn under judgement with nothing open: every bit of it is known. `rules` are in the order of checking, without those in
    `without`."""

    setup: Setup
    position: Position
    turn: Turn
    circuit: Circuit = field(default_factory=Circuit)
    rules: list[Rule] = field(default_factory=list)
    made: Drive | None = None
    selections: Selections | None = None
    without: frozenset[str] = frozenset()

    def broken(self) -> tuple[Rule, ...]:
        """The rules broken at the first place where any is: those of the whole turn that are checked first, then step by step."""
        broken = [rule for rule in self.rules if rule.bit == FALSE and rule.id not in self.without]
        return tuple(dict.fromkeys(rule for rule in broken if rule.step == broken[0].step))


def judge(
    setup: Setup,
    position: Position,
    turn: Turn,
    ends: Sequence[str | None] = (),
    selections: Selections | None = None,
) -> Judged:
    """The judgement of a turn. `ends` are the spaces given for the ends of its steps, None for a step without one. `selections`
    are the dice that may be rolled in a time attack here, if already known; the reasons against other dice are then not searched
    for.

    Satisfiable, for the decisions that the turn names: it is legal. Unsatisfiable: the rules that are named exclude it.
    """
    try:
        return _judge(Case(setup, position, turn, selections=selections), ends)
    except GaveUpError as error:
        return Judgement(limit=str(error))


def _judge(case: Case, ends: Sequence[str | None]) -> Judged:
    setup, position, turn = case.setup, case.position, case.turn
    case.rules += driver_rules(setup, position, turn.driver)
    if broken := case.broken():
        return refused(broken)
    if turn.unwritten:
        return _judge_open(case, ends)
    _ask(case, ends)
    return _answer(case)


def _judge_open(case: Case, ends: Sequence[str | None]) -> Judged:
    """Judges a turn with unknown parts, in the order of RM-M.7. A time attack must first have some dice that fit the record and
    may be rolled (RM-5.3)."""
    from verifier.rallyman.spec.lost import judge_open

    setup, position, turn = case.setup, case.position, case.turn
    legal = None
    if not turn.lost:
        case.rules += before_the_dice(setup, position, turn)
        if case.broken():
            return _answer(case)
    if turn.mode == ATTACK and not turn.lost:
        if UNKNOWN in all_dice(turn):
            legal = rollable(setup, position, turn)
        case.rules += selection_rules(turn, legal) if legal else _selection(case)
        if case.broken():
            return _answer(case)
    return judge_open(setup, position, turn, ends, judge, legal)


def _ask(case: Case, ends: Sequence[str | None] = ()) -> None:
    """Checks the rules of a turn, up to the first part in which one is broken."""
    turn = case.turn
    case.rules += before_the_dice(case.setup, case.position, turn)
    if case.broken() or not turn.steps:
        return
    build(case, ends)
    if turn.mode == ATTACK:
        case.rules[:0] = _selection(case)


def _selection(case: Case) -> list[Rule]:
    """Whether the dice may be rolled (RM-5.3)."""
    legal = case.selections or planned(case.setup, case.position, case.turn)
    return list(selection_rules(case.turn, legal))


def without_rules(setup: Setup, position: Position, turn: Turn, rules: frozenset[str]) -> Case:
    """A turn with nothing open, without these rules: the rules it still breaks, and where the car is then. Its other results are
    unknown."""
    case = Case(setup, position, turn, without=rules)
    case.rules += driver_rules(setup, position, turn.driver)
    if not case.broken():
        _ask(case)
    return case


def _answer(case: Case) -> Judged:
    setup, position, turn = case.setup, case.position, case.turn
    if broken := case.broken():
        if broken[0].id != "RM-5.3" or case.selections is not None:
            return refused(broken)
        dice = all_dice(turn)
        facts = selection_facts(setup, position, turn) if UNKNOWN not in dice else {}
        return refused(broken, planned(setup, position, turn).why_not(dice), facts)
    made = case.made
    came = None if made is None else driven(made.end, made.steps, Values(case.circuit, (), ()))
    played = Played(position, next_position(setup, position, turn, came), turn, came)
    return Judgement((Outcome(played),))


def build(case: Case, ends: Sequence[str | None] = ()) -> None:
    """Adds the dice of a turn, and the rules of its end."""
    turn, circuit = case.turn, case.circuit
    play, state = begun(circuit, case.setup, case.position, turn)
    choices = claimed(circuit, turn.steps, ends, [])
    made = case.made = drive(play, state, choices)
    said = said_of(turn)
    if turn.mode == ATTACK:
        handing = list(handing_rules(made, turn, constant(keeps_die(turn, made))))
        case.rules += attack_dice_rules(made, turn, handing)
        kept = circuit.all((-made.end.lost, -made.end.out))
        may_stay = not turn.unused or excused(turn, made) or voided(turn, made)
        all_used = circuit.implies(kept, constant(may_stay))
        case.rules.append(
            Rule("RM-5.7", all_used, f"{rolled(names_of(turn.unused))} stays unused", 0, "unused")
        )
    else:
        case.rules += made.rules
    case.rules += end_rules(made, said, turn)

"""Judges one turn: legal with the next position, or the rules that it breaks."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from model.rallyman.moves import ATTACK, UNKNOWN, Turn
from model.rallyman.position import Position, Setup
from verifier.rallyman.spec.attack import (
    Planned,
    Selections,
    all_dice,
    excused,
    handing_rules,
    idle_symbol,
    keeps_die,
    names_of,
    rolled,
    selection_rules,
    voided,
)
from verifier.rallyman.spec.decisions import claimed
from verifier.rallyman.spec.driven import Drive, Values, drive, driven
from verifier.rallyman.spec.judgement import Broken, Judgement
from verifier.rallyman.spec.play import Rule
from verifier.rallyman.spec.start import driver_rules
from verifier.rallyman.spec.turn import (
    attack_sisu_rules,
    before_the_dice,
    begun,
    end_rules,
    first_loss,
    next_position,
    plain_of,
    said_of,
)
from verifier.solving.circuit import FALSE, Circuit, constant
from verifier.solving.session import GaveUpError


@dataclass(slots=True)
class Case:
    """A turn under judgement in which nothing is open: every bit of it is known. `rules` stand in the order in which they are
    asked, those of `without` are left out."""

    setup: Setup
    position: Position
    turn: Turn
    circuit: Circuit = field(default_factory=Circuit)
    rules: list[Rule] = field(default_factory=list)
    made: Drive | None = None
    selections: Selections | None = None
    without: frozenset[str] = frozenset()

    def broken(self) -> tuple[Broken, ...]:
        """The rules that are broken at the first place where one is."""
        return _first([rule for rule in self.rules if rule.id not in self.without])


def judge(
    setup: Setup,
    position: Position,
    turn: Turn,
    ends: Sequence[str | None] = (),
    selections: Selections | None = None,
) -> Judgement:
    """The judgement of a turn; `ends` are the spaces on which its steps are said to end, None where nothing is said. `selections`
    are the dice that may be rolled in a time attack here, if that is known already; why others may not is not looked for then.

    Satisfiable, for the decisions that the turn names: it is legal. Unsatisfiable: the rules that are named leave no room for it.
    """
    try:
        return _judge(Case(setup, position, turn, selections=selections), ends)
    except GaveUpError as error:
        return Judgement(gave_up=error.limit)


def _judge(case: Case, ends: Sequence[str | None]) -> Judgement:
    setup, position, turn = case.setup, case.position, case.turn
    case.rules += driver_rules(setup, position, turn.driver)
    if broken := case.broken():
        return Judgement(broken=broken)
    if turn.unwritten:
        return _judge_open(case, ends)
    _ask(case, ends)
    return _answer(case)


def _judge_open(case: Case, ends: Sequence[str | None]) -> Judgement:
    """A turn of which something is not known; in a time attack it is asked first whether any dice that can have been rolled may
    be (RM-5.3)."""
    from verifier.rallyman.spec.lost import judge_open

    setup, position, turn = case.setup, case.position, case.turn
    legal = None
    if turn.mode == ATTACK and not turn.lost:
        case.rules += before_the_dice(setup, position, turn)
        if case.broken():
            return _answer(case)
        if UNKNOWN in all_dice(turn):
            legal = Selections(_planned(setup, position, turn).selections(), least=0)
        case.rules += selection_rules(turn, legal) if legal else _selection(case)
        if case.broken():
            return _answer(case)
    return judge_open(setup, position, turn, ends, judge, legal)


def _ask(case: Case, ends: Sequence[str | None] = ()) -> None:
    """Asks the rules of a turn, up to the first part of it in which one is broken."""
    turn = case.turn
    case.rules += before_the_dice(case.setup, case.position, turn)
    if case.broken() or not turn.steps:
        return
    build(case, ends)
    if turn.mode == ATTACK:
        case.rules[:0] = _selection(case)


def _selection(case: Case) -> list[Rule]:
    """Whether the dice may be rolled (RM-5.3)."""
    legal = case.selections or _planned(case.setup, case.position, case.turn)
    return list(selection_rules(case.turn, legal))


def without_rules(setup: Setup, position: Position, turn: Turn, rules: frozenset[str]) -> Case:
    """A turn in which nothing is open, with these rules left out: what it breaks still, and where the car is then. What else
    comes of it nobody knows."""
    case = Case(setup, position, turn, without=rules)
    case.rules += driver_rules(setup, position, turn.driver)
    if not case.broken():
        _ask(case)
    return case


def _first(rules: Sequence[Rule]) -> tuple[Broken, ...]:
    """The rules that are broken at the first place where one is: those of the turn as a whole that are asked first, then step by
    step."""
    broken = [rule for rule in rules if rule.bit == FALSE]
    found = [rule for rule in broken if rule.step == broken[0].step]
    return tuple(dict.fromkeys(Broken(rule.id, rule.fact, rule.step, rule.token) for rule in found))


def _answer(case: Case) -> Judgement:
    setup, position, turn = case.setup, case.position, case.turn
    if broken := case.broken():
        together: tuple[tuple[str, ...], ...] = ()
        if broken[0].rule == "RM-5.3" and case.selections is None:
            together = _planned(setup, position, turn).why_not(all_dice(turn))
        return Judgement(broken=broken, together=together)
    made = case.made
    came = None if made is None else driven(made.end, made.steps, Values(case.circuit, (), ()))
    return Judgement((next_position(setup, position, turn, came),), (came,), (turn,))


def build(case: Case, ends: Sequence[str | None] = ()) -> None:
    """The dice of a turn, and what must be so at its end."""
    turn, circuit = case.turn, case.circuit
    play, state = begun(circuit, case.setup, case.position, turn)
    choices = claimed(circuit, turn.steps, ends, [])
    made = case.made = drive(play, state, choices)
    said = said_of(turn)
    if turn.mode == ATTACK:
        handing = list(handing_rules(made, turn, constant(keeps_die(turn, made))))
        steps = sorted([*made.rules, *(rule for rule in handing if rule.step)], key=lambda rule: rule.step)
        until = len(turn.steps)
        if turn.sisu:
            plain = plain_of(circuit, made)
            until = first_loss(plain) or until
            steps += attack_sisu_rules(made, plain, idle_symbol(turn))
        # Sisu is asked for where control would be lost (RM-M.7), though its findings are about the turn as a whole.
        case.rules += [rule for rule in steps if rule.step <= until]
        case.rules += [rule for rule in steps if rule.step > until]
        case.rules += [rule for rule in handing if not rule.step]
        kept = circuit.all((-made.end.lost, -made.end.out))
        may_stay = not turn.unused or excused(turn, made) or voided(turn, made)
        all_used = circuit.implies(kept, constant(may_stay))
        case.rules.append(
            Rule("RM-5.7", all_used, f"{rolled(names_of(turn.unused))} stays unused", 0, "unused")
        )
    else:
        case.rules += made.rules
    case.rules += end_rules(made, said, turn)


def _planned(setup: Setup, position: Position, turn: Turn) -> Planned:
    return Planned(*begun(Circuit(), setup, position, turn))

"""Judges one turn: legal with the next position, or the rules that it breaks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from model.rallyman.facts import GAS
from model.rallyman.moves import ATTACK, BASIC, BLOCKED, SYMBOL, UNKNOWN, Die, Turn
from model.rallyman.position import Position, Setup
from verifier.rallyman.spec.attack import Planned, Selections, can_step, rolled
from verifier.rallyman.spec.control import SYMBOLS
from verifier.rallyman.spec.decisions import DICE, claimed
from verifier.rallyman.spec.driven import Values, driven
from verifier.rallyman.spec.judgement import Broken, Judgement
from verifier.rallyman.spec.next_position import next_position
from verifier.rallyman.spec.placing import restart
from verifier.rallyman.spec.play import Play, Rule, State, hot
from verifier.rallyman.spec.start import driver_rules
from verifier.rallyman.spec.turn import (
    Drive,
    attack_sisu_rules,
    begun,
    drive,
    end_rules,
    first_loss,
    handing_rules,
    plain_of,
    said_of,
)
from verifier.rallyman.spec.wheel import wheel_rules
from verifier.solving.circuit import FALSE, TRUE, Circuit, constant
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
    if turn.lost or turn.open or _is_open(turn):
        from verifier.rallyman.spec.lost import judge_open

        return judge_open(setup, position, turn, ends, judge)
    _ask(case, ends)
    return _answer(case)


def _ask(case: Case, ends: Sequence[str | None] = ()) -> None:
    """Asks the rules of a turn, up to the first part of it in which one is broken."""
    turn = case.turn
    case.rules += before_the_dice(case.setup, case.position, turn)
    if case.broken() or not turn.steps:
        return
    build(case, ends)
    if turn.mode == ATTACK:
        case.rules[:0] = selection_rules(case)


def without_rules(setup: Setup, position: Position, turn: Turn, rules: frozenset[str]) -> Case:
    """A turn in which nothing is open, with these rules left out: what it breaks still, and where the car is then. What else
    comes of it nobody knows."""
    case = Case(setup, position, turn, without=rules)
    case.rules += driver_rules(setup, position, turn.driver)
    if not case.broken():
        _ask(case)
    return case


def _is_open(turn: Turn) -> bool:
    """Whether something in a turn is not known."""
    dice = [*(one.die for one in turn.steps), *turn.unused, *([turn.handed] if turn.handed else [])]
    words = [word for one in turn.steps for word in (one.line, one.cut)]
    shown = [word for die in dice for word in (die.name, die.shown)]
    return UNKNOWN in (*words, *shown, turn.loss, turn.loss_cut)


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
            together = _planned(setup, position, turn).why_not(_dice(turn))
        return Judgement(broken=broken, together=together)
    made = case.made
    came = None if made is None else driven(made.end, made.steps, Values(case.circuit, (), ()))
    return Judgement((next_position(setup, position, turn, came),), () if came is None else (came,))


def before_the_dice(setup: Setup, position: Position, turn: Turn) -> Iterator[Rule]:
    """What is asked of a turn before its first die (RM-M.7)."""
    car = position.car(turn.driver)
    if turn.mode == BLOCKED:
        fact = f"{turn.driver} can advance from {car.space}"
        yield Rule("RM-12.8", constant(is_blocked(setup, position, turn)), fact, 0, "blocked")
    if turn.wheel:
        yield from wheel_rules(setup, car)
    if turn.mode == BASIC:
        ruling = "spare-wheel-then-stop" if turn.wheel else "turn-without-dice"
        stops = not turn.steps and setup.reading(ruling) == "B"
        yield Rule("RM-4.13", constant(bool(turn.steps) or stops), "no die is used", 0)
    if not turn.steps:
        kept = constant(turn.loss is None)
        yield Rule(SYMBOLS, kept, "control is not lost where no die is used", 0, "loss")
    if turn.mode == ATTACK:
        yield Rule(
            "RM-5.1", constant(setup.option("attack")), "the option `attack` is not in force", 0, "attack"
        )
        least = setup.parameter("time_attack_min_dice")
        count = len(_dice(turn))
        yield Rule(
            "RM-5.2", constant(count >= least), f"{count} dice are rolled, and {least} is the least", 0
        )
    if turn.steps and restart(setup, position, car) is None:
        yield Rule("RM-7.9", FALSE, f"{turn.driver} waits until {car.space} is free", 0)


def is_blocked(setup: Setup, position: Position, turn: Turn) -> bool:
    """Whether a driver may say to be blocked (RM-12.8)."""
    if setup.reading("turn-without-dice") == "B":
        return True
    if restart(setup, position, position.car(turn.driver)) is None:
        return True
    play, state = begun(Circuit(), setup, position, replace(turn, mode=BASIC))
    return not can_step(play, state)


def build(case: Case, ends: Sequence[str | None] = ()) -> None:
    """The dice of a turn, and what must be so at its end."""
    turn, circuit = case.turn, case.circuit
    play, state = begun(circuit, case.setup, case.position, turn)
    choices = claimed(circuit, turn.steps, ends, [])
    made = case.made = drive(play, state, choices)
    said = said_of(turn)
    if turn.mode == ATTACK:
        handing = list(handing_rules(made, turn, constant(_keeps(case, made))))
        steps = sorted([*made.rules, *(rule for rule in handing if rule.step)], key=lambda rule: rule.step)
        until = len(turn.steps)
        if turn.sisu:
            plain = plain_of(circuit, made)
            until = first_loss(plain) or until
            steps += attack_sisu_rules(made, plain, _idle_symbol(turn))
        # Sisu is asked for where control would be lost (RM-M.7), though its findings are about the turn as a whole.
        case.rules += [rule for rule in steps if rule.step <= until]
        case.rules += [rule for rule in steps if rule.step > until]
        case.rules += [rule for rule in handing if not rule.step]
        kept = circuit.all((-made.end.lost, -made.end.out))
        excused = not turn.unused or _excused(case, made) or _voided(case, made)
        all_used = circuit.implies(kept, constant(excused))
        case.rules.append(
            Rule("RM-5.7", all_used, f"{rolled(_names(turn.unused))} stays unused", 0, "unused")
        )
    else:
        case.rules += made.rules
    case.rules += end_rules(made, said, turn)


def _idle_symbol(turn: Turn) -> bool:
    """Whether a die that was rolled and not used shows a symbol."""
    return any(die.shown == SYMBOL for die in (*turn.unused, *([turn.handed] if turn.handed else [])))


def _names(dice: Sequence[Die]) -> list[str]:
    return [die.name for die in dice]


def _dice(turn: Turn) -> list[str]:
    """All dice rolled in a time attack."""
    handed = () if turn.handed is None else (turn.handed,)
    return _names([*(one.die for one in turn.steps), *turn.unused, *handed])


def _planned(setup: Setup, position: Position, turn: Turn) -> Planned:
    return Planned(*begun(Circuit(), setup, position, turn))


def selection_rules(case: Case) -> Iterator[Rule]:
    """RM-5.3: the dice rolled could be used up completely."""
    dice = _dice(case.turn)
    fits = (case.selections or _planned(case.setup, case.position, case.turn)).allows(dice)
    yield Rule("RM-5.3", constant(fits), f"{rolled(dice)} cannot all be used up from here", 0)


def _flat_at(made: Drive) -> int:
    """The number of steps up to the first flat drawn; 0 where none is."""
    return next((number for number, state in enumerate(made.states) if state.drawn == TRUE), 0)


def _keeps(case: Case, made: Drive) -> bool:
    """Whether a driver keeps the gas die that a flat takes, by a reading: the rest could not be used up without it."""
    if made.play.reads("attack-flat-gives-up-which", "A") or case.turn.handed is not None:
        return False
    number = _flat_at(made)
    if not number:
        return False
    rest = _left_at(case, number)
    if GAS in rest:
        rest.remove(GAS)
    return not _usable(made.play, made.states[number], rest)


def _left_at(case: Case, number: int) -> list[str]:
    """The dice of a time attack that are not used by its first steps, so many of them; a die handed in is not among them."""
    return [*_names([one.die for one in case.turn.steps[number:]]), *_names(case.turn.unused)]


def _usable(play: Play, state: State, dice: Sequence[str]) -> bool:
    """Whether dice can be used up from a moment of a time attack, symbols apart, with all notes and cars in the way; whatever
    dice may be rolled."""
    readings = {**play.setup.ruleset.readings, "attack-blocked": "A", "attack-selection-test": "A"}
    strict = replace(play.setup, ruleset=replace(play.setup.ruleset, readings=readings))
    unshown = replace(state, symbols=hot(0, len(state.symbols) - 1), on_snow=hot(0, len(state.on_snow) - 1))
    return Planned(replace(play, setup=strict), unshown).allows(dice)


def _voided(case: Case, made: Drive) -> bool:
    """Whether dice may stay unused though control is kept, because a flat took the gas die without which nobody could use the
    rest up (RM-5.7, RM-5.11): then those that make no legal step are void."""
    number = _flat_at(made)
    if not number or case.turn.handed is None:
        return False
    after, rest = made.states[number], _left_at(case, number)
    unharmed = replace(after, flats=made.states[number - 1].flats, drawn=FALSE)
    return (
        not can_step(made.play, made.end, _names(case.turn.unused))
        and _usable(made.play, unharmed, [*rest, GAS])
        and not _usable(made.play, after, rest)
    )


def _excused(case: Case, made: Drive) -> bool:
    """Whether dice may stay unused though control is kept: by a reading, if it is cars alone that keep them from a legal step and
    there was no way to use all."""
    left = _names(case.turn.unused)
    if made.play.reads("attack-blocked", "A") or any(die not in DICE for die in left):
        return False
    alone = replace(made.play, opponents=())
    barred = can_step(alone, made.end, left) and not can_step(made.play, made.end, left)
    return barred and not _fully(case)


def _fully(case: Case) -> bool:
    """Whether the dice rolled can be used up with all notes and cars in the way."""
    return _usable(*begun(Circuit(), case.setup, case.position, case.turn), _dice(case.turn))

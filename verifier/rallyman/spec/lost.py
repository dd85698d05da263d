"""Turns with lost parts: what can have happened, or why nothing fits."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement

from model.rallyman.moves import CLEAR, UNKNOWN, Die, Turn
from model.rallyman.position import Position, Setup
from verifier.rallyman.spec.attack import Selections, all_dice
from verifier.rallyman.spec.decisions import DICE
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.freed import Freed, freed, named
from verifier.rallyman.spec.judgement import Broken, Judgement
from verifier.rallyman.spec.play import Rule
from verifier.solving.circuit import TRUE
from verifier.solving.cores import cores
from verifier.solving.enumerate import answers
from verifier.solving.session import Session, rule_label, rule_of

MOST = 1000
"""The most fillings that are tried."""


Judging = Callable[[Setup, Position, Turn], Judgement]
"""Judges a turn without lost parts."""


def judge_open(
    setup: Setup,
    position: Position,
    turn: Turn,
    ends: Sequence[str | None],
    judge: Judging,
    selections: Selections | None = None,
) -> Judgement:
    """The judgement of a turn with unknown parts: every position that some filling leads to. `selections` are the dice that may
    be rolled in a time attack, if names of dice are lost.

    Satisfiable: some filling is legal. Unsatisfiable: the rules named exclude every filling.
    """
    if turn.lost or turn.open:
        return Judgement(gave_up="the turn was not written down to its end")
    handed = _clear(turn.handed) if turn.handed is not None else None
    turn = replace(turn, unused=tuple(map(_clear, turn.unused)), handed=handed)
    judged = []
    for one in _with_names(turn, selections):
        judged.append(_filled(setup, position, one, ends, judge, selections))
        if judged[-1].gave_up is not None:
            return judged[-1]
    legal = [one for one in judged if one.legal]
    if len(judged) == 1 or not legal:
        return max(judged, key=lambda one: max((broken.step for broken in one.broken), default=0))
    return _joined(legal)


def _joined(legal: Sequence[Judgement]) -> Judgement:
    """All positions that these judgements lead to, each once for each gear, cause and number of symbols that it is reached
    with."""
    came: dict[object, tuple[Position, Driven | None, Turn]] = {}
    for one in legal:
        for after, made, turn in zip(one.positions, one.driven, one.turns, strict=True):
            how = (made.gear, made.cause, made.symbols) if made is not None else ()
            came.setdefault((after, how), (after, made, turn))
    positions, driven, turns = zip(*came.values(), strict=True)
    return Judgement(positions, driven, turns)


def _with_names(turn: Turn, selections: Selections | None) -> Iterator[Turn]:
    """The turn with names filled in for the lost unused dice, where such dice may be rolled."""
    known = [die for die in turn.unused if die.name != UNKNOWN]
    lost = turn.handed is not None and turn.handed.name == UNKNOWN
    for handed in map(Die, DICE) if lost else (turn.handed,):
        for names in combinations_with_replacement(DICE, len(turn.unused) - len(known)):
            one = replace(turn, unused=(*known, *map(Die, names)), handed=handed)
            if selections is None or selections.allows(all_dice(one)):
                yield one


def _filled(
    setup: Setup,
    position: Position,
    turn: Turn,
    ends: Sequence[str | None],
    judge: Judging,
    selections: Selections | None,
) -> Judgement:
    """The judgement of a turn whose unused dice are all known."""
    free = freed(setup, position, turn, ends, selections=selections)
    demands = {rule_label(id): free.circuit.all(bits) for id, bits in named(free).items()}
    session = Session(free.circuit, free.given, demands, more=free.decisions)
    if not session.fits(demands):
        return _why(free, session, list(demands))
    return _positions(setup, position, free, session, list(demands), judge)


def _clear(die: Die) -> Die:
    """An unused die with its face cleared, because the face does not matter."""
    return replace(die, shown=CLEAR) if die.shown == UNKNOWN else die


def _why(free: Freed, session: Session, labels: list[str]) -> Judgement:
    found = cores(session, labels)
    told = sorted((_at_fault(free, rule_of(label)) for label in found.alone), key=lambda rule: rule.step)
    told += [_at_fault(free, rule_of(label)) for core in found.together for label in core]
    broken = tuple(Broken(rule.id, rule.fact, rule.step, rule.token) for rule in told)
    return Judgement(broken=broken, together=tuple(tuple(map(rule_of, core)) for core in found.together))


def _at_fault(free: Freed, id: str) -> Rule:
    """The first demand of a rule that cannot be met; if each can be met alone, the first that is not certain."""
    demands = [rule for rule in free.rules if rule.id == id]
    asked = {str(place): rule.bit for place, rule in enumerate(demands) if rule.bit != TRUE}
    session = Session(free.circuit, free.given, asked, more=free.decisions)
    unmet = next((place for place in asked if not session.fits([place])), next(iter(asked)))
    return demands[int(unmet)]


def _positions(
    setup: Setup, position: Position, free: Freed, session: Session, labels: list[str], judge: Judging
) -> Judgement:
    legal: list[Judgement] = []
    first: Judgement | None = None
    for count, true in enumerate(answers(session, free.decisions, labels)):
        if count >= MOST:
            return Judgement(gave_up=f"more than {MOST} fillings")
        judgement = judge(setup, position, free.turn_of(true))
        if judgement.gave_up is not None:
            return judgement
        first = first or judgement
        legal += [judgement] if judgement.legal else []
    if not legal:
        return first if first is not None else Judgement(gave_up="no filling was found")
    return _joined(legal)

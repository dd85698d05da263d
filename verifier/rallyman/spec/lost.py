"""Turns of which something was lost: what can have been, or why nothing can."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from model.rallyman.moves import CLEAR, UNKNOWN, Die, Turn
from model.rallyman.position import Position, Setup
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.freed import Freed, freed, named
from verifier.rallyman.spec.judgement import Broken, Judgement
from verifier.rallyman.spec.play import Rule
from verifier.solving.circuit import TRUE
from verifier.solving.cores import cores
from verifier.solving.enumerate import answers
from verifier.solving.session import Session, rule_label, rule_of

MOST = 1000
"""Fillings that are tried."""


Judging = Callable[[Setup, Position, Turn], Judgement]
"""Judges a turn without lost parts."""


def judge_open(
    setup: Setup, position: Position, turn: Turn, ends: Sequence[str | None], judge: Judging
) -> Judgement:
    """The judgement of a turn in which something is not known: every position that some filling leads to.

    Satisfiable: some filling is legal. Unsatisfiable: the rules named leave room for none.
    """
    dice = [*turn.unused, *([turn.handed] if turn.handed is not None else [])]
    if turn.lost or turn.open:
        return Judgement(gave_up="the turn was not written down to its end")
    if any(die.name == UNKNOWN for die in dice):
        return Judgement(gave_up="dice of a time attack are not known")
    handed = _clear(turn.handed) if turn.handed is not None else None
    turn = replace(turn, unused=tuple(map(_clear, turn.unused)), handed=handed)
    free = freed(setup, position, turn, ends)
    demands = {rule_label(id): free.circuit.all(bits) for id, bits in named(free).items()}
    session = Session(free.circuit, free.given, demands, more=free.decisions)
    if not session.fits(demands):
        return _why(free, session, list(demands))
    return _positions(setup, position, free, session, list(demands), judge)


def _clear(die: Die) -> Die:
    """A die that was not used: what it shows does not matter."""
    return replace(die, shown=CLEAR) if die.shown == UNKNOWN else die


def _why(free: Freed, session: Session, labels: list[str]) -> Judgement:
    found = cores(session, labels)
    told = sorted((_at_fault(free, rule_of(label)) for label in found.alone), key=lambda rule: rule.step)
    told += [_at_fault(free, rule_of(label)) for core in found.together for label in core]
    broken = tuple(Broken(rule.id, rule.fact, rule.step, rule.token) for rule in told)
    return Judgement(broken=broken, together=tuple(tuple(map(rule_of, core)) for core in found.together))


def _at_fault(free: Freed, id: str) -> Rule:
    """Of the demands of a rule the first that nothing can meet; the first in question where each can be met by itself."""
    demands = [rule for rule in free.rules if rule.id == id]
    asked = {str(place): rule.bit for place, rule in enumerate(demands) if rule.bit != TRUE}
    session = Session(free.circuit, free.given, asked, more=free.decisions)
    unmet = next((place for place in asked if not session.fits([place])), next(iter(asked)))
    return demands[int(unmet)]


def _positions(
    setup: Setup, position: Position, free: Freed, session: Session, labels: list[str], judge: Judging
) -> Judgement:
    found: dict[Position, Driven | None] = {}
    first: Judgement | None = None
    for count, true in enumerate(answers(session, free.decisions, labels)):
        if count >= MOST:
            return Judgement(gave_up=f"more than {MOST} fillings")
        judgement = judge(setup, position, free.turn_of(true))
        if judgement.gave_up is not None:
            return judgement
        first = first or judgement
        for place, after in enumerate(judgement.positions):
            found.setdefault(after, judgement.driven[place] if judgement.driven else None)
    if not found:
        return first if first is not None else Judgement(gave_up="no filling was found")
    return Judgement(tuple(found), tuple(one for one in found.values() if one is not None))

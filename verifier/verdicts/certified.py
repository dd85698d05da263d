"""The legal moves by the solver, and the proof that the engine lists the same ones (`moves --solver`, `moves --both`)."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, Generic, TypeVar

from model.values import value
from verifier.answer import MoveOffer, MovesAnswer, itself
from verifier.findings import Finding
from verifier.solving.comparison import Answer, Difference

P = TypeVar("P")
M = TypeVar("M")


@value
class Planned:
    """One plan of a turn. `notation` is a whole line of a record, `path` the places it reaches one after another, `ends` what it
    leaves in a few words, `cost` is in the unit of the game. `bears` counts the strokes of bad luck that the plan survives,
    wherever they fall; None if it survives none or there can be none. `facts` are more values for a program."""

    notation: str
    path: tuple[str, ...]
    ends: str
    cost: int | None = None
    bears: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)


@value
class Plans:
    """All ways to play a turn, if they differ in more than the position they lead to, in the order that players want to see; and
    the ways that only one judge has. `note` names that order, `more` why some may be missing."""

    plans: tuple[Planned, ...] = ()
    engine_only: tuple[MoveOffer, ...] = ()
    solver_only: tuple[MoveOffer, ...] = ()
    note: str = ""
    more: str = ""


NO_PLANS = Plans()


@value
class Compared:
    """The moves of one car with one card (one mover with one means) by both judges: how many they share, and those that only one
    of them has. `plans` is empty in a game where plans differ only in their positions; `unit` names what they cost,
    `more` explains why both may lack moves."""

    mover: str
    means: str
    same: int
    engine_only: tuple[MoveOffer, ...] = ()
    solver_only: tuple[MoveOffer, ...] = ()
    gave_up: str = ""
    plans: Plans = NO_PLANS
    unit: str = ""
    more: str = ""

    @property
    def agree(self) -> bool:
        """Whether both are proved to have the same moves."""
        return not (self.engine_only or self.solver_only or self.gave_up)


@value
class MoveList(Generic[P, M]):
    """The moves of one mover with one means, as each judge finds them.

    `engine` lists the engine's moves with the positions after them. `outcomes` are the spec's positions, each with a move;
    `certify` compares a set of positions with them. `offer` is a move as the command shows it. Positions with the same `key`
    count as one. `plans` are the plans of the turn, given the engine's moves. `more` explains why moves may be missing.
    """

    mover: str
    means: str
    engine: Callable[[], Sequence[tuple[M, P]]]
    outcomes: Callable[[], Answer[P, M]]
    certify: Callable[[Sequence[P]], Difference[P, M]]
    offer: Callable[[M, P], MoveOffer]
    key: Callable[[P], Hashable] = field(default=itself)
    plans: Callable[[Sequence[M]], Plans] = field(default=lambda _moves: NO_PLANS)
    more: str = ""


@value
class MoveLists:
    """The requested lists; empty if the request is invalid or no move is possible. `note` explains when the moves apply, `unit`
    names what they cost, `help` shows how to request less."""

    lists: tuple[MoveList[Any, Any], ...] = ()
    note: str = ""
    unit: str = ""
    help: str = ""


def moves(asked: MoveLists, place: str) -> MovesAnswer:
    """SAT: there is one more next position; UNSAT: none exists, so the list is complete.

    Every next position, each with one move that leads there. `place` is the requested place, for a finding about a limit.
    """
    found: list[MoveOffer] = []
    for one in asked.lists:
        answer = one.outcomes()
        if answer.gave_up is not None:
            fact = f"the solver hit its limit of {answer.gave_up} with {one.mover} and {one.means}"
            return MovesAnswer(
                findings=(Finding("undetermined", place, 0, 0, 0, fact, help=asked.help),),
                unit=asked.unit,
            )
        found += _offers(one, ((move, after) for after, move in answer.outcomes.items()))
    missing = next((one.more for one in asked.lists if one.more), "")
    note = "; ".join(filter(None, (asked.note, missing)))
    return MovesAnswer(tuple(found), unit=asked.unit, note=note)


def compare(asked: MoveLists) -> Iterable[Compared]:
    """SAT: the engine's position can be reached, or the engine lacks one; UNSAT: the position cannot be reached, or the
    engine lacks none.

    For each list a certificate that the engine's set of next positions is the whole set, and every plan by both judges.
    """
    for one in asked.lists:
        yield _compared(one, asked.unit)


def _compared(one: MoveList[Any, Any], unit: str) -> Compared:
    engine = list(one.engine())
    listed: dict[Any, Any] = {}
    for move, after in engine:
        listed.setdefault(after, move)
    difference = one.certify(list(listed))
    same = len({one.key(after) for after in listed})
    extra = _offers(one, ((listed[after], after) for after in difference.extra))
    missing = _offers(one, ((move, after) for after, move in difference.missing))
    plans = one.plans([move for move, _ in engine])
    return Compared(
        one.mover,
        one.means,
        same - len(difference.extra),
        (*extra, *plans.engine_only),
        (*missing, *plans.solver_only),
        difference.gave_up or "",
        plans,
        unit,
        one.more,
    )


def _offers(one: MoveList[Any, Any], found: Iterable[tuple[Any, Any]]) -> list[MoveOffer]:
    """The moves as a record writes them, shortest notation first."""
    offers = [one.offer(move, after) for move, after in found]
    return sorted(offers, key=lambda offer: (len(offer.notation), offer.notation))

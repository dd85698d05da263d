"""Witnesses: answers of the solver that must prove true outside it before anybody sees them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from verifier.solving.circuit import Bit
from verifier.solving.session import Session

W = TypeVar("W")

MOST_ROUNDS = 200
"""Candidates that are tried before a search gives up."""


class NoControlError(Exception):
    """A query does not find what was planted for it, or finds something where there is nothing: its answers mean nothing."""


@dataclass(frozen=True, slots=True)
class Search(Generic[W]):
    """How a search came out: the witness that was confirmed, None where there is none; `refuted` candidates were turned down by
    the replay. `complete` says that the solver has proved that no other is left; else the rounds were used up."""

    witness: W | None
    refuted: tuple[W, ...] = ()
    complete: bool = True


def find_witness(
    session: Session,
    shown: Sequence[Bit],
    decode: Callable[[list[Bit]], W],
    confirm: Callable[[W], bool],
    rounds: int = MOST_ROUNDS,
    assuming: Sequence[Bit] = (),
) -> Search[W]:
    """Satisfiable: there is a candidate; it is a witness only if `confirm` replays it. Unsatisfiable: there is none.

    `decode` makes a candidate of the variables that hold in an answer. A refuted one is forbidden by the bits in `shown`, and
    the search goes on. The bits in `assuming` hold in every candidate. Raises `GaveUpError` at a limit of the session.
    """
    refuted: list[W] = []
    for _ in range(rounds):
        if not session.fits(assuming=assuming):
            return Search(None, tuple(refuted))
        true = session.true_variables()
        candidate = decode(true)
        if confirm(candidate):
            return Search(candidate, tuple(refuted))
        refuted.append(candidate)
        held = set(true)
        session.forbid([bit if bit in held else -bit for bit in shown])
    return Search(None, tuple(refuted), complete=False)


def with_controls(
    query: Callable[[], Search[W]], planted: Callable[[], Search[W]], same: Callable[[], Search[W]]
) -> Search[W]:
    """The answer of a query that passes both its controls: a difference that was planted is found, and there is none between
    equal things. Raises `NoControlError` otherwise."""
    if planted().witness is None:
        raise NoControlError("the planted difference was not found")
    control = same()
    if control.witness is not None or not control.complete:
        raise NoControlError("a difference was found where there is none")
    return query()

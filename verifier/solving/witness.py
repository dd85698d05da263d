"""Witnesses: answers of the solver that are confirmed outside it before they are shown."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from verifier.solving.circuit import FALSE, Bit, Circuit
from verifier.solving.session import LIMITS, Limits, Session

W = TypeVar("W")

MOST_ROUNDS = 200
"""The most candidates that a search tries."""


@dataclass(frozen=True, slots=True)
class Search(Generic[W]):
    """The result of a search: the confirmed witness, or None; `refuted` are the candidates that the replay rejected.
    `complete`: the solver has proved that no other candidate is left; otherwise the rounds were used up."""

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
    """Satisfiable: there is a candidate; it is a witness only if `confirm` replays it. Unsatisfiable: none exists.

    `decode` makes a candidate from the variables that hold in an answer. A refuted candidate is forbidden by its values of
    the bits in `shown`, and the search goes on. The bits in `assuming` hold in every candidate. Raises `GaveUpError` at a
    limit.
    """
    refuted: list[W] = []
    for _ in range(rounds):
        if not session.fits(assuming=assuming):
            return Search(None, tuple(refuted))
        candidate = decode(session.true_variables())
        if confirm(candidate):
            return Search(candidate, tuple(refuted))
        refuted.append(candidate)
        session.forbid(session.as_found(shown))
    return Search(None, tuple(refuted), complete=False)


class Questions:
    """Several questions to one solver, each with its own bit. What is forbidden for one stays open for the others.

    `facts` hold in every answer, `more` are further bits that a search may assume or show.
    """

    def __init__(
        self,
        circuit: Circuit,
        facts: Iterable[Bit],
        questions: Mapping[str, Bit],
        more: Iterable[Bit] = (),
        limits: Limits = LIMITS,
    ) -> None:
        # A variable marks the active question, so that what is forbidden for it stays open for the others.
        self._asked = {
            name: circuit.variable(f"asked: {name}") for name, bit in questions.items() if bit != FALSE
        }
        asking = [circuit.implies(asked, questions[name]) for name, asked in self._asked.items()]
        self._session = Session(circuit, [*facts, *asking], more=more, limits=limits) if self._asked else None

    @property
    def steps(self) -> int:
        """The solver's steps in all searches so far."""
        return 0 if self._session is None else self._session.steps

    def allow(self, limits: Limits) -> None:
        """Sets the limits of the checks that follow."""
        if self._session is not None:
            self._session.allow(limits)

    def find(
        self,
        name: str,
        shown: Sequence[Bit],
        decode: Callable[[list[Bit]], W],
        confirm: Callable[[W], bool],
        rounds: int = MOST_ROUNDS,
        assuming: Sequence[Bit] = (),
    ) -> Search[W]:
        """Like `find_witness`, for one question. A refuted candidate is forbidden by its values of the bits in `shown`."""
        if self._session is None or name not in self._asked:
            return Search(None)
        asked = self._asked[name]
        return find_witness(self._session, [*shown, asked], decode, confirm, rounds, [asked, *assuming])

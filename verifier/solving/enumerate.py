"""All answers, found by forbidding each one until none is left."""

from collections.abc import Iterable, Iterator, Sequence

from verifier.solving.circuit import Bit
from verifier.solving.session import Session


class TooManyError(Exception):
    """There are more answers than allowed."""


def answers(
    session: Session, shown: Sequence[Bit], labels: Iterable[str] = (), most: int | None = None
) -> Iterator[list[Bit]]:
    """The variables that hold in each answer under these labels. Answers that agree on all bits in `shown` count as one.

    Found answers stay forbidden in the session. The order is the solver's: sort before printing. The iterator ends only when
    the solver has proved that there are no more. Raises `TooManyError` if there are more than `most`, `GaveUpError` at a
    limit.
    """
    found, labels = 0, tuple(labels)
    while session.fits(labels):
        if most is not None and found >= most:
            raise TooManyError(f"more than {most} answers")
        found += 1
        true = session.true_variables()
        held = set(true)
        session.forbid([bit if bit in held else -bit for bit in shown])
        yield true

"""All answers, by forbidding each one that was found until none is left."""

from collections.abc import Iterable, Iterator, Sequence

from verifier.solving.circuit import Bit
from verifier.solving.session import Session


class TooManyError(Exception):
    """There are more answers than were asked for."""


def answers(
    session: Session, shown: Sequence[Bit], labels: Iterable[str] = (), most: int | None = None
) -> Iterator[list[Bit]]:
    """The variables that hold in each answer under these labels. Answers that agree on all variables in `shown` count as one.

    What was found stays forbidden in the session. The order is the solver's: sort what is printed. Ends only when the solver has
    proved that there are no more; raises `TooManyError` where there are more than `most`, and `GaveUpError` at a limit.
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

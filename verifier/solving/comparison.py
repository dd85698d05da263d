"""All positions that a move can lead to, by the solver, and how another set of positions differs from them."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

P = TypeVar("P")
M = TypeVar("M")


@dataclass(frozen=True)
class Answer(Generic[P, M]):
    """All next positions, each with one move that leads there. `gave_up` names the limit that was hit; then some may be
    missing."""

    outcomes: Mapping[P, M] = field(default_factory=dict)
    gave_up: str | None = None


@dataclass(frozen=True)
class Difference(Generic[P, M]):
    """How a given set of positions differs from all that are possible. `missing` are possible but not given, each with a move
    that leads there (one may stand for all); `extra` were given but cannot be reached."""

    missing: tuple[tuple[P, M], ...] = ()
    extra: tuple[P, ...] = ()
    gave_up: str | None = None

    @property
    def same(self) -> bool:
        """Whether the sets are proved equal."""
        return not self.missing and not self.extra and self.gave_up is None


def differing(answer: Answer[P, M], given: Iterable[P], key: Callable[[P], Hashable]) -> Difference[P, M]:
    """How a set of positions differs from the answer, compared by `key`."""
    known = {key(one): one for one in given}
    mine = {key(one): one for one in answer.outcomes}
    missing = tuple((one, answer.outcomes[one]) for told, one in mine.items() if told not in known)
    extra = tuple(one for told, one in known.items() if told not in mine)
    return Difference(missing, extra, answer.gave_up)

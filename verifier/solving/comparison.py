"""All positions that a move can lead to, by the solver, and how another set of positions differs from them."""

from collections.abc import Mapping
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

"""One search that several processes may share."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Share(Protocol):
    """Gives the results of a function for some items, in order. It may be called ahead, in another process: what it changes is
    lost, and what it returns can be pickled."""

    def __call__(self, function: Callable[[T], R], items: Sequence[T], /) -> Iterator[R]: ...


def alone(function: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
    """The results, each worked out on demand in this process."""
    return map(function, items)

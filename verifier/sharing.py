"""Work that several processes may share."""

import copyreg
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Share(Protocol):
    """Gives the results of a function for some items, in order. It may be called ahead, in another process: what it changes is
    lost, and what it returns can be pickled."""

    def __call__(self, function: Callable[[T], R], items: Sequence[T], /) -> Iterator[R]: ...


def alone(function: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
    """The results, each worked out on demand in this process."""
    return map(function, items)


def readable_elsewhere() -> None:
    """Lets read-only mappings be sent to other processes."""
    copyreg.pickle(MappingProxyType, _reduced)


def _reduced(mapping: "MappingProxyType[Any, Any]") -> tuple[Callable[..., Any], tuple[Mapping[Any, Any]]]:
    return _read_only, (dict(mapping),)


def _read_only(content: Mapping[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(content)

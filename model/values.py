"""Values: immutable objects, compared by their content."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(made: type[_T]) -> type[_T]:
    """Class decorator for immutable objects that are compared and hashed by their fields.

    Only the type checker forbids assignment. A check at run time would make construction five times as slow, and judging a
    race makes many cars and positions. `dataclass` generates only `__init__`: generating the other methods for each class
    takes half of a command's start-up time.
    """
    made = dataclass(slots=True, eq=False, repr=False)(made)
    read, places = _reader(made)

    def equal(self: _T, other: object) -> bool:
        return read(self) == read(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: _T) -> int:
        return hash(read(self))

    def shown(self: _T) -> str:
        parts = ", ".join(f"{name}={part!r}" for name, part in zip(places, read(self), strict=True))
        return f"{made.__qualname__}({parts})"

    for name, method in (("__eq__", equal), ("__hash__", hashed), ("__repr__", shown)):
        setattr(made, name, method)
    return made


if TYPE_CHECKING:
    # The type checker knows this function, and checks the names and types of the fields.
    from dataclasses import replace as replace
else:

    def replace(old: _T, /, **changes: object) -> _T:
        """The same value with these fields changed; three times as fast as `dataclasses.replace`."""
        kind = old.__class__
        read, places = _read.get(kind) or _reader(kind)
        given = list(read(old))
        for name, changed in changes.items():
            given[places[name]] = changed
        return kind(*given)


_read: dict[type, tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]] = {}
"""Class -> a reader of all fields in constructor order, and the position of each field by name."""


def _reader(kind: type) -> tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]:
    names = [one.name for one in fields(kind) if one.init]
    read = attrgetter(*names) if len(names) > 1 else lambda old: (getattr(old, names[0]),)
    found = _read[kind] = read, {name: place for place, name in enumerate(names)}
    return found

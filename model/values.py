"""Values: objects that are compared by what they hold and do not change once they are made."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(made: type[_T]) -> type[_T]:
    """A class whose objects do not change, compared and hashed by their fields.

    The type checker holds that nobody assigns to them. Checking it again each time an object is made takes five times as long as
    making it, and a race is judged by making new cars and positions. Of the methods only `__init__` is written by `dataclass`: to
    write the others for each class takes half the time in which a command starts.
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
    # The checker knows this one, and compares names and types of the fields.
    from dataclasses import replace as replace
else:

    def replace(old: _T, /, **changes: object) -> _T:
        """The same value but for these fields. That of `dataclasses` looks at every field anew and takes three times as long."""
        kind = old.__class__
        read, places = _read.get(kind) or _reader(kind)
        given = list(read(old))
        for name, changed in changes.items():
            given[places[name]] = changed
        return kind(*given)


_read: dict[type, tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]] = {}
"""Class -> what gives all fields of an object, in the order in which they are given to make one, and the place of each."""


def _reader(kind: type) -> tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]:
    names = [one.name for one in fields(kind)]
    read = attrgetter(*names) if len(names) > 1 else lambda old: (getattr(old, names[0]),)
    found = _read[kind] = read, {name: place for place, name in enumerate(names)}
    return found

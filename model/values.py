"""Values: objects that are compared by what they hold and do not change once they are made."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True)
def value(made: type[_T]) -> type[_T]:
    """A class whose objects do not change, compared and hashed by their fields.

    The type checker holds that nobody assigns to them. Checking it again each time an object is made takes five times as long as
    making it, and a race is judged by making new cars and positions.
    """
    return dataclass(slots=True, unsafe_hash=True)(made)

"""What a record claims about a position, and the decisions that led to it."""

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

from model.thunder_alley.position import Position
from model.values import value


class Stated(Protocol):
    """A car as a line states it: the fields of `Car` that the line names."""

    @property
    def number(self) -> int: ...

    @property
    def fields(self) -> Mapping[str, Any]: ...


class Shown(Protocol):
    """A position as a `position` block shows it: its cars, and facts of the position under the names that `Position` has for
    them."""

    @property
    def cars(self) -> "tuple[Stated, ...]": ...

    @property
    def table(self) -> Mapping[str, Any]: ...


@value
class Claim:
    """One claim: `value` is what the record states about its subject.

    `about` is `car` (a `Stated`), `position` (a `Shown`), `leader`, `order` or `places` (cars), `first` (a team), `flag`, `lap`.
    """

    about: str
    value: Any


D_co = TypeVar("D_co", covariant=True)


@value
class Decided(Generic[D_co]):
    """A decision of a turn, with the position before it and the one that it led to."""

    before: Position
    decision: D_co
    after: Position

"""Statements of a record or a case about single cars after a step, as claims on the values of a question."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from model.values import value

Change = tuple[str, ...]
"""Wear markers gained and lost, sorted: `("+red", "+red")`, `("+yellow", "-blue")`."""


@value
class Said:
    """Claims about one car after a step; None: no claim."""

    number: int
    space: str | None = None
    stack: int | None = None
    crossed: int | None = None
    wear: tuple[str, ...] | None = None
    lap_down: bool | None = None


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
    def cars(self) -> Sequence[Stated]: ...

    @property
    def table(self) -> Mapping[str, Any]: ...


def difference(before: Iterable[str], after: Iterable[str]) -> Change:
    """The change that turns the markers `before` into `after`."""
    old, new = Counter(before), Counter(after)
    return tuple(
        sorted(
            [
                *(f"+{colour}" for colour in (new - old).elements()),
                *(f"-{colour}" for colour in (old - new).elements()),
            ]
        )
    )


def changed(wear: tuple[str, ...], change: Change) -> tuple[str, ...]:
    """The markers after a change, sorted. Without a change they keep their written order."""
    if not change:
        return wear
    left = list(wear)
    for one in change:
        if one.startswith("-"):
            left.remove(one[1:])
    return tuple(sorted([*left, *(one[1:] for one in change if one.startswith("+"))]))

"""Statements of a record or a case about single cars after a step, as claims on the values of a question."""

from collections import Counter
from collections.abc import Iterable

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

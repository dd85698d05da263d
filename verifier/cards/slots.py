"""What one hand can hold, after cards went into it seen or unseen and left it by name or unseen.

A card that leaves unseen may be any of those in the hand at that time. So a hand is kept in layers: a card that leaves unseen is
one of its layer or of an earlier one. Copies of a kind in other places are not looked at; `places` counts those.
"""

from collections import Counter
from collections.abc import Iterable

from model.values import replace, value


@value
class Layer:
    """Cards that came into a hand between two unseen departures: the `known` ones, and how many were `hidden`. `gone` are unseen
    cards that left the hand after they had come, from this layer or earlier ones."""

    known: tuple[str, ...] = ()
    hidden: int = 0
    gone: int = 0

    @property
    def size(self) -> int:
        return len(self.known) + self.hidden


Slots = tuple[Layer, ...]
"""The layers of a hand, the oldest first."""


def come(slots: Slots, known: Iterable[str], hidden: int) -> Slots:
    """The hand after cards have come into it."""
    *older, last = slots or (Layer(),)
    if last.gone:
        older, last = [*slots], Layer()
    return _settled([*older, replace(last, known=(*last.known, *known), hidden=last.hidden + hidden)])


def leave(slots: Slots, known: Iterable[str], hidden: int) -> Slots:
    """The hand after cards have left it. One that leaves by name was a known one of that kind if there is one, and of the newest
    layer that has one: that leaves most ways open."""
    layers = list(slots)
    for kind in known:
        numbers = range(len(layers) - 1, -1, -1)
        place = next((number for number in numbers if kind in layers[number].known), None)
        if place is not None:
            left = list(layers[place].known)
            left.remove(kind)
            layers[place] = replace(layers[place], known=tuple(left))
        else:
            place = next((number for number in numbers if layers[number].hidden), None)
            if place is not None:
                layers[place] = replace(layers[place], hidden=layers[place].hidden - 1)
        layers = list(_settled(layers))
    if hidden and layers:
        layers[-1] = replace(layers[-1], gone=layers[-1].gone + hidden)
    return _settled(layers)


def _settled(layers: Iterable[Layer]) -> Slots:
    """The layers that still hold something."""
    found: list[Layer] = []
    left = 0
    for layer in layers:
        left += layer.size - layer.gone
        found.append(layer)
        if left <= 0:
            found, left = [], 0
    return tuple(found)


def most_of(slots: Slots) -> "tuple[Counter[str], int]":
    """The most cards of each kind that is known to have come into the hand, and the most of any other kind."""
    kinds = {kind for layer in slots for kind in layer.known}
    return Counter({kind: _most(slots, kind) for kind in kinds}), _most(slots, "")


def _most(slots: Slots, kind: str) -> int:
    most = left = 0
    for layer in slots:
        left += layer.size - layer.gone
        most = min(most + layer.known.count(kind) + layer.hidden, left)
    return most

"""Which parts of a decision are lost, or of a position on which it depends. Cards that are drawn or held are hidden: there `?` is
no loss."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any

from model.great_race.facts import GAUGES
from model.great_race.moves import (
    UNKNOWN,
    Buy,
    Clear,
    Display,
    Drive,
    Fix,
    Forced,
    Hit,
    Lost,
    Plan,
    Put,
    Scout,
    Search,
    Spaces,
    Step,
    Take,
)
from model.great_race.position import Position

LOST: dict[type, Callable[[Any], bool]] = {
    Display: lambda one: UNKNOWN in one.cards,
    Take: lambda one: one.card == UNKNOWN,
    Plan: lambda one: one.zones is None,
    Lost: lambda one: True,
    Buy: lambda one: one.levels is None,
    Hit: lambda one: one.split == UNKNOWN,
    Fix: lambda one: one.split == UNKNOWN,
    Spaces: lambda one: UNKNOWN in one.spaces,
    Clear: lambda one: one.space == UNKNOWN,
    Scout: lambda one: one.puts is None or UNKNOWN in one.dropped,
    Put: lambda one: one.tile == UNKNOWN,
    Search: lambda one: UNKNOWN in one.dropped,
    Forced: lambda one: UNKNOWN in one.discarded,
    Drive: lambda one: one.open,
    Step: lambda one: UNKNOWN in (one.to, one.tile, one.split, *one.transports),
}
"""What is lost in a part of a decision itself, not in its parts."""


def lost(part: object) -> bool:
    """Whether anything in a decision, or a part of one, is lost."""
    if isinstance(part, tuple):
        return any(map(lost, part))
    if not is_dataclass(part):
        return False
    here = LOST.get(type(part))
    return (here is not None and here(part)) or any(lost(getattr(part, one.name)) for one in fields(part))


def decided(before: Position, after: Position) -> bool:
    """Whether a gauge, a plan or a tile that was lost has been filled in, since a line depends on it."""
    if before.turn != after.turn:
        return False
    pairs = ((one, after.player(one.name)) for one in before.players)
    facts = (*GAUGES, "left")
    filled = any(getattr(one, name) is None is not getattr(now, name) for one, now in pairs for name in facts)
    return filled or _lost_tiles(before) > _lost_tiles(after)


def _lost_tiles(position: Position) -> int:
    return [*position.removed, *(tile for _, tile in position.tiles)].count(UNKNOWN)

"""Placeholder of the lead so that imports work: the events chapter replaces this file."""

from collections.abc import Mapping
from dataclasses import dataclass

from model.thunder_alley.position import Position


@dataclass(frozen=True, slots=True)
class EventOutcome:
    position: Position
    flag: str
    hit: tuple[int, ...]
    gained: Mapping[int, tuple[str, ...]]
    retired: tuple[tuple[int, int], ...]
    rear: tuple[int, ...]
    over: bool
    rules: tuple[str, ...]
    sentence: str

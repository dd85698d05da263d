"""Placeholder of the lead so that imports work: the restart chapter replaces this file."""

from dataclasses import dataclass

from model.thunder_alley.position import Position, Setup


@dataclass(frozen=True, slots=True)
class Restart:
    after_step_5: Position
    final: Position


def line_up(setup: Setup, position: Position, rear: tuple[int, ...] = ()) -> Position:
    return position


def close_restart(setup: Setup, position: Position, pitted: tuple[int, ...]) -> Restart:
    return Restart(position, position)

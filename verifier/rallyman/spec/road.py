"""RM-M: the road. Ranks of spaces, and what lies ahead and behind."""

from collections.abc import Iterator, Mapping
from functools import cache

from model.rallyman.facts import FINISH, START
from model.rallyman.stage import CORNER, DRIFT, INSIDE, Space, Stage


@cache
def ranks(stage: Stage) -> Mapping[str, int]:
    """The longest way from each space to the finish, in steps (RM-M.4)."""
    found = {FINISH: 0}

    def rank(id: str) -> int:
        if id not in found:
            found[id] = 1 + max(rank(other) for other in following(stage, id))
        return found[id]

    for space in reversed(stage.spaces):
        rank(space.id)
    rank(START)
    return found


def following(stage: Stage, id: str) -> tuple[str, ...]:
    """The spaces one step ahead."""
    if id == FINISH:
        return ()
    return stage.start if id == START else stage.index[id].next


def corner_of(stage: Stage, id: str) -> str:
    """The corner of a space, or an empty string."""
    space = stage.index.get(id)
    return space.corner if space is not None else ""


def last_drift(stage: Stage, space: Space) -> bool:
    """Whether a drift space is the last one of its corner."""
    return stage.line(space.corner, DRIFT, space.index + 1) is None


DEEP = 3
"""The first drift space from which the inside cannot be reached (RM-9.5)."""


def deep(stage: Stage, id: str) -> bool:
    """Whether a space is the third or a later drift space of its corner, and not the last one."""
    space = stage.index.get(id)
    return space is not None and space.role == DRIFT and space.index >= DEEP and not last_drift(stage, space)


def backwards(stage: Stage, id: str) -> Iterator[str]:
    """The spaces behind one along the inside of the road, nearest first. Behind a drift space come the earlier ones on its line,
    then those before its corner."""
    before: dict[str, str] = {}
    for space in reversed(stage.spaces):
        if space.kind != CORNER or space.role == INSIDE:
            before |= {other: space.id for other in space.next if other not in before}
    space = stage.index[id]
    inside = stage.line(space.corner, INSIDE) if space.role == DRIFT else None
    drifted = (stage.line(space.corner, DRIFT, index) for index in range(space.index - 1, 0, -1))
    yield from (one.id for one in drifted if one is not None)
    here = before.get(inside.id if inside is not None else id)
    while here is not None:
        yield here
        here = before.get(here)

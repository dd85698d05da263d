"""RM-M: the engine's view of the road. Which space a step leads to, and which car is ahead."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from model.rallyman.facts import FINISH, START
from model.rallyman.stage import BUMP, CORNER, DRIFT, INSIDE, SHORTCUT, Space, Stage


def ahead(stage: Stage, space: str) -> tuple[str, ...]:
    """The spaces one step ahead."""
    return stage.start if space == START else stage.index[space].next


@lru_cache(maxsize=64)
def ranks(stage: Stage) -> Mapping[str, int]:
    """The length of the longest way from each space to the finish (RM-M.4); it falls along every step."""
    return _distances(stage, longest=True)


@lru_cache(maxsize=64)
def shortest(stage: Stage) -> Mapping[str, int]:
    """The length of the shortest way from each space to the finish."""
    return _distances(stage, longest=False)


def _distances(stage: Stage, longest: bool) -> Mapping[str, int]:
    found = {FINISH: 0}
    waiting = [START]
    while waiting:
        space = waiting[-1]
        nexts = ahead(stage, space)
        open_ = [one for one in nexts if one not in found]
        if open_:
            waiting += open_
            continue
        waiting.pop()
        found[space] = 1 + (max if longest else min)(found[one] for one in nexts)
    return MappingProxyType(found)


def corner_of(stage: Stage, space: str) -> str:
    """The corner of a space, empty outside corners."""
    known = stage.index.get(space)
    return known.corner if known is not None else ""


@lru_cache(maxsize=4096)
def spaces_of(stage: Stage, corner: str) -> tuple[Space, ...]:
    """The spaces of a corner."""
    return tuple(space for space in stage.spaces if space.corner == corner)


def is_bump(stage: Stage, space: str) -> bool:
    return space in stage.index and stage.index[space].kind == BUMP


def entry(stage: Stage, targets: tuple[str, ...], role: str) -> str | None:
    """The target with this role. A single target outside corners counts as the inside."""
    for target in targets:
        known = stage.index.get(target)
        if known is None or known.kind != CORNER:
            return target if role == INSIDE else None
        if known.role == role:
            return target
    return None


def neighbour(stage: Stage, space: str, line: str | None, *, inside_open: bool = False) -> str | None:
    """The space one step ahead on a line; None if that line does not lead on from here.

    Without a line the car goes straight on: out of its corner if that is one step, else to the inside; into a corner on the
    inside (RM-9.1). Within a corner `inside` and `drift` mean its own spaces. `inside_open`: the inside is one step ahead
    although the road has no such step (ruling restart-deep-in-drift).
    """
    here = stage.index.get(space)
    targets = ahead(stage, space)
    own, onward = _own(stage, here, targets), _onward(stage, here, targets)
    if inside_open and here is not None:
        inside = stage.line(here.corner, INSIDE)
        own = (*own, inside.id) if inside is not None else own
    if line is None:
        return entry(stage, onward, INSIDE) if onward else entry(stage, own, INSIDE)
    for targets in (own, onward):
        for target in targets:
            if target != FINISH and stage.index[target].role == line:
                return target
    return None


def _own(stage: Stage, here: Space | None, targets: tuple[str, ...]) -> tuple[str, ...]:
    if here is None or here.kind != CORNER:
        return ()
    return tuple(one for one in targets if one != FINISH and stage.index[one].corner == here.corner)


def _onward(stage: Stage, here: Space | None, targets: tuple[str, ...]) -> tuple[str, ...]:
    own = _own(stage, here, targets)
    return tuple(one for one in targets if one not in own)


@lru_cache(maxsize=4096)
def lines_from(stage: Stage, space: str) -> tuple[str | None, ...]:
    """The lines that a step from a space can name: those of its corner or of the next one, any line before a bump, which may be
    jumped, and none at all."""
    roles = {stage.index[one].role for one in ahead(stage, space) if one != FINISH}
    if corner_of(stage, space):
        roles.add(INSIDE)
    every = any(is_bump(stage, one) for one in ahead(stage, space))
    return (*(line for line in (INSIDE, DRIFT, SHORTCUT) if every or line in roles), None)


def deep_in_drift(stage: Stage, space: str) -> bool:
    """Whether this is the third or a later drift space of its corner, but not the last."""
    here = stage.index.get(space)
    if here is None or here.role != DRIFT or here.index < 3:
        return False
    return stage.line(here.corner, DRIFT, here.index + 1) is not None


def inside_of(stage: Stage, space: str) -> str:
    """The inside space of the corner of a space (RM-M.2)."""
    inside = stage.line(stage.index[space].corner, INSIDE)
    assert inside is not None
    return inside.id

"""The stage of a record: the one that a `stage` line names, or with other facts of single spaces in a `stage ... end` block."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from grammar.syntax import Leaf, Node, Span, Statement
from model.errors import ModelError
from model.rallyman import stages
from model.rallyman.facts import FINISH, GEARS
from model.rallyman.stage import BUMP, CORNER, DRIFT, INSIDE, SHORTCUT, STRAIGHT, Space, Stage
from verifier.rallyman.notation.names import one_of, unquoted
from verifier.speaking import IMPOSSIBLE, UNKNOWN_NAME, UNREADABLE, NotationError, Trouble

FORMS: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "straight": {"kind": STRAIGHT, "note": 0},
        "bump": {"kind": BUMP},
        "wide": {"wide": True},
        "narrow": {"wide": False},
        "inside": {"kind": CORNER, "role": INSIDE, "index": 0},
        "shortcut": {"kind": CORNER, "role": SHORTCUT, "index": 0},
    }
)
MOST_TROUBLES = 10
"""Problems of one stage that are reported."""


def stage_of(statement: Statement, folder: Path | None, own: Sequence[Path]) -> Stage:
    """The stage of a record; paths start in `folder`, then in `own`. Raises `NotationError`."""
    if not statement.body:
        return _named(statement.node.leaves(), statement.node.span, folder, own)
    first, *changes = statement.body
    if first.kind != "based_on":
        fact = "a `stage` block begins with the stage that it changes"
        raise NotationError(Trouble(UNREADABLE, first.node.span, fact, "write `from hollow-pine` first"))
    stage = _named(first.node.leaves(), first.node.span, folder, own)
    for line in changes:
        stage = _changed(stage, line)
    return _checked(stage, statement)


def _named(leaves: Sequence[Leaf], span: Span, folder: Path | None, own: Sequence[Path]) -> Stage:
    if not leaves:
        fact = "a `stage` block begins with the stage that it changes"
        raise NotationError(Trouble(UNREADABLE, span, fact, "write `from hollow-pine` in the block"))
    try:
        return stages.find(unquoted(leaves[0].text), folder, own)
    except ModelError as error:
        raise NotationError(
            *(
                Trouble(
                    UNREADABLE if problem.where else UNKNOWN_NAME,
                    leaves[0].span,
                    f"{problem.where}: {problem.what}" if problem.where else problem.what,
                    problem.help,
                )
                for problem in error.problems[:MOST_TROUBLES]
            )
        ) from error


def _changed(stage: Stage, line: Statement) -> Stage:
    """The stage with one line of a block applied."""
    first, *parts = line.node.parts
    assert isinstance(first, Leaf)
    if line.kind == "based_on":
        raise NotationError(Trouble(IMPOSSIBLE, line.node.span, "a `stage` block changes one stage"))
    space = stage.index[one_of(first, "space", stage.index)]
    if line.kind == "ahead":
        names = [FINISH, *stage.index]
        changes: dict[str, Any] = {
            "next": tuple(one_of(part, "space", names) for part in parts if isinstance(part, Leaf))
        }
    else:
        changes = {}
        for part in parts:
            changes |= FORMS[part.text] if isinstance(part, Leaf) else _trait(stage, part)
    return _with_space(stage, replace(space, **changes))


def _trait(stage: Stage, node: Node) -> dict[str, object]:
    key, value = node.leaves()
    if key.text in ("note", "room", "drift"):
        most = GEARS[-1] if key.text == "note" else 9
        if value.kind != "INT" or not 1 <= int(value.text) <= most:
            fact = f"`{key.text}` cannot be `{value.text}`"
            raise NotationError(Trouble(IMPOSSIBLE, value.span, fact, f"a number from 1 to {most}"))
        number = int(value.text)
        if key.text == "drift":
            return {"kind": CORNER, "role": DRIFT, "index": number}
        return {"note": number} if key.text == "note" else {"capacity": number}
    if key.text == "corner":
        corners = [corner.name for corner in stage.corners]
        return {"kind": CORNER, "corner": one_of(value, "corner", corners)}
    return {key.text: value.text}


def _with_space(stage: Stage, space: Space) -> Stage:
    """The stage with another space in place of one of that name. A corner that gains or loses a space has no order on the board
    any more."""
    corners = stage.corners
    if (before := stage.index[space.id].corner) != space.corner:
        corners = tuple(
            replace(one, ahead=()) if one.name in (before, space.corner) else one for one in corners
        )
    spaces = tuple(space if one.id == space.id else one for one in stage.spaces)
    return replace(stage, spaces=spaces, corners=corners)


def _checked(stage: Stage, statement: Statement) -> Stage:
    """The stage, if cars can drive on it. Raises `NotationError`."""
    from model.rallyman.stage_check import check

    lines = {line.node.leaves()[0].text: line.node.span for line in statement.body}
    troubles = []
    for key, problem in check(stage)[:MOST_TROUBLES]:
        number = key.removeprefix("space[").partition("]")[0]
        name = stage.spaces[int(number) - 1].id if number.isdigit() else key
        span = lines.get(name, statement.node.span)
        troubles.append(Trouble(IMPOSSIBLE, span, f"{name}: {problem.what}", problem.help))
    if troubles:
        raise NotationError(*troubles)
    return stage

"""The stage of a record: the one on its `stage` line, with single spaces changed if there is a `stage ... end` block."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from grammar.syntax import Leaf, Node, Statement
from model.rallyman import stages
from model.rallyman.facts import FINISH, GEARS
from model.rallyman.stage import BUMP, CORNER, DRIFT, INSIDE, SHORTCUT, STRAIGHT, Stage
from verifier.coursing import MOST_TROUBLES, named
from verifier.naming import one_of
from verifier.records.speaking import (
    IMPOSSIBLE,
    NotationError,
    Trouble,
    impossible,
    unreadable,
)

if TYPE_CHECKING:
    from model.rallyman.stage_graph import Graph

NO_CORNER: Mapping[str, object] = MappingProxyType({"corner": "", "role": "", "index": 0})
"""A space outside every corner."""

FORMS: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "straight": {"kind": STRAIGHT, "note": 0, **NO_CORNER},
        "bump": {"kind": BUMP, **NO_CORNER},
        "wide": {"wide": True},
        "narrow": {"wide": False},
        "inside": {"kind": CORNER, "role": INSIDE, "index": 0},
        "shortcut": {"kind": CORNER, "role": SHORTCUT, "index": 0},
    }
)


def stage_of(statement: Statement, folder: Path | None, own: Sequence[Path]) -> Stage:
    """The stage of a record. Paths are looked up in `folder`, then in `own`. Raises `NotationError`."""
    if not statement.body:
        return _found(stages.find, statement.node, folder, own)
    first, *changes = statement.body
    if first.kind != "based_on":
        fact = "a `stage` block begins with the stage that it changes"
        raise unreadable(first.node.span, fact, "write `from hollow-pine` first")
    road = _found(stages.graph, first.node, folder, own)
    for line in changes:
        _change(road, line)
    return _compiled(road, statement)


Found = TypeVar("Found")


def _found(
    find: Callable[[str, Path | None, Sequence[Path]], Found],
    node: Node,
    folder: Path | None,
    own: Sequence[Path],
) -> Found:
    leaves = node.leaves()
    if not leaves:
        fact = "a `stage` block begins with the stage that it changes"
        raise unreadable(node.span, fact, "write `from hollow-pine` in the block")
    return named(find, leaves[0], folder, own)


def _change(road: "Graph", line: Statement) -> None:
    """Applies one line of a block. A corner that gains or loses a space loses its order on the board."""
    from model.rallyman.stage_graph import spaces

    first, *parts = line.node.parts
    assert isinstance(first, Leaf)
    if line.kind == "based_on":
        raise impossible(line.node.span, "a `stage` block changes one stage")
    known = spaces(road)
    id = one_of(first, "space", known)
    if line.kind == "ahead":
        ends = [one_of(part, "space", [FINISH, *known]) for part in parts if isinstance(part, Leaf)]
        if len(set(ends)) < len(ends):
            raise impossible(line.node.span, f"{id}: names a space twice", "name it once")
        road.remove_edges_from([*road.out_edges(id)])
        road.add_edges_from((id, end) for end in ends)
        return
    before = known[id]["corner"]
    for part in parts:
        road.nodes[id].update(FORMS[part.text] if isinstance(part, Leaf) else _trait(road, part))
    if (after := known[id]["corner"]) != before:
        road.graph["corners"] = tuple(
            replace(one, ahead=()) if one.name in (before, after) else one for one in road.graph["corners"]
        )


def _trait(road: "Graph", node: Node) -> dict[str, object]:
    key, value = node.leaves()
    if key.text in ("note", "room", "drift"):
        most = GEARS[-1] if key.text == "note" else 9
        if value.kind != "INT" or not 1 <= int(value.text) <= most:
            fact = f"`{key.text}` cannot be `{value.text}`"
            raise impossible(value.span, fact, f"a number from 1 to {most}")
        number = int(value.text)
        if key.text == "drift":
            return {"kind": CORNER, "role": DRIFT, "index": number}
        return {"note": number} if key.text == "note" else {"capacity": number}
    if key.text == "corner":
        corners = [corner.name for corner in road.graph["corners"]]
        return {"kind": CORNER, "corner": one_of(value, "corner", corners)}
    return {key.text: value.text}


def _compiled(road: "Graph", statement: Statement) -> Stage:
    """The stage, if cars can drive on it. Raises `NotationError`."""
    from model.rallyman.stage_check import check
    from model.rallyman.stage_graph import compiled, mark_steps

    mark_steps(road)
    lines = {line.node.leaves()[0].text: line.node.span for line in statement.body}
    troubles = [
        Trouble(
            IMPOSSIBLE,
            lines.get(id or key, statement.node.span),
            f"{id or key}: {problem.what}",
            problem.help,
        )
        for id, key, problem in check(road, MOST_TROUBLES)
    ]
    if troubles:
        raise NotationError(*troubles)
    return compiled(road)

"""What is done at a desk, in the process that it has for itself. What comes and goes is plain data."""

import json
from collections.abc import Sequence
from functools import partial

from verifier.errors import StewardError, printable
from verifier.plays import Chosen
from verifier.records.replay import Options
from verifier.web.asked import changes
from verifier.web.desk import Desk, judged
from verifier.web.folder import Folder
from verifier.web.views import (
    Shown,
    View,
    board_view,
    desk_view,
    finding_view,
    scene_view,
    shown_at,
    version_of,
    ways_view,
)

CHANGED = -1
"""The code of the error that a record has changed meanwhile."""


def sit_down(folder: Folder, name: str, text: str, options: Options) -> Desk:
    """A desk for a record of the folder."""
    return Desk(name, text, options, partial(folder.write, name))


def look_at(name: str, text: str, options: Options) -> None:
    """Raises `StewardError` for a text that can be no record at a table."""
    judged(text, name, options)


def change(desk: Desk, asked: View) -> View:
    """Makes a change for somebody who has seen the record as it is. `more` says that a choice leads to further ones."""
    made = changes(asked).get(str(asked.get("op")))
    if made is None:
        raise StewardError("there is no such change")
    if version_of(desk.text) != asked.get("version"):
        raise StewardError("somebody else has changed this record; look at it first", code=CHANGED)
    done = made(desk)
    return desk_view(desk) | ({"more": True} if done is False else {})


def board(desk: Desk, line: int) -> View | None:
    """The board of the position after a line."""
    scene = shown_at(desk.now, line).scene
    return board_view(scene) if scene is not None else None


def drawn(desk: Desk, line: int) -> bytes:
    """The position after a line, as JSON."""
    return json.dumps(
        scene_view(shown_at(desk.now, line)), ensure_ascii=False, separators=(",", ":")
    ).encode()


def ways(desk: Desk, chosen: Sequence[Chosen], place: str | None) -> View:
    """Where whole moves that begin with these choices can end; for one place, these moves."""
    plays, table = desk.plays, desk.now.last.table
    if plays is None or (ends := plays.ends(table, [*chosen])) is None:
        return {"places": [], "ways": []}
    if place is None:
        return {"places": [*map(printable, ends())]}
    return {"ways": ways_view(plays.moves(table, [*chosen], place))}


def set_up(desk: Desk, lines: Sequence[str]) -> View:
    """A position that is set up: its lines (none: the one to begin with), how it looks, and what is wrong with it."""
    own = list(lines or desk.position())
    stepper, found = desk.tried(["position", *own, "end"], fresh=True)
    game = desk.now.game
    return {
        "lines": own,
        "scene": scene_view(Shown(game, stepper.table)),
        "findings": [finding_view(game, one) for one in found],
    }

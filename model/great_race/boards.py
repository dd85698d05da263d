"""Finds boards: shipped ones in the built data, others in files.

Shipped boards load without TOML or graph libraries.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from model.courses import Shipped
from model.great_race.board import Board
from model.great_race.built import BOARDS
from model.great_race.facts import BOARD_FILES

if TYPE_CHECKING:
    from model.great_race.board_graph import Graph

_SHIPPED = Shipped[Board]("board", "model.great_race.built", BOARDS)
shipped, load, locate = _SHIPPED.names, _SHIPPED.load, _SHIPPED.locate


def find(reference: str, folder: Path | None = None, folders: Sequence[Path] = ()) -> Board:
    """The board that `board REFERENCE` in a record means: a shipped name, else a file, its path from `folder`, then from each of
    `folders`; `.toml` may be left out. Raises `ModelError`."""
    if locate(reference, folder, folders) is None:
        return load(reference)
    from model.great_race.board_graph import compiled

    return compiled(graph(reference, folder, folders))


def graph(reference: str, folder: Path | None = None, folders: Sequence[Path] = ()) -> "Graph":
    """The graph of that board, read from its file. Raises `ModelError`."""
    from model.great_race.board_read import read_graph

    path = locate(reference, folder, folders)
    return read_graph(path or BOARD_FILES / f"{load(reference).id}.toml", reference)

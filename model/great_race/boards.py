"""Finds boards: shipped ones in the built data, others in files.

Shipped boards load without TOML or graph libraries.
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from model import courses
from model.courses import unknown
from model.great_race.board import Board
from model.great_race.built import BOARDS
from model.great_race.facts import BOARD_FILES

if TYPE_CHECKING:
    from model.great_race.board_graph import Graph


def shipped() -> tuple[str, ...]:
    """The names of the shipped boards, in alphabetical order."""
    return tuple(sorted(BOARDS))


@cache
def load(name: str) -> Board:
    """A shipped board by its name, in any case. Raises `ModelError` with the nearest names for any other."""
    key = name.lower()
    if key not in BOARDS:
        raise unknown("board", name, shipped())
    board = import_module(f"model.great_race.built.{BOARDS[key]}").BOARD
    assert isinstance(board, Board)
    return board


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


def locate(reference: str, folder: Path | None = None, folders: Sequence[Path] = ()) -> Path | None:
    """The file of a reference; None for a shipped name, and for an unknown name that does not look like a path."""
    return courses.locate(reference, BOARDS, folder, folders)

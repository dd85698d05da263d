"""Finds stages: shipped ones in the built data, others in files.

Shipped stages load without TOML or graph libraries.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from model.courses import Shipped
from model.rallyman.built import STAGES
from model.rallyman.facts import STAGE_FILES
from model.rallyman.stage import Stage

if TYPE_CHECKING:
    from model.rallyman.stage_graph import Graph

_SHIPPED = Shipped[Stage]("stage", "model.rallyman.built", STAGES)
shipped, load, locate = _SHIPPED.names, _SHIPPED.load, _SHIPPED.locate


def find(reference: str, folder: Path | None = None, folders: Sequence[Path] = ()) -> Stage:
    """The stage that `stage REFERENCE` in a record means: a shipped name, else a file, its path from `folder`, then from
    each of `folders`; `.toml` may be left out. Raises `ModelError`."""
    if locate(reference, folder, folders) is None:
        return load(reference)
    from model.rallyman.stage_graph import compiled

    return compiled(graph(reference, folder, folders))


def graph(reference: str, folder: Path | None = None, folders: Sequence[Path] = ()) -> "Graph":
    """The graph of that stage, read from its file. Raises `ModelError`."""
    from model.rallyman.stage_read import read_graph

    path = locate(reference, folder, folders)
    return read_graph(path or STAGE_FILES / f"{load(reference).id}.toml", reference)

"""Finds stages: shipped ones in the built data, others in files.

Shipped stages load without TOML or graph libraries.
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from model import courses
from model.courses import unknown
from model.rallyman.built import STAGES
from model.rallyman.facts import STAGE_FILES
from model.rallyman.stage import Stage

if TYPE_CHECKING:
    from model.rallyman.stage_graph import Graph


def shipped() -> tuple[str, ...]:
    """The names of the shipped stages, in alphabetical order."""
    return tuple(sorted(STAGES))


@cache
def load(name: str) -> Stage:
    """A shipped stage by its name, in any case. Raises `ModelError` with the nearest names for any other."""
    key = name.lower()
    if key not in STAGES:
        raise unknown("stage", name, shipped())
    stage = import_module(f"model.rallyman.built.{STAGES[key]}").STAGE
    assert isinstance(stage, Stage)
    return stage


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


def locate(reference: str, folder: Path | None = None, folders: Sequence[Path] = ()) -> Path | None:
    """The file of a reference; None for a shipped name, and for an unknown name that does not look like a path."""
    return courses.locate(reference, STAGES, folder, folders)

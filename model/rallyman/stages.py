"""Where stages come from: shipped ones, from built data beside this file, and files."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

from model import courses
from model.courses import unknown
from model.rallyman.built import STAGES
from model.rallyman.stage import Stage


def shipped() -> tuple[str, ...]:
    """The names of the stages that come with the program, in the order of the alphabet."""
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
    """What `stage REFERENCE` in a record means: a shipped name, else a file, its path seen from `folder`, then from each of
    `folders`; `.toml` may be left out."""
    path = locate(reference, folder, folders)
    if path is None:
        return load(reference)
    from model.rallyman.stage_read import read_stage

    return read_stage(path, reference)


def locate(reference: str, folder: Path | None = None, folders: Sequence[Path] = ()) -> Path | None:
    """The file that a reference means; None for a shipped name, and for what is neither that nor looks like a path."""
    return courses.locate(reference, STAGES, folder, folders)

"""Finds tracks: shipped ones, files, `track` blocks of records.

Shipped tracks load from built Python data, without TOML or graph libraries.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from model import courses
from model.courses import unknown
from model.thunder_alley.built import TRACKS
from model.thunder_alley.track import Track

if TYPE_CHECKING:
    from model.thunder_alley.track_plan import TrackPlan


def shipped() -> tuple[str, ...]:
    """The names of the shipped tracks, in alphabetical order."""
    return tuple(sorted(TRACKS))


@cache
def load(name: str) -> Track:
    """A shipped track by its name, in any case. Raises `ModelError` with the nearest names for any other."""
    key = name.lower()
    if key not in TRACKS:
        raise unknown("track", name, shipped())
    track = import_module(f"model.thunder_alley.built.{TRACKS[key]}").TRACK
    assert isinstance(track, Track)
    return track


def read(path: Path | str, shown: str = "") -> Track:
    """The track in a TOML file; its id is the file name without the ending. `shown` is the file's name in errors.

    Raises `ModelError` with every problem, each with file and key.
    """
    from model.thunder_alley.track_check import compile_track

    return compile_track(read_plan(path, shown))


def read_plan(path: Path | str, shown: str = "") -> "TrackPlan":
    """The plan in a TOML file, not yet checked. Raises `ModelError` if it cannot be read."""
    from model.datafiles import read_table
    from model.thunder_alley.track_plan import plan_from_file

    return plan_from_file(read_table(Path(path), shown), Path(path).stem)


def find(reference: str, folder: Path | None = None, folders: Sequence[Path] = ()) -> Track:
    """The track that `track REFERENCE` in a record means: a shipped name, else a file, its path from `folder`, then from
    each of `folders`; `.toml` may be left out. Raises `ModelError`."""
    path = locate(reference, folder, folders)
    return read(path, reference) if path is not None else load(reference)


def locate(reference: str, folder: Path | None = None, folders: Sequence[Path] = ()) -> Path | None:
    """The file of a reference; None for a shipped name, and for an unknown name that does not look like a path."""
    return courses.locate(reference, TRACKS, folder, folders)


def from_lines(lines: Iterable[tuple[str, Sequence[str]]], id: str = "drawn") -> Track:
    """The track in the lines of a `track` block, each split into its first word and the others.

    Raises `ModelError`; the `where` of a problem begins with the words of its line, if it is about one.
    """
    from model.thunder_alley.track_check import compile_track
    from model.thunder_alley.track_plan import plan_from_lines

    return compile_track(plan_from_lines(lines, id))

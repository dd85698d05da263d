"""Finds tracks: shipped ones, files, `track` blocks of records.

Shipped tracks load from built Python data, without TOML or graph libraries.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model import courses
from model.courses import unknown
from model.errors import ModelError, Problem
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
    from model.thunder_alley.track_compile import compile_track

    return compile_track(read_plan(path, shown))


def read_plan(path: Path | str, shown: str = "") -> "TrackPlan":
    """The plan in a TOML file, not yet checked. Raises `ModelError` if it cannot be read."""
    import tomllib

    from model.datafiles import Table, toml
    from model.thunder_alley.track_plan import plan_from_file
    from model.userfiles import read_bytes

    path, name = Path(path), shown or str(path)
    try:
        content = read_bytes(path, name)
        table = Table(toml(content.decode("utf-8-sig").replace("\r\n", "\n")), name)
    except UnicodeDecodeError as error:
        raise ModelError(Problem("is not UTF-8 text", name)) from error
    except tomllib.TOMLDecodeError as error:
        what = f"{error}"[:1].lower() + f"{error}"[1:]
        raise ModelError(Problem(f"is not valid TOML: {what}", name)) from error
    except RecursionError as error:
        raise ModelError(Problem("is not a track: its values are nested too deeply", name)) from error
    return plan_from_file(table, path.stem)


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
    from model.thunder_alley.track_compile import compile_track
    from model.thunder_alley.track_plan import plan_from_lines

    return compile_track(plan_from_lines(lines, id))


def from_table(content: Mapping[str, Any], id: str = "drawn") -> Track:
    """The track in a table as in a track file. Raises `ModelError`."""
    from model.datafiles import Table
    from model.thunder_alley.track_compile import compile_track
    from model.thunder_alley.track_plan import plan_from_table

    table = Table(content, "track")
    plan = plan_from_table(table, id)
    table.check()
    return compile_track(plan)

"""Finds tracks: shipped ones, files, `track` blocks of records.

Shipped tracks load from built Python data, without TOML or graph libraries.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from model.courses import Shipped
from model.thunder_alley.built import TRACKS
from model.thunder_alley.track import Track

if TYPE_CHECKING:
    from model.thunder_alley.track_plan import TrackPlan

_SHIPPED = Shipped[Track]("track", "model.thunder_alley.built", TRACKS)
shipped, load, locate = _SHIPPED.names, _SHIPPED.load, _SHIPPED.locate


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


def from_lines(lines: Iterable[tuple[str, Sequence[str]]], id: str = "drawn") -> Track:
    """The track in the lines of a `track` block, each split into its first word and the others.

    Raises `ModelError`; the `where` of a problem begins with the words of its line, if it is about one.
    """
    from model.thunder_alley.track_check import compile_track
    from model.thunder_alley.track_plan import plan_from_lines

    return compile_track(plan_from_lines(lines, id))

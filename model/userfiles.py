"""Files that somebody names, in a record, in a ruleset or at the command line: whatever lies there is read up to a bound, and
nothing is waited for."""

from pathlib import Path

from model.errors import ModelError, Problem

MAX_BYTES = 2**20
"""Bytes that a track, a stage, a ruleset or a settings file may have."""


def is_file(path: Path | str) -> bool:
    """Whether a file lies there; not under a name that no file can have."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def is_endless(path: Path | str) -> bool:
    """Whether this is a pipe or a device: reading it may never come back."""
    try:
        place = Path(path)
        return place.exists() and not place.is_file() and not place.is_dir()
    except (OSError, ValueError):
        return False  # reading it says what is wrong


def read_bytes(path: Path, name: str, kind: str = "file") -> bytes:
    """What a file holds; `name` is how errors call it, `kind` what it should be. Raises `ModelError` if it cannot be read."""
    try:
        if path.is_dir():
            what = "is a folder, not a file" if kind == "file" else f"is a folder, not a {kind} file"
            raise ModelError(Problem(what, name, "name a .toml file in it"))
        if is_endless(path):
            raise ModelError(Problem("is no file that can be read to its end", name))
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise ModelError(Problem("there is no such file", name)) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the name of the file is not usable"
        raise ModelError(Problem(f"cannot be read: {reason}", name)) from error
    if len(content) > MAX_BYTES:
        raise ModelError(Problem(f"is larger than 1 MiB, too large for a {kind}", name))
    return content

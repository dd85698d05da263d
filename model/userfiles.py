"""Reads files that a record, a ruleset or a command names: only regular files, only up to a size, and without waiting."""

import os
import stat
from contextvars import ContextVar
from pathlib import Path

from model.errors import ModelError, Problem

MAX_BYTES = 2**20
"""The most bytes of a track, stage, ruleset or settings file."""

NO_FILE = "this is a pipe or a device, not a file"


ALLOWED: ContextVar[tuple[Path, ...]] = ContextVar("allowed", default=())
"""The folders from which files are read; none: from all."""

PACKAGE = Path(__file__).parent.resolve()
"""What the tool ships."""

OUTSIDE = "it is outside the folder, so it is not read here"


def read_only_below(*folders: Path) -> None:
    """From now on, files are read from these folders only, and from what the tool ships."""
    ALLOWED.set((PACKAGE, *(folder.resolve() for folder in folders)))


def _allowed(path: Path | str) -> bool:
    folders = ALLOWED.get()
    if not folders:
        return True
    try:
        real = Path(path).resolve()
    except (OSError, ValueError, RuntimeError):
        return False
    return any(real.is_relative_to(folder) for folder in folders)


def is_file(path: Path | str) -> bool:
    """Whether something other than a folder exists at this path; False for an impossible file name, and where no file may be
    read."""
    try:
        return _allowed(path) and Path(path).exists() and not Path(path).is_dir()
    except (OSError, ValueError):
        return False


def is_endless(path: Path | str) -> bool:
    """Whether this is a pipe or a device, which may block a reader or writer forever."""
    try:
        return is_file(path) and not Path(path).is_file()
    except (OSError, ValueError):
        return False


def read_bytes(path: Path, name: str, most: int = MAX_BYTES) -> bytes:
    """The content of a regular file of at most `most` bytes. Raises `ModelError`, under `name`, if it cannot be read."""
    if not _allowed(path):
        raise ModelError(Problem(OUTSIDE, name, "copy the file into the folder"))
    try:
        # Check before opening: opening alone wakes the writer of a pipe, and a device may do anything.
        _check(path.stat(), name, most)
        with open(path, "rb", opener=_without_waiting) as stream:
            _check(os.fstat(stream.fileno()), name, most)
            content = stream.read(most + 1) or b""
    except FileNotFoundError as error:
        raise ModelError(Problem("there is no such file", name)) from error
    except PermissionError as error:
        raise ModelError(
            Problem("this file may not be read", name, "ask for permission to read it")
        ) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the file name cannot be used"
        raise ModelError(Problem(f"this file cannot be read: {reason.lower()}", name)) from error
    if len(content) > most:
        raise _too_long(name, most)  # the system did not give the size of the file
    return content


def _check(about: os.stat_result, name: str, most: int) -> None:
    """Raises `ModelError` unless this is a regular file of allowed size."""
    if stat.S_ISDIR(about.st_mode):
        raise ModelError(Problem("this is a folder, not a file", name, "name a file in it"))
    if not stat.S_ISREG(about.st_mode):
        help = "save its content in a file and name that; `-` is the standard input of a command"
        raise ModelError(Problem(NO_FILE, name, help))
    if about.st_size > most:
        raise _too_long(name, most)


def _too_long(name: str, most: int) -> ModelError:
    help = "shorten it, or split it into several files"
    return ModelError(Problem(f"this file is longer than {most // 2**20} MiB", name, help))


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))

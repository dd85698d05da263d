"""The folder whose records are served. Nothing outside it is read or written; each change is written at once and whole."""

import os
import secrets
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from shutil import copymode
from typing import final

from grammar.errors import visible
from model.errors import ModelError
from model.userfiles import read_bytes
from model.values import value
from verifier.errors import StewardError
from verifier.records.inputs import RECORDS

MOST_TEXT = 2**20
"""The most bytes of a record at a table."""

MOST_LISTED = 2_000
"""The most records that are listed."""

MOST_SEEN = 100_000
"""The most files and folders that are looked through for records."""

LONGEST_NAME = 150
"""The most bytes of the name of a record; no system takes more than 255."""

BARRED = set('\\:*?"<>|')
"""Characters that mean something to some system."""


@value
class Listed:
    """A record of the folder: its name, the beginning of its text, when it was changed."""

    name: str
    begin: str
    changed: float


@final
class Folder:
    """The records below a folder, by their names within it (`season/race-1.race`)."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        if not self.root.is_dir():
            raise StewardError(f"`{root}` is no folder", "name a folder, or a record in it")

    def listed(self) -> list[Listed]:
        """The records, the last changed one first."""
        found = []
        for path in self._below():
            try:
                changed = path.stat().st_mtime
                with path.open("rb") as file:
                    begin = file.read(2000).decode("utf-8", "replace")
            except OSError:
                continue
            found.append(Listed(path.relative_to(self.root).as_posix(), begin, changed))
        return sorted(found, key=lambda one: (-one.changed, one.name))

    def _below(self) -> Iterator[Path]:
        count = seen = 0
        for here, folders, files in os.walk(self.root):
            folders[:] = sorted(one for one in folders if not one.startswith("."))
            seen += len(folders) + len(files)
            if seen > MOST_SEEN:
                return
            for name in sorted(files):
                path = Path(here) / name
                inside = path.relative_to(self.root).as_posix()
                if name.endswith(RECORDS) and _is_name(inside) and path.is_file() and not path.is_symlink():
                    yield path
                    count += 1
                    if count == MOST_LISTED:
                        return

    def path(self, name: str) -> Path:
        """The file of a record. Raises `StewardError` for a name that leads out of the folder or names no record."""
        if not _is_name(name):
            raise StewardError(
                f"`{visible(name[:LONGEST_NAME])}` is no name of a record", "as in `club-04.race`"
            )
        path = self.root / name
        if path.is_symlink() or not path.parent.resolve().is_relative_to(self.root):
            raise StewardError(f"`{visible(name)}` leads out of the folder")
        return path

    def sign(self, name: str) -> object:
        """What changes when a record does; None if there is none."""
        try:
            about = self.path(name).stat()
        except OSError:
            return None
        return about.st_mtime_ns, about.st_size, about.st_ino

    def read(self, name: str) -> str:
        """The text of a record."""
        try:
            content = read_bytes(self.path(name), name, MOST_TEXT)
            return content.decode("utf-8").replace("\r\n", "\n")
        except ModelError as error:
            raise StewardError.about(error.problems[0]) from error
        except UnicodeDecodeError as error:
            raise StewardError(f"`{visible(name)}` is no text in UTF-8") from error

    def write(self, name: str, text: str) -> None:
        """Replaces a record, or makes it. After a crash the file has the old text or the new one."""
        path = self.path(name)
        part = path.with_name(f".{secrets.token_hex(8)}.part")
        try:
            content = text.encode("utf-8")
            if len(content) > MOST_TEXT:
                raise StewardError(
                    "this record is too long for a table", "`steward verify` takes longer ones"
                )
            as_it_is = getattr(os, "O_BINARY", 0)
            descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | as_it_is, 0o644)
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            if path.exists():
                copymode(path, part)  # a record that only its owner may read stays so
            part.replace(path)
        except UnicodeEncodeError as error:
            raise StewardError("this text has characters that no file can hold") from error
        except OSError as error:
            part.unlink(missing_ok=True)
            raise StewardError(f"`{visible(name)}` cannot be written: {error.strerror or error}") from error

    def create(self, name: str, text: str) -> str:
        """Makes a new record and returns its name; if the name is taken, a number is added."""
        stem, number = name.removesuffix(RECORDS), 1
        name = f"{stem}{RECORDS}"
        while not self._taken(name):
            number += 1
            name = f"{stem}-{number}{RECORDS}"
        try:
            self.write(name, text)
        except StewardError:
            self.path(name).unlink(missing_ok=True)
            raise
        return name

    def _taken(self, name: str) -> bool:
        """Takes a name for a new record, unless there is one: of two who want it at once, one gets it."""
        try:
            self.path(name).touch(0o644, exist_ok=False)
        except FileExistsError:
            return False
        except OSError as error:
            raise StewardError(f"`{visible(name)}` cannot be made: {error.strerror or error}") from error
        return True


def _is_name(name: str) -> bool:
    """Whether a name is one of a record within the folder, on every system."""
    parts = PurePosixPath(name).parts
    return (
        name.endswith(RECORDS)
        and name.isprintable()
        and len(name.encode()) <= LONGEST_NAME
        and "/".join(parts) == name
        and not any(one.startswith(".") or one.endswith((" ", ".")) for one in parts)
        and not name.startswith("/")
        and not BARRED & set(name)
    )

"""The inputs that a command line names: files, folders, standard input, and a line in a file. No file content raises an error."""

import os
import re
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from grammar.lines import MAX_FILE, TOO_LONG
from model.errors import ModelError
from model.userfiles import read_bytes
from model.values import value
from verifier.errors import StewardError
from verifier.findings import Finding

STDIN = "-"
RECORDS = ".race"
"""The file name ending of records."""

MOST_FILES = 100_000
"""The most files that are read from one folder."""

MAX_DIGITS = 9
"""The most digits of a line number."""


@value
class Input:
    """One file as read. `file` is its name in findings; `problem` explains why there are no bytes. `folder` is where relative
    paths in it start."""

    file: str
    data: bytes = b""
    problem: Finding | None = None
    folder: Path = Path()


def read_inputs(paths: Sequence[str]) -> Iterator[Input]:
    """Every file that the paths name, each once: a file as given, for a folder all records below it, sorted by name, `-` for
    standard input."""
    return map(read_named, named_inputs(paths))


def read_named(found: str | Input) -> Input:
    """The content of a named file, if it was not read before."""
    return read_input(found) if isinstance(found, str) else found


def named_inputs(paths: Sequence[str]) -> Iterator[str | Input]:
    """The same files before they are read; standard input is read at once."""
    done: set[str] = set()
    for path in paths:
        for found in _named(path):
            file = found if isinstance(found, str) else found.file
            if file not in done:
                done.add(file)
                yield _standard_input() if found == STDIN else found


def read_input(path: str) -> Input:
    """One file, or standard input."""
    return _standard_input() if path == STDIN else read_file(path)


def read_file(path: str) -> Input:
    """One file; `-` is not standard input here."""
    place = Path(path)
    try:
        return Input(path, read_bytes(place, path, MAX_FILE), folder=place.parent)
    except ModelError as error:
        problem = error.problems[0]
        missing = isinstance(error.__cause__, FileNotFoundError)
        return _refused(path, problem.what, _help_for_missing(path) if missing else problem.help)


def split_place(text: str) -> tuple[str, int | None]:
    """`PATH@LINE` as path and line. A name that exists as a whole is a path, and so is one that does not end in a number.

    >>> split_place("club-04.race@31"), split_place("club@home.race")
    (('club-04.race', 31), ('club@home.race', None))
    """
    path, at, line = text.rpartition("@")
    number = line.isascii() and line.isdigit() and len(line) <= MAX_DIGITS
    if not (at and path and number) or _exists(text):
        return text, None
    return path, int(line)


def read_place(text: str) -> tuple[Input, int | None]:
    """The file and the line of `PATH@LINE`. Raises `StewardError` if the file cannot be read."""
    path, line = split_place(text)
    source = read_input(path)
    if source.problem is not None:
        raise StewardError(f"{source.file}: {source.problem.fact}", source.problem.help)
    return source, line


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def _standard_input() -> Input:
    if sys.stdin is None or sys.stdin.closed:
        return _refused(STDIN, "standard input is closed", "name a file, or pipe a record into the command")
    try:
        data = sys.stdin.buffer.read(MAX_FILE + 1)
    except OSError as error:
        return _refused(STDIN, f"standard input cannot be read: {(error.strerror or str(error)).lower()}")
    return _refused(STDIN, *TOO_LONG) if len(data) > MAX_FILE else Input(STDIN, data)


def _named(path: str) -> Iterator[str | Input]:
    """The files that one path stands for, or its problem."""
    if not path:
        yield _refused("", "the name of a file is missing", "`.` is the current folder")
        return
    try:
        folder = path != STDIN and Path(path).is_dir()
    except (OSError, ValueError):
        folder = False  # reading it gives the error
    if not folder:
        yield path
        return
    problems: list[Input] = []
    files = sorted(_below(path, problems), key=lambda name: Path(name).parts)
    yield from files
    yield from problems
    if not files and not problems:
        yield _refused(
            path, f"there are no `*{RECORDS}` files in this folder", "name a file, or another folder"
        )


def _below(folder: str, problems: list[Input]) -> Iterator[str]:
    """The records below a folder; each folder is entered once, so that circular links do no harm."""
    seen: set[tuple[int, int]] = set()
    waiting, count = [folder], 0
    while waiting:
        here = waiting.pop(0)
        try:
            about = Path(here).stat()
            if (about.st_dev, about.st_ino) in seen:
                continue
            seen.add((about.st_dev, about.st_ino))
            entries = sorted(os.listdir(here))  # noqa: PTH208 - names only, as the system gives them
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            problems.append(_refused(here, f"this folder cannot be read: {reason}"))
            continue
        for name in entries:
            path = str(Path(here) / name)
            kind = _kind(path)
            if kind == "folder" and not name.startswith("."):
                waiting.append(path)
            elif kind != "folder" and name.endswith(RECORDS):
                count += 1
                if count > MOST_FILES:
                    problems.append(
                        _refused(folder, f"there are more than {MOST_FILES:,} files in this folder")
                    )
                    return
                yield path


def _kind(path: str) -> str:
    try:
        return "folder" if stat.S_ISDIR(Path(path).stat().st_mode) else "file"
    except OSError:
        return "file"  # a broken link: reading it gives the error


def _help_for_missing(path: str) -> str:
    from model.datafiles import did_you_mean

    name, line = split_place(path)
    if line is not None and _exists(name):
        return f"no line can be named here; `{name}` is the file"
    printed = re.fullmatch(r"(.+?):(\d+)(:\d+)?", path)
    if printed is not None and _exists(printed[1]):
        return f"a line is named as in `{printed[1]}@{printed[2]}`"
    try:
        folder = Path(path).parent
        names = sorted(os.listdir(folder))[:1000]  # noqa: PTH208
    except (OSError, ValueError):
        return "its folder does not exist either"
    if Path(path).name in names:
        return "it is a link, and its target does not exist"
    return did_you_mean(Path(path).name, names)


def _refused(file: str, fact: str, help: str = "") -> Input:
    return Input(file, problem=Finding("unreadable", file, 0, 0, 0, fact, help=help))

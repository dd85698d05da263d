"""Settings of a club or a person: `steward.toml`, or `[tool.steward]` in pyproject.toml.

They apply where neither the command line nor a record decides: the ruleset of each game, and the folders with the user's tracks
and rulesets. The file is searched in the current folder and then in those above it, up to the first root of a repository. Only
the nearest one counts.
"""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from types import MappingProxyType

from model.datafiles import GameData, Table, did_you_mean, read_table, shipped_games
from model.errors import ModelError, Problem
from model.ruleset import Ruleset, load_ruleset, shipped_rulesets
from model.userfiles import is_file, read_bytes
from model.values import value
from verifier.errors import StewardError

FILE, PYPROJECT = "steward.toml", "pyproject.toml"
ROOTS = (".git", ".hg", ".jj", ".svn")
"""Entries that mark the root of a repository; nothing above it is read."""

OUR_TABLE = re.compile(rb"""^\s*\[?\s*["']?tool["']?\s*(?:\]|=|\.\s*["']?steward)""", re.MULTILINE)
"""A line of pyproject.toml with which our table can begin. Few projects have one, and reading TOML takes time."""

NO_RULESETS: Mapping[str, Ruleset] = MappingProxyType({})
NO_REFERENCES: Mapping[str, str] = MappingProxyType({})


@value
class Settings:
    """The settings. `rulesets` are by game name; `references` are their names for a record in the current folder. The folders
    are in search order."""

    rulesets: Mapping[str, Ruleset] = field(default_factory=lambda: NO_RULESETS)
    references: Mapping[str, str] = field(default_factory=lambda: NO_REFERENCES)
    ruleset_folders: tuple[Path, ...] = ()
    track_folders: tuple[Path, ...] = ()


def find_settings(start: Path | None = None) -> Settings:
    """The settings in force in a folder (None: the current one). Raises `StewardError` if they are unusable, with file, key
    and help."""
    try:
        here = (start or Path()).resolve()
    except OSError:
        return Settings()  # the current folder is gone
    for folder in (here, *here.parents):
        try:
            home = Path(os.path.relpath(folder))  # as messages name the files in it
            table = _table(home)
            if table is not None:
                return _settings(table, home)
        except ModelError as error:
            raise StewardError.about(error.problems[0]) from error
        if any(_exists(folder / name) for name in ROOTS):
            break
    return Settings()


def _table(folder: Path) -> Table | None:
    """The settings in a folder, `steward.toml` before pyproject.toml."""
    own, shared = folder / FILE, folder / PYPROJECT
    if _exists(own):
        return read_table(own, own.as_posix())
    if not _mentions_us(shared):
        return None
    tool = read_table(shared, shared.as_posix()).table("tool")
    if not tool.has("steward"):
        tool.check()
        return None
    return tool.table("steward")


def _mentions_us(path: Path) -> bool:
    """Whether a project file may have our settings; one that cannot be read counts as having none."""
    try:
        return OUR_TABLE.search(read_bytes(path, path.as_posix())) is not None
    except ModelError:
        return False


def _settings(table: Table, folder: Path) -> Settings:
    chosen, folders = table.table("ruleset"), table.table("folders")
    tracks, rulesets = _folders(folders, "tracks", folder), _folders(folders, "rulesets", folder)
    folders.finish()
    table.finish()
    games = {data.game: data for data in shipped_games()}
    found: dict[str, Ruleset] = {}
    references = {}
    for name in chosen.content:
        if name not in games:
            help = did_you_mean(name, games) or f"games: {', '.join(games)}"
            chosen.wrong(f"there is no game `{name}`", name, help)
            continue
        reference = chosen.text(name)
        if reference:
            ruleset = _ruleset(chosen, games[name], reference, folder, rulesets)
            if ruleset is not None:
                found[name], references[name] = ruleset, _reference(games[name], reference, folder)
    table.check()
    return Settings(MappingProxyType(found), MappingProxyType(references), rulesets, tracks)


def _reference(data: GameData, written: str, home: Path) -> str:
    """A ruleset file next to the settings as seen from the current folder; any other reference as written."""
    name, at, version = written.rpartition("@") if "@" in written else (written, "", "")
    if name.lower() in shipped_rulesets(data):
        return written
    beside = any(is_file(home / f"{name}{ending}") for ending in ("", ".toml"))
    return f"{(home / name).as_posix()}{at}{version}" if beside else written


def _folders(table: Table, name: str, home: Path) -> tuple[Path, ...]:
    """The folders of a setting, relative to the folder of the settings; missing ones are reported."""
    found = []
    for text in table.texts(name):
        path = home / text
        if not _is_folder(path):
            table.wrong(
                f"there is no folder `{text}`", name, "folder names are relative to the folder of this file"
            )
        found.append(path)
    return tuple(found)


def _ruleset(
    table: Table, data: GameData, reference: str, home: Path, folders: tuple[Path, ...]
) -> Ruleset | None:
    try:
        return load_ruleset(data, reference, home, folders)
    except ModelError as error:
        for problem in error.problems:
            inner = f"{problem.where}: " if problem.where else ""
            table.problems.append(Problem(f"{inner}{problem.what}", table.place(data.game), problem.help))
        return None


def _exists(path: Path) -> bool:
    with suppress(OSError):
        return path.exists()
    return False


def _is_folder(path: Path) -> bool:
    with suppress(OSError, ValueError):
        return path.is_dir()
    return False

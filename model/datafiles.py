"""Reads TOML data and names file and key in every error; finds the data of a game and the nearest names for a
misspelt one."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from model.errors import ModelError, Problem
from model.toml_places import place_of
from model.userfiles import read_bytes
from model.values import value

APOSTROPHES = "'`\u2018\u2019\u02bc\u00b4\u0384\u203a"

MOST_SHOWN = 60
"""The most characters of a value that an error shows."""

MOST_TOLD = 1000
"""The most characters of a part of an error."""

DEEPEST = 30
"""The most levels of nested tables and lists in a file."""

MOST_DOTS = 200
"""The most dots in one line of a file."""

MOST_PROBLEMS = 100
"""The most problems of one file that are reported."""

MOST_NAMES = 1024
"""Size of the cache of normalized names; records repeat the same ones."""


@value
class GameData:
    """A game's name in records, the prefix of its rule ids, and the folder of its TOML files."""

    game: str
    prefix: str
    folder: Path


class Table:
    """One TOML table with its place, read key by key. Problems are collected in `problems`, which its parts share.

    Every reader returns a usable value, so that one run reports all problems of a file. `finish` adds a problem for each
    key that was not read.
    """

    def __init__(
        self,
        content: Mapping[str, Any],
        file: str,
        key: str = "",
        problems: list[Problem] | None = None,
        source: str = "",
    ) -> None:
        self.content = content
        self.file = file
        self.key = key
        self.source = source
        self.problems: list[Problem] = [] if problems is None else problems
        self.asked: set[str] = set()

    def place(self, name: str = "") -> str:
        """File, line and column if the source is known, and dotted key, as errors show it."""
        keys = ".".join(part for part in (self.key, name) if part)
        at = place_of(self.source, keys) if self.source else None
        file = self.file if at is None else f"{self.file}:{at[0]}:{at[1]}"
        return f"{file}: {keys}" if keys else file

    def wrong(self, what: str, name: str = "", help: str = "") -> None:
        """Notes a problem. Raises `ModelError` if there are too many: such a file is not read to its end."""
        if len(self.problems) >= MOST_PROBLEMS:
            raise ModelError(*self.problems, Problem("and more", self.file))
        self.problems.append(
            Problem(cut(what, MOST_TOLD), cut(self.place(name), MOST_TOLD), cut(help, MOST_TOLD))
        )

    def has(self, name: str) -> bool:
        return name in self.content

    def text(self, name: str, default: str | None = None) -> str:
        """A text that is not blank; required unless there is a default."""
        value = self._value(name, default)
        if isinstance(value, str) and (value.strip() or value == default):
            return value
        self._mismatch(name, value, "a text in quotes")
        return default or ""

    def number(self, name: str, default: int | None = None) -> int:
        value = self._value(name, default)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self._mismatch(name, value, "a whole number")
        return default or 0

    def flag(self, name: str, default: bool = False) -> bool:
        value = self._value(name, default)
        if isinstance(value, bool):
            return value
        self._mismatch(name, value, "`true` or `false`")
        return default

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; empty if the key is missing."""
        value = self._value(name, [])
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self._mismatch(name, value, "a list of texts")
        return ()

    def groups(self, name: str) -> tuple[tuple[str, ...], ...]:
        """A list of texts and of lists of texts; empty if the key is missing. A single text is a group of one."""
        value = self._value(name, [])
        if isinstance(value, list):
            groups = [item if isinstance(item, list) else [item] for item in value]
            if all(isinstance(item, str) for group in groups for item in group):
                return tuple(map(tuple, groups))
        self._mismatch(name, value, "a list of texts and of lists of texts")
        return ()

    def numbers(self, name: str) -> tuple[int, ...]:
        value = self._value(name, [])
        if isinstance(value, list) and all(
            isinstance(item, int) and not isinstance(item, bool) for item in value
        ):
            return tuple(value)
        self._mismatch(name, value, "a list of whole numbers")
        return ()

    def table(self, name: str) -> "Table":
        """The table of this name; empty if the key is missing."""
        value = self._value(name, {})
        if not isinstance(value, dict):
            self._mismatch(name, value, "a table")
            value = {}
        return self._part(value, name)

    def tables(self, name: str) -> list["Table"]:
        """A list of tables (`[[name]]`), counted from 1 in errors."""
        value = self._value(name, [])
        if not (isinstance(value, list) and all(isinstance(item, dict) for item in value)):
            self._mismatch(name, value, f"a list of tables, each begun by `[[{name}]]`")
            value = []
        return [self._part(item, f"{name}[{count}]") for count, item in enumerate(value, 1)]

    def each(self, *apart: str) -> list[tuple[str, "Table"]]:
        """Every key with its table, in the order of the file, except the keys in `apart`."""
        return [(name, self.table(name)) for name in self.content if name not in apart]

    def finish(self, otherwise: str = "") -> None:
        """Adds a problem for each key that was not read. `otherwise` is what to do if it is not a slip."""
        for name in self.content:
            if name not in self.asked:
                known = "; ".join(filter(None, (f"known: {', '.join(sorted(self.asked))}", otherwise)))
                self.wrong("this key has no meaning here", name, did_you_mean(name, self.asked) or known)

    def check(self) -> None:
        """Raises `ModelError` if there are problems so far."""
        if self.problems:
            raise ModelError(*self.problems)

    def _value(self, name: str, default: Any) -> Any:
        self.asked.add(name)
        return self.content.get(name, default)

    def _mismatch(self, name: str, value: object, wanted: str) -> None:
        if name not in self.content:
            self.wrong("is missing", name, f"give {wanted}")
        else:
            self.wrong(f"should be {wanted}, not `{_in_toml(value)}`", name)

    def _part(self, value: Mapping[str, Any], name: str) -> "Table":
        key = ".".join(part for part in (self.key, name) if part)
        return Table(value, self.file, key, self.problems, self.source)


def read_table(path: Path, shown: str = "", *, placed: bool = False) -> Table:
    """The whole file as a table; `shown` is its name in errors, `path` by default. `placed`: they give the line and the column of
    a key too. Raises `ModelError`."""
    import tomllib

    name = shown or str(path)
    try:
        text = read_bytes(path, name).decode("utf-8-sig").replace("\r\n", "\n")
        return Table(toml(text), name, source=text if placed else "")
    except UnicodeDecodeError as error:
        raise ModelError(Problem("cannot be read: it is not UTF-8 text", name)) from error
    except tomllib.TOMLDecodeError as error:
        raise ModelError(Problem(f"is not valid TOML: {_lower(str(error))}", name)) from error
    except RecursionError as error:
        raise ModelError(Problem("its values are nested too deeply", name)) from error


def toml(text: str) -> dict[str, Any]:
    """The content of a TOML text. Raises `TOMLDecodeError`, also for a number with too many digits, and `RecursionError` for
    values nested too deeply. A key with many dots counts as deep: the time to read it grows with the square of the dots."""
    import tomllib

    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise RecursionError
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError as error:
        raise tomllib.TOMLDecodeError("a number has too many digits") from error
    level: list[Any] = [content]
    for _ in range(DEEPEST):
        parts = [part for one in level for part in (one.values() if isinstance(one, dict) else one)]
        level = [part for part in parts if isinstance(part, dict | list)]
        if not level:
            return content
    raise RecursionError


def read_data(data: GameData, name: str) -> Table:
    """A file of the game's data folder; errors call it `thunder-alley/rules.toml`. For a shipped game the built Python copy
    (`make data`) is read, in a tenth of the time."""
    shown, game = f"{data.game}/{name}", data.folder.parent
    if game.parent != Path(__file__).parent:
        return read_table(data.folder / name, shown)
    built = import_module(f"model.{game.name}.built.data.{name.removesuffix('.toml')}")
    return Table(built.CONTENT, shown)


@lru_cache(maxsize=1)
def shipped_games() -> tuple[GameData, ...]:
    """The games that come with the tool, sorted by name. Only the prefix is read from each rules.toml."""
    games = []
    for path in sorted(Path(__file__).parent.glob("*/data/rules.toml")):
        prefix = re.search(r'^prefix = "([A-Z]+)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
        if prefix:
            games.append(GameData(path.parent.parent.name.replace("_", "-"), prefix[1], path.parent))
    return tuple(games)


def _in_toml(value: object) -> str:
    """A value roughly as the file writes it, cut if it is long."""
    return cut(str(value).lower() if isinstance(value, bool) else str(value), MOST_SHOWN)


def cut(text: str, most: int) -> str:
    """A text that may come from an untrusted file, cut if it is longer than that."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


@lru_cache(maxsize=MOST_NAMES)
def plain(name: str) -> str:
    """The form in which names are compared: no case, accents or apostrophes; blanks, hyphens and underscores are equal."""
    name = "".join(char for char in name if char not in APOSTROPHES)
    if not name.isascii():
        name = "".join(
            char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char)
        )
    return re.sub(r"[\s_-]+", " ", name).strip().casefold()


def nearest(name: str, candidates: Iterable[str], limit: int = 3) -> list[str]:
    """The candidates that a misspelt name may stand for, nearest first: names that differ only in case or apostrophes,
    then names that begin with it, then similar ones. Equally near ones come in alphabetical order."""
    import difflib

    wanted = plain(name)
    if not wanted:
        return []
    found: list[tuple[float, str]] = []
    for candidate in sorted(set(candidates)):
        other = plain(candidate)
        if other == wanted:
            found.append((3.0, candidate))
        elif len(wanted) > 2 and other.startswith(wanted):
            found.append((2.0, candidate))
        else:
            matcher = difflib.SequenceMatcher(None, wanted, other, autojunk=False)
            if matcher.real_quick_ratio() >= 0.6 and matcher.ratio() >= 0.6:
                found.append((matcher.ratio(), candidate))
    found.sort(key=lambda pair: (-pair[0], pair[1]))
    return [candidate for score, candidate in found[:limit] if score > found[0][0] - 0.15]


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """The help for an unknown name: ``did you mean `x`?``, or an empty text if nothing is near."""
    names = [f"`{candidate}`" for candidate in nearest(name, candidates)]
    if not names:
        return ""
    before = ", ".join(names[:-1])
    return f"did you mean {before} or {names[-1]}?" if before else f"did you mean {names[-1]}?"

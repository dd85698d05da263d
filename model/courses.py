"""Tracks, stages and boards: shipped ones by name, others by the path of their file."""

from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Generic, TypeVar

from model.errors import ModelError, Problem
from model.userfiles import is_file

C = TypeVar("C")

LONGEST_NAME = 60
"""The most characters of a name that an error shows."""


def unknown(kind: str, name: str, known: Collection[str]) -> ModelError:
    """The error for a name that is not shipped; `kind` is `track` or the like."""
    from model.datafiles import did_you_mean

    shown = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 3]}..."
    help = f"{did_you_mean(name, known)} shipped {kind}s: {', '.join(known)}".strip()
    return ModelError(Problem(f"there is no {kind} `{shown}`", help=help))


class Shipped(Generic[C]):
    """The shipped courses of a `kind`. Each is in a module of the `package`, under the name of the kind in capitals; `modules`
    are these modules by the names of the courses. They load without TOML or graph libraries."""

    def __init__(self, kind: str, package: str, modules: Mapping[str, str]) -> None:
        self._kind, self._package, self._modules = kind, package, modules

    def names(self) -> tuple[str, ...]:
        """The names of the courses, in alphabetical order."""
        return tuple(sorted(self._modules))

    def load(self, name: str) -> C:
        """A shipped course by its name, in any case. Raises `ModelError` with the nearest names for any other."""
        module = self._modules.get(name.lower())
        if module is None:
            raise unknown(self._kind, name, self.names())
        course: C = getattr(import_module(f"{self._package}.{module}"), self._kind.upper())
        return course

    def locate(self, reference: str, folder: Path | None = None, folders: Sequence[Path] = ()) -> Path | None:
        """The file of a reference: a path from `folder`, then from each of `folders`; `.toml` may be left out. None for a
        shipped name, and for an unknown name that does not look like a path."""
        if reference.lower() in self._modules:
            return None
        home = Path(folder or ".")
        for path in (place / name for place in (home, *folders) for name in (reference, f"{reference}.toml")):
            if is_file(path):
                return path
        return home / reference if is_path(reference, folder) else None


def is_path(reference: str, folder: Path | None = None) -> bool:
    """Whether a reference that is not a shipped name looks like a path or is an existing file, not a misspelt name."""
    if "/" in reference or "\\" in reference or reference.endswith(".toml"):
        return True
    try:
        return Path(folder or ".", reference).exists()
    except (OSError, ValueError):
        return False

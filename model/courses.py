"""Tracks, stages and boards: shipped ones by name, others by the path of their file."""

from collections.abc import Collection, Sequence
from pathlib import Path

from model.errors import ModelError, Problem
from model.userfiles import is_file

LONGEST_NAME = 60
"""The most characters of a name that an error shows."""


def unknown(kind: str, name: str, known: Collection[str]) -> ModelError:
    """The error for a name that is not shipped; `kind` is `track` or the like."""
    from model.datafiles import did_you_mean

    shown = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 3]}..."
    help = f"{did_you_mean(name, known)} shipped {kind}s: {', '.join(known)}".strip()
    return ModelError(Problem(f"there is no {kind} `{shown}`", help=help))


def locate(
    reference: str, shipped: Collection[str], folder: Path | None = None, folders: Sequence[Path] = ()
) -> Path | None:
    """The file of a reference: a path from `folder`, then from each of `folders`; `.toml` may be left out. None for a
    shipped name, and for an unknown name that does not look like a path."""
    if reference.lower() in shipped:
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

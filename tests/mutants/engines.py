"""Which engine is mutated: a package of modules, and what is known of its game."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

USUAL = "thunder-alley"

OTHERS = ("spec", "second", "simulate")
"""Packages of a game that are loaded when they are asked for; no check asks."""


@dataclass(frozen=True, slots=True)
class Engine:
    """The engine of a game; `game` is the package of that game (`thunder_alley`)."""

    game: str

    @property
    def package(self) -> str:
        """The engine as it is imported."""
        return f"verifier.{self.game}.engine"

    @property
    def folder(self) -> Path:
        """Where its modules lie."""
        return ROOT / "verifier" / self.game / "engine"

    @property
    def cases(self) -> Path:
        """The cases of its game."""
        return ROOT / "tests" / "cases" / self.game

    @property
    def counts(self) -> Path:
        """The counts of its game."""
        return ROOT / "tests" / "counts" / f"{self.game}.toml"

    @property
    def replays(self) -> Path:
        """The records of its game."""
        return ROOT / "replays" / self.game

    def beneath(self) -> Iterator[str]:
        """Modules of its game that do without the engine: the model."""
        yield from _modules(ROOT / "model" / self.game, "built")

    def above(self) -> Iterator[str]:
        """The engine and the modules of its game that stand on it, or may."""
        yield from _modules(self.folder.parent, *OTHERS)


def engine_of(said: str) -> Engine:
    """The engine of a game (`thunder-alley`) or in a folder (`verifier/thunder_alley/engine`). Raises ValueError if there is
    none."""
    engine = Engine(said.replace("-", "_") if "/" not in said else Path(said).resolve().parent.name)
    if not engine.folder.is_dir() or ("/" in said and Path(said).resolve() != engine.folder):
        raise ValueError(f"there is no engine {said}")
    return engine


def accepted(engine: Engine) -> set[str]:
    """The functions (`module.name`) in which a mutant may survive."""
    listed = tomllib.loads(Path(__file__).with_name("accepted.toml").read_text(encoding="utf-8"))
    return set(listed[engine.game])


def _modules(folder: Path, *without: str) -> Iterator[str]:
    """The modules in a folder and below, in alphabetical order, without some of the packages in it."""
    for path in sorted(folder.rglob("*.py")):
        if path.relative_to(folder).parts[0] not in without:
            place = path.relative_to(ROOT).with_suffix("")
            yield ".".join(place.parent.parts if place.name == "__init__" else place.parts)

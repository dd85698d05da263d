"""The engine to mutate: a package of modules, and the facts about its game."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

USUAL = "thunder-alley"

OTHERS = ("spec", "second", "simulate")
"""Packages of a game that are loaded only on demand; no check needs them."""

CARDS = {
    "thunder_alley": ("counting", "flow", "hands", "known"),
    "great_race": ("moving", "places", "slots", "tracing"),
}
"""The modules of `verifier/cards` that the engine of a game uses."""


@dataclass(frozen=True, slots=True)
class Engine:
    """The engine of a game; `game` is the package of that game (`thunder_alley`)."""

    game: str

    @property
    def package(self) -> str:
        """The import name of the engine."""
        return f"verifier.{self.game}.engine"

    @property
    def folder(self) -> Path:
        """The folder of its modules."""
        return ROOT / "verifier" / self.game / "engine"

    @property
    def files(self) -> tuple[Path, ...]:
        """The modules to change: those of the engine, and the shared ones that it uses."""
        cards = [ROOT / "verifier" / "cards" / f"{name}.py" for name in CARDS.get(self.game, ())]
        return (*sorted(self.folder.glob("*.py")), *cards)

    @property
    def tests(self) -> tuple[Path, ...]:
        """The folders with the tests of these modules."""
        tests = ROOT / "tests"
        return (tests / self.game, *([tests / "cards"] if self.game in CARDS else []))

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
        """The modules of its game that do not import the engine: the model."""
        yield from _modules(ROOT / "model" / self.game, "built")

    def above(self) -> Iterator[str]:
        """The engine, the shared modules that it uses, and the modules of its game that import it, or may."""
        yield from (f"verifier.cards.{name}" for name in CARDS.get(self.game, ()))
        yield from _modules(self.folder.parent, *OTHERS)


def engine_of(said: str) -> Engine:
    """The engine of a game (`thunder-alley`) or in a folder (`verifier/thunder_alley/engine`). Raises ValueError if it does not
    exist."""
    engine = Engine(said.replace("-", "_") if "/" not in said else Path(said).resolve().parent.name)
    if not engine.folder.is_dir() or ("/" in said and Path(said).resolve() != engine.folder):
        raise ValueError(f"there is no engine {said}")
    return engine


def accepted(engine: Engine) -> set[str]:
    """The functions (`module.name`) in which a mutant may survive."""
    listed = tomllib.loads(Path(__file__).with_name("accepted.toml").read_text(encoding="utf-8"))
    return set(listed[engine.game])


def _modules(folder: Path, *without: str) -> Iterator[str]:
    """The modules in a folder and below, in alphabetical order, except those of some packages in it."""
    for path in sorted(folder.rglob("*.py")):
        if path.relative_to(folder).parts[0] not in without:
            place = path.relative_to(ROOT).with_suffix("")
            yield ".".join(place.parent.parts if place.name == "__init__" else place.parts)

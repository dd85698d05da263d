"""Compiles the modules in which most of the time goes, with mypyc (it comes with mypy): `make fast`. `--remove` takes what was
compiled away again: `make plain`.

Nothing depends on it: the modules are the same, and Python prefers a compiled one that lies beside its source. It does so even
where the source is newer, so whoever changes such a source goes back to plain Python first; a test fails while one is stale.
"""

import shutil
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "verifier" / "thunder_alley" / "engine"

HOT = (
    *("run", "steps", "special_steps", "bump", "displacement", "linking", "choices", "taking", "endings"),
    *("judge", "story", "outcome", "order", "segment", "turn", "search"),
    *("decks", "decks_hand", "decks_turn"),
)
"""Modules of the engine. The steps of cars are plain functions over tuples, which gain most. `listing` is not among them: mypyc
makes lists of generators, and it leaves off in the middle of very long ones."""

LIBRARY = "verifier.thunder_alley.engine.compiled"
"""What all of them are compiled into; each gets a small file beside it that leads there."""


def compiled() -> list[Path]:
    """The compiled modules that lie beside their sources, and their library."""
    return [path for path in sorted(ENGINE.iterdir()) if path.name.endswith(tuple(EXTENSION_SUFFIXES))]


def stale() -> list[str]:
    """The compiled modules whose sources have changed since."""
    made = {path.name.partition(".")[0]: path.stat().st_mtime for path in compiled()}
    return [name for name in HOT if name in made and made[name] < (ENGINE / f"{name}.py").stat().st_mtime]


def main() -> None:
    """Compiles them anew, or removes them."""
    for path in compiled():
        path.unlink()
    if "--remove" in sys.argv[1:]:
        return
    if not (shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")):
        sys.exit("there is no C compiler here; everything runs without compiling as well")
    from mypyc.build import mypycify
    from setuptools import setup

    sources = [str((ENGINE / f"{name}.py").relative_to(ROOT)) for name in HOT]
    setup(
        name="race-steward-hot",
        packages=[],
        ext_modules=mypycify(sources, opt_level="2", group_name=LIBRARY, target_dir="build/hot"),
        script_args=["--quiet", "build_ext", "--inplace", "--build-temp", "build/hot"],
    )


if __name__ == "__main__":
    main()

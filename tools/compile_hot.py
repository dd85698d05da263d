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
GAME = "verifier/thunder_alley"

HOT = (
    *("grammar/patterns", "grammar/syntax", "model/thunder_alley/moves", "model/thunder_alley/position"),
    *(
        f"{GAME}/engine/{name}"
        for name in (
            *(
                "run",
                "steps",
                "special_steps",
                "bump",
                "displacement",
                "linking",
                "choices",
                "taking",
                "endings",
            ),
            *("judge", "asserted", "story", "outcome", "order", "segment", "search", "tables", "terms"),
            *("turn", "end_of_turn", "finish", "pits", "restart", "way_back", "closing"),
            *("events", "events_bar", "events_contact", "events_each", "events_most", "events_pileup"),
            *(
                "events_setback",
                "events_terms",
                "decks",
                "decks_events",
                "decks_hand",
                "decks_stock",
                "decks_turn",
            ),
        )
    ),
    *(f"{GAME}/table/{name}" for name in ("lines", "terms", "moves", "turn", "event", "decks", "counted")),
    *(f"{GAME}/notation/{name}" for name in ("read", "names", "text")),
    *(f"{GAME}/simulate/{name}" for name in ("race", "moves", "cards")),
)
"""The modules. Not among them: `listing`, whose generators mypyc would make lists of, and it leaves off in the middle of very
long ones; `table/pits`, of which it makes code that the C compiler refuses; `stepping`, whose objects are copied."""

LIBRARY = "model.compiled"
"""What all of them are compiled into; each gets a small file beside it that leads there."""


def compiled() -> list[Path]:
    """The compiled modules that lie beside their sources, and their library."""
    folders = {(ROOT / name).parent for name in (*HOT, LIBRARY.replace(".", "/"))}
    suffixes = tuple(EXTENSION_SUFFIXES)
    return sorted(path for folder in folders for path in folder.iterdir() if path.name.endswith(suffixes))


def stale() -> list[str]:
    """The compiled modules whose sources have changed since."""
    made = {path.with_name(path.name.partition(".")[0]): path.stat().st_mtime for path in compiled()}
    sources = {name: (ROOT / f"{name}.py").stat().st_mtime for name in HOT}
    return [name for name, changed in sources.items() if made.get(ROOT / name, changed) < changed]


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

    sources = [f"{name}.py" for name in HOT]
    setup(
        name="race-steward-hot",
        packages=[],
        ext_modules=mypycify(sources, opt_level="2", group_name=LIBRARY, target_dir="build/hot"),
        script_args=["--quiet", "build_ext", "--inplace", "--build-temp", "build/hot"],
    )


if __name__ == "__main__":
    main()
